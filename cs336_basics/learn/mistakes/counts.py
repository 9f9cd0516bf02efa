"""Counts: a pair is believed to be more or less frequent than it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from cs336_basics import pairs
from cs336_basics.datatypes import Pair
from cs336_basics.learn.checker.cases import Counts
from cs336_basics.learn.mistakes._corrections import Change, corrected, in_order, is_any
from cs336_basics.learn.mistakes._loops import eager
from cs336_basics.learn.mistakes._mistake import MERGING, Mistake
from cs336_basics.learn.mistakes.recipe import Ids, Recipe, Words

PairCounts = dict[Pair, int]


def _unweighted(words: Words) -> PairCounts:
    return pairs.count_pairs((word, 1) for word, _ in words)


def _once_a_word(words: Words) -> PairCounts:
    counts: PairCounts = {}
    for word, frequency in words:
        for pair in dict.fromkeys(pairwise(word)):
            counts[pair] = counts.get(pair, 0) + frequency
    return counts


def _without_overlap(words: Words) -> PairCounts:
    counts: PairCounts = {}
    for word, frequency in words:
        end: dict[Pair, int] = {}  # where the last counted occurrence of a pair ends
        for i, pair in enumerate(pairwise(word)):
            if i >= end.get(pair, 0):
                counts[pair] = counts.get(pair, 0) + frequency
                end[pair] = i + 2
    return counts


def _in_32_bits(words: Words) -> PairCounts:
    counts = pairs.count_pairs(words)
    return {pair: (count + 2**31) % 2**32 - 2**31 for pair, count in counts.items()}


def _at_least_two(pair_counts: PairCounts, ids: Ids) -> Pair | None:
    pair, count = max(pair_counts.items(), key=pairs.rank, default=((b"", b""), 0))
    return pair if count > 1 else None


def _never_lowered(
    recipe: Recipe, old: PairCounts, before: Words, after: Words, pair: Pair
) -> PairCounts:
    new = recipe.count_pairs(after)
    return {each: n for each, n in {**new, **old}.items() if each != pair}


def _never_lowered_and_then_missed(
    recipe: Recipe, old: PairCounts, before: Words, after: Words, pair: Pair
) -> PairCounts:
    """The same with an index of the words: it has no word for a pair that is gone."""
    counts = _never_lowered(recipe, old, before, after, pair)
    if counts:
        best, _ = max(counts.items(), key=pairs.rank)
        if not any(best in pairwise(word) for word, _ in after):
            raise KeyError(best)
    return counts


def _gains(before: Sequence[bytes], after: Sequence[bytes], pair: Pair) -> Iterator[Change]:
    return (change for change in in_order(before, after, pair) if change[1] > 0)


def _stale(recipe: Recipe, old: PairCounts, before: Words, after: Words, pair: Pair) -> PairCounts:
    return {each: max(n, old.get(each, 0)) for each, n in recipe.count_pairs(after).items()}


def _no_new_pairs(
    recipe: Recipe, old: PairCounts, before: Words, after: Words, pair: Pair
) -> PairCounts:
    return {each: n for each, n in recipe.count_pairs(after).items() if each in old}


def _no_new_pairs_and_then_missed(
    recipe: Recipe, old: PairCounts, before: Words, after: Words, pair: Pair
) -> PairCounts:
    """The same with `counts[pair] -= n`, which fails for a pair that was never counted."""
    counts = dict(old)
    for (word, n), (merged, _) in zip(before, after, strict=True):
        if len(word) != len(merged):
            for each in pairwise(word):
                counts[each] -= n
            for each in pairwise(merged):
                if each in counts:
                    counts[each] += n
    return {each: n for each, n in counts.items() if n > 0}


def _zeros_kept(
    recipe: Recipe, old: PairCounts, before: Words, after: Words, pair: Pair
) -> PairCounts:
    return {**dict.fromkeys(old, 0), **recipe.count_pairs(after)}


def _other_zeros_kept(
    recipe: Recipe, old: PairCounts, before: Words, after: Words, pair: Pair
) -> PairCounts:
    counts = _zeros_kept(recipe, old, before, after, pair)
    return {each: n for each, n in counts.items() if each != pair}


def _never_updated(
    recipe: Recipe, old: PairCounts, before: Words, after: Words, pair: Pair
) -> PairCounts:
    return {each: n for each, n in old.items() if each != pair}


COUNTS = [
    Mistake(
        name="counts-unweighted",
        seen_by=MERGING,
        example=Counts({b"ab": 2, b"xy": 1}),
        parts={"count_pairs": _unweighted},
    ),
    Mistake(
        name="counts-once-a-word",
        seen_by=MERGING,
        example=Counts({b"aaa": 1}),
        parts={"count_pairs": _once_a_word},
    ),
    Mistake(
        name="counts-no-overlap",
        seen_by=MERGING,
        example=Counts({b"aaab": 1}),
        parts={"count_pairs": _without_overlap},
    ),
    Mistake(
        name="counts-min-two",
        seen_by=MERGING,
        example=Counts({b"ab": 1}),
        parts={"best": _at_least_two},
    ),
    Mistake(
        name="counts-32-bit",
        seen_by=("iter_merges",),
        example=Counts({b"ab": 2**31, b"xy": 1}),
        parts={"count_pairs": _in_32_bits},
    ),
    Mistake(
        name="counts-never-lowered",
        seen_by=MERGING,
        example=Counts({b"aab": 1}),
        parts={"recount": _never_lowered},
        variants=(
            corrected(_gains, is_any),
            corrected(_gains, is_any, indexed=True),
            {"recount": _never_lowered_and_then_missed},
        ),
    ),
    Mistake(
        name="counts-stale",
        seen_by=MERGING,
        example=Counts({b"aaabab": 1}),
        parts={"recount": _stale},
    ),
    Mistake(
        name="counts-no-new-pairs",
        seen_by=MERGING,
        example=Counts({b"abc": 1}),
        parts={"recount": _no_new_pairs},
        variants=(
            {"recount": _no_new_pairs_and_then_missed},
            {"recount": _no_new_pairs_and_then_missed, "loop": eager},
        ),
    ),
    Mistake(
        name="counts-zero-merged",
        seen_by=MERGING,
        example=Counts({b"ab": 1}),
        parts={"recount": _zeros_kept},
        variants=(
            {"recount": _other_zeros_kept},
            corrected(in_order, is_any),
            corrected(in_order, is_any, popped=False),
        ),
    ),
    Mistake(
        name="counts-never-updated",
        seen_by=MERGING,
        example=Counts({b"abc": 1}),
        parts={"recount": _never_updated},
    ),
]
