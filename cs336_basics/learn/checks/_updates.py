"""What the checks of the four updates share: states to start from, and what must come out.

An update changes a state and returns nothing. Here it becomes a function of a start and the pairs
to merge one after the other, so that the frame can compare it. The words are watched, because an
index is worth nothing to an update that looks at all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, MutableMapping
from functools import wraps
from itertools import pairwise
from typing import Any, NamedTuple

from cs336_basics.datatypes import Pair, PretokenCounts
from cs336_basics.learn.checks._corpora import drawn
from cs336_basics.learn.checks._roads import Road, library_called
from cs336_basics.learn.lessons.counterexamples import words
from cs336_basics.pairs import count_pairs, merge_changes, merge_word
from cs336_basics.trainers import incremental, naive
from cs336_basics.trainers.incremental import State, Update

_LONG = 40  # tokens in a word that an update has no reason to walk through
_FEW = 4 * _LONG  # steps of Python: to ask takes half as many, to walk twice as many

UPDATES = tuple(incremental.UPDATES.values())
"""The package's own updates, which are no answers when a learner's function calls them."""


class After(NamedTuple):
    """What a state holds after merges, which words the last one looked at, and what it changed.

    Attributes:
        words: as in the state.
        pair_counts: as in the state.
        visited: positions of the words that were looked at.
        written: the pairs whose counts were changed; None if the dict was made anew.
    """

    words: list[list[bytes]]
    pair_counts: dict[Pair, int]
    visited: set[int]
    written: set[Pair] | None = None


def after(update: Update) -> Callable[..., After]:
    """Turn an update into a function of a state and the pairs to merge one after the other."""

    @wraps(update)
    def run(state: State, *pairs: Pair) -> After:
        watched = _Watched(list(word) for word in state.words)
        counts = _Written(state.pair_counts)
        mine = State(watched, list(state.frequencies), counts)
        for pair in pairs:
            watched.visited.clear()
            update(mine, pair)
        visited = set(watched.visited) if mine.words is watched else set()
        written = counts.written if mine.pair_counts is counts else None
        return After([list(word) for word in mine.words], dict(mine.pair_counts), visited, written)

    return run


def writes_it_itself(road: Road, after: After) -> str | None:
    """The fault of an update that leaves the work to one of ours."""
    return library_called(road)


def asks_first(road: Road, after: After) -> str | None:
    """The fault of an update that walks through words which cannot hold the pair."""
    state, *pairs = road.arguments
    missing = [half for half in pairs[-1] if not any(half in word for word in state.words)]
    if missing and road.steps > _FEW and not library_called(road):
        return f"it walks through a word that holds no {missing[0]!r}: ask the word first"
    return library_called(road)


def looks_around_joins(road: Road, after: After) -> str | None:
    """The fault of an update that counts whole words again, or does not ask first."""
    state, *pairs = road.arguments
    near = {changed for word in state.words for changed in merge_changes(word, pairs[-1])[1]}
    if after.written is None:
        return "it makes the counts anew: correct those around each join"
    if how := asks_first(road, after):
        return how
    if far := after.written - near:
        return f"it changes the count of {max(far)}, which is not beside a join"
    return None


def roads() -> list[tuple[Any, ...]]:
    """Starts that show which way an update takes: words that cannot hold the pair, and a long one.

    In the last no token stands twice, so every pair far from the join has a count of its own.
    """
    pair = (b"a", b"b")
    starts = [b"b" * _LONG, b"a" * _LONG, b"c" * _LONG, b"cdefgabhijkl"]
    return [(State.start({word: 2}), pair) for word in starts]


def recounted(state: State, *pairs: Pair) -> After:
    """What must come out, the slow way: merge every word, then count every pair anew."""
    now = [list(word) for word in state.words]
    held = [set(pairwise(word)) for word in now]
    for pair in pairs:
        now = [merge_word(word, pair) for word in now]
        for seen, word in zip(held, now, strict=True):
            seen.update(pairwise(word))
    worth_a_look = {i for i, seen in enumerate(held) if len(pairs) < 2 or pairs[-1] in seen}
    return After(now, count_pairs(zip(now, state.frequencies, strict=True)), worth_a_look)


def same(expected: After, got: After) -> bool:
    """Say whether words and counts agree."""
    return expected[:2] == got[:2]


def same_with_visits(expected: After, got: After) -> bool:
    """Say whether they agree, and no word was looked at that need not be."""
    return same(expected, got) and got.visited <= expected.visited


def merges_in_starts() -> list[tuple[Any, ...]]:
    """Starts and the first merges `naive` makes from there, the smallest first."""
    corpora: list[PretokenCounts] = [{word: 1} for word in words(b"ab", 5) if len(word) > 1]
    corpora += [{b"ab": 2}, {b"ab": 1, b"ba": 1}, {b"abab": 3, b"ba": 2, b"bb": 1}]
    inputs = []
    for corpus in [*corpora, *drawn(30, ["ab", "abc"])]:
        pairs = [merge.pair for merge in naive.iter_merges(corpus)]
        inputs += [(State.start(corpus), *pairs[:n]) for n in range(1, len(pairs) + 1)]
    return sorted(inputs, key=_size)


def _size(given: tuple[Any, ...]) -> tuple[int, int]:
    state, *pairs = given
    return sum(map(len, state.words)), len(pairs)


def show(value: Any) -> str:
    """Write a state as the call that makes it, and what came out in a line for each part."""
    if isinstance(value, State):
        counts = zip(map(b"".join, value.words), value.frequencies, strict=True)
        return f"State.start({dict(counts)})"
    if isinstance(value, After):
        return f"words:       {value.words}\npair_counts: {value.pair_counts}"
    return repr(value)


def show_with_visits(value: Any) -> str:
    """Write the same, and the words looked at."""
    visits = f"\nlooked at:   {sorted(value.visited)}" if isinstance(value, After) else ""
    return show(value) + visits


class _Written(dict[Pair, int]):
    """Pair counts that note which of them are written."""

    # Those of `dict` itself write past the two methods below.
    pop = MutableMapping.pop
    setdefault = MutableMapping.setdefault
    update = MutableMapping.update

    def __init__(self, counts: dict[Pair, int]) -> None:
        super().__init__(counts)
        self.written: set[Pair] = set()

    def __setitem__(self, pair: Pair, count: int) -> None:
        self.written.add(pair)
        super().__setitem__(pair, count)

    def __delitem__(self, pair: Pair) -> None:
        self.written.add(pair)
        super().__delitem__(pair)


class _Watched(list[list[bytes]]):
    """A list of words that notes which of them somebody looks at."""

    visited: set[int]

    def __init__(self, every: Iterator[list[bytes]]) -> None:
        super().__init__(every)
        self.visited = set()

    def __getitem__(self, place: Any) -> Any:
        self.visited.update(range(len(self))[place] if isinstance(place, slice) else [place])
        return super().__getitem__(place)

    def __iter__(self) -> Iterator[list[bytes]]:
        return (self[i] for i in range(len(self)))
