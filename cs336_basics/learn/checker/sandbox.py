"""Runs a learner's code in a process of its own, with limits: whatever it does, the caller goes on.

The child is forked, so it has everything the caller has, also functions typed into a notebook. It
answers one request after the other through a pipe. A hang ends at the time limit, a crash is told
with its signal, memory is watched from outside, and what the code prints is kept to its beginning.

Where the system cannot fork, the code runs in this process and without limits.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import time
import warnings
from collections.abc import Callable
from dataclasses import replace
from multiprocessing.connection import Connection
from typing import Any, Self

import psutil

from cs336_basics.learn.checker.boxed import serve
from cs336_basics.learn.checker.calls import answer
from cs336_basics.learn.checker.limits import Clock, Limits
from cs336_basics.learn.checker.outcome import DIED, Outcome
from cs336_basics.learn.checker.usage import Usage, is_gone, is_tracker

__all__ = ["USUAL", "Box", "Limits", "Sandbox", "open_box"]

Function = Callable[[Any], Any]

_TICK = 0.05  # seconds between two looks at the child, or longer where looking takes long


USUAL = Limits()
"""The limits where nobody asks for others."""

_IMPORTING = Limits(seconds=20.0, megabytes=4000)
"""While modules are imported: torch alone takes seconds."""


class Box:
    """Calls a function, here and now: what a sandbox does, without its walls."""

    def __init__(self, function: Function) -> None:
        self.function = function

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing is open."""

    def call(self, request: Any, limits: Limits | None = None) -> Outcome:
        """Call the function; a returned `Outcome` is passed on as it is.

        Args:
            request: what the function is given.
            limits: of this call; by default those of the box. Without walls, none.
        """
        return answer(self.function, request)


class Sandbox(Box):
    """Calls a function in a forked child; a call that ends the child is an outcome like any other.

    Args:
        function: takes a request. It may return an `Outcome`, or anything that pickle can send.
        limits: what one call may take.

    >>> with Sandbox(abs) as box:
    ...     box.call(-1).answer, box.call("x").error
    (1, 'TypeError')
    """

    def __init__(self, function: Function, limits: Limits | None = None) -> None:
        super().__init__(function)
        self.limits = limits or USUAL
        self._child: Any = None
        self._pipe: Connection | None = None
        self._usage: Usage | None = None
        self._held = 0  # bytes the child held before it was called

    def __exit__(self, *_: object) -> None:
        """End the child and all it started."""
        self._end()

    def call(self, request: Any, limits: Limits | None = None) -> Outcome:
        """Send a request to the child, and wait for its answer as long as the limits allow."""
        limits, start = limits or self.limits, time.monotonic()
        try:
            pipe, usage = self._opened()
            try:
                pipe.send((request, limits.megabytes))
                outcome = self._wait(pipe, usage, limits)
            except (EOFError, OSError):
                outcome = self._died()
        except BaseException:  # Ctrl-C: the child must not outlive the check
            self._end()
            raise
        if outcome.ended_the_process:
            outcome = replace(outcome, seconds=time.monotonic() - start)
        return outcome

    def _opened(self) -> tuple[Connection, Usage]:
        if self._pipe is None or self._usage is None:
            context = multiprocessing.get_context("fork")
            self._pipe, theirs = context.Pipe()
            self._child = context.Process(
                target=serve, args=(self.function, theirs, self._pipe, os.getpid())
            )
            with warnings.catch_warnings():
                # Python warns of forking beside threads. A child that hangs for that ends in time.
                warnings.simplefilter("ignore", DeprecationWarning)
                self._child.start()
            theirs.close()
            self._usage = Usage(self._child.pid)
            self._held = self._usage.now().memory
        return self._pipe, self._usage

    def _wait(self, pipe: Connection, usage: Usage, limits: Limits) -> Outcome:
        clock, pause = Clock(limits, self._held), _TICK
        while True:
            if pipe.poll(pause):
                message = pipe.recv()
                if isinstance(message, Outcome):
                    return message
                # It imports modules (True), or is through with them.
                self._held = self._held if message else usage.now().memory
                clock = Clock(_IMPORTING if message else limits, self._held)
                continue
            # Its own processes may hold the pipe open, so it is asked for itself.
            if not self._child.is_alive() and not pipe.poll():
                raise EOFError
            start = time.monotonic()
            over = clock.over(usage.now(clock.most))
            if over:
                self._end()
                return over
            pause = max(_TICK, 5 * (time.monotonic() - start))

    def _died(self) -> Outcome:
        self._child.join(1)
        code = self._child.exitcode
        self._end()
        if code is not None and code < 0:
            with contextlib.suppress(ValueError):
                code = signal.Signals(-code).name
        how = f"the process ended in the middle of the call ({code})"
        if code == "SIGKILL":
            how = "the process was killed (SIGKILL), perhaps for its memory"
        return Outcome(error=DIED, kinds=(DIED,), message=how)

    def _end(self) -> None:
        if self._child is not None and self._child.pid is not None:
            self._end_all(self._usage or Usage(self._child.pid))
        if self._pipe is not None:
            self._pipe.close()
        self._child = self._pipe = self._usage = None

    def _end_all(self, usage: Usage) -> None:
        # Some may have left the group of the child, so it must be there yet to be asked for them:
        # it goes when the pipe is closed.
        started = usage.started()
        # A tracker ends by itself, and removes what the others had in /dev/shm.
        trackers = [each for each in started if is_tracker(each)]
        for each in started:
            if each not in trackers:
                with contextlib.suppress(psutil.Error):
                    each.kill()
        self._child.kill()
        end = time.monotonic() + 1
        while not all(map(is_gone, trackers)) and time.monotonic() < end:
            time.sleep(0.01)
        with contextlib.suppress(OSError):
            os.killpg(self._child.pid, signal.SIGKILL)  # the group outlives a child that died
        self._child.join()
        self._child.close()


def open_box(function: Function, limits: Limits | None = None) -> Box:
    """A sandbox where the system can fork, a plain box elsewhere.

    >>> with open_box(abs) as box:
    ...     box.call(-1).answer
    1
    """
    if "fork" in multiprocessing.get_all_start_methods():
        return Sandbox(function, limits)
    return Box(function)
