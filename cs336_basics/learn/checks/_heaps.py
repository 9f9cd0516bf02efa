"""Heaps for the checks of notebook 04: how they are made and shown, and what a pop does to them."""

from __future__ import annotations

import heapq
import random
from bisect import insort
from collections.abc import Callable, Sequence
from functools import wraps
from itertools import pairwise
from typing import Any, NamedTuple

from cs336_basics.datatypes import Merge, Pair
from cs336_basics.learn.checker.frame import check
from cs336_basics.learn.checks._roads import ShortCut
from cs336_basics.pairs import descending
from cs336_basics.trainers.heap import Entry

Counts = dict[Pair, int]
Pop = Callable[[list[Entry], Counts], Merge | None]

AB, BC, CD, DE, EF = pairwise([b"a", b"b", b"c", b"d", b"e", b"f"])

_LARGE = 1000  # entries in the heap on which comparisons are counted


def entry(pair: Pair, count: int) -> Entry:
    """Write a heap entry as the package does: the smallest is the best pair.

    >>> entry((b"a", b"b"), 2)[0], entry((b"a", b"b"), 2) < entry((b"a", b"a"), 2)
    (-2, True)
    """
    left, right = pair
    return -count, descending(left), descending(right), pair


def heap_of(*counts: tuple[Pair, int]) -> list[Entry]:
    """Make a heap of pairs and their counts."""
    heap = [entry(pair, count) for pair, count in counts]
    heapq.heapify(heap)
    return heap


def is_heap_list(entries: Sequence[Any]) -> bool:
    """Whether no entry is smaller than the one above it."""
    return all(entries[(i - 1) // 2] <= entries[i] for i in range(1, len(entries)))


class Left(NamedTuple):
    """What is left in a heap.

    Attributes:
        entries: sorted, since the same ones may lie in a heap in several ways.
        is_heap: whether the list still is a heap.
    """

    entries: list[Entry]
    is_heap: bool

    @classmethod
    def of(cls, entries: list[Entry]) -> Left:
        """What is left in this list."""
        return cls(sorted(entries), is_heap_list(entries))

    def __repr__(self) -> str:
        return show(self.entries) + ("" if self.is_heap else ", which is no heap")


class Popped(NamedTuple):
    """What a pop returned, and the heap it left behind."""

    merge: Merge | None
    left: Left

    def __repr__(self) -> str:
        return f"{self.merge!r}, and the heap left as {self.left!r}"


def check_pops(fn: Pop, inputs: list[tuple[list[Entry], Counts]], *, refreshes: bool) -> None:
    """Check what a pop returns and leaves, and that it does not look at every entry."""

    def expected(heap: list[Entry], counts: Counts) -> Popped:
        left = sorted(heap)
        while left:
            minus_count, _, _, pair = left.pop(0)
            count = counts.get(pair)
            if count == -minus_count:
                return Popped(Merge(pair, count), Left.of(left))
            if refreshes and count is not None:
                insort(left, entry(pair, count))
        return Popped(None, Left.of([]))

    @wraps(fn)
    def pop(heap: list[Entry], counts: Counts) -> Any:
        mine: list[Entry] = [(_Compared(first), *rest) for first, *rest in heap]  # type: ignore[misc]
        _Compared.times = 0
        merge = fn(mine, counts)
        times = _Compared.times
        popped = Popped(merge, Left.of(mine))
        if times > _LARGE // 2:
            how = f"it makes {times:,} comparisons, where a heap needs a few dozen"
            return ShortCut(popped, how)
        return popped

    check(pop, expected, [*inputs, _large_heap()], show=show)


class _Compared(int):
    """A number that counts how often it is compared."""

    times = 0

    def __lt__(self, other: int) -> bool:
        _Compared.times += 1
        return int(self) < int(other)

    def __gt__(self, other: int) -> bool:
        _Compared.times += 1
        return int(self) > int(other)

    def __neg__(self) -> _Compared:
        return _Compared(-int(self))

    __hash__ = int.__hash__


def _large_heap() -> tuple[list[Entry], Counts]:
    """A heap of many pairs, of which the first two are stale; no two counts are the same."""
    pairs = [(bytes([i // 32 + 65]), bytes([i % 32 + 65])) for i in range(_LARGE)]
    counts = {pair: 2 * _LARGE - i for i, pair in enumerate(pairs)}
    shuffled = random.Random(336).sample(list(counts.items()), k=_LARGE)
    del counts[pairs[0]], counts[pairs[1]]
    return heap_of(*shuffled), counts


def stale_heaps() -> list[tuple[list[Entry], Counts]]:
    """Heaps with stale entries in every place, and none but stale ones; smallest first."""
    unsorted = (AB, 9), (BC, 5), (CD, 7)
    return [
        ([], {}),
        (heap_of((AB, 2)), {AB: 2}),
        (heap_of((AB, 2)), {}),
        (heap_of((AB, 2), (BC, 2)), {AB: 2, BC: 2}),
        (heap_of((AB, 3), (BC, 2)), {BC: 2}),
        (heap_of((AB, 3), (AB, 1)), {AB: 1}),
        (heap_of((AB, 3), (BC, 3)), {}),
        (heap_of((AB, 3), (BC, 2), (CD, 1)), {CD: 1}),
        (heap_of((AB, 1), (BC, 2), (CD, 3)), {AB: 1, CD: 3}),
        # Lists that are heaps and not sorted: what comes next is not what stands next.
        (heap_of(*unsorted), {BC: 5, CD: 7}),
        (heap_of(*unsorted), {AB: 9, BC: 5, CD: 7}),
        (heap_of((AB, 9), (BC, 6), (CD, 8), (DE, 1), (EF, 2)), {CD: 8, EF: 2}),
    ]


def show(value: Any) -> str:
    """Write entries without their sort keys, which are hard to read."""
    if isinstance(value, list | dict) and len(value) >= _LARGE // 2:
        return f"<{len(value):,} {'entries' if isinstance(value, list) else 'counts'}>"
    if isinstance(value, list):
        shown = [f"({e[0]}, …, {e[-1]})" if isinstance(e, tuple) and e else repr(e) for e in value]
        return "[" + ", ".join(shown) + "]"
    return repr(value)
