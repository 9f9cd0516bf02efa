"""Ids -> bytes -> text: all that decoding needs is a vocabulary.

Source: CS336 assignment 1, section 2.6.2 (decoding text).
"""

from __future__ import annotations

import codecs
from collections.abc import Iterable, Iterator, Sized
from itertools import islice
from typing import TYPE_CHECKING

from cs336_basics import kernels
from cs336_basics.arguments import expect_text, shown, wrong_type
from cs336_basics.datatypes import Vocab
from cs336_basics.errors import UnknownNameError, VocabularyError, WrongTypeError

if TYPE_CHECKING:
    from cs336_basics.compiled.encode.join_tokens import TokenTable

_AT_ONCE = 1 << 10  # tokens that are joined at once
_ENOUGH = 1 << 22  # ids that are worth loading the kernels
_ENOUGH_AT_HAND = 1 << 17  # ids that are worth a table where other kernels run already
_ENOUGH_WITH_TABLE = 1 << 10  # ids that are worth a call, once there is a table
_SPARSE = 32  # a vocabulary with so many times more ids than tokens gets no table


class Decoder:
    """Turn ids back into what they stand for.

    Args:
        vocab: id -> bytes; ids may have gaps.

    >>> Decoder({0: b"t", 7: b"he"}).decode([0, 7])
    'the'
    """

    _table: TokenTable | None = None  # made when it pays

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
        _expect_ids(ids)
        return str(self._joined(ids), "utf-8", errors)

    def decode_bytes(self, ids: Iterable[int]) -> bytes:
        r"""Turn ids into the bytes they stand for; nothing is lost.

        Raises:
            VocabularyError: an id that is not in the vocabulary.
            WrongTypeError: as for `decode`.

        >>> Decoder({0: b"\xff"}).decode_bytes([0, 0])
        b'\xff\xff'
        """
        _expect_ids(ids)
        return bytes(self._joined(ids))

    def _joined(self, ids: Iterable[int]) -> bytes | memoryview:
        number = len(ids) if isinstance(ids, Sized) else 0
        if number >= _ENOUGH_WITH_TABLE and (table := self._table_for(number)):
            numbers = table.as_numbers(ids)
            if numbers is not None:
                try:
                    return table.join(numbers)
                except IndexError as error:
                    raise _unknown(numbers[error.args[0]].item()) from None
        if hasattr(ids, "tolist"):
            ids = ids.tolist()  # Python's own numbers: those of numpy are slow one by one
        try:
            # A dict and not a list of tokens, which would take -1 for the last one. And some at a
            # time: for each piece that it joins, Python sets 80 bytes aside.
            known, pieces = map(self.vocab.__getitem__, ids), []
            while several := list(islice(known, _AT_ONCE)):
                pieces.append(b"".join(several))
            return b"".join(pieces)
        except KeyError as error:
            raise _unknown(error.args[0]) from None
        except TypeError as error:  # a list of lists, for example: no dict can look a list up
            raise WrongTypeError(f"ids are not a list of whole numbers: {error}") from error

    def _table_for(self, number: int) -> TokenTable | None:
        """Return the table of the kernels, if there is one or so many ids are worth making it."""
        enough = _ENOUGH_AT_HAND if kernels.at_hand() else _ENOUGH
        if self._table is not None or number < enough or not self._is_dense():
            return self._table
        if kernels.start("decode", compiling=False):
            from cs336_basics.compiled.encode.join_tokens import TokenTable

            self._table = TokenTable(self.vocab)
        return self._table

    def _is_dense(self) -> bool:
        """Say whether a table of all ids up to the greatest is not mostly gaps."""
        return max(self.vocab, default=0) < _SPARSE * len(self.vocab)

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
            try:
                token = self.vocab[token_id]
            except (KeyError, TypeError):
                token = bytes(self._joined([token_id]))  # it says what is wrong
            if text := decoder.decode(token):
                yield text
        if text := decoder.decode(b"", final=True):
            yield text


def _unknown(token_id: object) -> VocabularyError:
    return VocabularyError(f"id {shown(token_id)} is not in the vocabulary")


def _expect_ids(ids: object) -> None:
    """Refuse text, and what cannot be walked; bytes are numbers too, so they are ids."""
    try:
        iter(None if isinstance(ids, str) else ids)  # type: ignore[call-overload]  # that is the question
    except TypeError:
        raise wrong_type("ids", ids, "a list of ids") from None
