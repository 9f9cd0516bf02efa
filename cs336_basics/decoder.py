"""Ids -> bytes -> text: all that decoding needs is a vocabulary.

Source: CS336 assignment 1, section 2.6.2 (decoding text).
"""

from __future__ import annotations

import codecs
from collections.abc import Iterable, Iterator

from cs336_basics.datatypes import Vocab
from cs336_basics.errors import VocabularyError


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

        >>> Decoder({0: "é".encode()[:1], 1: "é".encode()[1:]}).decode([0, 1, 0])
        'é�'
        """
        return self.decode_bytes(ids).decode("utf-8", errors)

    def decode_bytes(self, ids: Iterable[int]) -> bytes:
        r"""Turn ids into the bytes they stand for; nothing is lost.

        Raises:
            VocabularyError: an id that is not in the vocabulary.

        >>> Decoder({0: b"\xff"}).decode_bytes([0, 0])
        b'\xff\xff'
        """
        try:
            return b"".join([self.vocab[token_id] for token_id in ids])
        except KeyError as error:
            raise VocabularyError(f"id {error.args[0]!r} is not in the vocabulary") from None

    def decode_iterable(self, ids: Iterable[int]) -> Iterator[str]:
        r"""Turn a stream of ids into pieces of text, never with half a character.

        Raises:
            VocabularyError: an id that is not in the vocabulary.

        >>> list(Decoder(dict(enumerate([b"\xc3", b"\xa9", b"!"]))).decode_iterable([0, 1, 2]))
        ['é', '!']
        """
        decoder = codecs.getincrementaldecoder("utf-8")("replace")
        for token_id in ids:
            if text := decoder.decode(self.decode_bytes([token_id])):
                yield text
        if text := decoder.decode(b"", final=True):
            yield text
