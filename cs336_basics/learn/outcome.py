"""What came of one call of a learner's code: an answer, an error, or neither."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

from cs336_basics.errors import BPEError

CHANGED = "arguments changed"
NO_ANSWER = "no answer"
DIED = "process ended"
MEMORY = "out of memory"

_OWN = str(Path(__file__).parent)
_ABOVE_ALL = ("Exception", "BaseException", "object")


class ArgumentsChanged(Exception):
    """The learner's code changed what it was given; the message says what."""


class ShapeError(TypeError):
    """An answer that cannot be understood, with what was expected in its place."""


class NeverReturns(BPEError):
    """Stands in a catalogued mistake for a call that never comes back."""


@dataclass(frozen=True)
class Outcome:
    """What came of one call.

    Attributes:
        answer: what was returned, as plain data; None after an error.
        error: the kind of error, or one of the words above; empty when all went well.
        kinds: the error's class and those above it.
        message: what the error said, and in which line.
        notes: what was converted.
        printed: the beginning of what the call printed.

    >>> Outcome(error="KeyError", kinds=("KeyError", "LookupError")).is_error
    True
    """

    answer: Any = None
    error: str = ""
    kinds: tuple[str, ...] = ()
    message: str = ""
    notes: tuple[str, ...] = ()
    printed: str = ""

    @property
    def is_error(self) -> bool:
        """Whether the call ended without an answer."""
        return bool(self.error)

    @property
    def is_unfilled(self) -> bool:
        """Whether the code is a stub that nobody has filled in yet."""
        return "NotImplementedError" in self.kinds

    @property
    def ended_the_process(self) -> bool:
        """Whether the process that ran the code is gone."""
        return self.error in (NO_ANSWER, DIED, MEMORY) and "MemoryError" not in self.kinds

    def fails_like(self, other: Outcome) -> bool:
        """Whether both ended in an error of the same kind, or one is a kind of the other."""
        return self.is_error and (self.error in other.kinds or other.error in self.kinds)


def outcome_of(function: Callable[..., Any], *arguments: Any) -> Outcome:
    """Call a function; an error it raises becomes part of the outcome.

    >>> outcome_of(int, "7").answer, outcome_of(int, "seven").error
    (7, 'ValueError')
    """
    try:
        return Outcome(function(*arguments))
    except Exception as error:
        return failed(error)


def failed(error: BaseException) -> Outcome:
    """The outcome of a call that raised this error."""
    if isinstance(error, ArgumentsChanged):
        message = f"it changed its arguments: {error}"
        return Outcome(error=CHANGED, kinds=(CHANGED,), message=message)
    if isinstance(error, ShapeError):
        return Outcome(error="ShapeError", kinds=("ShapeError", "TypeError"), message=str(error))
    if isinstance(error, NeverReturns):
        return Outcome(error=NO_ANSWER, kinds=(NO_ANSWER,), message=str(error))
    if isinstance(error, MemoryError):
        return Outcome(error=MEMORY, kinds=(MEMORY, "MemoryError"), message=tell(error))
    name = type(error).__name__
    above = [each.__name__ for each in type(error).__mro__[1:]]
    kinds = (name, *(each for each in above if each not in _ABOVE_ALL))
    return Outcome(error=name, kinds=kinds, message=tell(error))


def tell(error: BaseException) -> str:
    """Name an error, its message and the line of the learner's code where it came up."""
    if isinstance(error, SyntaxError) and error.text:
        # Its line is the one it speaks of, not one that was run.
        return f"{type(error).__name__}: {error.msg}\nin line {error.lineno}: {error.text.strip()}"
    text = "".join(traceback.format_exception_only(error)).strip()
    return text + last_line_outside(error.__traceback__)


def last_line_outside(frames: TracebackType | None, own: str = _OWN) -> str:
    """The learner's line in a traceback, with its number; the checks' own lines come before it."""
    lines = [
        line
        for line in traceback.extract_tb(frames)
        if not line.filename.startswith((own, "<frozen")) and "importlib" not in line.filename
    ]
    if not lines or not lines[0].line:
        return ""
    return f"\nin line {lines[0].lineno}: {lines[0].line}"
