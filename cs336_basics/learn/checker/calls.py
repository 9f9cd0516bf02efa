"""One call of a learner's code: what comes of it, and what holds until it has been answered."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from dataclasses import replace
from typing import Any

from cs336_basics.learn.checker.outcome import Outcome, failed

Function = Callable[[Any], Any]


class _Call:
    def __init__(self) -> None:
        self.stack = ExitStack()
        self.kept: list[object] = []
        self.spared = 0.0  # seconds that do not count


_calls: list[_Call] = []  # those that have begun, the innermost last
_listeners: list[Callable[[bool], None]] = []


def answer(function: Function, request: Any) -> Outcome:
    """Call a function; a returned `Outcome` is passed on, an error becomes one.

    Raises:
        KeyboardInterrupt: passes through.

    >>> answer(abs, -1).answer, answer(abs, "x").error
    (1, 'TypeError')
    """
    call, start = _Call(), time.perf_counter()
    _calls.append(call)
    try:
        with call.stack:
            try:
                found = function(request)
            except BaseException as error:  # SystemExit too: `exit()` in a learner's function
                if isinstance(error, KeyboardInterrupt):
                    raise
                found = failed(error)
            seconds = time.perf_counter() - start - call.spared
    finally:
        _calls.remove(call)
    outcome = found if isinstance(found, Outcome) else Outcome(found)
    return replace(outcome, seconds=seconds)


def keep(manager: AbstractContextManager[Any]) -> AbstractContextManager[Any]:
    """Enter a context and stay in it until the call is answered, where there is a call.

    What a learner's function returns is used after it: a generator, an object with methods.
    """
    if not _calls:
        return manager
    call = _calls[-1]
    if manager not in call.kept:
        call.stack.enter_context(manager)
        call.kept.append(manager)
    return nullcontext()


@contextmanager
def more_time() -> Iterator[None]:
    """Work that is not the learner's: it does not count, and those who wait are told to be patient.

    >>> with more_time():
    ...     import json
    """
    start = time.perf_counter()
    for each in _listeners:
        each(True)
    try:
        yield
    finally:
        for each in _listeners:
            each(False)
        if _calls:
            _calls[-1].spared += time.perf_counter() - start


def when_more_time_is_needed(listener: Callable[[bool], None]) -> None:
    """Have a function called with True when `more_time` begins and with False when it ends."""
    _listeners[:] = [listener]
