"""Counts that are corrected after each merge, as code does it that does not count anew."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from cs336_basics import pairs
from cs336_basics.datatypes import Pair
from cs336_basics.learn.mistakes._mistake import Parts
from cs336_basics.learn.mistakes.recipe import Recipe, Words

PairCounts = dict[Pair, int]
Change = tuple[Pair, int]
Changes = Callable[[Sequence[bytes], Sequence[bytes], Pair], Iterator[Change]]
"""A word before and after a merge, the pair -> what is added to which counts."""


def in_order(before: Sequence[bytes], after: Sequence[bytes], pair: Pair) -> Iterator[Change]:
    """The right changes, match by match in the word as the merges so far have left it.

    Some of them take away what a change before has added.

    >>> list(in_order([b"a", b"b"], [b"ab"], (b"a", b"b")))
    [((b'a', b'b'), -1)]
    """
    left, right = pair
    word, i = list(before), 0
    while i < len(word) - 1:
        if (word[i], word[i + 1]) == pair:
            yield pair, -1
            if i > 0:
                yield from (((word[i - 1], left), -1), ((word[i - 1], left + right), 1))
            if i + 2 < len(word):
                yield from (((right, word[i + 2]), -1), ((left + right, word[i + 2]), 1))
            word[i : i + 2] = [left + right]
        i += 1


def is_positive(count: int) -> bool:
    """Keep counts above zero."""
    return count > 0


def is_any(count: int) -> bool:
    """Keep all counts."""
    return True


def corrected(
    changes: Changes,
    kept: Callable[[int], bool] = is_positive,
    *,
    popped: bool = True,
    at_once: bool = False,
    indexed: bool = False,
) -> Parts:
    """Add the changes to the old counts.

    Args:
        changes: what is added.
        kept: of a count, whether it is kept.
        popped: whether the count of the merged pair is dropped.
        at_once: whether a count is dropped as soon as it is low, not when all changes are made.
        indexed: whether a pair that is in no word ends in a KeyError: an index does not have it.

    >>> recount = corrected(in_order)["recount"]
    >>> recount(Recipe(), {(b"a", b"b"): 1}, [([b"a", b"b"], 1)], [([b"ab"], 1)], (b"a", b"b"))
    {}
    """

    def recount(
        recipe: Recipe, old: PairCounts, before: Words, after: Words, pair: Pair
    ) -> PairCounts:
        counts = dict(old)
        for (word, frequency), (merged, _) in zip(before, after, strict=True):
            if len(word) != len(merged):
                for each, change in changes(word, merged, pair):
                    counts[each] = counts.get(each, 0) + change * frequency
                    if at_once and not kept(counts[each]):
                        del counts[each]
        if popped:
            counts.pop(pair, None)
        counts = {each: count for each, count in counts.items() if kept(count)}
        if indexed and counts:
            best, _ = max(counts.items(), key=pairs.rank)
            if not any(best in pairwise(word) for word, _ in after):
                raise KeyError(best)
        return counts

    return {"recount": recount}
