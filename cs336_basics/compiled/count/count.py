"""Count pre-tokens straight from bytes: scan, look the word up, add one.

In a table's slot (`words`), MORE is the count. A long word's bytes are copied to the arena, once,
and VALUE says where; a short word is its own key, so for most words nothing but the slot exists.

    "to be or not to be"       slot   [ low | high | - | 1 ]    "to"
                                      [ low | high | - | 2 ]    " be"   ...

A kernel never asks for memory. When the table or the arena is full it stops, says where, and goes
on after Python has made room (`word_table`).
"""

from __future__ import annotations

from cs336_basics.compiled.count.words import (
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
)
from cs336_basics.compiled.machine.jit import i32s, i64, i64s, inline, kernel, u8s
from cs336_basics.compiled.machine.memory import as_i64s, as_u8s
from cs336_basics.compiled.scan.plain import end_of_pretoken
from cs336_basics.compiled.scan.specials import next_special, which_special

GAP = 0x20  # what stands between the words of a row: a space, so that people can read it
# What `state` holds: words in the table, their bytes, bytes used in the arena; where to go on, and
# after a bad byte the end of the part without special tokens that it stands in;
WORDS, BYTES, USED, PLACE, END = range(5)
# the pattern, the number of slots less one, the size of the arena; the addresses of the arrays.
PATTERN, MASK, ROOM = range(5, 8)
CLASSES, SPECIALS, SLOTS, ARENA, STARTS, KEYS = range(8, 14)
SIZE_OF_STATE = 14

DONE, TABLE_FULL, ARENA_FULL, BAD_BYTE = range(4)


@inline
def add(low: i64, high: i64, data: u8s, place: i64, length: i64, often: i64, state: i64s) -> i64:
    """Add to the count of a word; return DONE, or what is full, with nothing changed."""
    slots, mask, arena = as_i64s(state[SLOTS]), state[MASK], as_u8s(state[ARENA])
    at = find(slots, mask, low, high, data, place, length, arena)
    if slots[at + HIGH] == 0:
        if 5 * state[WORDS] >= 3 * mask:
            return TABLE_FULL
        if length > SHORT:
            used = state[USED]
            if used + length > state[ROOM]:
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
def count_text(data: u8s, end: i64, state: i64s) -> i64:
    """Count the pre-tokens of a text from state[PLACE] on; return DONE or why it stopped there."""
    classes, specials, pattern = as_u8s(state[CLASSES]), as_u8s(state[SPECIALS]), state[PATTERN]
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
            full = add(low, high, data, place, length, 1, state)
            if full != DONE:
                state[PLACE] = place
                return full
            place = stop
        if place < end:
            place += which_special(data, place, end, specials) >> 32
    state[PLACE] = end
    return DONE


@kernel
def add_table(other: i64s, other_slots: i64, other_arena: u8s, state: i64s) -> i64:
    """Add the counts of another table from slot state[PLACE] on; return DONE or what is full."""
    while state[PLACE] < other_slots:
        at = SLOT * state[PLACE]
        low, high = other[at + LOW], other[at + HIGH]
        if high != 0:
            place = other[at + VALUE] if high < 0 else 0
            length = length_of(high)
            full = add(low, high, other_arena, place, length, other[at + MORE], state)
            if full != DONE:
                return full
        state[PLACE] += 1
    return DONE


@kernel
def spell_words(row: u8s, lengths: i32s, frequencies: i64s, state: i64s) -> i64:
    """Write out all words in a row, with a space before, between and after them."""
    slots, arena = as_i64s(state[SLOTS]), as_u8s(state[ARENA])
    words = 0
    end = 1
    row[0] = GAP
    for slot in range(state[MASK] + 1):
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
