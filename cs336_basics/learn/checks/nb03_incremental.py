"""Checks of notebook 03: what one merge changes, and the four updates that follow from it."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from cs336_basics import pairs
from cs336_basics.datatypes import Pair, PretokenCounts
from cs336_basics.learn.checker.cases import Counts
from cs336_basics.learn.checker.frame import check
from cs336_basics.learn.checker.whole import look_into
from cs336_basics.learn.checks import _updates
from cs336_basics.learn.checks._corpora import changes, taken
from cs336_basics.learn.checks._roads import Road, by_road, library_called
from cs336_basics.learn.lessons.counterexamples import words
from cs336_basics.measure.profile.reports import hottest
from cs336_basics.pairs import count_pairs, merge_word, split_bytes
from cs336_basics.trainers import naive
from cs336_basics.trainers.incremental import Update, with_update

__all__ = ["change_count", "count_changes", "hottest_lines", "indexed", "iter_merges"]
__all__ += ["merge_changes", "neighbours", "rescan", "touched"]

_A, _B = b"a", b"b"


def count_changes(fn: Callable[..., Any]) -> None:
    """Check a learner's `count_changes(before, after)`: pair -> change, found by counting twice."""
    inputs: list[tuple[list[bytes], list[bytes]]] = [([], []), ([_A], [_A])]
    inputs += [(word, merge_word(word, pair)) for word, pair in _words_and_pairs(longest=5)]
    check(fn, lambda before, after: changes([(before, 1)], [(after, 1)]), inputs)


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
    _check_update(fn, _updates.writes_it_itself)


def touched(fn: Update) -> None:
    """Check a learner's `touched(state, pair)`, and that it asks a word before it walks it."""
    _check_update(fn, _updates.asks_first)


def neighbours(fn: Update) -> None:
    """Check a learner's `neighbours(state, pair)`, and that it changes counts around joins only."""
    _check_update(fn, _updates.looks_around_joins)


def indexed(fn: Update) -> None:
    """Check a learner's `indexed(state, pair)`, and that it looks only at words worth a look.

    Those are the words that hold the pair, or held it once. The first merge may walk every word,
    for that is when the index is built.
    """
    inputs = _updates.merges_in_starts()
    check(
        _watched_update(fn, _updates.writes_it_itself, plain=len(inputs)),
        _updates.recounted,
        [*inputs, *_updates.roads()],
        same=_updates.same_with_visits,
        show=_updates.show_with_visits,
    )


def merge_changes(fn: Callable[..., Any]) -> None:
    """Check a learner's `merge_changes(word, pair)`: the merged word and pair -> change.

    A word is not to be counted whole. Whoever counts a pair looks it up, and so its tokens: those
    far from every join should not be.
    """
    looked_up: set[bytes] = set()

    class Token(bytes):
        def __hash__(self) -> int:
            looked_up.add(bytes(self))
            return super().__hash__()

    @wraps(fn)
    def with_tokens(word: list[bytes], pair: Pair) -> Any:
        if len(word) < len(_FAR_FROM_THE_JOIN):
            return fn(word, pair)
        tokens: list[bytes] = list(map(Token, word))
        looked_up.clear()
        answer = fn(tokens, pair)
        looked_up.difference_update(_NEAR_THE_JOIN)
        return answer

    def fault(road: Road, _: Any) -> str | None:
        if looked_up:
            return "it counts the whole word: note only what changes around each join"
        return library_called(road)

    def recounted(word: list[bytes], pair: Pair) -> tuple[list[bytes], dict[Pair, int]]:
        merged = merge_word(word, pair)
        return merged, changes([(word, 1)], [(merged, 1)])

    inputs = _words_and_pairs(longest=7)
    ours = [each for each in (pairs.merge_changes, count_pairs) if each is not fn]
    check(
        by_road(with_tokens, fault, plain=len(inputs), watch=ours),
        recounted,
        [*inputs, (split_bytes(_FAR_FROM_THE_JOIN), (_A, _B))],
    )


_FAR_FROM_THE_JOIN = b"cdefgabhijkl"
_NEAR_THE_JOIN = frozenset([*split_bytes(b"fgabhi"), b"ab"])


def iter_merges(fn: Callable[..., Any]) -> None:
    """Check a learner's `iter_merges(counts)` against `naive`: each pair with its count."""
    # What these two let through goes through the graded cases, which take merges without counts.
    corpora: list[PretokenCounts] = [{}, {b"ab": 3}]
    check(
        taken(fn),
        taken(naive.iter_merges),
        [(corpus,) for corpus in corpora],
        same=lambda expected, got: list(map(tuple, expected)) == list(map(tuple, got)),
        deeper=look_into("iter_merges", fn, case=Counts),
    )


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


def _check_update(fn: Update, fault: Callable[[Road, _updates.After], str | None]) -> None:
    inputs = _updates.merges_in_starts()
    check(
        _watched_update(fn, fault, plain=len(inputs)),
        _updates.recounted,
        [*inputs, *_updates.roads()],
        same=_updates.same,
        show=_updates.show,
        deeper=look_into("iter_merges", with_update(fn), fn),
    )


def _watched_update(
    fn: Update, fault: Callable[[Road, _updates.After], str | None], plain: int
) -> Callable[..., Any]:
    ours = [each for each in _updates.UPDATES if each is not fn]
    return by_road(_updates.after(fn), fault, plain=plain, watch=ours)


def _words_and_pairs(longest: int) -> list[tuple[list[bytes], Pair]]:
    pairs = [(_A, _B), (_A, _A)]
    short = [(split_bytes(word), pair) for word in words(b"ab", longest) for pair in pairs]
    return [*short, ([b"n", b"e", b"w", b"e", b"s", b"t"], (b"s", b"t")), ([_A, b"bc"], (_A, b"b"))]
