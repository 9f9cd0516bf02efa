"""Count pre-tokens straight from bytes: scan, look the word up, add one.

Each thread has a table of its own (`words`) and takes the next piece of text when it is done with
one. Kernels run without Python's lock, so two threads count on two cores.

    pieces ──▶ thread 1: scan ─▶ find ─▶ +1   table 1 ─┐
           ╲─▶ thread 2: scan ─▶ find ─▶ +1   table 2 ─┴─▶ one table ─▶ {word: count} or `merge`

In a table's slot, MORE is the count. A long word's bytes are copied to the arena, once, and VALUE
says where; a short word is its own key, so for most words nothing but the slot exists.

A kernel never asks for memory. When the table or the arena is full it stops, says where, and goes
on after Python has made room.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cs336_basics.compiled.classes import class_table
from cs336_basics.compiled.jit import Argument, Kernel, i32s, i64, i64s, inline, kernel, u8s
from cs336_basics.compiled.scan import PATTERNS, bad_byte, end_of_pretoken
from cs336_basics.compiled.specials import next_special, pack_specials, which_special
from cs336_basics.compiled.words import (
    HIGH,
    LOW,
    MORE,
    SHORT,
    SLOT,
    VALUE,
    find,
    high_key,
    length_of,
    low_key,
    move_slots,
)
from cs336_basics.errors import InvalidUtf8Error

GAP = 0x20  # what stands between the words of a row: a space, so that people can read it
# What `state` holds: words in the table, their bytes, bytes used in the arena, where to go on, and
# behind a bad byte the end of the part without special tokens that it stands in.
WORDS, BYTES, USED, PLACE, END = range(5)
DONE, TABLE_FULL, ARENA_FULL, BAD_BYTE = range(4)
FIRST_SLOTS, FIRST_ARENA = 1 << 14, 1 << 16


@inline
def add(
    low: i64, high: i64, data: u8s, place: i64, length: i64, often: i64,
    slots: i64s, mask: i64, arena: u8s, room: i64, state: i64s,
) -> i64:  # fmt: skip
    """Add to the count of a word; return DONE, or what is full, with nothing changed."""
    at = find(slots, mask, low, high, data, place, length, arena)
    if slots[at + HIGH] == 0:
        if 5 * state[WORDS] >= 3 * mask:
            return TABLE_FULL
        if length > SHORT:
            used = state[USED]
            if used + length > room:
                return ARENA_FULL
            for i in range(length):
                arena[used + i] = data[place + i]
            slots[at + VALUE] = used
            state[USED] = used + length
        slots[at + LOW] = low
        slots[at + HIGH] = high
        slots[at + MORE] = 0
        state[WORDS] += 1
        state[BYTES] += length
    slots[at + MORE] += often
    return DONE


@kernel
def count_text(
    data: u8s, end: i64, pattern: i64, classes: u8s, specials: u8s,
    slots: i64s, mask: i64, arena: u8s, room: i64, state: i64s,
) -> i64:  # fmt: skip
    """Count the pre-tokens of a text from state[PLACE] on; return DONE or why it stopped there."""
    place = state[PLACE]
    while place < end:
        special = next_special(data, place, end, specials)
        while place < special:
            stop = end_of_pretoken(data, place, special, classes, pattern)
            if stop < 0:
                state[PLACE] = -1 - stop
                state[END] = special
                return BAD_BYTE
            length = stop - place
            low = low_key(data, place, length, end)
            high = high_key(data, place, length, end)
            full = add(low, high, data, place, length, 1, slots, mask, arena, room, state)
            if full != DONE:
                state[PLACE] = place
                return full
            place = stop
        if place < end:
            place += which_special(data, place, end, specials) >> 32
    state[PLACE] = end
    return DONE


@kernel
def add_table(
    other: i64s, other_slots: i64, other_arena: u8s,
    slots: i64s, mask: i64, arena: u8s, room: i64, state: i64s,
) -> i64:  # fmt: skip
    """Add the counts of another table from slot state[PLACE] on; return DONE or what is full."""
    while state[PLACE] < other_slots:
        at = SLOT * state[PLACE]
        high = other[at + HIGH]
        if high != 0:
            place = other[at + VALUE] if high < 0 else 0
            full = add(
                other[at + LOW], high, other_arena, place, length_of(high), other[at + MORE],
                slots, mask, arena, room, state,
            )  # fmt: skip
            if full != DONE:
                return full
        state[PLACE] += 1
    return DONE


@kernel
def spell_words(
    slots: i64s, mask: i64, arena: u8s, row: u8s, lengths: i32s, frequencies: i64s
) -> i64:
    """Write out all words in a row, with a space before, between and after them."""
    words = 0
    end = 1
    row[0] = GAP
    for slot in range(mask + 1):
        at = SLOT * slot
        high = slots[at + HIGH]
        if high != 0:
            length = length_of(high)
            for i in range(length):
                if high < 0:
                    row[end + i] = arena[slots[at + VALUE] + i]
                elif i < 8:
                    row[end + i] = slots[at + LOW] >> 8 * i
                else:
                    row[end + i] = high >> 8 * (i - 8)
            end += length
            row[end] = GAP
            end += 1
            lengths[words] = length
            frequencies[words] = slots[at + MORE]
            words += 1
    return words


class WordTable:
    """Words and their counts, outside Python's dicts.

    Args:
        pattern: `gpt2` or `cl100k`.
        special_tokens: cut out first; no pre-token crosses one.

    >>> table = WordTable("gpt2", [b"<e>"])
    >>> table.count(b"to be<e>to be")
    >>> table.counts() == {b"to": 2, b" be": 2}
    True
    """

    def __init__(self, pattern: str = "gpt2", special_tokens: Iterable[bytes] = ()) -> None:
        self._pattern = PATTERNS[pattern]
        self._arrays: dict[str, NDArray[Any]] = {
            "classes": class_table(),
            "specials": pack_specials(special_tokens)[0],
            "slots": np.zeros(SLOT * FIRST_SLOTS, np.int64),
            "arena": np.empty(FIRST_ARENA, np.uint8),
            "state": np.zeros(5, np.int64),
        }

    def count(self, text: bytes, source: str = "text", offset: int = 0) -> None:
        """Count the pre-tokens of a text that can be counted on its own.

        Args:
            text: UTF-8.
            source: the file's name, for errors.
            offset: where the text stands in it.

        Raises:
            InvalidUtf8Error: naming `source` and the first bad offset in it.
        """
        if self._run(count_text, data=text, end=len(text), pattern=self._pattern) == BAD_BYTE:
            place, end = (int(self._arrays["state"][i]) for i in (PLACE, END))
            raise bad_byte(text, place, end, source, offset)

    def add(self, other: WordTable) -> None:
        """Add the counts of another table."""
        slots, arena = other._arrays["slots"], other._arrays["arena"]
        self._run(add_table, other=slots, other_slots=len(slots) // SLOT, other_arena=arena)

    def row(self) -> tuple[NDArray[np.uint8], NDArray[np.int32], NDArray[np.int64]]:
        """Return all words in a row, their lengths and their counts: what `MergeLoop` takes.

        >>> table = WordTable()
        >>> table.count(b"a a")
        >>> row, lengths, frequencies = table.row()
        >>> len(row), sorted(lengths.tolist()), frequencies.tolist()
        (6, [1, 2], [1, 1])
        """
        words, size = (int(self._arrays["state"][i]) for i in (WORDS, BYTES))
        row = np.empty(size + words + 1, np.uint8)
        lengths, frequencies = np.empty(words, np.int32), np.empty(words, np.int64)
        spell_words.on(
            self._arrays, mask=self._mask(), row=row, lengths=lengths, frequencies=frequencies
        )
        return row, lengths, frequencies

    def counts(self) -> dict[bytes, int]:
        """Return the counts as a dict."""
        row, lengths, frequencies = self.row()
        text = row.tobytes()
        ends = np.cumsum(lengths + 1, dtype=np.int64)
        places = zip((ends - lengths).tolist(), ends.tolist(), frequencies.tolist(), strict=True)
        return {text[start:end]: count for start, end, count in places}

    def _mask(self) -> int:
        return len(self._arrays["slots"]) // SLOT - 1

    def _run(self, kernel: Kernel, **arguments: Argument) -> int:
        """Run a kernel to its end; whenever it stops for want of room, make room and go on."""
        self._arrays["state"][PLACE] = 0
        while True:
            room = len(self._arrays["arena"])
            why = kernel.on(self._arrays, mask=self._mask(), room=room, **arguments)
            if why == TABLE_FULL:
                old = self._arrays["slots"]
                self._arrays["slots"] = np.zeros(2 * len(old), np.int64)
                move_slots.on(self._arrays, old=old, old_slots=len(old) // SLOT, mask=self._mask())
            elif why == ARENA_FULL:
                longest = int(arguments.get("end", 0))
                self._arrays["arena"] = np.resize(self._arrays["arena"], 2 * room + longest)
            else:
                return why


def count_pieces(
    pieces: Iterable[tuple[int, bytes]],
    special_tokens: Iterable[bytes] = (),
    *,
    pattern: str = "gpt2",
    threads: int = 1,
    source: str = "text",
    progress: Callable[[int], None] | None = None,
) -> WordTable:
    """Count the pre-tokens of a text that comes in pieces.

    Args:
        pieces: (offset, bytes) in order; each piece can be counted on its own. They are fetched one
            at a time, by whichever thread is free.
        special_tokens: cut out first; no pre-token crosses one.
        pattern: `gpt2` or `cl100k`.
        threads: how many pieces are counted at a time.
        source: the file's name, for errors.
        progress: called with the number of bytes done since the last call.

    Raises:
        InvalidUtf8Error: naming `source` and the first bad offset in it, for any number of threads.

    >>> count_pieces([(0, b"to be"), (5, b" or not to be")], threads=2).counts()[b" be"]
    2
    """
    specials = list(special_tokens)
    iterator, lock = iter(pieces), threading.Lock()
    errors: list[InvalidUtf8Error] = []

    def work() -> WordTable:
        table = WordTable(pattern, specials)
        # After an error no piece is begun, but those before it are finished: theirs comes first.
        while not errors:
            with lock:
                offset, piece = next(iterator, (0, b""))
            if not piece:
                break
            try:
                table.count(piece, source, offset)
            except InvalidUtf8Error as error:
                errors.append(error)
            if progress:
                progress(len(piece))
        return table

    if threads == 1:
        tables = [work()]
    else:
        with ThreadPoolExecutor(threads) as pool:
            tables = [future.result() for future in [pool.submit(work) for _ in range(threads)]]
    if errors:
        raise min(errors, key=lambda error: error.offset)
    first, *others = tables
    for other in others:
        first.add(other)
    return first
