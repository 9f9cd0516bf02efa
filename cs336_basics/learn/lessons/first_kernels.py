"""The small kernels of notebook 08: what its sections go on with after each exercise.

Plain Python over anything that gives numbers by `data[i]`. So they run in the interpreter and, once
`njit` has compiled them, without one. The kernels of the package (`compiled/`) do the same for the
real pattern, and more.
"""

from __future__ import annotations

from typing import Any

from cs336_basics.compiled.count.words import slot_of
from cs336_basics.learn.lessons.machine_code import njit


def count_words(data: Any, end: int) -> int:
    """Count the stretches of bytes above 32.

    >>> count_words(b"to be", 5)
    2
    """
    words = 0
    inside = False
    for i in range(end):
        if data[i] <= 32:
            inside = False
        elif not inside:
            inside = True
            words += 1
    return words


def end_of_word(data: Any, place: int, end: int) -> int:
    """Return where the word at `place` ends: letters with one space before them, or one byte.

    >>> end_of_word(b"to be!", 2, 6), end_of_word(b"to be!", 5, 6)
    (5, 6)
    """
    if data[place] == 32 and place + 1 < end and 97 <= data[place + 1] | 32 <= 122:
        place += 1
    if not 97 <= data[place] | 32 <= 122:
        return place + 1
    while place < end and 97 <= data[place] | 32 <= 122:
        place += 1
    return place


def word_key(data: Any, place: int, length: int) -> tuple[int, int]:
    """Pack a word of up to 15 bytes into two integers, its length in the top byte of the second.

    >>> word_key(b"ab", 0, 2) == (0x6261, 2 << 56)
    True
    """
    low = 0
    for i in range(min(length, 8)):
        low |= data[place + i] << 8 * i
    high = length << 56
    for i in range(8, length):
        high |= data[place + i] << 8 * (i - 8)
    return low, high


def find_slot(lows: Any, highs: Any, mask: int, low: int, high: int) -> int:
    """Return the slot of a key, or the empty slot where it belongs."""
    slot = slot_of(low, high, mask)
    while highs[slot] != 0 and (lows[slot] != low or highs[slot] != high):
        slot = (slot + 1) & mask
    return slot


_end_of_word, _word_key, _find_slot = map(njit, (end_of_word, word_key, find_slot))


def fill_table(data: Any, end: int, lows: Any, highs: Any, counts: Any, mask: int) -> int:
    """Count every word of a text in a table; return how many different ones there are."""
    different = place = 0
    while place < end:
        stop = _end_of_word(data, place, end)
        low, high = _word_key(data, place, min(stop - place, 15))
        slot = _find_slot(lows, highs, mask, low, high)
        if highs[slot] == 0:
            lows[slot] = low
            highs[slot] = high
            different += 1
        counts[slot] += 1
        place = stop
    return different


def chase(following: Any, place: int, steps: int) -> int:
    """Go from each place to the one it names; return where that ends.

    >>> chase([2, 0, 1], 0, 2)
    1
    """
    for _ in range(steps):
        place = following[place]
    return place
