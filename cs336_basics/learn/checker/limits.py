"""What one call of a learner's code may take, and how it is seen that it takes more."""

from __future__ import annotations

import time
from typing import NamedTuple

from cs336_basics.learn.checker.outcome import MEMORY, NO_ANSWER, Outcome
from cs336_basics.learn.checker.usage import Use


class Limits(NamedTuple):
    """What one call may take.

    Attributes:
        seconds: of work of the process itself; by the clock twice as many in which it only waits,
            and longer while it has processes of its own: these must start and import first.
        megabytes: beyond what the process held before, with the processes that it started.
        with_workers: seconds by the clock in any case. A worker may work half as long.
    """

    seconds: float = 4.0
    megabytes: int = 1000
    with_workers: float = 60.0


_AT_REST = 0.05  # of a processor: who uses less does not work
_PATIENCE = 2.5  # times as long may workers rest


class Clock:
    """Runs while an answer is waited for.

    Args:
        limits: of the call.
        held: bytes that the process held before.

    >>> Clock(Limits(megabytes=1), held=0).over(Use(memory=2_000_000)).message
    'took more than 1 MB'
    """

    def __init__(self, limits: Limits, held: int) -> None:
        self.limits = limits
        self.most = held + limits.megabytes * 1_000_000
        self._start = time.monotonic()
        self._before: Use | None = None  # costly to ask for, so not before the first tick
        self._at_work = self._start, 0.0  # when it was last seen to work, and what it had done

    def over(self, use: Use) -> Outcome | None:
        """What it has taken too much of, if anything."""
        if use.memory > self.most:
            return _ended(MEMORY, f"took more than {self.limits.megabytes:,} MB")
        before = self._before = self._before or use
        if use.own - before.own > self.limits.seconds:
            return _ended(NO_ANSWER, f"no answer within {self.limits.seconds:g} s")
        most = max(self.limits.seconds, self.limits.with_workers / 2)
        if any(work - before.workers.get(pid, 0.0) > most for pid, work in use.workers.items()):
            return _ended(NO_ANSWER, f"no answer: a worker went on for more than {most:g} s")
        return self._by_the_clock(use)

    def _by_the_clock(self, use: Use) -> Outcome | None:
        now, (since, done) = time.monotonic(), self._at_work
        rest = 2 * self.limits.seconds * (_PATIENCE if use.workers else 1)
        if use.work - done > rest * _AT_REST:
            self._at_work = now, use.work
        elif use.work < done:  # a worker has ended, and its work is not counted any more
            self._at_work = since, use.work
        if now - since > rest:
            return _ended(NO_ANSWER, f"no answer within {rest:g} s, in which it only waited")
        most = max(3 * self.limits.seconds, self.limits.with_workers)
        if now - self._start > most:
            return _ended(NO_ANSWER, f"no answer within {most:g} s")
        return None


def _ended(error: str, message: str) -> Outcome:
    return Outcome(error=error, kinds=(error,), message=message)
