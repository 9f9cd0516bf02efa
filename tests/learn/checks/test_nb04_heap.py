"""Checks of notebook 04: they take every right answer, and show a wrong one its smallest input."""

from __future__ import annotations

import heapq
import runpy
from bisect import insort
from collections.abc import Callable, Iterator
from functools import total_ordering
from itertools import islice
from pathlib import Path
from queue import PriorityQueue
from typing import Any

import pytest

from cs336_basics.datatypes import Merge, Pair, PretokenCounts
from cs336_basics.learn import checks
from cs336_basics.learn.checks import CheckFailed
from cs336_basics.learn.checks._heaps import entry
from cs336_basics.learn.checks.nb04_heap import RIDDLE
from cs336_basics.learn.lessons.tie_rules import with_tie_key
from cs336_basics.pairs import descending, merge_changes, rank
from cs336_basics.trainers import heap, incremental, naive
from cs336_basics.trainers.heap import Entry
from tests.learn.checks.exercises import ExerciseTests

Function = Callable[..., Any]
Counts = dict[Pair, int]

FLIP = bytes(255 - byte for byte in range(256))
EXERCISES: dict[str, Function] = {
    "is_heap": checks.is_heap,
    "pop_order": checks.pop_order,
    "heap_key": checks.heap_key,
    "pop_best": checks.pop_best,
    "total_changes": checks.total_changes,
    "iter_merges_heap": checks.iter_merges_heap,
    "compact": checks.compact,
    "pop_refreshed": checks.pop_refreshed,
}


@pytest.fixture(scope="module")
def solutions(root: Path) -> dict[str, Function]:
    """The functions in the solutions of notebook 04."""
    return runpy.run_path(str(root / "notebooks" / "solutions" / "04_heap_bpe.py"))


@total_ordering
class Reversed:
    """Another right key: a class whose comparison is turned round."""

    def __init__(self, token: bytes) -> None:
        self.token = token

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Reversed) and self.token == other.token

    def __lt__(self, other: Reversed) -> bool:
        return self.token > other.token


def is_heap_downwards(entries: list[int]) -> bool:
    """Another right way: look from each entry at those below it."""
    return not any(
        entries[below] < above
        for i, above in enumerate(entries)
        for below in (2 * i + 1, 2 * i + 2)
        if below < len(entries)
    )


def pop_in_pieces(entries: list[Entry], counts: Counts) -> Merge | None:
    """Another right way: clear the top first, then take what is there."""
    while entries and counts.get(entries[0][-1]) != -entries[0][0]:
        heapq.heappop(entries)
    return Merge(entries[0][-1], -heapq.heappop(entries)[0]) if entries else None


def refresh_in_place(entries: list[Entry], counts: Counts) -> Merge | None:
    """Another right way: `heapreplace` puts the new entry where the old one was."""
    while entries:
        minus_count, _, _, pair = entries[0]
        if pair not in counts:
            heapq.heappop(entries)
        elif counts[pair] != -minus_count:
            heapq.heapreplace(entries, entry(pair, counts[pair]))
        else:
            heapq.heappop(entries)
            return Merge(pair, counts[pair])
    return None


def total_by_words(words: list[list[bytes]], frequencies: list[int], pair: Pair) -> dict[Pair, int]:
    """Another right way: one word after the other, a total taken out when it reaches zero."""
    total: dict[Pair, int] = {}
    for i, word in enumerate(words):
        for changed, change in merge_changes(word, pair)[1].items():
            now = total.pop(changed, 0) + change * frequencies[i]
            if now:
                total[changed] = now
    return total


def compact_by_filter(entries: list[Entry], counts: Counts) -> list[Entry]:
    """Another right way: keep what is true, each once; a sorted list is a heap."""
    return sorted({each for each in entries if counts.get(each[-1]) == -each[0]})


def merges_with_refresh(counts: PretokenCounts) -> Iterator[Merge]:
    """Another right trainer: counts that fall are pushed only when their old entry comes up."""
    state = incremental.State.start(counts)
    entries = sorted(entry(pair, count) for pair, count in state.pair_counts.items())
    while merge := refresh_in_place(entries, state.pair_counts):
        yield merge
        for pair, change in total_by_words(state.words, state.frequencies, merge.pair).items():
            state.add(pair, change)
            if change > 0:
                heapq.heappush(entries, entry(pair, state.pair_counts[pair]))
        state.words = [merge_changes(word, merge.pair)[0] for word in state.words]


def merges_with_a_queue(counts: PretokenCounts) -> Iterator[Merge]:
    """Another right trainer: a queue of the standard library, every change pushed."""
    state, queue = incremental.State.start(counts), PriorityQueue[Entry]()
    for pair, count in state.pair_counts.items():
        queue.put(entry(pair, count))
    while not queue.empty():
        minus_count, *_, pair = queue.get()
        if state.pair_counts.get(pair) != -minus_count:
            continue
        yield Merge(pair, -minus_count)
        for i, word in enumerate(state.words):
            state.words[i], changes = merge_changes(word, pair)
            for changed, change in changes.items():
                state.add(changed, change * state.frequencies[i])
                if changed in state.pair_counts:
                    queue.put(entry(changed, state.pair_counts[changed]))


def pop_with_replace(entries: list[Entry], counts: Counts) -> Merge | None:
    """Another right way: a stale entry goes, and the heap is asked again."""
    if not entries:
        return None
    minus_count, _, _, pair = heapq.heappop(entries)
    if counts.get(pair, 0) == -minus_count:
        return Merge(pair, -minus_count)
    return pop_with_replace(entries, counts)


RIGHT: list[tuple[str, Function]] = [
    ("pop_best", pop_with_replace),
    ("is_heap", is_heap_downwards),
    ("pop_order", lambda: [max(RIDDLE.items(), key=rank)[0], *_rest_of_the_riddle()]),
    ("heap_key", descending),
    ("heap_key", Reversed),
    ("pop_best", pop_in_pieces),
    ("total_changes", total_by_words),
    ("iter_merges_heap", heap.iter_merges),
    ("iter_merges_heap", merges_with_refresh),
    ("iter_merges_heap", merges_with_a_queue),
    ("compact", compact_by_filter),
    ("pop_refreshed", refresh_in_place),
]


def _rest_of_the_riddle() -> list[Pair]:
    first, *rest = sorted(RIDDLE, key=lambda pair: rank((pair, RIDDLE[pair])), reverse=True)
    assert RIDDLE[first] == max(RIDDLE.values())
    return rest


def pop_without_looking(entries: list[Entry], counts: Counts) -> Merge | None:
    """Forgets that a heap may hold stale entries only."""
    minus_count, _, _, pair = heapq.heappop(entries)
    while counts.get(pair) != -minus_count:
        minus_count, _, _, pair = heapq.heappop(entries)
    return Merge(pair, -minus_count)


def pop_once(entries: list[Entry], counts: Counts) -> Merge | None:
    """Gives up at the first stale entry."""
    if entries:
        minus_count, _, _, pair = heapq.heappop(entries)
        if counts.get(pair) == -minus_count:
            return Merge(pair, -minus_count)
    return None


def pop_whatever_is_there(entries: list[Entry], counts: Counts) -> Merge | None:
    """Asks only whether the pair still exists, not whether the count is true."""
    while entries:
        minus_count, _, _, pair = heapq.heappop(entries)
        if pair in counts:
            return Merge(pair, -minus_count)
    return None


def pop_by_removing(entries: list[Entry], counts: Counts) -> Merge | None:
    """Takes the right entry out of the list, and leaves no heap."""
    found = pop_in_pieces(entries, counts)
    entries.sort(reverse=True)
    return found


def total_by_last_word(words: list[list[bytes]], frequencies: list[int], pair: Pair) -> Counts:
    """The later word overwrites the earlier one."""
    total: Counts = {}
    for word, frequency in zip(words, frequencies, strict=True):
        total.update({p: n * frequency for p, n in merge_changes(word, pair)[1].items()})
    return total


def total_with_zeros(words: list[list[bytes]], frequencies: list[int], pair: Pair) -> Counts:
    """Keeps what comes to nothing."""
    total: Counts = {}
    for word, frequency in zip(words, frequencies, strict=True):
        for changed, change in merge_changes(word, pair)[1].items():
            total[changed] = total.get(changed, 0) + change * frequency
    return total


def index_error_at_the_end(counts: PretokenCounts) -> Iterator[Merge]:
    """The published loop: an empty heap is expected only where the search begins."""
    merges = heap.iter_merges(counts)
    yield from merges
    if merges.stats.stale:
        raise IndexError("pop from an empty heap")


def compact_with_doubles(entries: list[Entry], counts: Counts) -> list[Entry]:
    """Keeps a true entry as often as it stands there."""
    return sorted(each for each in entries if counts.get(each[-1]) == -each[0])


def compact_without_order(entries: list[Entry], counts: Counts) -> list[Entry]:
    """A list of true entries that is no heap."""
    return sorted(compact_by_filter(entries, counts), reverse=True)


WRONG: list[tuple[str, Function, str]] = [
    ("is_heap", lambda entries: entries == sorted(entries), "([1, 2, 1])"),
    ("is_heap", lambda entries: not entries or entries[0] == min(entries), "([1, 2, 1, 1])"),
    ("is_heap", lambda entries: entries[0] == min(entries), "([])"),
    ("heap_key", lambda token: token, "sorted([b'', b'a'], key="),
    ("heap_key", lambda token: (-len(token), token.translate(FLIP)), "sorted([b'aa', b'b'], key="),
    ("heap_key", lambda token: token.translate(FLIP), "sorted([b'', b'a'], key="),
    (
        "heap_key",  # ends with the highest byte: not above every byte
        lambda token: token.translate(FLIP) + b"\xff",
        r"sorted([b'\x00', b'\x00\x00'], key=",
    ),
    ("heap_key", lambda token: -int.from_bytes(token, "big"), "sorted([b'aa', b'b'], key="),
    ("pop_best", pop_without_looking, "([], {})"),
    ("pop_best", pop_once, "([(-3, …, (b'a', b'b')), (-2, …, (b'b', b'c'))]"),
    ("pop_best", pop_whatever_is_there, "([(-3, …, (b'a', b'b')), (-1, …, (b'a', b'b'))]"),
    ("pop_best", pop_by_removing, "(-1, …, (b'a', b'b'))], {"),
    ("total_changes", total_by_last_word, "([[b'a', b'b'], [b'a', b'b']], [1, 2], "),
    ("total_changes", total_with_zeros, "[[b'a', b'b', b'a', b'c'], [b'ab', b'a', b'b']]"),
    ("total_changes", lambda words, frequencies, pair: {}, "([[b'a', b'b']], [1], "),
    ("iter_merges_heap", with_tie_key(lambda token, number: token), "({b'aab': 1})"),
    ("iter_merges_heap", with_tie_key(lambda token, number: -number), "({b'baaa': 1})"),
    (
        "iter_merges_heap",
        with_tie_key(lambda token, number: token.translate(FLIP)),
        "({b'aaab': 1})",
    ),
    ("iter_merges_heap", index_error_at_the_end, "({b'aab': 1})"),
    ("iter_merges_heap", lambda counts: islice(naive.iter_merges(counts), 1), "({b'aaa': 1})"),
    ("compact", lambda entries, counts: list(entries), "([(-2, …, (b'a', b'b'))], {})"),
    ("compact", compact_with_doubles, "(-3, …, (b'a', b'b')), (-3, …, (b'a', b'b'))"),
    ("compact", compact_without_order, "(b'b', b'c')), (-2, …, (b'a', b'b'))]"),
    ("pop_refreshed", pop_in_pieces, "([(-3, …, (b'a', b'b'))], {(b'a', b'b'): 2})"),
]


class TestExercises(ExerciseTests):
    """What every exercise must do."""

    exercises, right, wrong = EXERCISES, RIGHT, WRONG
    says = ""  # then how many inputs, in a form of its own


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (None, "a list of the 7 pairs, each once"),
        (list(RIDDLE)[1:], "a list of the 7 pairs, each once"),
        (sorted(RIDDLE, reverse=True), "(b'q', b'u') before (b'z', b' ')"),
        (
            sorted(RIDDLE, key=lambda pair: (RIDDLE[pair], b"".join(pair)), reverse=True),
            "(b'ab', b'a') before (b'a', b'by')",
        ),
    ],
)
def test_a_wrong_order_sees_the_two_pairs_it_confuses(answer: Any, expected: str) -> None:
    """The riddle's answer is not given away: the message names two pairs, no more."""
    with pytest.raises(CheckFailed) as failed:
        checks.pop_order(lambda: answer)

    assert failed.value.expected == expected


def test_a_heap_that_is_none_any_more_is_named_as_such() -> None:
    """Taking the right entry out of the list in the wrong way is seen."""
    with pytest.raises(CheckFailed, match="which is no heap"):
        checks.pop_best(pop_by_removing)


def pop_of_the_list(entries: list[Entry], counts: Counts) -> Merge | None:
    """The list's own pop: what stands second in a heap need not come second."""
    while entries:
        minus_count, _, _, pair = entries.pop(0)
        if counts.get(pair) == -minus_count:
            return Merge(pair, -minus_count)
    return None


def pop_sorted(entries: list[Entry], counts: Counts) -> Merge | None:
    """Right, and it sorts all entries for one of them."""
    entries.sort()
    return pop_of_the_list(entries, counts)


def pop_least(entries: list[Entry], counts: Counts) -> Merge | None:
    """Right, and it looks at all entries for one of them."""
    while entries:
        least = min(entries, key=lambda each: (-each[0] * -1, each[1:3]))
        entries.remove(least)
        heapq.heapify(entries)
        if counts.get(least[-1]) == -least[0]:
            return Merge(least[-1], -least[0])
    return None


def refresh_sorted(entries: list[Entry], counts: Counts) -> Merge | None:
    """Right, and it sorts all entries for one of them."""
    entries.sort()
    while entries:
        minus_count, _, _, pair = entries.pop(0)
        if counts.get(pair) == -minus_count:
            return Merge(pair, -minus_count)
        if pair in counts:
            insort(entries, entry(pair, counts[pair]))
    return None


def forget_what_was_merged(entries: list[Entry], counts: Counts) -> Merge | None:
    """Changes the counts, which are only to be read."""
    merge = pop_in_pieces(entries, counts)
    if merge:
        del counts[merge.pair]
    return merge


def compact_in_place(entries: list[Entry], counts: Counts) -> list[Entry]:
    """Throws the stale entries out of the list that it was given."""
    entries[:] = {each for each in entries if counts.get(each[-1]) == -each[0]}
    heapq.heapify(entries)
    return entries


def compact_by_popping(entries: list[Entry], counts: Counts) -> list[Entry]:
    """Empties the heap that it was given."""
    new: list[Entry] = []
    while entries:
        each = heapq.heappop(entries)
        if counts.get(each[-1]) == -each[0] and each not in new:
            new.append(each)
    return new


@pytest.mark.parametrize(
    ("name", "answer", "what"),
    [
        ("pop_best", pop_of_the_list, "(-5, …, (b'b', b'c')), (-7, …, (b'c', b'd'))]"),
        ("pop_best", pop_sorted, "comparisons, where a heap needs a few dozen"),
        ("pop_best", pop_least, "comparisons, where a heap needs a few dozen"),
        ("pop_best", forget_what_was_merged, "the function changed them"),
        ("pop_refreshed", refresh_sorted, "comparisons, where a heap needs a few dozen"),
        ("compact", compact_in_place, "the function changed them"),
        ("compact", compact_by_popping, "the function changed them"),
    ],
)
def test_a_heap_is_used_as_a_heap(name: str, answer: Function, what: str) -> None:
    """What pops without one is wrong, or looks at everything; and what is only read stays."""
    with pytest.raises(CheckFailed) as failed:
        EXERCISES[name](answer)

    assert what in str(failed.value)


def merges_by_sorting(counts: PretokenCounts) -> Iterator[Merge]:
    """No heap: the best pair is looked for among all."""
    state = incremental.State.start(counts)
    while state.pair_counts:
        pair, count = sorted(state.pair_counts.items(), key=rank)[-1]
        yield Merge(pair, count)
        incremental.rescan(state, pair)


def merges_by_heaping_all(counts: PretokenCounts) -> Iterator[Merge]:
    """A heap in name: made of all pairs, for each merge."""
    state = incremental.State.start(counts)
    while state.pair_counts:
        entries = [entry(*item) for item in state.pair_counts.items()]
        heapq.heapify(entries)
        *_, pair = heapq.heappop(entries)
        yield Merge(pair, state.pair_counts[pair])
        incremental.rescan(state, pair)


def merges_by_pushing_all(counts: PretokenCounts) -> Iterator[Merge]:
    """The same, pushed one by one."""
    state = incremental.State.start(counts)
    while state.pair_counts:
        entries: list[Entry] = []
        for item in state.pair_counts.items():
            heapq.heappush(entries, entry(*item))
        *_, pair = heapq.heappop(entries)
        yield Merge(pair, state.pair_counts[pair])
        incremental.rescan(state, pair)


def merges_of_the_package(counts: PretokenCounts) -> Iterator[Merge]:
    """Ours, under another name."""
    return heap.iter_merges(counts)


@pytest.mark.parametrize(
    ("answer", "how"),
    [
        (naive.iter_merges, "took 0 pops from a heap"),
        (incremental.iter_merges, "took 0 pops from a heap"),
        (merges_by_sorting, "took 0 pops from a heap"),
        (merges_by_heaping_all, "the heap is built anew 160 times"),
        (merges_by_pushing_all, "entries are pushed for 160 merges"),
        (merges_of_the_package, "the package's `HeapMerges.__next__` does the work"),
    ],
)
def test_a_trainer_takes_its_pairs_from_a_heap(answer: Function, how: str) -> None:
    """Right merges that came from elsewhere are not what 4.6 asks for."""
    with pytest.raises(CheckFailed) as failed:
        checks.iter_merges_heap(answer)

    assert how in failed.value.got
