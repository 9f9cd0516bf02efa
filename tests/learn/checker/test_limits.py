"""What takes too much is seen, and what takes its time is left alone."""

from __future__ import annotations

import time
from collections.abc import Sequence

import pytest

from cs336_basics.learn.checker.limits import Clock, Limits
from cs336_basics.learn.checker.usage import Use

LIMITS = Limits(seconds=4, megabytes=100, with_workers=60)

Look = tuple[float, Use]
"""The time, and what is used then."""


def said(looks: Sequence[Look], monkeypatch: pytest.MonkeyPatch) -> str:
    """What a clock says of what is used at each time; empty where it says nothing."""
    now = 0.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    clock = Clock(LIMITS, held=50_000_000)
    for now, use in looks:  # noqa: B007  # the clock reads it
        over = clock.over(use)
        if over:
            return over.message
    return ""


@pytest.mark.parametrize(
    ("looks", "message"),
    [
        # What the child held before is its own.
        ([(1, Use(140_000_000)), (2, Use(160_000_000))], "took more than 100 MB"),
        # It worked before it was called.
        ([(1, Use(own=9)), (5, Use(own=13.1))], "no answer within 4 s"),
        ([(1, Use(own=9)), (5, Use(own=12.9))], ""),
        # A busy machine: it gets a tenth of a processor.
        ([(second, Use(own=second / 10)) for second in range(39)], ""),
        ([(second, Use(own=1)) for second in range(9)], ""),
        (
            [(second, Use(own=1)) for second in range(10)],
            "no answer within 8 s, in which it only waited",
        ),
        # Its workers work, one after the other.
        ([(second, Use(own=1, workers={second // 9: second % 9})) for second in range(59)], ""),
        (
            [(second, Use(own=1, workers={7: second})) for second in range(40)],
            "no answer: a worker went on for more than 30 s",
        ),
        (
            [(second, Use(own=1, workers={7: second / 9, 8: second / 9})) for second in range(70)],
            "no answer within 60 s",
        ),
        (
            [(second, Use(own=1, workers={7: 0.5})) for second in range(30)],
            "no answer within 20 s, in which it only waited",
        ),
    ],
)
def test_a_clock_ends_what_takes_too_much(
    looks: Sequence[Look], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the work, by the time, by the memory."""
    assert message == said(looks, monkeypatch)
