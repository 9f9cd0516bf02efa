"""Ids -> bytes -> text: all that decoding needs is a vocabulary.

Source: CS336 assignment 1, section 2.6.2 (decoding text).
"""

from __future__ import annotations

import codecs
from collections.abc import Iterable, Iterator

from cs336_basics.arguments import expect_text, wrong_type
from cs336_basics.datatypes import Vocab
from cs336_basics.errors import UnknownNameError, VocabularyError, WrongTypeError


class Decoder:
    """Turn ids back into what they stand for.

    Args:
        vocab: id -> bytes; ids may have gaps.

    >>> Decoder({0: b"t", 7: b"he"}).decode([0, 7])
    'the'
    """

    def __init__(self, vocab: Vocab) -> None:
        self.vocab = vocab

    def decode(self, ids: Iterable[int], errors: str = "replace") -> str:
        r"""Turn ids into text; bytes that are no UTF-8 become U+FFFD.

        Args:
            ids: any whole numbers, those of a numpy array included.
            errors: what to do with bytes that are no UTF-8, as for `bytes.decode`.

        Raises:
            VocabularyError: an id that is not in the vocabulary.
            UnknownNameError: no such way to treat bad bytes.
            WrongTypeError: what is not a list of ids: text, a single id.

        >>> Decoder({0: "é".encode()[:1], 1: "é".encode()[1:]}).decode([0, 1, 0])
        'é�'
        """
        expect_text("errors", errors)
        try:
            codecs.lookup_error(errors)
        except LookupError:
            raise UnknownNameError(
                f"unknown errors={errors!r}; use 'replace' or 'strict'"
            ) from None
        return self.decode_bytes(ids).decode("utf-8", errors)

    def decode_bytes(self, ids: Iterable[int]) -> bytes:
        r"""Turn ids into the bytes they stand for; nothing is lost.

        Raises:
            VocabularyError: an id that is not in the vocabulary.
            WrongTypeError: as for `decode`.

        >>> Decoder({0: b"\xff"}).decode_bytes([0, 0])
        b'\xff\xff'
        """
        _expect_ids(ids)
        return self._joined(ids)

    def _joined(self, ids: Iterable[int]) -> bytes:
        try:
            return b"".join([self.vocab[token_id] for token_id in ids])
        except KeyError as error:
            raise VocabularyError(f"id {error.args[0]!r} is not in the vocabulary") from None
        except TypeError as error:  # a list of lists, for example: no dict can look a list up
            raise WrongTypeError(f"ids are not a list of whole numbers: {error}") from error

    def decode_iterable(self, ids: Iterable[int]) -> Iterator[str]:
        r"""Turn a stream of ids into pieces of text, never with half a character.

        Raises:
            VocabularyError: an id that is not in the vocabulary, when the stream gets there.
            WrongTypeError: as for `decode`, at once.

        >>> list(Decoder(dict(enumerate([b"\xc3", b"\xa9", b"!"]))).decode_iterable([0, 1, 2]))
        ['é', '!']
        """
        _expect_ids(ids)
        return self._decode_stream(ids)

    def _decode_stream(self, ids: Iterable[int]) -> Iterator[str]:
        decoder = codecs.getincrementaldecoder("utf-8")("replace")
        for token_id in ids:
            if text := decoder.decode(self._joined([token_id])):
                yield text
        if text := decoder.decode(b"", final=True):
            yield text


def _expect_ids(ids: object) -> None:
    """Refuse text, and what cannot be walked; bytes are numbers too, so they are ids."""
    try:
        iter(None if isinstance(ids, str) else ids)  # type: ignore[call-overload]  # that is the question
    except TypeError:
        raise wrong_type("ids", ids, "a list of ids") from None
