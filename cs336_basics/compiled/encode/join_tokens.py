"""Ids to bytes: the bytes of every token stand in one row, and a table says where each begins.

    tokens   t h e c a t ...
    places   [ start << 24 | length ]  one number an id; -1 where no token has the id

Sixteen bytes are copied at a time, so what stands behind a token is overwritten: the next one comes
there.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping

import numpy as np
from numpy.typing import NDArray

from cs336_basics.compiled.machine.jit import address, i32s, i64, i64s, kernel, u8s
from cs336_basics.compiled.machine.memory import load64, store64

_LENGTH = 24  # bits of a length
_STEP = 16  # bytes copied at a time: so many may be read and written too much


@kernel
def size_of_tokens(ids: i32s, number: i64, places: i64s, known: i64) -> i64:
    """Return how many bytes the tokens have together, or -1 - i if the id at i is not known."""
    size = 0
    for i in range(number):
        token = ids[i] & 0xFFFFFFFF
        if token >= known or places[token] < 0:
            return -1 - i
        size += places[token] & (1 << _LENGTH) - 1
    return size


@kernel
def join_tokens(ids: i32s, number: i64, places: i64s, tokens: u8s, out: u8s) -> i64:
    """Write the bytes of known ids one behind the other; return how many they are."""
    written = 0
    for i in range(number):
        place = places[ids[i] & 0xFFFFFFFF]
        start, length = place >> _LENGTH, place & (1 << _LENGTH) - 1
        for done in range(0, length, _STEP):
            store64(out, written + done, load64(tokens, start + done))
            store64(out, written + done + 8, load64(tokens, start + done + 8))
        written += length
    return written


class TokenTable:
    """The tokens of a vocabulary, for the kernels.

    Args:
        vocab: id -> bytes; the greatest id decides how large the table is.

    Raises:
        OverflowError: a token is longer than a place can say.

    >>> table = TokenTable({0: b"t", 7: b"he"})
    >>> bytes(table.join(np.array([0, 7], np.uint32)))
    b'the'
    """

    def __init__(self, vocab: Mapping[int, bytes]) -> None:
        lengths = np.fromiter(map(len, vocab.values()), np.int64, len(vocab))
        if lengths.max(initial=0) >> _LENGTH:
            raise OverflowError(f"a token has {lengths.max():,} bytes")
        ids = np.fromiter(vocab, np.int64, len(vocab))
        self._places = np.full(ids.max(initial=-1) + 1, -1, np.int64)
        self._places[ids] = np.cumsum(lengths) - lengths << _LENGTH | lengths
        self._tokens = np.frombuffer(b"".join([*vocab.values(), bytes(_STEP)]), np.uint8)

    @staticmethod
    def as_numbers(ids: Iterable[int]) -> NDArray[np.uint32] | None:
        """Return ids as an array, if they are whole numbers from 0 on that fit it.

        >>> TokenTable.as_numbers([0, 7]), TokenTable.as_numbers([-1])
        (array([0, 7], dtype=uint32), None)
        """
        if isinstance(ids, bytes | bytearray):  # numbers too, one byte each
            ids = np.frombuffer(ids, np.uint8)
        if isinstance(ids, np.ndarray):
            if ids.ndim != 1 or ids.dtype.kind not in "iu":
                return None
            fits = ids.dtype in (np.uint8, np.uint16, np.uint32)
            if not fits and (ids.min(initial=0) < 0 or ids.max(initial=0) >= 1 << 32):
                return None
            return np.ascontiguousarray(ids, np.uint32)
        try:
            return np.frombuffer(array("I", ids), np.uint32)
        except (TypeError, ValueError, OverflowError):
            return None

    def join(self, ids: NDArray[np.uint32]) -> memoryview:
        """Return the bytes of the tokens, one behind the other.

        Raises:
            IndexError: an id is not in the vocabulary; the error holds its position.
        """
        several = address(ids), len(ids), address(self._places)
        size = size_of_tokens(*several, len(self._places))
        if size < 0:
            raise IndexError(-1 - size)
        out = np.empty(size + _STEP, np.uint8)
        join_tokens(*several, address(self._tokens), address(out))
        return out.data[:size]
