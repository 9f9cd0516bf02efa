"""Checks of notebook 09: cuts that no merge can cross."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

from cs336_basics.datatypes import Merges
from cs336_basics.learn.checker.frame import check
from cs336_basics.learn.lessons import first_cuts

__all__ = ["cut", "cut_is_exact", "joints"]

Function = Callable[..., Any]

_MERGES: list[Merges] = [
    [(b"a", b"b")],
    [(b"b", b"c"), (b"a", b"b")],
    [(b"a", b"b"), (b"ab", b"c")],
    [(b"b", b"c"), (b"a", b"bc")],
    [(b"a", b"b"), (b"ab", b"ab"), (b"b", b"c"), (b"abab", b"a")],
]


def joints(fn: Function) -> None:
    """Check a learner's `joints(merges)`: the pairs of bytes that some merge brings together."""

    check(fn, first_cuts.joints, [(merges,) for merges in ([], *_MERGES)])


def cut(fn: Function) -> None:
    """Check a learner's `cut(word, joints)`: a cut wherever no merge can join."""

    ab, ba = (97, 98), (98, 97)
    inputs = [
        (word, joined)
        for word in (b"a", b"ab", b"ba", b"abab", b"abba", b"abcab")
        for joined in (set(), {ab}, {ba}, {ab, ba})
    ]
    check(fn, first_cuts.cut, inputs)


def cut_is_exact(fn: Function) -> None:
    """Check a learner's `cut_is_exact(word, parts, merges)`: same tokens whole and in parts?"""

    words = [b"a", b"ab", b"abc", b"abab", b"bcabc"]
    inputs = [
        (word, [word[a:b] for a, b in pairwise(places)], merges)
        for word in words
        for places in ([0, len(word)], [0, 1, len(word)], [0, len(word) - 1, len(word)])
        if len(set(places)) == len(places)
        for merges in _MERGES
    ]
    check(fn, first_cuts.cut_is_exact, inputs)
