"""Training on one corpus, outside Python's dicts: the arrays of `merge`, and their growth."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cs336_basics.compiled.machine.jit import address
from cs336_basics.compiled.merge import pair_heap as state
from cs336_basics.compiled.merge.merge import AHEAD, merge_pairs
from cs336_basics.compiled.merge.word_row import BYTES, GAP, lay_out

_BY_TOKEN = (state.WHERE, state.LENGTH, state.PREFIX, state.AFTER_NEW, state.BEFORE_NEW)
_BY_PAIR = (state.LEFT, state.RIGHT, state.COUNT, state.FIRST, state.SIZE)
_MOST_PAIRS = 2.0**62  # occurrences of all pairs: no count passes it, and none wraps around
_MOST_BYTES = np.iinfo(np.int32).max  # places are 32-bit integers


class MergeLoop:
    """Training on one corpus: each `run` gives the next merges.

    Args:
        row: the distinct words, with one byte before, between and after them.
        lengths: int32, how many bytes each word has.
        frequencies: int64, how often each word occurs, at least once.

    Raises:
        OverflowError: the words hold more bytes than a place can name, or occur so often that a
            count might pass 63 bits.

    >>> loop = MergeLoop(b" lot low ", np.array([3, 3], np.int32), np.array([2, 5], np.int64))
    >>> loop.run(2).tolist()
    [[108, 111, 7], [256, 119, 5]]
    """

    def __init__(
        self,
        row: bytes | NDArray[np.uint8],
        lengths: NDArray[np.int32],
        frequencies: NDArray[np.int64],
    ) -> None:
        places, byte_pairs = len(row), BYTES * BYTES
        if places > _MOST_BYTES:
            raise OverflowError("the distinct words hold more than 2 GiB; train on less text")
        if frequencies.astype(np.float64) @ (lengths - 1) > _MOST_PAIRS:
            raise OverflowError("the words occur so often that a count might pass 63 bits")
        self._arrays: dict[int, NDArray[Any]] = {
            state.TEXT: np.frombuffer(row, np.uint8),
            state.TOKEN: np.empty(places, np.int32),
            state.PAIR: np.empty(places, np.int32),
            state.WEIGHT: np.empty(places, np.int64),
            state.WHERE: np.zeros(BYTES, np.int32),
            state.LENGTH: np.ones(BYTES, np.int32),
            state.PREFIX: np.arange(BYTES, dtype=np.int64) << 8 * (state.PREFIX_SIZE - 1),
            state.AFTER_NEW: np.full(BYTES, GAP, np.int32),
            state.BEFORE_NEW: np.full(BYTES, GAP, np.int32),
            state.LEFT: np.empty(byte_pairs, np.int32),
            state.RIGHT: np.empty(byte_pairs, np.int32),
            state.COUNT: np.empty(byte_pairs, np.int64),
            state.FIRST: np.empty(byte_pairs, np.int64),
            state.SIZE: np.empty(byte_pairs, np.int32),
            state.HEAP: np.empty(2 * byte_pairs, np.int64),
            state.PLACES_OF_PAIRS: np.empty(2 * places + AHEAD, np.int32),
            state.EVENTS: np.empty(places, np.int32),
        }
        self._state = np.zeros(state.SIZE_OF_STATE, np.int64)
        self._state[state.TOKENS] = BYTES
        self._note()
        table = np.full(byte_pairs, GAP, np.int32)
        numbers = address(lengths), address(frequencies), len(lengths)
        lay_out(*numbers, address(table), address(self._state))

    def run(self, wanted: int) -> NDArray[np.int64]:
        """Do the next merges.

        Args:
            wanted: how many; fewer come back only when no pair is left.

        Returns:
            int64, one row a merge: left token, right token, count. Tokens below 256 are bytes; the
            first merge makes token 256.
        """
        merged = np.empty((wanted, 3), np.int64)
        self._grow(_BY_TOKEN, int(self._state[state.TOKENS]) + wanted)
        done = 0
        while True:
            rest = merged[done:]
            done += merge_pairs(len(rest), address(rest), address(self._state))
            if done == wanted or self._state[state.ENTRIES] == 0:
                return merged[:done]
            self._make_room()

    def _make_room(self) -> None:
        """Let the arrays grow that are too small for the pair that comes next."""
        kinds = state.PAIRS, state.PLACES, state.TOKENS
        pairs, places, tokens = (int(self._state[kind]) for kind in kinds)
        best = self._arrays[state.HEAP][1]
        size = int(self._arrays[state.SIZE][best])
        self._grow([state.PLACES_OF_PAIRS], places + 2 * size + AHEAD)
        self._grow([state.EVENTS], 4 * size)
        self._grow(_BY_PAIR, pairs + 2 * min(size, tokens + 1))  # one for each neighbour at most
        self._grow([state.HEAP], 2 * len(self._arrays[state.LEFT]))

    def _grow(self, names: Iterable[int], room: int) -> None:
        """Give these arrays room for at least so many numbers; what they hold stays."""
        for name in names:
            old = self._arrays[name]
            if len(old) < room:
                new = np.empty(max(room, len(old) * 3 // 2), old.dtype)
                new[: len(old)] = old
                self._arrays[name] = new
        self._note()

    def _note(self) -> None:
        """Write addresses and sizes into the state."""
        for name, array in self._arrays.items():
            self._state[name] = address(array)
        self._state[state.ROOM_FOR_PAIRS] = len(self._arrays[state.LEFT])
        self._state[state.ROOM_FOR_PLACES] = len(self._arrays[state.PLACES_OF_PAIRS])
        self._state[state.ROOM_FOR_EVENTS] = len(self._arrays[state.EVENTS])
