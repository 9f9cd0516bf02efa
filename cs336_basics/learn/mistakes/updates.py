"""Updates: the first counts are right, and the corrections after a merge are not."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise

from cs336_basics.datatypes import Merge, Pair, PretokenCounts
from cs336_basics.learn.checker.cases import Counts
from cs336_basics.learn.mistakes._corrections import Change, Changes, corrected, is_any
from cs336_basics.learn.mistakes._loops import byte_ids, heaped
from cs336_basics.learn.mistakes._mistake import MERGING, Mistake, Parts
from cs336_basics.learn.mistakes.recipe import Recipe


def _drifting(before: Sequence[bytes], after: Sequence[bytes], pair: Pair) -> Iterator[Change]:
    """The neighbours of each match as they were before any merge in this word."""
    left, right = pair
    new = left + right
    i = 0
    while i < len(before) - 1:
        if (before[i], before[i + 1]) != pair:
            i += 1
            continue
        yield pair, -1
        if i > 0:
            yield from (((before[i - 1], left), -1), ((before[i - 1], new), 1))
        if i + 2 < len(before):
            yield from (((right, before[i + 2]), -1), ((new, before[i + 2]), 1))
        i += 2


def _doubled(*, as_they_are: bool = False) -> Changes:
    """The neighbours of each new token when all merges in this word are done.

    Args:
        as_they_are: whether a neighbour that is new itself is looked for in the old counts too.
    """

    def changes(before: Sequence[bytes], after: Sequence[bytes], pair: Pair) -> Iterator[Change]:
        left, right = pair
        new = left + right
        for i, token in enumerate(after):
            if token != new:
                continue
            yield pair, -1
            if i > 0:
                other = after[i - 1]
                was = right if other == new and not as_they_are else other
                yield from (((was, left), -1), ((other, new), 1))
            if i + 1 < len(after):
                other = after[i + 1]
                was = left if other == new and not as_they_are else other
                yield from (((right, was), -1), ((new, other), 1))

    return changes


def _only_new_doubled(
    before: Sequence[bytes], after: Sequence[bytes], pair: Pair
) -> Iterator[Change]:
    """What is lost is right; of what is new, two new tokens side by side count twice."""
    new = b"".join(pair)
    for each in pairwise(before):
        yield each, -1
    for each in pairwise(after):
        yield each, 2 if each == (new, new) else 1


def _in_other_forms(changes: Changes) -> tuple[Parts, ...]:
    """As people keep their counts: with or without the merged pair, zeros and negative ones."""
    return (
        corrected(changes, popped=False),
        corrected(changes, at_once=True),
        corrected(changes, at_once=True, popped=False),
        corrected(changes, bool),
        corrected(changes, is_any),
        corrected(changes, is_any, popped=False),
        corrected(changes, indexed=True),
        corrected(changes, indexed=True, popped=False),
    )


def _index_dropped(*, popped: bool = True, last: bool = False) -> Parts:
    """Know for each pair the words that hold it, and forget one too early.

    Args:
        popped: whether the count of a merged pair is forgotten.
        last: whether what a word loses is taken out after what it gains was put in: then all goes.
    """

    def loop(recipe: Recipe, counts: PretokenCounts) -> Iterator[Merge]:
        words = [(recipe.split(pretoken), n) for pretoken, n in counts.items()]
        pair_counts, ids = recipe.count_pairs(words), byte_ids()
        where = defaultdict[Pair, set[int]](set)
        for i, (word, _) in enumerate(words):
            for each in pairwise(word):
                where[each].add(i)
        while (pair := recipe.next_pair(pair_counts, ids)) is not None:
            yield Merge(pair, pair_counts.get(pair, 0))
            ids.setdefault(b"".join(pair), len(ids))
            for i in sorted(where.pop(pair, ())):
                word, n = words[i]
                words[i] = recipe.merge_word(word, pair), n
                change = Counter(pairwise(words[i][0]))
                change.subtract(pairwise(word))
                for each, more in change.items():
                    pair_counts[each] = pair_counts.get(each, 0) + more * n
                    if more > 0:
                        where[each].add(i)
                    elif more < 0 or last:
                        where[each].discard(i)
            if popped:
                pair_counts.pop(pair, None)
            pair_counts = {each: n for each, n in pair_counts.items() if n > 0}

    return {"loop": loop}


UPDATES = [
    Mistake(
        name="counts-drift",
        seen_by=MERGING,
        example=Counts({b"abab": 1}),
        parts=corrected(_drifting),
        variants=_in_other_forms(_drifting),
    ),
    Mistake(
        name="counts-doubled",
        seen_by=MERGING,
        example=Counts({b"aaaab": 1}),
        parts=corrected(_doubled()),
        variants=(
            *_in_other_forms(_doubled()),
            corrected(_doubled(as_they_are=True)),
            *_in_other_forms(_doubled(as_they_are=True)),
            corrected(_only_new_doubled),
            corrected(_only_new_doubled, popped=False),
            corrected(_only_new_doubled, indexed=True),
            corrected(_only_new_doubled, indexed=True, popped=False),
        ),
    ),
    Mistake(
        name="counts-index-dropped",
        seen_by=MERGING,
        example=Counts({b"abbb": 1, b"ab": 2}),
        parts=_index_dropped(),
        variants=(
            _index_dropped(popped=False),
            _index_dropped(last=True),
            _index_dropped(popped=False, last=True),
        ),
    ),
    Mistake(
        name="counts-pushed-when-rising",
        seen_by=MERGING,
        example=Counts({b"abbb": 1, b"ab": 1}),
        parts={"loop": heaped(when_falling=False)},
    ),
]
"""Mistakes in keeping counts between merges; they are shown beside those of counting."""
