"""Solutions of notebook 08: kernels, step by step.

Each is plain Python over anything that gives numbers by `data[i]`, so it runs in the interpreter
and, once `njit` has compiled it, without one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

from cs336_basics.compiled.count.words import slot_of
from cs336_basics.learn.lessons.machine_code import njit
from cs336_basics.text.safe_cuts import SafeCuts


def my_count_words(data: Any, end: int) -> int:
    """Count the words: stretches of bytes above 32."""
    words = 0
    inside = False
    for i in range(end):
        if data[i] <= 32:
            inside = False
        elif not inside:
            inside = True
            words += 1
    return words


def my_wrapped(number: int) -> int:
    """Return what a signed 64-bit integer holds after the sum or product `number`."""
    return (number + 2**63) % 2**64 - 2**63


def my_end_of_word(data: Any, place: int, end: int) -> int:
    """Return where the word that starts at `place` ends."""
    if data[place] == 32 and place + 1 < end and 97 <= data[place + 1] | 32 <= 122:
        place += 1
    if not 97 <= data[place] | 32 <= 122:
        return place + 1
    while place < end and 97 <= data[place] | 32 <= 122:
        place += 1
    return place


def my_word_key(data: Any, place: int, length: int) -> tuple[int, int]:
    """Pack a word of up to 15 bytes into two integers, its length in the top byte of the second."""
    low = 0
    for i in range(min(length, 8)):
        low |= data[place + i] << 8 * i
    high = length << 56
    for i in range(8, length):
        high |= data[place + i] << 8 * (i - 8)
    return low, high


def my_find_slot(lows: Any, highs: Any, mask: int, low: int, high: int) -> int:
    """Return the slot of a key, or the empty slot where it belongs."""
    slot = slot_of(low, high, mask)
    while highs[slot] != 0 and (lows[slot] != low or highs[slot] != high):
        slot = (slot + 1) & mask
    return slot


end_of_word, word_key, find_slot = map(njit, (my_end_of_word, my_word_key, my_find_slot))


def my_fill_table(data: Any, end: int, lows: Any, highs: Any, counts: Any, mask: int) -> int:
    """Count every word of a text in a table; return how many different ones there are."""
    different = place = 0
    while place < end:
        stop = end_of_word(data, place, end)
        low, high = word_key(data, place, min(stop - place, 15))
        slot = find_slot(lows, highs, mask, low, high)
        if highs[slot] == 0:
            lows[slot] = low
            highs[slot] = high
            different += 1
        counts[slot] += 1
        place = stop
    return different


def my_count_in_threads(
    text: bytes, threads: int, count: Callable[[bytes], Counter[str]]
) -> Counter[str]:
    """Cut the text at safe places, count each piece in a thread, add up."""
    cuts = SafeCuts("gpt2", [])
    wanted = [len(text) * n // threads for n in range(1, threads)]
    places = {0, len(text), *(cuts.first(text, place) or 0 for place in wanted)}
    pieces = [text[start:end] for start, end in pairwise(sorted(places))]
    with ThreadPoolExecutor(threads) as pool:
        return sum(pool.map(count, pieces), Counter())


def my_chase(following: Any, place: int, steps: int) -> int:
    """Go from each place to the one it names; return where that ends."""
    for _ in range(steps):
        place = following[place]
    return place
