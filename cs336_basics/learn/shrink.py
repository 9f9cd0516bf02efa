"""Make a failing case smaller: Hypothesis builds others of the same material and keeps the least.

Two words over two letters show a fault better than the page of a book on which it was found.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from cs336_basics.learn.subjects import Subject

_EXAMPLES = 300  # cases tried at most
_SMALL = 6  # a case of this size is left as it is


def shrink(
    subject: Subject, case: Any, fails: Callable[[Any], bool], *, seconds: float = 3.0
) -> Any:
    """Find a smaller case that fails too, or return the one given.

    Args:
        subject: knows the cases.
        case: one that fails.
        fails: says whether another case fails.
        seconds: how long to search at most.

    >>> from cs336_basics.learn.cases import Counts
    >>> from cs336_basics.learn.subjects import SUBJECTS
    >>> big = Counts({b"banana": 3, b"band": 2})
    >>> shrink(SUBJECTS["iter_merges"], big, lambda case: any(map(len, case.counts)))
    Counts(counts={b'a': 1}, limit=0)
    """
    from hypothesis import HealthCheck, Phase, find, settings
    from hypothesis.errors import HypothesisException

    size, end = subject.size(case), time.monotonic() + seconds
    if size <= _SMALL:
        return case

    def smaller_and_fails(other: Any) -> bool:
        return time.monotonic() < end and subject.size(other) < size and fails(other)

    how = settings(
        max_examples=_EXAMPLES,
        database=None,
        deadline=None,
        derandomize=True,  # the same case in every run
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
    )
    try:
        found = find(subject.smaller(case), smaller_and_fails, settings=how)
    except HypothesisException:  # none found: the case is as small as it gets
        return case
    return found
