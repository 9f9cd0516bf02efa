"""Special tokens in raw bytes: the next place where one stands, the longest where several start.

The tokens are packed into one array, so that a kernel takes a single address:

    256 bytes          1 where a token begins with that byte
    count, 256 bytes   how many bytes a token can begin with, and which
    length, bytes      each token, the longest first; the length has four bytes
    length 0           the end
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from cs336_basics.compiled.jit import i64, inline, subroutine, u8s
from cs336_basics.compiled.memory import load64, mask64, trailing_zeros

BEGINS = 256  # where the count of first bytes stands
FIRST = BEGINS + 1 + 256  # where the first token stands
LENGTH = 4  # bytes of a length


def pack_specials(tokens: Iterable[bytes]) -> tuple[NDArray[np.uint8], list[bytes]]:
    """Pack special tokens for the kernels.

    Args:
        tokens: distinct, none of them empty.

    Returns:
        the array, and the tokens in its order.

    >>> pack_specials([b"<e>", b"<e><e>"])[1]
    [b'<e><e>', b'<e>']
    """
    longest_first = sorted(tokens, key=len, reverse=True)
    flags, begins = bytearray(256), sorted({token[0] for token in longest_first})
    for byte in begins:
        flags[byte] = 1
    packed = b"".join(len(token).to_bytes(LENGTH, "little") + token for token in longest_first)
    # Lengths are read eight bytes at a time: the zeros at the end are also room for that.
    head = bytes(flags) + bytes([len(begins), *begins]).ljust(1 + 256, b"\0")
    return np.frombuffer(head + packed + bytes(8), np.uint8), longest_first


@subroutine
def which_special(data: u8s, place: i64, end: i64, specials: u8s) -> i64:
    """Return length << 32 | number of the special token that stands at `place`; 0 if none does."""
    at = FIRST
    number = 0
    while True:
        length = load64(specials, at) & 0xFFFFFFFF
        if length == 0:
            return 0
        at += LENGTH
        if place + length <= end:
            same = 0
            while same < length and data[place + same] == specials[at + same]:
                same += 1
            if same == length:
                return length << 32 | number
        at += length
        number += 1


@inline
def next_special(data: u8s, place: i64, end: i64, specials: u8s) -> i64:
    """Return where the next special token at or after `place` starts; `end` if there is none."""
    if load64(specials, FIRST) == 0:
        return end
    while place < end:
        if specials[data[place]] and which_special(data, place, end, specials):
            return place
        place += 1
    return end


@subroutine
def next_special_by_mask(data: u8s, place: i64, end: i64, specials: u8s) -> i64:
    """Do what `next_special` does, 64 bytes at a time."""
    if load64(specials, FIRST) == 0:
        return end
    while place + 64 <= end:
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
