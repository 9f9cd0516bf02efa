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
        title="a pair counts once for each different word, however often the word occurs",
        why="Training keeps each different pre-token once, with its frequency. A pair in a"
        " word that occurs six times must count six times. Leave the frequency out, and a rare"
        " word has the same say as `the`.",
        notebook="02",
        seen_by=MERGING,
        example=Counts({b"ab": 2, b"xy": 1}),
        parts={"count_pairs": _unweighted},
    ),
    Mistake(
        name="counts-once-a-word",
        title="a pair counts once a word, even where it stands in the word twice",
        why="`set(zip(word, word[1:]))` drops repeats inside a word. In `banana` the pair `(a,"
        " n)` occurs twice and is counted once. Most English words hold no pair twice, so only"
        " a few merges change, and late ones.",
        notebook="02",
        seen_by=MERGING,
        example=Counts({b"aaa": 1}),
        parts={"count_pairs": _once_a_word},
    ),
    Mistake(
        name="counts-no-overlap",
        title="overlapping pairs are not counted: `aaaa` gives (a, a) twice, not three times",
        why="Only two merges fit into `aaaa`, so counting three pairs looks wrong, and people"
        " repair it. But the rule counts every place where the pair stands, overlaps included,"
        " as `zip(word, word[1:])` does. Only merging is without overlap.",
        notebook="02",
        seen_by=MERGING,
        example=Counts({b"aaab": 1}),
        parts={"count_pairs": _without_overlap},
    ),
    Mistake(
        name="counts-min-two",
        title="training stops at pairs that occur only once",
        why="Some trainers have a least frequency of two, others stop when the best count is"
        " one, because such a merge saves little. The assignment has no such limit: it goes on"
        " until the vocabulary is full or no pair is left.",
        notebook="02",
        seen_by=MERGING,
        example=Counts({b"ab": 1}),
        parts={"best": _at_least_two},
    ),
    Mistake(
        name="counts-32-bit",
        title="counts are kept in 32 bits and wrap around beyond 2,147,483,647",
        why="An int32 array is half as big, and large enough for every test. In a corpus of"
        " some hundred gigabytes the most frequent pair occurs more often than that, and its"
        " count turns negative. Only counts given directly can show it: no test file is that"
        " big.",
        notebook="08",
        seen_by=("iter_merges",),
        example=Counts({b"ab": 2**31, b"xy": 1}),
        parts={"count_pairs": _in_32_bits},
    ),
    Mistake(
        name="counts-never-lowered",
        title="old counts are never lowered: only the new pairs are counted",
        why="A merge makes new pairs, and it also breaks old ones: when `t h` becomes `th`,"
        " every `(h, e)` behind it is gone. Code that adds what is new and forgets to subtract"
        " what is lost merges pairs that hardly exist any more.",
        notebook="03",
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
        title="a stale heap entry is believed: a pair that became rarer keeps its old count",
        why="A heap cannot change an entry, so it holds old ones beside new ones. An entry"
        " that is popped must be compared with the count of now, and thrown away if it"
        " differs. It is not enough to ask whether the pair still exists.",
        notebook="04",
        seen_by=MERGING,
        example=Counts({b"aaabab": 1}),
        parts={"recount": _stale},
    ),
    Mistake(
        name="counts-no-new-pairs",
        title="pairs that a merge makes are never counted",
        why="After the first merge the new token stands beside others, and those pairs are"
        " candidates too. Code that only lowers old counts stops at tokens of two bytes.",
        notebook="03",
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
        title="training goes on with pairs whose count is zero",
        why="Counts that fall to zero stay in the dict. When the text has no pair left, `max`"
        " still finds one of them, and the merge list fills up with pairs that do not occur."
        " Delete a pair at zero, and stop when no pair is left.",
        notebook="03",
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
        title="the pairs are counted once, before the first merge, and never again",
        why="Sorting the first pair counts and taking them from the top is fast, and it is not"
        " BPE: each merge changes what is frequent. The counts must follow every merge.",
        notebook="02",
        seen_by=MERGING,
        example=Counts({b"abc": 1}),
        parts={"recount": _never_updated},
    ),
]
