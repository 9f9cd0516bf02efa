"""How a heap of pairs grows while merges are made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import islice

from cs336_basics.datatypes import PretokenCounts
from cs336_basics.measure.plots import Picture, colour, new_figure
from cs336_basics.trainers.heap import HeapStats, iter_merges


def heap_stats(counts: PretokenCounts, limit: int) -> list[HeapStats]:
    """Train with the heap and note, after each merge, what the heap has done so far.

    >>> [(stats.pushes, stats.size) for stats in heap_stats({b"abab": 1}, 9)]
    [(2, 1), (3, 0)]
    """
    merges = iter_merges(counts)
    return [replace(merges.stats) for _ in islice(merges, limit)]


def heap_size(runs: Mapping[str, Sequence[HeapStats]], title: str = "") -> Picture:
    """Draw entries in the heap (left) and pushes so far (right) after each merge.

    Args:
        runs: label -> what `heap_stats` returned. A fall of the left line is a rebuild.
        title: what was trained on what.
    """
    figure, (size, pushes) = new_figure(9, 3.4, columns=2, title=title)
    for number, (name, stats) in enumerate(runs.items()):
        merges = range(1, len(stats) + 1)
        line = colour("heap") if number == 0 else f"C{number}"
        label = f"{name}: {len(stats):,} merges"
        size.plot(merges, [each.size for each in stats], color=line, label=label)
        pushes.plot(merges, [each.pushes for each in stats], color=line, label=f"{name}: pushes")
        pushes.plot(
            merges, [each.stale for each in stats], ":", color=line, label=f"{name}: stale pops"
        )
    size.set_ylabel("entries in the heap")
    pushes.set_ylabel("since the start")
    for axes in (size, pushes):
        axes.set_xlabel("merge")
        axes.set_ylim(bottom=0)
        axes.legend(fontsize=8)
    return figure
