"""The masks of notebook 09 in plain Python: what its sections go on with after each exercise.

A mask is an integer with a bit for each of 64 bytes, bit 0 for the first. The kernels of
`compiled.masks` do the same for all of Unicode and for two patterns.
"""

from __future__ import annotations

from collections.abc import Callable

CONTRACTIONS = (b"'s", b"'t", b"'re", b"'ve", b"'m", b"'ll", b"'d")


def mask(window: bytes, members: bytes) -> int:
    """Set bit i if byte i of the window is one of the members.

    >>> bin(mask(b"I'll", b"l"))
    '0b1100'
    """
    bits = 0
    for i, byte in enumerate(window):
        if byte in members:
            bits |= 1 << i
    return bits


def starts(letters: int, digits: int, white: int, spaces: int) -> int:
    """Set bit i if a pre-token of gpt2 starts at byte i; contractions are not known.

    Args:
        letters: bit i is set if byte i is a letter; and so on.
        white: white space, and all that is behind the end of the text.

    >>> bin(starts(0b101, 0, ~0b101, 0b010))  # of `a b`; bit 3 is its end
    '0b1011'
    """
    others = ~(letters | digits | white)
    same = letters & letters << 1 | digits & digits << 1 | others & others << 1
    words = ~white & ~same & ~(spaces << 1)
    return words | white & ~(white << 1) | white & ~(white >> 1)


def contractions(window: bytes, starts: int) -> int:
    """Correct the starts behind each apostrophe that begins a contraction.

    >>> bin(contractions(b"I'll", 0b0111))  # the last one is behind the end
    '0b10011'
    """
    for i in range(len(window)):
        if starts >> i & 1:
            for each in CONTRACTIONS:
                if window.startswith(each, i):
                    starts &= ~(1 << i + 1)
                    starts |= 1 << i + len(each)
    return starts


def positions(bits: int) -> list[int]:
    """List the positions of the ones, lowest first, in as many steps as there are ones.

    >>> positions(0b10100)
    [2, 4]
    """
    positions = []
    while bits:
        lowest = bits & -bits
        positions.append(lowest.bit_length() - 1)
        bits ^= lowest
    return positions


def scan(end: int, find_starts: Callable[[int], int], find_end: Callable[[int], int]) -> list[int]:
    """List where the pre-tokens of `end` bytes start, window by window.

    Args:
        end: where the text ends.
        find_starts: the mask of starts in the 64 bytes from a place on, where a pre-token starts.
        find_end: where the pre-token at a place ends; for those longer than a window.
    """
    starts = []
    place = 0
    while place < end:
        bits = find_starts(place) & (1 << min(60, end - place)) - 1
        last = bits.bit_length() - 1
        if end - place <= 60:
            last = end - place
        if last <= 0:
            starts.append(place)
            place = find_end(place)
            continue
        bits &= (1 << last) - 1
        starts += [place + i for i in positions(bits)]
        place += last
    return starts
