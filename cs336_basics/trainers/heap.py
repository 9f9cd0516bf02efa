"""Keep the pairs in a heap, so that the best one need not be searched for.

The heap holds entries (-count, left, right, pair), its halves turned round by `pairs.descending`,
so the smallest entry is the pair that `pairs.rank` calls the greatest. An entry cannot be changed
inside a heap. When a count changes, a new entry is pushed and the old one goes stale: it is known
by its count, and thrown away when it comes up.

    pair_counts   (t,h): 7   (h,e): 5
    heap          (-9,t,h) stale   (-7,t,h)   (-5,h,e)   (-4,h,e) stale

Each pair whose count changed is pushed once a merge, however many words changed it. When stale
entries outnumber live ones, the heap is built anew from the counts.

While it merges, Python's garbage collector is off (`collector`). Between two merges, when the code
of the caller runs, it is as it was: so nothing is left to restore when the next is never asked for.
"""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from cs336_basics.collector import collector_off
from cs336_basics.datatypes import Merge, Pair, PretokenCounts
from cs336_basics.pairs import descending, merge_changes
from cs336_basics.trainers.incremental import State

Entry = tuple[int, str, str, Pair]
"""-count, the two halves in descending order, and the pair itself."""

_SMALL = 64  # heaps below this size are never rebuilt: nothing to gain


@dataclass
class HeapStats:
    """What the heap has done so far.

    Attributes:
        pushes: entries pushed since the start, the first heap included.
        pops: entries popped.
        stale: popped entries that were out of date.
        size: entries in the heap now.
        rebuilds: how often the heap was built anew.
    """

    pushes: int = 0
    pops: int = 0
    stale: int = 0
    size: int = 0
    rebuilds: int = 0


class HeapMerges(Iterator[Merge]):
    """The merges of a corpus, one `next` at a time; `.stats` tells what the heap does meanwhile.

    Args:
        counts: pre-token -> how often it occurs. It is not changed.

    >>> merges = HeapMerges({b"abab": 1})
    >>> next(merges), merges.stats.pushes
    (Merge(pair=(b'a', b'b'), count=2), 2)
    """

    def __init__(self, counts: PretokenCounts) -> None:
        self.stats = HeapStats()
        self._halves: dict[bytes, str] = {}
        self._merged: Pair | None = None
        self._heap: list[Entry] = []
        with collector_off:
            self._state = State.start(counts)
            self._state.build_index()
            self._build_heap()

    def __next__(self) -> Merge:
        with collector_off:
            return self._find_best()

    def _find_best(self) -> Merge:
        if self._merged is not None:
            # The work of a merge waits until the next one is asked for: the last one needs none.
            self._apply(self._merged)
            self._merged = None
        while self._heap:
            minus_count, _, _, pair = heapq.heappop(self._heap)
            self.stats.pops += 1
            self.stats.size = len(self._heap)
            if self._state.pair_counts.get(pair) == -minus_count:
                self._merged = pair
                return Merge(pair, -minus_count)
            self.stats.stale += 1
        raise StopIteration

    def _apply(self, pair: Pair) -> None:
        """Merge `pair` in every word that holds it and push each pair whose count changed, once."""
        state, total = self._state, defaultdict[Pair, int](int)
        for i in state.where.pop(pair, ()):
            frequency = state.frequencies[i]
            state.words[i], changes = merge_changes(state.words[i], pair)
            for changed, change in changes.items():
                total[changed] += change * frequency
                if change > 0:
                    state.where[changed].add(i)
        for changed, change in total.items():
            state.add(changed, change)
            if changed in state.pair_counts:
                heapq.heappush(self._heap, self._entry(changed))
                self.stats.pushes += 1
        if len(self._heap) > 2 * len(state.pair_counts) + _SMALL:
            self._build_heap()
            self.stats.rebuilds += 1
        self.stats.size = len(self._heap)

    def _build_heap(self) -> None:
        self._heap = [self._entry(pair) for pair in self._state.pair_counts]
        heapq.heapify(self._heap)
        self.stats.pushes += len(self._heap)
        self.stats.size = len(self._heap)

    def _entry(self, pair: Pair) -> Entry:
        left, right = pair
        return -self._state.pair_counts[pair], self._half(left), self._half(right), pair

    def _half(self, token: bytes) -> str:
        half = self._halves.get(token)
        if half is None:
            half = self._halves[token] = descending(token)
        return half


def iter_merges(counts: PretokenCounts) -> HeapMerges:
    """Yield the most frequent pair and its count, merge it everywhere, repeat until none is left.

    >>> [merge.pair for merge in iter_merges({b"baaa": 1})]
    [(b'a', b'a'), (b'b', b'aa'), (b'baa', b'a')]
    """
    return HeapMerges(counts)
