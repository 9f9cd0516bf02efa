"""The clock around a trainer changes nothing about the merges, and adds up."""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import islice

import pytest

from cs336_basics.datatypes import Merge, PretokenCounts
from cs336_basics.measure.clock import timing
from cs336_basics.trainers import TRAINERS
from cs336_basics.trainers.naive import iter_merges

COUNTS = {b"low": 5, b"lower": 2, b"widest": 3, b"newest": 6}


@pytest.mark.parametrize("trainer", TRAINERS)
def test_rows_follow_the_merges(trainer: str) -> None:
    """Each row carries the count of the merge `naive` makes at that rank."""
    expected = [(rank, merge.count) for rank, merge in enumerate(islice(iter_merges(COUNTS), 8))]
    rows = timing.merge_times(trainer, COUNTS, 8)
    assert expected == [(row.rank, row.count) for row in rows]


def test_cumulative_is_the_sum() -> None:
    """Seconds add up to the cumulative time, so nothing between two merges is lost."""
    total = 0.0
    for row in timing.merge_times("heap", COUNTS, 8):
        total += row.seconds
        assert total == pytest.approx(row.cumulative, abs=1e-9)


def test_stops_when_no_pair_is_left() -> None:
    """Fewer rows than asked for, without an error."""
    assert 1 == len(timing.merge_times("naive", {b"ab": 1}, 5))
    assert [] == timing.merge_times("naive", {}, 5)


def _slow(counts: PretokenCounts) -> Iterator[Merge]:
    time.sleep(0.05)
    yield Merge((b"a", b"b"), 9)
    while True:
        time.sleep(0.02)
        yield Merge((b"a", b"b"), 1)


def test_start_up_counts_for_the_first_merge() -> None:
    """What a trainer does before its first merge is in the first row."""
    first, second = timing.merge_times(_slow, {}, 2)
    assert first.seconds >= 0.05
    assert second.seconds >= 0.02
    assert second.cumulative >= 0.07


def test_budget_stops_after_the_merge_that_passes_it() -> None:
    """One merge at least is made, and none after the time is up."""
    assert 1 == len(timing.merge_times(_slow, {}, 100, budget_seconds=0.0))
    rows = timing.merge_times(_slow, {}, 100, budget_seconds=0.1)
    assert [row.cumulative > 0.1 for row in rows] == [False] * (len(rows) - 1) + [True]


def test_best_of_takes_the_shortest() -> None:
    """Of several calls the fastest counts: noise only adds."""
    pauses = iter([0.05, 0.0, 0.05])
    assert timing.best_of(lambda: time.sleep(next(pauses))) < 0.04
    assert next(pauses, None) is None
