"""Solutions of notebook 10: naming mistakes, finding them, and making a new one."""

from __future__ import annotations

from collections.abc import Iterator

from cs336_basics import pairs
from cs336_basics.datatypes import Merge, PretokenCounts


def my_culprits() -> list[str]:
    """Name the mistakes of the suspects A, B and C, such as "pretokens-none"."""
    return ["merging-first-only", "ties-first-seen", "counts-once-a-word"]


def my_apart() -> PretokenCounts:
    """Give counts on which ties-by-id and ties-length-first merge differently."""
    return {b"aaabbb": 1}


def my_one_test() -> PretokenCounts:
    """Give counts on which every mistake of the room "Ties" shows."""
    return {"añ".encode(): 1, b" ac a": 1, "céé".encode(): 1}


def my_new_mistake(counts: PretokenCounts) -> Iterator[Merge]:
    """Train, and go wrong in a way that nobody has seen before: the rarest pair goes first."""
    words = [(pairs.split_bytes(word), n) for word, n in counts.items()]
    while found := pairs.count_pairs(words):
        pair, count = min(found.items(), key=pairs.rank)
        yield Merge(pair, count)
        words = [(pairs.merge_word(word, pair), n) for word, n in words]
