"""Checks of notebook 04: a heap of pairs, its order, its stale entries, and the trainer on it."""

from __future__ import annotations

import heapq
import random
from collections.abc import Callable, Iterator, Sequence
from functools import wraps
from itertools import islice, pairwise, product
from typing import Any, NamedTuple

from cs336_basics.datatypes import Merge, Pair, PretokenCounts
from cs336_basics.learn.checker import cases
from cs336_basics.learn.checker.frame import check, check_answer
from cs336_basics.learn.checker.whole import look_into
from cs336_basics.learn.checks._roads import Road, ShortCut, by_road, library_called
from cs336_basics.learn.lessons.counterexamples import words
from cs336_basics.pairs import count_pairs, descending, merge_word, rank, split_bytes
from cs336_basics.trainers import naive
from cs336_basics.trainers.heap import Entry, HeapMerges
from cs336_basics.trainers.heap import iter_merges as heap_trainer

__all__ = ["compact", "heap_key", "is_heap", "iter_merges_heap", "pop_best", "pop_order"]
__all__ += ["pop_refreshed", "total_changes"]

RIDDLE: dict[Pair, int] = {
    (b"a", b"b"): 4,
    (b"z", b" "): 4,
    (b"ab", b"a"): 4,
    (b"q", b"u"): 5,
    (b" ", b"zz"): 4,
    (b"a", b"by"): 4,
    (b"Z", b"z"): 4,
}
"""The pairs to be put in order by hand: a space, a capital, and tokens that begin alike."""

Counts = dict[Pair, int]
_AB, _BC, _CD, _DE, _EF = pairwise([b"a", b"b", b"c", b"d", b"e", b"f"])
_LARGE = 1000  # entries in the heap on which comparisons are counted
_PUSHES = 12  # a merge: even one for each change of a count stays below


class Popped(NamedTuple):
    """What a pop returned, and the heap it left behind.

    Attributes:
        merge: the pair and its count, None when there is none.
        entries: what is left in the heap, sorted.
        is_heap: whether the list still is a heap.
    """

    merge: Merge | None
    entries: list[Entry]
    is_heap: bool


def is_heap(fn: Callable[[list[int]], bool]) -> None:
    """Check a learner's `is_heap(entries)` on every short list of three numbers."""
    lists = [list(each) for size in range(6) for each in product((1, 2, 3), repeat=size)]
    check(fn, _is_heap, [(entries,) for entries in lists])


def pop_order(fn: Callable[[], list[Pair]]) -> None:
    """Check a learner's `pop_order()`: the pairs of `RIDDLE` as the right heap gives them."""
    right = [pair for pair, _ in sorted(RIDDLE.items(), key=rank, reverse=True)]

    def fault(answer: list[Pair]) -> str | None:
        given = list(answer) if isinstance(answer, list | tuple) else []
        if sorted(map(repr, given)) != sorted(map(repr, right)):
            return f"a list of the {len(right)} pairs, each once"
        wrong = next((i for i, pair in enumerate(given) if pair != right[i]), None)
        # The answer itself is not told: only where the order goes wrong, and between which two.
        return None if wrong is None else f"{right[wrong]} before {given[wrong]}"

    check_answer(fn, fault)


def heap_key(fn: Callable[[bytes], Any]) -> None:
    """Check a learner's `heap_key(token)`: sorting by it must turn the order of tokens round."""

    @wraps(fn)
    def sort_by_key(tokens: list[bytes]) -> list[bytes]:
        return sorted(tokens, key=fn)

    def turned_round(tokens: list[bytes]) -> list[bytes]:
        return sorted(tokens, reverse=True)

    few = [b"", *words(b"ab", 3)]
    lists = [[first, second] for first in few for second in few if first < second]
    lists.sort(key=lambda tokens: (sum(map(len, tokens)), tokens))
    lists += [[b"\x00", b"\x00\x00"], [b"\xff", b"\xff\xff"], [b"\xfe\xff", b"\xff"]]
    lists += [
        [b" the", " thé".encode(), b" th", b" ", "你".encode()],
        [bytes([i]) for i in range(256)],
    ]
    check(
        sort_by_key,
        turned_round,
        [(tokens,) for tokens in lists],
        form="sorted({arguments}, key={name})",
    )


def pop_best(fn: Callable[[list[Entry], Counts], Merge | None]) -> None:
    """Check a learner's `pop_best(heap, counts)`: what it returns, and the heap it leaves."""

    def expected(heap: list[Entry], counts: Counts) -> Popped:
        left = sorted(heap)
        while left:
            minus_count, _, _, pair = left.pop(0)
            if counts.get(pair) == -minus_count:
                return Popped(Merge(pair, -minus_count), left, True)
        return Popped(None, [], True)

    _check_pops(fn, expected, _stale_heaps())


def pop_refreshed(fn: Callable[[list[Entry], Counts], Merge | None]) -> None:
    """Check a learner's `pop_refreshed(heap, counts)`: an entry that fell goes back in."""

    def expected(heap: list[Entry], counts: Counts) -> Popped:
        left = sorted(heap)
        while left:
            minus_count, _, _, pair = left.pop(0)
            count = counts.get(pair)
            if count == -minus_count:
                return Popped(Merge(pair, count), left, True)
            if count is not None:
                left = sorted([*left, entry(pair, count)])
        return Popped(None, [], True)

    fallen = [
        ([entry(_AB, 3)], {_AB: 2}),
        ([entry(_AB, 5), entry(_BC, 4)], {_AB: 3, _BC: 4}),
        ([entry(_AB, 5), entry(_BC, 4)], {_AB: 4, _BC: 4}),
        ([entry(_AB, 5), entry(_BC, 4), entry(_CD, 4)], {_AB: 1, _BC: 2, _CD: 3}),
    ]
    inputs = [*_stale_heaps(), *((_heap(entries), counts) for entries, counts in fallen)]
    inputs.sort(key=lambda each: len(each[0]))
    _check_pops(fn, expected, inputs)


def total_changes(fn: Callable[[list[list[bytes]], list[int], Pair], Counts]) -> None:
    """Check a learner's `total_changes(words, frequencies, pair)` against counting twice."""

    def expected(before: list[list[bytes]], frequencies: list[int], pair: Pair) -> Counts:
        after = [merge_word(word, pair) for word in before]
        old = count_pairs(zip(before, frequencies, strict=True))
        new = count_pairs(zip(after, frequencies, strict=True))
        changes = {each: new.get(each, 0) - old.get(each, 0) for each in {**old, **new}}
        return {each: change for each, change in changes.items() if change}

    texts: list[tuple[list[bytes], list[int]]] = [([], []), ([b"c"], [1])]
    texts += [([word], [1]) for word in (b"ab", b"abc", b"abab", b"cabd", b"ababa")]
    texts += [([b"ab"], [3]), ([b"ab", b"ab"], [1, 2]), ([b"cab", b"abc", b"xbc"], [2, 3, 1])]
    inputs = [([split_bytes(word) for word in every], counts, _AB) for every, counts in texts]
    # One word gains (ab, a), the other loses it: nothing changes, so nothing is to be pushed.
    inputs.append(([[b"a", b"b", b"a", b"c"], [b"ab", b"a", b"b"]], [1, 1], _AB))
    check(fn, expected, inputs)


def compact(fn: Callable[[list[Entry], Counts], list[Entry]]) -> None:
    """Check a learner's `compact(heap, counts)`: one true entry for each pair, and a heap."""

    def in_order(new: Any) -> Any:
        return (sorted(new), _is_heap(new)) if isinstance(new, list) else new

    def expected(heap: list[Entry], counts: Counts) -> Any:
        return in_order(sorted(entry(pair, count) for pair, count in counts.items()))

    @wraps(fn)
    def compacted(heap: list[Entry], counts: Counts) -> Any:
        return in_order(fn(heap, counts))  # the frame sees whether these two are as they were

    def show(value: Any) -> str:
        if isinstance(value, tuple):
            return _show(value[0]) + ("" if value[1] else ", which is no heap")
        return _show(value)

    twice = ([entry(_AB, 3), entry(_AB, 3), entry(_BC, 2)], {_AB: 3, _BC: 2})
    inputs = [*_complete_heaps(), (_heap(twice[0]), twice[1])]
    inputs.sort(key=lambda each: len(each[0]))
    check(compacted, expected, inputs, show=show)


def iter_merges_heap(fn: Callable[[PretokenCounts], Iterator[Merge]]) -> None:
    """Check a learner's `iter_merges_heap(counts)` against `naive`, and that it pops a heap."""

    def at_most(trainer: Callable[[PretokenCounts], Iterator[Merge]]) -> Callable[..., list[Merge]]:
        @wraps(trainer)
        def run(counts: PretokenCounts) -> list[Merge]:
            # A word of n bytes has room for n - 1 merges: one that goes on is cut off.
            return list(islice(trainer(counts), sum(map(len, counts)) + 1))

        return run

    corpora: list[PretokenCounts] = [{}, *({word: 1} for word in words(b"ab", 6))]
    corpora += [
        {b"abc": 1},
        {b"ab": 3, b"bc": 2},
        {b"low": 5, b"lower": 2, b"widest": 3, b"newest": 6},
    ]
    draw = random.Random(336)  # the same corpora in every run
    for _ in range(100):
        letters = draw.choice(["ab", "abc", " ab"])
        every = ["".join(draw.choices(letters, k=draw.randint(1, 9))) for _ in range(4)]
        corpora.append({word.encode(): draw.randint(1, 5) for word in every})
    # Words that share no letter: a merge changes one of them, and few of all the pairs.
    apart = {bytes(range(i, i + 5)): 1 + i % 7 for i in range(0, 200, 5)}
    ours = [each for each in (HeapMerges.__next__,) if fn not in (heap_trainer, HeapMerges)]
    check(
        by_road(at_most(fn), _no_heap, plain=len(corpora), watch=ours),
        at_most(naive.iter_merges),
        [(corpus,) for corpus in (*corpora, apart)],
        show=lambda value: f"<{len(value)} words>" if value == apart else repr(value),
        deeper=look_into("iter_merges", fn, case=cases.Counts),
    )


def _no_heap(road: Road, merges: list[Merge]) -> str | None:
    """The fault of a trainer that takes its pairs from somewhere else, or heaps all of them anew.

    How many entries a trainer pushes is up to it, as long as a merge pushes only what is near it.
    """
    if how := library_called(road):
        return how
    pops = sum(road.called[name] for name in ("heappop", "heapreplace", "heappushpop"))
    if pops < len(merges):
        return f"these {len(merges)} merges took {pops} pops from a heap: let `heapq` find the best"
    if road.called["heapify"] > 1 + len(merges) // 10:
        return f"the heap is built anew {road.called['heapify']} times: push what changed"
    pushes = road.called["heappush"]
    if pushes > _PUSHES * len(merges):
        return f"{pushes:,} entries are pushed for {len(merges)} merges: push what changed"
    return None


def entry(pair: Pair, count: int) -> Entry:
    """Write a heap entry as the package does: the smallest is the best pair.

    >>> entry((b"a", b"b"), 2)[0], entry((b"a", b"b"), 2) < entry((b"a", b"a"), 2)
    (-2, True)
    """
    left, right = pair
    return -count, descending(left), descending(right), pair


def _is_heap(entries: Sequence[Any]) -> bool:
    return all(entries[(i - 1) // 2] <= entries[i] for i in range(1, len(entries)))


def _heap(entries: Sequence[Entry]) -> list[Entry]:
    heap = list(entries)
    heapq.heapify(heap)
    return heap


def _check_pops(
    fn: Callable[[list[Entry], Counts], Merge | None],
    expected: Callable[[list[Entry], Counts], Popped],
    inputs: list[tuple[list[Entry], Counts]],
) -> None:
    """Check what a pop returns and leaves, and that it does not look at every entry."""

    @wraps(fn)
    def pop(heap: list[Entry], counts: Counts) -> Any:
        mine: list[Entry] = [(_Compared(first), *rest) for first, *rest in heap]  # type: ignore[misc]
        _Compared.times = 0
        merge = fn(mine, counts)
        times = _Compared.times
        popped = Popped(merge, sorted(mine), _is_heap(mine))
        if times > _LARGE // 2:
            how = f"it makes {times:,} comparisons, where a heap needs a few dozen"
            return ShortCut(popped, how)
        return popped

    check(pop, expected, [*inputs, _large_heap()], show=_show)


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
    entries = [entry(pair, 2 * _LARGE - i) for i, pair in enumerate(pairs)]
    random.Random(336).shuffle(entries)
    counts = {pair: -minus_count for minus_count, _, _, pair in entries}
    del counts[pairs[0]], counts[pairs[1]]
    return _heap(entries), counts


def _stale_heaps() -> list[tuple[list[Entry], Counts]]:
    """Heaps with stale entries in every place, and none but stale ones; smallest first."""
    cases: list[tuple[list[Entry], Counts]] = [
        ([], {}),
        ([entry(_AB, 2)], {_AB: 2}),
        ([entry(_AB, 2)], {}),
        ([entry(_AB, 2), entry(_BC, 2)], {_AB: 2, _BC: 2}),
        ([entry(_AB, 3), entry(_BC, 2)], {_BC: 2}),
        ([entry(_AB, 3), entry(_AB, 1)], {_AB: 1}),
        ([entry(_AB, 3), entry(_BC, 3)], {}),
        ([entry(_AB, 3), entry(_BC, 2), entry(_CD, 1)], {_CD: 1}),
        ([entry(_AB, 1), entry(_BC, 2), entry(_CD, 3)], {_AB: 1, _CD: 3}),
    ]
    heaps = [(_heap(entries), counts) for entries, counts in cases]
    # Lists that are heaps and not sorted: what comes next is not what stands next.
    unsorted = [
        ([entry(_AB, 9), entry(_BC, 5), entry(_CD, 7)], {_BC: 5, _CD: 7}),
        ([entry(_AB, 9), entry(_BC, 5), entry(_CD, 7)], {_AB: 9, _BC: 5, _CD: 7}),
        (list(map(entry, (_AB, _BC, _CD, _DE, _EF), (9, 6, 8, 1, 2))), {_CD: 8, _EF: 2}),
    ]
    return heaps + unsorted


def _complete_heaps() -> list[tuple[list[Entry], Counts]]:
    """Those of `_stale_heaps` that hold a true entry for every pair that is left."""
    return [
        (heap, counts)
        for heap, counts in _stale_heaps()
        if all(entry(pair, count) in heap for pair, count in counts.items())
    ]


def _show(value: Any) -> str:
    """Write entries without their sort keys, which are hard to read."""
    if isinstance(value, Popped):
        left = "" if value.is_heap else ", which is no heap"
        return f"{value.merge!r}, and the heap left as {_show(value.entries)}{left}"
    if isinstance(value, list | dict) and len(value) >= _LARGE // 2:
        return f"<{len(value):,} {'entries' if isinstance(value, list) else 'counts'}>"
    if isinstance(value, list):
        shown = [f"({e[0]}, …, {e[-1]})" if isinstance(e, tuple) and e else repr(e) for e in value]
        return "[" + ", ".join(shown) + "]"
    return repr(value)
