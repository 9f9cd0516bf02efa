"""A hash table whose key is the word itself: what counting and encoding look every pre-token up in.

A word of up to 15 bytes fits two 64-bit integers, its length in the top byte. Two of them are equal
exactly if the words are, so a look-up compares two numbers and touches no text:

    " the"     low  = bytes 0-7    0x65687420        (the first byte is the lowest)
               high = bytes 8-14   0, and 4 << 56

A longer word has a hash of its bytes for `low`, and 255 in the top byte above its length. Two that
agree in both are compared byte by byte with the copy that the table's owner keeps.

A slot is four numbers: low, high, and two that belong to the owner. In an empty slot `high` is 0,
which no word has. A word is looked for at the slot its hash names, then at the next, and so on; the
owner keeps the table at most 3/5 full.

    slots   [ low high value more ][ 0 0 . . ][ low high value more ] ...
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cs336_basics.compiled.machine.jit import address, i64, i64s, inline, kernel, u8s
from cs336_basics.compiled.machine.memory import load64

LOW, HIGH, VALUE, MORE = range(4)
SLOT = 4  # numbers in a slot
SHORT = 15  # bytes of the longest word that is its own key
_LINE, _PAGE = 1 << 6, 1 << 21  # bytes that come into the cache together; of a huge page

# Odd numbers with well mixed bits; multiplying by one spreads each bit upwards.
_MIX_LOW = 0x9E3779B97F4A7C15 - (1 << 64)
_MIX_HIGH = 0x2545F4914F6CDD1D


def new_slots(slots: int, before: int = 0) -> NDArray[np.int64]:
    """Return a table of empty slots that is placed so that a look-up waits for memory once.

    Memory comes in lines of 64 bytes. A slot that lies across two of them, as every other slot does
    in a table that begins in the middle of one, has to wait for both. A large table begins at a
    huge page: of these the processor knows all addresses by heart, of small pages only some.

    Args:
        slots: how many.
        before: numbers in front of them, a whole number of lines.

    >>> len(new_slots(2)), new_slots(2).ctypes.data % 64
    (8, 0)
    """
    numbers = before + SLOT * slots
    whole = _PAGE if 8 * numbers > _PAGE else _LINE
    room = np.zeros(numbers + whole // 8, np.int64)
    start = -room.ctypes.data % whole // 8
    return room[start : start + numbers]


@inline
def load_up_to_8(data: u8s, place: i64, length: i64, limit: i64) -> i64:
    """Read `length` bytes, 0 to 8, as one integer; nothing at or behind `limit` is touched."""
    if length <= 0:
        return 0
    if place + 8 <= limit:
        value = load64(data, place)
        return value if length >= 8 else value & ((1 << 8 * length) - 1)
    value = 0
    for i in range(length):
        value |= data[place + i] << 8 * i
    return value


@inline
def low_key(data: u8s, place: i64, length: i64, limit: i64) -> i64:
    """Return the first number of the key of the word of `length` bytes at `place`."""
    if length <= SHORT:
        return load_up_to_8(data, place, min(length, 8), limit)
    low = length
    end = place + length
    while place < end:
        low = (low ^ load_up_to_8(data, place, min(end - place, 8), limit)) * _MIX_LOW
        low ^= low >> 29
        place += 8
    return low


@inline
def high_key(data: u8s, place: i64, length: i64, limit: i64) -> i64:
    """Return the second number of the key of the word of `length` bytes at `place`."""
    if length <= SHORT:
        return load_up_to_8(data, place + 8, length - 8, limit) | length << 56
    return (-1 << 56) | length


@inline
def length_of(high: i64) -> i64:
    """Return the length of a word, from the second number of its key."""
    return high & 0xFFFFFFFF if high < 0 else high >> 56


@inline
def slot_of(low: i64, high: i64, mask: i64) -> i64:
    """Return the slot where the search for a key begins, in a table of mask + 1 slots."""
    return ((low ^ high * _MIX_HIGH) * _MIX_LOW >> 32) & mask


@inline
def find(
    slots: i64s, mask: i64, low: i64, high: i64, data: u8s, place: i64, length: i64, kept: u8s
) -> i64:
    """Return the place in `slots` of the word's slot, or of the empty slot where it belongs.

    `kept` holds the long words of the table; VALUE of their slot says where.
    """
    slot = slot_of(low, high, mask)
    while True:
        at = SLOT * slot
        if slots[at + HIGH] == 0:
            return at
        if slots[at + LOW] == low and slots[at + HIGH] == high:
            if length <= SHORT:
                return at
            copy = slots[at + VALUE]
            same = 0
            while same < length and kept[copy + same] == data[place + same]:
                same += 1
            if same == length:
                return at
        slot = slot + 1 & mask


@kernel
def move_slots(old: i64s, old_slots: i64, slots: i64s, mask: i64) -> i64:
    """Put every word of a table into an empty larger one; return how many there are."""
    moved = 0
    for one in range(old_slots):
        at = SLOT * one
        if old[at + HIGH] != 0:
            slot = slot_of(old[at + LOW], old[at + HIGH], mask)
            while slots[SLOT * slot + HIGH] != 0:
                slot = slot + 1 & mask
            for i in range(SLOT):
                slots[SLOT * slot + i] = old[at + i]
            moved += 1
    return moved


def doubled(slots: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return a table of twice as many slots that holds the same words."""
    larger = new_slots(2 * len(slots) // SLOT)
    move_slots(address(slots), len(slots) // SLOT, address(larger), len(larger) // SLOT - 1)
    return larger
