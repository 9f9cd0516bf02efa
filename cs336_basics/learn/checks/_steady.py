"""What a mistake must be to have a place in the museum: the same each time, and merges in the end.

A trainer that raises an error, or that draws lots, is wrong in no way that could be named.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import wraps
from itertools import zip_longest
from typing import Any

from cs336_basics.datatypes import PretokenCounts
from cs336_basics.learn.checker.cases import Counts
from cs336_basics.learn.checker.sandbox import open_box
from cs336_basics.learn.checks._corpora import TOY
from cs336_basics.learn.lessons.counterexamples import words
from cs336_basics.trainers import naive

Function = Callable[..., Any]

_CORPORA: list[PretokenCounts] = [{word: 1} for word in words(b"ab", 6)]
_CORPORA += [{b"banana": 2, b"abab": 1}, TOY]


class DiffersEachTime(Exception):
    """The same counts gave other merges when they came again."""


def steady(fn: Function) -> Function:
    """Make a trainer of one that is asked twice at a time, and must say the same both times.

    >>> list(steady(lambda counts: iter(["ab"]))({}))
    ['ab']

    Raises:
        DiffersEachTime: while its merges are taken.
    """

    @wraps(fn)
    def twice(counts: PretokenCounts) -> Iterator[Any]:
        for one, other in zip_longest(fn(dict(counts)), fn(dict(counts))):
            if one != other:
                raise DiffersEachTime("two calls with the same counts gave different merges")
            yield one

    return twice


def unfit(fn: Function) -> tuple[Counts, str] | None:
    """Say why a trainer's fault cannot be shown, and on which counts it is seen; None if it can.

    It must give wrong merges on some counts, and the same ones each time. Errors on other counts do
    no harm.
    """

    def look(counts: PretokenCounts) -> str:
        most = sum(map(len, counts)) + 1
        merges = [tuple(each) for each, _ in zip(steady(fn)(counts), range(most), strict=False)]
        return "right" if merges == list(map(tuple, naive.iter_merges(counts))) else "wrong"

    error, goes_wrong = None, False
    with open_box(look) as box:
        for counts in _CORPORA:
            outcome = box.call(counts)
            if outcome.is_unfilled or outcome.ended_the_process:
                return None  # others see to stubs, and to what never ends
            if outcome.error == DiffersEachTime.__name__:
                return Counts(counts), str(outcome.message).splitlines()[0].partition(": ")[2]
            goes_wrong |= outcome.answer == "wrong"
            error = error or ((Counts(counts), outcome.message) if outcome.is_error else None)
    return None if goes_wrong else error
