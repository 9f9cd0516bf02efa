"""Solutions of notebook 09: 64 answers in one number, and where a word may be cut."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cs336_basics.datatypes import Pair
from cs336_basics.merge_ranks import merge_by_rank

CONTRACTIONS = (b"'s", b"'t", b"'re", b"'ve", b"'m", b"'ll", b"'d")


def my_mask(window: bytes, members: bytes) -> int:
    """Set bit i if byte i of the window is one of the members."""
    bits = 0
    for i, byte in enumerate(window):
        if byte in members:
            bits |= 1 << i
    return bits


def my_run_starts(bits: int) -> int:
    """Keep the first bit of each run of ones."""
    return bits & ~(bits << 1)


def my_starts(letters: int, digits: int, white: int, spaces: int) -> int:
    """Set bit i if a pre-token of gpt2 starts at byte i; contractions are not known."""
    others = ~(letters | digits | white)
    same = letters & letters << 1 | digits & digits << 1 | others & others << 1
    words = ~white & ~same & ~(spaces << 1)
    return words | white & ~(white << 1) | white & ~(white >> 1)


def my_contractions(window: bytes, starts: int) -> int:
    """Correct the starts behind each apostrophe that begins a contraction."""
    for i in range(len(window)):
        if starts >> i & 1:
            for each in CONTRACTIONS:
                if window.startswith(each, i):
                    starts &= ~(1 << i + 1)
                    starts |= 1 << i + len(each)
    return starts


def my_positions(bits: int) -> list[int]:
    """List the positions of the ones, lowest first, in as many steps as there are ones."""
    positions = []
    while bits:
        lowest = bits & -bits
        positions.append(lowest.bit_length() - 1)
        bits ^= lowest
    return positions


def my_scan(
    end: int, find_starts: Callable[[int], int], find_end: Callable[[int], int]
) -> list[int]:
    """List where the pre-tokens of `end` bytes start, window by window."""
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
        starts += [place + i for i in my_positions(bits)]
        place += last
    return starts


def my_joints(merges: Sequence[Pair]) -> set[tuple[int, int]]:
    """Collect the bytes a merge brings together: the last of its left, the first of its right."""
    return {(left[-1], right[0]) for left, right in merges}


def my_cut(word: bytes, joints: set[tuple[int, int]]) -> list[bytes]:
    """Cut a word between two bytes wherever no merge can join them."""
    parts = []
    start = 0
    for i in range(1, len(word)):
        if (word[i - 1], word[i]) not in joints:
            parts.append(word[start:i])
            start = i
    return [*parts, word[start:]]


def my_cut_is_exact(word: bytes, parts: Sequence[bytes], merges: Sequence[Pair]) -> bool:
    """Say whether the parts, merged one by one, give the tokens of the whole word."""
    ranks = {pair: rank for rank, pair in enumerate(merges)}
    tokens = [token for part in parts for token in merge_by_rank(part, ranks)]
    return tokens == merge_by_rank(word, ranks)
