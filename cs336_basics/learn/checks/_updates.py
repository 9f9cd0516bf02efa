"""What the checks of the four updates share: states to start from, and what must come out.

An update changes a state and returns nothing. Here it becomes a function of a start and the pairs
to merge one after the other, so that the frame can compare it. The words are watched, because an
index is worth nothing to an update that looks at all of them.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import wraps
from itertools import pairwise
from typing import Any, NamedTuple

from cs336_basics.datatypes import Pair, PretokenCounts
from cs336_basics.learn.counterexamples import words
from cs336_basics.pairs import count_pairs, merge_word
from cs336_basics.trainers import naive
from cs336_basics.trainers.incremental import State, Update


class After(NamedTuple):
    """What a state holds after merges, and which words the last one looked at."""

    words: list[list[bytes]]
    pair_counts: dict[Pair, int]
    visited: set[int]


def after(update: Update) -> Callable[..., After]:
    """Turn an update into a function of a state and the pairs to merge one after the other."""

    @wraps(update)
    def run(state: State, *pairs: Pair) -> After:
        watched = _Watched(list(word) for word in state.words)
        mine = State(watched, list(state.frequencies), dict(state.pair_counts))
        for pair in pairs:
            watched.visited.clear()
            update(mine, pair)
        visited = set(watched.visited) if mine.words is watched else set()
        return After([list(word) for word in mine.words], dict(mine.pair_counts), visited)

    return run


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
    draw = random.Random(336)  # the same corpora in every run
    for _ in range(30):
        letters = draw.choice(["ab", "abc"])
        every = ["".join(draw.choices(letters, k=draw.randint(1, 9))) for _ in range(4)]
        corpora.append({word.encode(): draw.randint(1, 5) for word in every})
    inputs = []
    for corpus in corpora:
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
