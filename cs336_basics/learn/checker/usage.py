"""What a process and those it started use: memory and the processor, seen from outside."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple

import psutil

_HELPERS = ("multiprocessing.resource_tracker", "multiprocessing.forkserver")
_LONG = 0.5  # seconds between two looks at what takes long to look at


class Use(NamedTuple):
    """What is used at a moment.

    Attributes:
        memory: bytes, those shared by several processes once where the sum is over a limit.
        own: seconds of work of the process itself.
        workers: seconds of work of each process it started.
    """

    memory: int = 0
    own: float = 0.0
    workers: dict[int, float] = {}  # noqa: RUF012  # never changed

    @property
    def work(self) -> float:
        """Seconds of work of all."""
        return self.own + sum(self.workers.values())

    @property
    def longest(self) -> float:
        """Seconds of work of the worker that worked the most."""
        return max(self.workers.values(), default=0.0)


class Usage:
    """Looks at a process again and again.

    >>> import os
    >>> Usage(os.getpid()).now().memory > 0
    True
    """

    def __init__(self, pid: int) -> None:
        self._process = psutil.Process(pid)
        self._shared = 0
        self._next_shared = 0.0

    def now(self, most: float = float("inf")) -> Use:
        """Look at it; zeros if it is gone.

        Args:
            most: bytes. Only above them is it worth while to find out what is shared.
        """
        started = self.started()
        every = [self._process, *started]
        memory = sum(_of(each, lambda process: process.memory_info().rss) for each in every)
        if memory > most and started:
            memory = min(memory, self._counted_once(every))
        workers = {each.pid: _of(each, _work) for each in started if not self._helps(each)}
        return Use(int(memory), _of(self._process, _work), workers)

    def started(self) -> list[psutil.Process]:
        """The processes that it started, and those that these did."""
        with suppress(psutil.Error):
            return self._process.children(recursive=True)
        return []

    def _counted_once(self, every: list[psutil.Process]) -> int:
        if time.monotonic() >= self._next_shared:
            start = time.monotonic()
            self._shared = int(sum(_of(each, _share) for each in every))
            took = time.monotonic() - start
            self._next_shared = time.monotonic() + min(_LONG, 10 * took)
        return self._shared

    def _helps(self, process: psutil.Process) -> bool:
        """Whether it is one that multiprocessing starts and keeps, and not a worker."""
        command = _command(process)
        if not any(helper in command for helper in _HELPERS):
            return False
        # A worker that the fork server made looks like the server itself, whose child it is.
        return _of(process, lambda each: each.ppid()) == self._process.pid


def is_tracker(process: psutil.Process) -> bool:
    """Whether it is the one of multiprocessing that tidies up when all others are gone."""
    return _HELPERS[0] in _command(process)


def is_gone(process: psutil.Process) -> bool:
    """Whether a process has ended, also where no one has asked how."""
    with suppress(psutil.Error):
        return process.status() == psutil.STATUS_ZOMBIE
    return True


def _of(process: psutil.Process, what: Callable[[psutil.Process], float]) -> float:
    """A number of a process, or 0 if it is gone."""
    with suppress(psutil.Error):
        return what(process)
    return 0


def _work(process: psutil.Process) -> float:
    times = process.cpu_times()
    return times.user + times.system


def _share(process: psutil.Process) -> float:
    """Memory, of which a page that n processes share counts as an n-th."""
    memory = process.memory_full_info()
    return float(getattr(memory, "pss", memory.uss))


def _command(process: psutil.Process) -> str:
    with suppress(psutil.Error):
        return " ".join(process.cmdline())
    return ""
