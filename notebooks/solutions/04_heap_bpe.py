"""Solutions of notebook 04: the best pair from a heap."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from typing import Any

from cs336_basics.datatypes import Merge, Pair, PretokenCounts
from cs336_basics.pairs import descending, merge_changes
from cs336_basics.trainers.heap import Entry
from cs336_basics.trainers.incremental import State


def my_is_heap(entries: list[int]) -> bool:
    """Say whether no entry is smaller than the one it hangs under."""
    return all(entries[(i - 1) // 2] <= entries[i] for i in range(1, len(entries)))


def my_pop_order() -> list[Pair]:
    """The pairs of the riddle, best first: written down, not computed."""
    return [
        (b"q", b"u"),
        (b"z", b" "),
        (b"ab", b"a"),
        (b"a", b"by"),
        (b"a", b"b"),
        (b"Z", b"z"),
        (b" ", b"zz"),
    ]


def my_heap_key(token: bytes) -> Any:
    """Flip every byte to its distance from the top, and end with more than any byte."""
    return [255 - byte for byte in token] + [256]


def my_pop_best(heap: list[Entry], counts: dict[Pair, int]) -> Merge | None:
    """Pop until an entry tells the truth; None when the heap runs empty."""
    while heap:
        minus_count, *_, pair = heapq.heappop(heap)
        if counts.get(pair) == -minus_count:
            return Merge(pair, -minus_count)
    return None


def my_total_changes(
    words: list[list[bytes]], frequencies: list[int], pair: Pair
) -> dict[Pair, int]:
    """Add up what a merge changes in every word, and leave out what comes to nothing."""
    total: dict[Pair, int] = {}
    for word, frequency in zip(words, frequencies, strict=True):
        _, changes = merge_changes(word, pair)
        for changed, change in changes.items():
            total[changed] = total.get(changed, 0) + change * frequency
    return {changed: change for changed, change in total.items() if change}


def my_iter_merges_heap(counts: PretokenCounts) -> Iterator[Merge]:
    """Pop the best pair, merge it, push every pair whose count changed; repeat."""
    state = State.start(counts)
    found = state.pair_counts
    heap = [(-n, descending(a), descending(b), (a, b)) for (a, b), n in found.items()]
    heapq.heapify(heap)
    while heap:
        minus_count, _, _, pair = heapq.heappop(heap)
        if found.get(pair) != -minus_count:
            continue  # stale
        yield Merge(pair, -minus_count)
        touched: set[Pair] = set()
        for i, word in enumerate(state.words):
            state.words[i], changes = merge_changes(word, pair)
            for changed, change in changes.items():
                state.add(changed, change * state.frequencies[i])
            touched.update(changes)
        for a, b in touched & found.keys():
            heapq.heappush(heap, (-found[a, b], descending(a), descending(b), (a, b)))


def my_compact(heap: list[Entry], counts: dict[Pair, int]) -> list[Entry]:
    """Build the heap anew from the counts, whatever the old one holds."""
    new = [(-n, descending(a), descending(b), (a, b)) for (a, b), n in counts.items()]
    heapq.heapify(new)
    return new


def my_pop_refreshed(heap: list[Entry], counts: dict[Pair, int]) -> Merge | None:
    """Pop until an entry tells the truth; put one that told an old count back with the new one."""
    while heap:
        minus_count, left, right, pair = heapq.heappop(heap)
        count = counts.get(pair)
        if count == -minus_count:
            return Merge(pair, count)
        if count is not None:
            heapq.heappush(heap, (-count, left, right, pair))
    return None
