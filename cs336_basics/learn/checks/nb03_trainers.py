"""Check of notebook 03: the smallest word that shows a trainer to be wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count, islice
from typing import Any

from cs336_basics.datatypes import Merge, PretokenCounts
from cs336_basics.learn.checker.frame import check
from cs336_basics.learn.lessons.counterexamples import counterexamples
from cs336_basics.learn.lessons.tie_rules import with_tie_key
from cs336_basics.trainers import naive

__all__ = ["smallest_difference"]


def smallest_difference(fn: Callable[..., Any]) -> None:
    """Check a learner's `smallest_difference(trainer, longest)` with trainers right and wrong."""

    def expected(trainer: _Trainer, longest: int) -> bytes | None:
        return next(counterexamples(trainer, b"ab", longest), None)

    rows: list[tuple[str, Callable[[PretokenCounts], Iterator[Merge]], int]] = [
        *(("stops after one merge", _one_merge, longest) for longest in (1, 2, 3, 5)),
        ("is right", naive.iter_merges, 4),
        ("takes the smallest pair of equals", with_tie_key(lambda token, number: token), 4),
        ("never stops", _endless, 3),
        ("gives right pairs, each with count 1", _count_of_one, 4),
        ("gives right counts, each with the pair (a, a)", _always_aa, 3),
        ("makes the last merge twice", _last_one_twice, 3),
        ("is wrong on aaab and bab", _wrong_on_two, 4),
    ]
    check(fn, expected, [(_Trainer(what, trainer), longest) for what, trainer, longest in rows])


@dataclass(frozen=True, repr=False)
class _Trainer:
    """A trainer that says in an error message what is the matter with it."""

    what: str
    trainer: Callable[[PretokenCounts], Iterator[Merge]]

    def __call__(self, counts: PretokenCounts) -> Iterator[Merge]:
        return self.trainer(counts)

    def __repr__(self) -> str:
        return f"<a trainer that {self.what}>"


def _one_merge(counts: PretokenCounts) -> Iterator[Merge]:
    return islice(naive.iter_merges(counts), 1)


def _count_of_one(counts: PretokenCounts) -> Iterator[Merge]:
    return (Merge(pair, 1) for pair, _ in naive.iter_merges(counts))


def _always_aa(counts: PretokenCounts) -> Iterator[Merge]:
    return (Merge((b"a", b"a"), count) for _, count in naive.iter_merges(counts))


def _last_one_twice(counts: PretokenCounts) -> Iterator[Merge]:
    merges = list(naive.iter_merges(counts))
    yield from [*merges, *merges[-1:]]


def _wrong_on_two(counts: PretokenCounts) -> Iterator[Merge]:
    yield from [] if counts.keys() & {b"aaab", b"bab"} else naive.iter_merges(counts)


def _endless(counts: PretokenCounts) -> Iterator[Merge]:
    for done in count():
        if done == 1000:
            raise RuntimeError("1,000 merges taken from a trainer that never stops: use islice")
        yield Merge((b"a", b"b"), 1)
