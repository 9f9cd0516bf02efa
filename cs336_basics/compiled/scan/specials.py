"""Special tokens in raw bytes: the next place where one stands, the longest where several start.

The tokens are packed into one array, so that a kernel takes a single address:

    256 bytes              1 where a token begins with that byte
    count, 256 bytes       how many bytes a token can begin with, and which
    count, 4 bytes         how many tokens there are
    places, 4 bytes each   where each token starts in this array, and where the last one ends
    bytes                  the tokens, sorted

Sorted, the tokens that begin as the text does are neighbours. Each further byte of the text makes
their range smaller, so it hardly matters how many tokens there are:

    text  <e><f>      <   e   >   <           range    <a>  <e>  <e><e>  <f>
                                                            <e>  <e><e>         after <e
                                                            found, <e><e>       after <e>
                                                                                no more after <e><f
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from cs336_basics.compiled.machine.jit import i64, inline, subroutine, u8s
from cs336_basics.compiled.machine.memory import load64, mask64, trailing_zeros

BEGINS = 256  # where the count of first bytes stands
COUNT = BEGINS + 1 + 256  # where the count of tokens stands
PLACES = COUNT + 4  # where the place of the first token stands


def pack_specials(tokens: Iterable[bytes]) -> tuple[NDArray[np.uint8], list[bytes]]:
    """Pack special tokens for the kernels.

    Args:
        tokens: distinct, none of them empty.

    Returns:
        the array, and the tokens in its order.

    >>> pack_specials([b"<e><e>", b"<e>"])[1]
    [b'<e>', b'<e><e>']
    """
    order = sorted(tokens)
    flags, begins = bytearray(256), sorted({token[0] for token in order})
    for byte in begins:
        flags[byte] = 1
    head = bytes(flags) + bytes([len(begins), *begins]).ljust(1 + 256, b"\0")
    places = accumulate(map(len, order), initial=PLACES + 4 * (len(order) + 1))
    numbers = np.array([len(order), *places], "<u4").tobytes()
    # Numbers are read eight bytes at a time: the zeros at the end are room for that.
    return np.frombuffer(head + numbers + b"".join(order) + bytes(8), np.uint8), order


@inline
def number_at(specials: u8s, place: i64) -> i64:
    """Return the number of four bytes at a place of the array."""
    return load64(specials, place) & 0xFFFFFFFF


@subroutine
def first_from(specials: u8s, low: i64, high: i64, depth: i64, byte: i64) -> i64:
    """Return the first token from `low` on whose byte at `depth` is at least `byte`, or `high`."""
    while low < high:
        middle = low + high >> 1
        if specials[number_at(specials, PLACES + 4 * middle) + depth] < byte:
            low = middle + 1
        else:
            high = middle
    return low


@subroutine
def which_special(data: u8s, place: i64, end: i64, specials: u8s) -> i64:
    """Return length << 32 | number of the special token that stands at `place`; 0 if none does."""
    found = 0
    low, high = 0, number_at(specials, COUNT)
    depth = 0
    while low < high and place + depth < end:
        # All tokens in the range begin with the `depth` bytes from `place` on, and go on.
        low = first_from(specials, low, high, depth, data[place + depth])
        high = first_from(specials, low, high, depth, data[place + depth] + 1)
        depth += 1
        if low < high:
            at = PLACES + 4 * low
            if number_at(specials, at + 4) - number_at(specials, at) == depth:
                found = depth << 32 | low
                low += 1  # it is the shortest of them, so it comes first
    return found


@inline
def next_special(data: u8s, place: i64, end: i64, specials: u8s) -> i64:
    """Return where the next special token at or after `place` starts; `end` if there is none."""
    if number_at(specials, COUNT) == 0:
        return end
    while place < end:
        if specials[data[place]] and which_special(data, place, end, specials):
            return place
        place += 1
    return end


@subroutine
def next_special_by_mask(data: u8s, place: i64, end: i64, limit: i64, specials: u8s) -> i64:
    """Do what `next_special` does, 64 bytes at a time; no byte at or behind `limit` is touched."""
    if number_at(specials, COUNT) == 0:
        return end
    while place < end and place + 64 <= limit:
        maybe = 0
        for i in range(specials[BEGINS]):
            maybe |= mask64(data, place, 0, specials[BEGINS + 1 + i], 1)
        while maybe:
            found = place + trailing_zeros(maybe)
            if which_special(data, found, end, specials):
                return found
            maybe &= maybe - 1
        place += 64
    return next_special(data, place, end, specials)
