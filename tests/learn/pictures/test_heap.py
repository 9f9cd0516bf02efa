"""The picture of a heap in notebook 04: how it grows."""

from __future__ import annotations

import numpy as np

from cs336_basics.learn.pictures.heap import (
    heap_size,
    heap_stats,
)
from cs336_basics.trainers.heap import HeapStats
from cs336_basics.trainers.naive import iter_merges


def test_the_size_of_a_heap_is_drawn_beside_its_pushes() -> None:
    """Entries after each merge on the left; pushes and stale pops since the start on the right."""
    run = [HeapStats(pushes=3, pops=2, stale=1, size=1), HeapStats(5, 3, 1, 2)]

    size, pushes = heap_size({"heap": run}).axes

    assert [1, 2] == np.asarray(size.lines[0].get_ydata()).tolist()
    assert [[3, 5], [1, 1]] == [np.asarray(line.get_ydata()).tolist() for line in pushes.lines]


def test_heap_stats_are_snapshots() -> None:
    """One entry for each merge; pushes never fall, and the last equals the finished heap's."""
    counts = {b"low": 5, b"lower": 2, b"widest": 3, b"newest": 6}
    stats = heap_stats(counts, 100)
    assert len(list(iter_merges(counts))) == len(stats)
    assert sorted(each.pushes for each in stats) == [each.pushes for each in stats]
    assert stats[0].pushes < stats[-1].pushes
