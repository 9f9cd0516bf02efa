"""Checks of notebook 03: what one merge changes, and the four updates that follow from it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import wraps
from itertools import count, islice, pairwise
from typing import Any, NamedTuple

from cs336_basics.datatypes import Merge, Pair, PretokenCounts
from cs336_basics.learn.checks._frame import check
from cs336_basics.learn.counterexamples import counterexamples, words
from cs336_basics.learn.reports import hottest
from cs336_basics.pairs import count_pairs, merge_word, split_bytes
from cs336_basics.trainers import naive
from cs336_basics.trainers.incremental import State, Update

_A, _B = b"a", b"b"


class After(NamedTuple):
    """What a state holds after merges, and which words the last one looked at."""

    words: list[list[bytes]]
    pair_counts: dict[Pair, int]
    visited: set[int]


def count_changes(fn: Callable[..., Any]) -> None:
    """Check a learner's `count_changes(before, after)`: pair -> change, found by counting twice."""
    inputs: list[tuple[list[bytes], list[bytes]]] = [([], []), ([_A], [_A])]
    inputs += [(word, merge_word(word, pair)) for word, pair in _words_and_pairs(longest=5)]
    check(fn, _changes, inputs)


def change_count(fn: Callable[..., Any]) -> None:
    """Check a learner's `change_count(pair_counts, pair, change)`: it keeps no zero."""
    pair, other = (_A, _B), (_B, _A)

    @wraps(fn)
    def changed(pair_counts: dict[Pair, int], pair: Pair, change: int) -> dict[Pair, int]:
        mine = dict(pair_counts)
        fn(mine, pair, change)
        return mine

    def expected(pair_counts: dict[Pair, int], pair: Pair, change: int) -> dict[Pair, int]:
        after = {**pair_counts, pair: pair_counts.get(pair, 0) + change}
        return {each: count for each, count in after.items() if count}

    starts: list[tuple[dict[Pair, int], int]] = [({}, 2), ({pair: 3}, 2), ({pair: 2}, -2)]
    starts += [({pair: 2}, -1), ({pair: 2, other: 1}, -2), ({other: 5}, 4), ({other: 5}, 0)]
    check(changed, expected, [(start, pair, change) for start, change in starts])


def rescan(fn: Update) -> None:
    """Check a learner's `rescan(state, pair)`: words and pair counts after each merge."""
    _check_update(fn)


def touched(fn: Update) -> None:
    """Check a learner's `touched(state, pair)`: words and pair counts after each merge."""
    _check_update(fn)


def neighbours(fn: Update) -> None:
    """Check a learner's `neighbours(state, pair)`: words and pair counts after each merge."""
    _check_update(fn)


def indexed(fn: Update) -> None:
    """Check a learner's `indexed(state, pair)`, and that it looks only at words worth a look.

    Those are the words that hold the pair, or held it once. The first merge may walk every word,
    for that is when the index is built.
    """
    inputs = _merges_in_starts()
    check(_after(fn), _recounted, inputs, same=_same_with_visits, show=_show_with_visits)


def merge_changes(fn: Callable[..., Any]) -> None:
    """Check a learner's `merge_changes(word, pair)`: the merged word and pair -> change."""

    def recounted(word: list[bytes], pair: Pair) -> tuple[list[bytes], dict[Pair, int]]:
        merged = merge_word(word, pair)
        return merged, _changes(word, merged)

    check(fn, recounted, _words_and_pairs(longest=7))


def smallest_difference(fn: Callable[..., Any]) -> None:
    """Check a learner's `smallest_difference(trainer, longest)` with trainers right and wrong."""

    def expected(trainer: _Trainer, longest: int) -> bytes | None:
        return next(counterexamples(trainer, b"ab", longest), None)

    inputs = [(_Trainer("stops after one merge", _one_merge), longest) for longest in (1, 2, 3, 5)]
    inputs += [(_Trainer("is right", naive.iter_merges), 4)]
    inputs += [(_Trainer("takes the smallest pair of equals", _ties_reversed), 4)]
    inputs += [(_Trainer("never stops", _endless), 3)]
    check(fn, expected, inputs)


def hottest_lines(fn: Callable[..., Any]) -> None:
    """Check a learner's `hottest_lines(profile, number)` on profiles in scalene's form."""

    def line(number: int, python: float, native: float, system: float) -> dict[str, float]:
        return {
            "lineno": number,
            "n_cpu_percent_python": python,
            "n_cpu_percent_c": native,
            "n_sys_percent": system,
        }

    one = {"files": {"a.py": {"lines": [line(7, 50.0, 25.0, 5.0)]}}}
    two = {"files": {"a.py": {"lines": [line(1, 10.0, 0.0, 0.0), line(2, 5.0, 20.0, 1.0)]}}}
    lines = [line(3, 0.0, 0.0, 40.0), line(4, 30.0, 0.0, 0.0)]
    three = {"files": {**two["files"], "b.py": {"lines": lines}}}
    inputs = [({"files": {}}, 3), (one, 1), (two, 2), (two, 1), (three, 3), (three, 9)]
    check(fn, hottest, inputs)


def _check_update(fn: Update) -> None:
    check(_after(fn), _recounted, _merges_in_starts(), same=_same, show=_show)


def _after(update: Update) -> Callable[..., After]:
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


def _recounted(state: State, *pairs: Pair) -> After:
    """What must come out, the slow way: merge every word, then count every pair anew."""
    now = [list(word) for word in state.words]
    held = [set(pairwise(word)) for word in now]
    for pair in pairs:
        now = [merge_word(word, pair) for word in now]
        for seen, word in zip(held, now, strict=True):
            seen.update(pairwise(word))
    worth_a_look = {i for i, seen in enumerate(held) if len(pairs) < 2 or pairs[-1] in seen}
    return After(now, count_pairs(zip(now, state.frequencies, strict=True)), worth_a_look)


def _same(expected: After, got: After) -> bool:
    return expected[:2] == got[:2]


def _same_with_visits(expected: After, got: After) -> bool:
    return _same(expected, got) and got.visited <= expected.visited


def _merges_in_starts() -> list[tuple[Any, ...]]:
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


def _words_and_pairs(longest: int) -> list[tuple[list[bytes], Pair]]:
    pairs = [(_A, _B), (_A, _A)]
    short = [(split_bytes(word), pair) for word in words(b"ab", longest) for pair in pairs]
    return [*short, ([b"n", b"e", b"w", b"e", b"s", b"t"], (b"s", b"t")), ([_A, b"bc"], (_A, b"b"))]


def _changes(before: list[bytes], after: list[bytes]) -> dict[Pair, int]:
    old, new = count_pairs([(before, 1)]), count_pairs([(after, 1)])
    changes = {pair: new.get(pair, 0) - old.get(pair, 0) for pair in {**old, **new}}
    return {pair: change for pair, change in changes.items() if change}


def _show(value: Any) -> str:
    """Write a state as the call that makes it, and what came out in a line for each part."""
    if isinstance(value, State):
        counts = zip(map(b"".join, value.words), value.frequencies, strict=True)
        return f"State.start({dict(counts)})"
    if isinstance(value, After):
        return f"words:       {value.words}\npair_counts: {value.pair_counts}"
    return repr(value)


def _show_with_visits(value: Any) -> str:
    visits = f"\nlooked at:   {sorted(value.visited)}" if isinstance(value, After) else ""
    return _show(value) + visits


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


class _Trainer:
    """A trainer that says in an error message what is the matter with it."""

    def __init__(self, what: str, trainer: Callable[[PretokenCounts], Iterator[Merge]]) -> None:
        self.what, self.trainer = what, trainer

    def __call__(self, counts: PretokenCounts) -> Iterator[Merge]:
        return self.trainer(counts)

    def __repr__(self) -> str:
        return f"<a trainer that {self.what}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Trainer) and self.what == other.what

    __hash__ = None  # type: ignore[assignment]  # equal by what it says, so not to be hashed


def _one_merge(counts: PretokenCounts) -> Iterator[Merge]:
    yield from islice(naive.iter_merges(counts), 1)


def _ties_reversed(counts: PretokenCounts) -> Iterator[Merge]:
    now = [(split_bytes(pretoken), frequency) for pretoken, frequency in counts.items()]
    while pair_counts := count_pairs(now):
        most = max(pair_counts.values())
        pair = min(pair for pair, each in pair_counts.items() if each == most)
        yield Merge(pair, most)
        now = [(merge_word(word, pair), frequency) for word, frequency in now]


def _endless(counts: PretokenCounts) -> Iterator[Merge]:
    for done in count():
        if done == 1000:
            raise RuntimeError("1,000 merges taken from a trainer that never stops: use islice")
        yield Merge((_A, _B), 1)
