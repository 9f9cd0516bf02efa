"""The frame of every check: call the learner's function, compare, stop at the smallest failure.

A check is data: a function that is known to be right, and inputs in order of size. The first
input on which the two differ is the one a learner can follow by hand.
"""

from __future__ import annotations

import operator
import traceback
from collections.abc import Callable, Sequence
from copy import deepcopy
from pathlib import Path
from types import TracebackType
from typing import Any, TypeVar

Answer = TypeVar("Answer")

_LONGEST = 600
"""Characters of an input or a result that a message shows before it cuts."""


class CheckFailed(AssertionError):
    """A wrong answer, with the smallest input that shows it.

    Attributes:
        name: the learner's function.
        call: the call that went wrong, as text.
        expected: what should have come back, as text.
        got: what came back, as text.
    """

    def __init__(self, name: str, call: str, expected: str, got: str) -> None:
        self.name, self.call, self.expected, self.got = name, call, expected, got
        super().__init__(
            f"{name} is not right yet.\n  call      {_indent(call)}\n"
            f"  expected  {_indent(expected)}\n  got       {_indent(got)}"
        )

    def _render_traceback_(self) -> list[str]:
        # What IPython prints instead of a traceback: the frames of the check help nobody.
        return str(self).splitlines()


def check(
    fn: Callable[..., Any],
    oracle: Callable[..., Any],
    inputs: Sequence[tuple[Any, ...]],
    *,
    same: Callable[[Any, Any], bool] = operator.eq,
    show: Callable[[Any], str] = repr,
    form: str = "{name}({arguments})",
) -> None:
    """Compare a learner's function with one that is right, and print how it went.

    Args:
        fn: the learner's function. One that raises NotImplementedError is not attempted yet.
        oracle: the function to agree with. Where it raises, `fn` must raise the same kind of error.
        inputs: tuples of positional arguments, the smallest first; each call gets its own copy.
        same: `same(expected, got)` says whether two results agree.
        show: writes an argument or a result for the message.
        form: how the call is written in the message, such as `sorted({arguments}, key={name})`.

    Raises:
        CheckFailed: at the first input where `fn` gives another result, raises an error, or changes
            its arguments.

    >>> check(abs, lambda x: max(x, -x), [(0,), (-1,)])
    abs: all 2 checks passed
    >>> check(float, abs, [(0,), (-1,)])
    Traceback (most recent call last):
    cs336_basics.learn.checks._frame.CheckFailed: float is not right yet.
      call      float(-1)
      expected  1
      got       -1.0
    """
    name = _name(fn)
    for arguments in inputs:
        given = deepcopy(arguments)
        call = form.format(name=name, arguments=", ".join(map(show, arguments)))
        expected, error = _outcome(oracle, deepcopy(arguments))
        try:
            got, raised = _outcome(fn, given)
        except NotImplementedError:
            print(f"{name}: not attempted yet")
            return
        wanted = f"an error: {type(error).__name__}" if error else show(expected)
        if raised and not (error and isinstance(raised, type(error))):
            raise CheckFailed(name, call, wanted, _tell(raised)) from raised
        if not raised and (error or not same(expected, got)):
            raise CheckFailed(name, call, wanted, _show_result(show, got))
        if given != arguments:
            changed = f"{', '.join(map(show, given))}: the function changed them"
            raise CheckFailed(name, call, "the arguments as they were", changed)
    _passed(name, len(inputs))


def check_answer(fn: Callable[[], Answer], fault: Callable[[Answer], str | None]) -> None:
    """Check an answer of which there are many, such as "an input that breaks this".

    Args:
        fn: the learner's function; it takes nothing and returns the answer.
        fault: says what is wrong with an answer, or None when nothing is.

    Raises:
        CheckFailed: the answer has a fault, or the function raises an error.

    >>> check_answer(dict, lambda answer: None if answer else "something that is not empty")
    Traceback (most recent call last):
    cs336_basics.learn.checks._frame.CheckFailed: dict is not right yet.
      call      dict()
      expected  something that is not empty
      got       {}
    """
    name = _name(fn)
    try:
        answer, raised = _outcome(fn, ())
    except NotImplementedError:
        print(f"{name}: not attempted yet")
        return
    if raised:
        raise CheckFailed(name, f"{name}()", "an answer", _tell(raised)) from raised
    wrong = fault(answer)
    if wrong:
        raise CheckFailed(name, f"{name}()", wrong, _show_result(repr, answer))
    _passed(name, 1)


def _outcome(fn: Callable[..., Any], arguments: tuple[Any, ...]) -> tuple[Any, Exception | None]:
    """What a call returns, or the error it raises; an unfilled stub passes through."""
    try:
        return fn(*arguments), None
    except NotImplementedError:
        raise
    except Exception as error:
        return None, error


def _name(fn: Callable[..., Any]) -> str:
    return getattr(fn, "__name__", repr(fn))


def _passed(name: str, number: int) -> None:
    print(f"{name}: " + ("check passed" if number == 1 else f"all {number} checks passed"))


def _show_result(show: Callable[[Any], str], got: Any) -> str:
    return show(got) if got is not None else "None (does every path end in a return?)"


def _tell(error: Exception) -> str:
    """Name an error, its message and the line of the learner's code where it came up."""
    where = _last_line_outside(error.__traceback__)
    return "".join(traceback.format_exception_only(error)).strip() + where


def _last_line_outside(frames: TracebackType | None) -> str:
    # The first frames are the checks' own; the next one is the learner's function.
    own = str(Path(__file__).parent)
    lines = [line for line in traceback.extract_tb(frames) if not line.filename.startswith(own)]
    if not lines or not lines[0].line:
        return ""
    return f"\nin line {lines[0].lineno}: {lines[0].line}"


def _indent(text: str) -> str:
    """Cut what is too long, and keep further lines under the first."""
    if len(text) > _LONGEST:
        text = f"{text[:_LONGEST]} … ({len(text)} characters)"
    return text.replace("\n", "\n" + " " * 12)
