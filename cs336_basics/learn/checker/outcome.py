"""What came of one call of a learner's code: an answer, an error, or neither."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from cs336_basics.errors import BPEError
from cs336_basics.learn.checker.places import Place, own_places

CHANGED = "arguments changed"
NO_ANSWER = "no answer"
DIED = "process ended"
MEMORY = "out of memory"

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
        seconds: how long the call took.
        place: file and line of the learner's code that raised the error; empty where unknown.
        unfilled: the stub that raised NotImplementedError, where it is not the code that was
            called but something it needs.

    >>> Outcome(error="KeyError", kinds=("KeyError", "LookupError")).is_error
    True
    """

    answer: Any = None
    error: str = ""
    kinds: tuple[str, ...] = ()
    message: str = ""
    notes: tuple[str, ...] = ()
    printed: str = ""
    seconds: float = field(default=0.0, compare=False)
    place: str = ""
    unfilled: str = ""

    @property
    def is_error(self) -> bool:
        """Whether the call ended without an answer."""
        return bool(self.error)

    @property
    def is_unfilled(self) -> bool:
        """Whether the code is a stub; one that needs a stub is not."""
        return "NotImplementedError" in self.kinds and not self.unfilled

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
    names = [each.__name__ for each in type(error).__mro__]
    kinds = (names[0], *(each for each in names[1:] if each not in _ABOVE_ALL))
    if isinstance(error, MemoryError):
        kinds = (MEMORY, "MemoryError")
    places = own_places(error)
    return Outcome(
        error=kinds[0],
        kinds=kinds,
        message=tell(error),
        place=str(places[-1]) if places else "",
        unfilled=_unfilled(error, places),
    )


def tell(error: BaseException) -> str:
    """Name an error, its message and the line of the learner's code that raised it."""
    places = own_places(error)
    if isinstance(error, SyntaxError) and error.text:
        text = f"{type(error).__name__}: {error.msg}"
    else:
        text = "".join(traceback.format_exception_only(error)).strip()
    return f"{text}\n{places[-1].told}" if places else text


def _unfilled(error: BaseException, places: list[Place]) -> str:
    """The stub that a function called which is no stub itself."""
    functions = {place.function for place in places}
    if isinstance(error, NotImplementedError) and len(functions) > 1:
        return places[-1].function
    return ""
