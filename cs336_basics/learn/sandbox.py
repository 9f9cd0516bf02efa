"""Run a learner's code in a process of its own, with limits: whatever it does, the caller goes on.

The child is forked, so it has everything the caller has, also functions typed into a notebook. It
answers one request after the other through a pipe. A hang ends at the time limit, a crash is told
with its signal, memory is limited by the system and watched from outside, and what the code prints
is kept to its beginning.

Where the system cannot fork, the code runs in this process and without limits.
"""

from __future__ import annotations

import contextlib
import io
import multiprocessing
import os
import pickle
import signal
import sys
import threading
import time
import warnings
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any, NamedTuple, Self

import psutil

from cs336_basics.learn.outcome import DIED, MEMORY, NO_ANSWER, Outcome, failed

Function = Callable[[Any], Any]

_TICK = 0.05  # seconds between two looks at the child's memory
_PRINTED = 400  # characters kept of what the code prints
_LARGEST_FILE = 256 * 1024 * 1024  # bytes


class Limits(NamedTuple):
    """What one call may take.

    Attributes:
        seconds: of work; twice as many by the clock on the wall, because a machine may be busy.
        megabytes: beyond what the process held before.
    """

    seconds: float = 6.0
    megabytes: int = 1000


USUAL = Limits()
"""The limits where nobody asks for others."""


class Box:
    """Calls a function, here and now: what a sandbox does, without its walls."""

    def __init__(self, function: Function) -> None:
        self.function = function

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing is open."""

    def call(self, request: Any) -> Outcome:
        """Call the function; a returned `Outcome` is passed on as it is."""
        return _answer(self.function, request)


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
        self._held = 0  # bytes the child held when it began

    def __exit__(self, *_: object) -> None:
        """End the child and all it started."""
        self._end()

    def call(self, request: Any) -> Outcome:
        """Send a request to the child, and wait for its answer as long as the limits allow."""
        pipe = self._pipe or self._start()
        try:
            pipe.send(request)
        except OSError:
            return self._died()
        start, before = time.monotonic(), None
        seconds, megabytes = self.limits
        try:
            while not pipe.poll(_TICK):
                use = _use(self._child.pid)  # costly, so not before the first tick
                before = before or use
                if time.monotonic() - start > 2 * seconds or use.seconds - before.seconds > seconds:
                    self._end()
                    return self._over(NO_ANSWER, f"no answer within {seconds:g} s")
                if use.memory - self._held > megabytes * 1_000_000:
                    self._end()
                    return self._over(MEMORY, f"took more than {megabytes:,} MB")
            outcome = pipe.recv()
        except (EOFError, OSError):
            return self._died()
        except BaseException:  # Ctrl-C: the child must not outlive the check
            self._end()
            raise
        assert isinstance(outcome, Outcome)
        return outcome

    def _start(self) -> Connection:
        context = multiprocessing.get_context("fork")
        ours, theirs = context.Pipe()
        self._child = context.Process(
            target=_serve, args=(self.function, theirs, ours, self.limits, os.getpid())
        )
        with warnings.catch_warnings():
            # Python warns of forking beside threads. A child that hangs for that ends in time.
            warnings.simplefilter("ignore", DeprecationWarning)
            self._child.start()
        theirs.close()
        self._pipe = ours
        self._held = _use(self._child.pid).memory
        return ours

    def _died(self) -> Outcome:
        self._child.join(1)
        code = self._child.exitcode
        self._end()
        if code is not None and code < 0:
            with contextlib.suppress(ValueError):
                code = signal.Signals(-code).name
        if code == "SIGKILL":
            return self._over(DIED, "the process was killed (SIGKILL), perhaps for its memory")
        return self._over(DIED, f"the process ended in the middle of the call ({code})")

    def _over(self, error: str, message: str) -> Outcome:
        return Outcome(error=error, kinds=(error,), message=message)

    def _end(self) -> None:
        if self._pipe is None:
            return
        # Some may have left the group of the child, so it must be there yet to be asked for them:
        # it goes when the pipe is closed.
        for each in _started_by(self._child.pid):
            with contextlib.suppress(psutil.Error):
                each.kill()
        with contextlib.suppress(OSError):
            os.killpg(self._child.pid, signal.SIGKILL)  # the group outlives a child that died
        with contextlib.suppress(OSError):
            self._child.kill()
        self._child.join()
        self._child.close()
        self._pipe.close()
        self._pipe = None


def open_box(function: Function, limits: Limits | None = None) -> Box:
    """A sandbox where the system can fork, a plain box elsewhere.

    >>> with open_box(abs) as box:
    ...     box.call(-1).answer
    1
    """
    if "fork" in multiprocessing.get_all_start_methods():
        return Sandbox(function, limits)
    return Box(function)


class _Beginning(io.TextIOBase):
    """A stream that keeps the first characters and counts the rest: a print storm costs nothing."""

    def __init__(self) -> None:
        self.text, self.total = "", 0

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        self.total += len(text)
        if len(self.text) < _PRINTED:
            self.text += text[: _PRINTED - len(self.text)]
        return len(text)

    def take(self) -> str:
        """What was written since the last time."""
        text, total = self.text, self.total
        self.text, self.total = "", 0
        return text if total <= _PRINTED else f"{text}… ({total:,} characters)"


def _serve(
    function: Function, pipe: Connection, other_end: Connection, limits: Limits, parent: int
) -> None:
    """Answer requests until the other end of the pipe is gone. Runs in the child."""
    other_end.close()
    os.setsid()  # a group of its own: Ctrl-C does not reach it, and it can be ended as a whole
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    printed = _quiet()
    _limit(limits)
    threading.Thread(target=_watch, args=(parent,), daemon=True).start()
    while True:
        try:
            request = pipe.recv()
        except EOFError:
            os._exit(0)
        outcome = _answer(function, request)
        pipe.send(_sendable(outcome, printed.take()))


def _answer(function: Function, request: Any) -> Outcome:
    try:
        answer = function(request)
    except BaseException as error:  # SystemExit too: `exit()` in a learner's function
        if isinstance(error, KeyboardInterrupt):
            raise
        return failed(error)
    return answer if isinstance(answer, Outcome) else Outcome(answer)


def _sendable(outcome: Outcome, printed: str) -> Outcome:
    outcome = Outcome(
        outcome.answer, outcome.error, outcome.kinds, outcome.message, outcome.notes, printed
    )
    try:
        pickle.loads(pickle.dumps(outcome))
    except Exception as error:
        return Outcome(
            error="TypeError",
            kinds=("TypeError",),
            message=f"the answer is no plain data: {type(error).__name__}: {error}",
            printed=printed,
        )
    return outcome


def _quiet() -> _Beginning:
    """Send what is printed into a short memory, also what C code prints."""
    printed = _Beginning()
    sys.stdout = sys.stderr = printed
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)
    sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115  # open as long as the child lives
    return printed


def _limit(limits: Limits) -> None:
    import resource  # not on Windows, which cannot fork either

    beyond = limits.megabytes * 1_000_000
    for kind, value in (
        (resource.RLIMIT_AS, psutil.Process().memory_info().vms + beyond),
        (resource.RLIMIT_FSIZE, _LARGEST_FILE),
        (resource.RLIMIT_CORE, 0),
    ):
        _, hard = resource.getrlimit(kind)
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(kind, (value if hard < 0 else min(value, hard), hard))


def _watch(parent: int) -> None:
    """End the child when the parent is gone, whatever the learner's code is doing."""
    while os.getppid() == parent:
        time.sleep(0.5)
    os._exit(1)


def _started_by(pid: int) -> list[psutil.Process]:
    """The processes that a process started, and those that these did."""
    try:
        return psutil.Process(pid).children(recursive=True)
    except psutil.Error:
        return []


class _Use(NamedTuple):
    memory: int
    seconds: float


def _use(pid: int) -> _Use:
    """Bytes that a process and those it started hold, and seconds they worked; 0 if it is gone."""
    try:
        process = psutil.Process(pid)
        every = [process, *process.children(recursive=True)]
        times = [each.cpu_times() for each in every]
        memory = sum(each.memory_info().rss for each in every)
    except psutil.Error:
        return _Use(0, 0.0)
    return _Use(memory, sum(each.user + each.system for each in times))
