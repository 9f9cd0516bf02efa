"""Checks of notebook 04: a heap of pairs, its order, its stale entries, and the trainer on it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import wraps
from itertools import product
from typing import Any

from cs336_basics.datatypes import Merge, Pair, PretokenCounts
from cs336_basics.learn.checker import cases
from cs336_basics.learn.checker.frame import check, check_answer
from cs336_basics.learn.checker.whole import look_into
from cs336_basics.learn.checks._corpora import TOY, changes, drawn, taken
from cs336_basics.learn.checks._heaps import (
    AB,
    BC,
    CD,
    Counts,
    Left,
    Pop,
    check_pops,
    entry,
    heap_of,
    is_heap_list,
    show,
    stale_heaps,
)
from cs336_basics.learn.checks._roads import Road, by_road, library_called
from cs336_basics.learn.lessons.counterexamples import words
from cs336_basics.pairs import merge_word, rank, split_bytes
from cs336_basics.trainers import heap as heap_trainer
from cs336_basics.trainers import naive
from cs336_basics.trainers.heap import Entry

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


_PUSHES = 12  # a merge: even one for each change of a count stays below


def is_heap(fn: Callable[[list[int]], bool]) -> None:
    """Check a learner's `is_heap(entries)` on every short list of three numbers."""
    lists = [list(each) for size in range(6) for each in product((1, 2, 3), repeat=size)]
    check(fn, is_heap_list, [(entries,) for entries in lists])


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

    few = [b"", *words(b"ab", 3)]
    lists = [[first, second] for first in few for second in few if first < second]
    lists.sort(key=lambda tokens: (sum(map(len, tokens)), tokens))
    lists += [[b"\x00", b"\x00\x00"], [b"\xff", b"\xff\xff"], [b"\xfe\xff", b"\xff"]]
    lists += [[b" the", " thé".encode(), b" th", b" ", "你".encode()]]
    lists += [[bytes([i]) for i in range(256)]]
    check(
        sort_by_key,
        lambda tokens: sorted(tokens, reverse=True),
        [(tokens,) for tokens in lists],
        form="sorted({arguments}, key={name})",
    )


def pop_best(fn: Pop) -> None:
    """Check a learner's `pop_best(heap, counts)`: what it returns, and the heap it leaves."""
    check_pops(fn, stale_heaps(), refreshes=False)


def pop_refreshed(fn: Pop) -> None:
    """Check a learner's `pop_refreshed(heap, counts)`: an entry that fell goes back in."""
    fallen = [
        (heap_of((AB, 3)), {AB: 2}),
        (heap_of((AB, 5), (BC, 4)), {AB: 3, BC: 4}),
        (heap_of((AB, 5), (BC, 4)), {AB: 4, BC: 4}),
        (heap_of((AB, 5), (BC, 4), (CD, 4)), {AB: 1, BC: 2, CD: 3}),
    ]
    inputs = sorted([*stale_heaps(), *fallen], key=lambda each: len(each[0]))
    check_pops(fn, inputs, refreshes=True)


def total_changes(fn: Callable[[list[list[bytes]], list[int], Pair], Counts]) -> None:
    """Check a learner's `total_changes(words, frequencies, pair)` against counting twice."""

    def expected(before: list[list[bytes]], frequencies: list[int], pair: Pair) -> Counts:
        after = [merge_word(word, pair) for word in before]
        return changes(*(zip(every, frequencies, strict=True) for every in (before, after)))

    texts: list[tuple[list[bytes], list[int]]] = [([], []), ([b"c"], [1])]
    texts += [([word], [1]) for word in (b"ab", b"abc", b"abab", b"cabd", b"ababa")]
    texts += [([b"ab"], [3]), ([b"ab", b"ab"], [1, 2]), ([b"cab", b"abc", b"xbc"], [2, 3, 1])]
    inputs = [([split_bytes(word) for word in every], counts, AB) for every, counts in texts]
    # One word gains (ab, a), the other loses it: nothing changes, so nothing is to be pushed.
    inputs.append(([[b"a", b"b", b"a", b"c"], [b"ab", b"a", b"b"]], [1, 1], AB))
    check(fn, expected, inputs)


def compact(fn: Callable[[list[Entry], Counts], list[Entry]]) -> None:
    """Check a learner's `compact(heap, counts)`: one true entry for each pair, and a heap."""

    def expected(heap: list[Entry], counts: Counts) -> Left:
        return Left.of(heap_of(*counts.items()))

    @wraps(fn)
    def compacted(heap: list[Entry], counts: Counts) -> Any:
        new = fn(heap, counts)  # the frame sees whether these two are as they were
        return Left.of(new) if isinstance(new, list) else new

    inputs = [
        (heap, counts)
        for heap, counts in stale_heaps()
        if all(entry(pair, count) in heap for pair, count in counts.items())
    ]
    inputs.append((heap_of((AB, 3), (AB, 3), (BC, 2)), {AB: 3, BC: 2}))
    inputs.sort(key=lambda each: len(each[0]))
    check(compacted, expected, inputs, show=show)


def iter_merges_heap(fn: Callable[[PretokenCounts], Iterator[Merge]]) -> None:
    """Check a learner's `iter_merges_heap(counts)` against `naive`, and that it pops a heap."""
    corpora: list[PretokenCounts] = [{}, *({word: 1} for word in words(b"ab", 6))]
    corpora += [{b"abc": 1}, {b"ab": 3, b"bc": 2}, TOY, *drawn(100, ["ab", "abc", " ab"])]
    # Words that share no letter: a merge changes one of them, and few of all the pairs.
    apart = {bytes(range(i, i + 5)): 1 + i % 7 for i in range(0, 200, 5)}
    given = fn in (heap_trainer.iter_merges, heap_trainer.HeapMerges)
    ours = [] if given else [heap_trainer.HeapMerges.__next__]
    check(
        by_road(taken(fn), _no_heap, plain=len(corpora), watch=ours),
        taken(naive.iter_merges),
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
