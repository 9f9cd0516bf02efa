"""The specification: count every pair, merge the best one, start again from nothing.

It is slow (each merge walks the whole corpus) and easy to believe. Every other trainer must give
the same merges. Never optimise it.
"""

from __future__ import annotations

from collections.abc import Iterator

from cs336_basics.datatypes import Merge, PretokenCounts
from cs336_basics.pairs import count_pairs, merge_word, rank, split_bytes


def iter_merges(counts: PretokenCounts) -> Iterator[Merge]:
    """Yield the most frequent pair and its count, merge it everywhere, repeat until none is left.

    Args:
        counts: pre-token -> how often it occurs. It is not changed.

    >>> list(iter_merges({b"abab": 1}))
    [Merge(pair=(b'a', b'b'), count=2), Merge(pair=(b'ab', b'ab'), count=1)]
    """
    words = [(split_bytes(pretoken), frequency) for pretoken, frequency in counts.items()]
    while pair_counts := count_pairs(words):
        pair, count = max(pair_counts.items(), key=rank)
        yield Merge(pair, count)
        words = [(merge_word(word, pair), frequency) for word, frequency in words]
