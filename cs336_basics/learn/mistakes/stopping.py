"""Stopping: what happens when no pair is left, or when there is no room for a merge."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from cs336_basics.datatypes import Merge, Pair, PretokenCounts
from cs336_basics.learn.checker.cases import Counts, Training
from cs336_basics.learn.checker.outcome import NeverReturns
from cs336_basics.learn.mistakes._errors import NoPairLeft, NoRoom, Raise
from cs336_basics.learn.mistakes._mistake import MERGING, TRAINING, Mistake
from cs336_basics.learn.mistakes.recipe import REFERENCE, Ids, Recipe

_NOTHING: Pair = (b"", b"")


def _nothing_merged(ids: Ids) -> Pair | None:
    return _NOTHING


def _last_pair_again(recipe: Recipe, counts: PretokenCounts) -> Iterator[Merge]:
    last = _NOTHING
    for merge in REFERENCE.loop(recipe, counts):
        last = merge.pair
        yield merge
    while True:
        yield Merge(last, 0)


def _dead_pairs(choose: Callable[[dict[Pair, int]], Pair]) -> Callable[..., Iterator[Merge]]:
    """Go on with pairs of the first text that are long merged; without any, with nothing."""

    def loop(recipe: Recipe, counts: PretokenCounts) -> Iterator[Merge]:
        yield from REFERENCE.loop(recipe, counts)
        words = [(recipe.split(pretoken), n) for pretoken, n in counts.items()]
        first = recipe.count_pairs(words)
        while True:
            yield Merge(choose(first) if first else _NOTHING, 0)

    return loop


def _refused(vocab_size: int, base: Sequence[bytes], specials: Sequence[str]) -> int:
    if vocab_size <= len(base):
        raise NoRoom(f"vocab_size must be greater than {len(base)}")
    return vocab_size - len(base)


STOPS = [
    Mistake(
        name="stop-with-an-error",
        seen_by=MERGING,
        example=Counts({b"a": 1}),
        parts={"no_pair_left": Raise(NoPairLeft, "max() of an empty sequence")},
        variants=(
            {"no_pair_left": Raise(AttributeError, "'NoneType' object has no attribute 'pair'")},
        ),
    ),
    Mistake(
        name="stop-never",
        seen_by=MERGING,
        example=Counts({b"a": 1}),
        parts={"no_pair_left": Raise(NeverReturns, "while len(vocab) < vocab_size")},
    ),
    Mistake(
        name="stop-empty-merges",
        seen_by=MERGING,
        example=Counts({b"a": 1}),
        parts={"no_pair_left": _nothing_merged},
        variants=(
            {"loop": _last_pair_again},
            {"loop": _dead_pairs(max)},
            {"loop": _dead_pairs(min)},
            {"loop": _dead_pairs(lambda first: next(iter(first)))},
        ),
    ),
    Mistake(
        name="vocab-no-room-refused",
        seen_by=TRAINING,
        example=Training(b"a", 256),
        parts={"room": _refused},
        variants=({"room": Raise(AttributeError, "'NoneType' object has no attribute 'pair'")},),
    ),
]
"""Mistakes at the end of training; they are shown beside those of the vocabulary."""
