"""Make a failing case smaller: leave something out, and keep what still fails.

Two words over two letters show a fault better than the page of a book on which it was found.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from cs336_basics.learn.checker.subjects import Subject


def shrink(
    subject: Subject, case: Any, fails: Callable[[Any], bool], *, seconds: float = 3.0
) -> Any:
    """Find the smallest case that fails too, as far as the time allows; at worst the one given.

    Args:
        subject: knows the cases.
        case: one that fails.
        fails: says whether another case fails.
        seconds: how long to search at most.

    >>> from cs336_basics.learn.checker.cases import Counts
    >>> from cs336_basics.learn.checker.subjects import SUBJECTS
    >>> big = Counts({b"banana": 3, b"band": 2})
    >>> shrink(SUBJECTS["iter_merges"], big, lambda case: any(map(len, case.counts)))
    Counts(counts={b'a': 1}, limit=0)
    """
    end = time.monotonic() + seconds
    smallest, tried = case, set[str]()
    while True:
        for other in subject.simpler(smallest):
            if time.monotonic() > end:
                return smallest
            if repr(other) in tried or subject.size(other) >= subject.size(smallest):
                continue
            tried.add(repr(other))
            if fails(other):
                smallest = other
                break
        else:
            return smallest
