"""The clock around a trainer: how long each merge takes.

A trainer is an iterator and never looks at the clock itself; the clock here runs around `next`.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple

from cs336_basics.datatypes import PretokenCounts
from cs336_basics.trainers import Trainer, get_trainer


class MergeTime(NamedTuple):
    """How long one merge took. These are the columns of every `merge_timing.csv`.

    Attributes:
        rank: position of the merge, from 0.
        count: how often its pair occurred.
        seconds: from asking for this merge to getting it. A trainer does the work of one merge
            when the next is asked for, and its start-up when the first is.
        cumulative: seconds from the start of training to getting this merge.
    """

    rank: int
    count: int  # type: ignore[assignment]  # hides tuple.count, which is never called here
    seconds: float
    cumulative: float


def merge_times(
    trainer: str | Trainer,
    counts: PretokenCounts,
    limit: int,
    *,
    budget_seconds: float | None = None,
) -> list[MergeTime]:
    """Train, and note how long each merge takes.

    Args:
        trainer: a name in `TRAINERS`, or a function that keeps the contract of a trainer.
        counts: pre-token -> how often it occurs.
        limit: most merges to make; fewer when no pair is left.
        budget_seconds: stop after the first merge that ends later than this.

    Raises:
        UnknownNameError: no such trainer.

    >>> [(row.rank, row.count) for row in merge_times("heap", {b"abab": 1, b"ab": 3}, 5)]
    [(0, 5), (1, 1)]
    """
    iter_merges = get_trainer(trainer) if isinstance(trainer, str) else trainer
    rows: list[MergeTime] = []
    start = before = time.perf_counter()
    merges = iter_merges(counts)
    while len(rows) < limit:
        merge = next(merges, None)
        if merge is None:
            break
        now = time.perf_counter()
        rows.append(MergeTime(len(rows), merge.count, now - before, now - start))
        if budget_seconds is not None and now - start > budget_seconds:
            break
        before = now
    return rows


def best_of(fn: Callable[..., object], *args: object, repeat: int = 3) -> float:
    """Call `fn(*args)` a few times and return the shortest time, in seconds.

    The shortest, because whatever else the machine does can only make a run longer.

    >>> best_of(sorted, [3, 1, 2]) < 1
    True
    """
    times = []
    for _ in range(repeat):
        start = time.perf_counter()
        fn(*args)
        times.append(time.perf_counter() - start)
    return min(times)
