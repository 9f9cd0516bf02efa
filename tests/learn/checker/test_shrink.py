"""A failing case becomes smaller, and what was found in time is kept."""

from __future__ import annotations

import time

import pytest

from cs336_basics.learn.checker.cases import Counts
from cs336_basics.learn.checker.shrink import shrink
from cs336_basics.learn.checker.subjects import SUBJECTS

SUBJECT = SUBJECTS["iter_merges"]
BIG = Counts({b"banana": 3, b"band": 2, b"cabbage": 1})


def holds_an_a(case: Counts) -> bool:
    """Say whether a word of the case has the letter a."""
    return any(b"a" in word for word in case.counts)


def test_the_smallest_case_that_fails_is_found() -> None:
    """One word of one letter, and once is often enough."""
    assert {b"a": 1} == shrink(SUBJECT, BIG, holds_an_a).counts


def test_what_was_found_before_the_time_is_over_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Slow code is shown the smallest case that was reached, and not the one it began with."""
    now = 0.0
    failed: list[Counts] = []

    def fails(case: Counts) -> bool:
        nonlocal now
        now += 1.0  # the learner's code takes a second a call
        if holds_an_a(case):
            failed.append(case)
        return holds_an_a(case)

    monkeypatch.setattr(time, "monotonic", lambda: now)

    found = shrink(SUBJECT, BIG, fails, seconds=3.0)

    assert failed[-1] == found
    assert SUBJECT.size(found) < SUBJECT.size(BIG)
    assert now < 6.0
