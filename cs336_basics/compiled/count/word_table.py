"""Counts of pre-tokens outside Python's dicts: the arrays of `count`, and room for them to grow."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cs336_basics.compiled.count import count as state
from cs336_basics.compiled.count.batches import KEY
from cs336_basics.compiled.count.count import (
    ARENA_FULL,
    BAD_BYTE,
    TABLE_FULL,
    add_table,
    count_text,
    spell_words,
)
from cs336_basics.compiled.count.count_masks import count_batches
from cs336_basics.compiled.count.words import SLOT, doubled, new_slots
from cs336_basics.compiled.machine.jit import Kernel, address
from cs336_basics.compiled.scan.boundaries import bad_byte
from cs336_basics.compiled.scan.classes import class_table
from cs336_basics.compiled.scan.plain import PATTERNS
from cs336_basics.compiled.scan.specials import pack_specials
from cs336_basics.compiled.scan.windows import ROOM

_KERNELS = {"plain": count_text, "masks": count_batches}
DEFAULT_KERNEL = "masks"
FIRST_SLOTS, FIRST_ARENA = 1 << 17, 1 << 16  # 4 MB: from there on the system gives large pages


class WordTable:
    """Words and their counts, outside Python's dicts.

    Args:
        pattern: `gpt2` or `cl100k`.
        special_tokens: cut out first; no pre-token crosses one.
        kernel: `masks`, or `plain`: slower, and the specification.

    >>> table = WordTable("gpt2", [b"<e>"])
    >>> table.count(b"to be<e>to be")
    >>> table.counts() == {b"to": 2, b" be": 2}
    True
    """

    def __init__(
        self,
        pattern: str = "gpt2",
        special_tokens: Iterable[bytes] = (),
        *,
        kernel: str = DEFAULT_KERNEL,
    ) -> None:
        self._count_text = _KERNELS[kernel]
        self._arrays: dict[int, NDArray[Any]] = {
            state.CLASSES: class_table(),
            state.SPECIALS: pack_specials(special_tokens)[0],
            state.SLOTS: new_slots(FIRST_SLOTS),
            state.ARENA: np.empty(FIRST_ARENA, np.uint8),
            state.STARTS: np.empty(ROOM, np.int64),
            state.KEYS: np.empty(KEY * ROOM, np.int64),
        }
        self._state = np.zeros(state.SIZE_OF_STATE, np.int64)
        self._state[state.PATTERN] = PATTERNS[pattern]
        self._note()

    def count(self, text: bytes, source: str = "text", offset: int = 0) -> None:
        """Count the pre-tokens of a text that can be counted on its own.

        Args:
            text: UTF-8.
            source: the file's name, for errors.
            offset: where the text stands in it.

        Raises:
            InvalidUtf8Error: naming `source` and the first bad offset in it.
        """
        if self._run(self._count_text, text, len(text)) == BAD_BYTE:
            place, end = (int(self._state[i]) for i in (state.PLACE, state.END))
            raise bad_byte(text, place, end, source, offset)

    def add(self, other: WordTable) -> None:
        """Add the counts of another table."""
        slots, arena = other._arrays[state.SLOTS], other._arrays[state.ARENA]
        self._run(add_table, address(slots), len(slots) // SLOT, address(arena))

    def row(self) -> tuple[NDArray[np.uint8], NDArray[np.int32], NDArray[np.int64]]:
        """Return all words in a row, their lengths and their counts: what `MergeLoop` takes.

        >>> table = WordTable()
        >>> table.count(b"a a")
        >>> row, lengths, frequencies = table.row()
        >>> len(row), sorted(lengths.tolist()), frequencies.tolist()
        (6, [1, 2], [1, 1])
        """
        words, size = (int(self._state[i]) for i in (state.WORDS, state.BYTES))
        row = np.empty(size + words + 1, np.uint8)
        lengths, frequencies = np.empty(words, np.int32), np.empty(words, np.int64)
        spell_words(address(row), address(lengths), address(frequencies), address(self._state))
        return row, lengths, frequencies

    def counts(self) -> dict[bytes, int]:
        """Return the counts as a dict."""
        row, lengths, frequencies = self.row()
        text = row.tobytes()
        ends = np.cumsum(lengths + 1, dtype=np.int64)
        places = zip((ends - lengths).tolist(), ends.tolist(), frequencies.tolist(), strict=True)
        return {text[start:end]: count for start, end, count in places}

    def _run(self, kernel: Kernel, *arguments: int | bytes) -> int:
        """Run a kernel to its end; whenever it stops for want of room, make room and go on."""
        self._state[state.PLACE] = 0
        while (why := kernel(*arguments, address(self._state))) in (TABLE_FULL, ARENA_FULL):
            slots, arena = self._arrays[state.SLOTS], self._arrays[state.ARENA]
            if why == TABLE_FULL:
                self._arrays[state.SLOTS] = doubled(slots)
            else:
                self._arrays[state.ARENA] = np.resize(arena, 2 * len(arena))
            self._note()
        return why

    def _note(self) -> None:
        """Write addresses and sizes into the state."""
        for name, array in self._arrays.items():
            self._state[name] = address(array)
        self._state[state.MASK] = len(self._arrays[state.SLOTS]) // SLOT - 1
        self._state[state.ROOM] = len(self._arrays[state.ARENA])
