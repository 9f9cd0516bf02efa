"""The frame of every check: call the learner's function, compare, stop at the smallest failure.

A check is data: a function that is known to be right, and inputs in order of size. The first
input on which the two differ is the one a learner can follow by hand. The learner's function runs
in a process of its own: whatever it does, the notebook goes on.
"""

from __future__ import annotations

import operator
import textwrap
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from copy import deepcopy
from typing import Any, NamedTuple, TypeVar

from cs336_basics.learn.checker.answers import brief
from cs336_basics.learn.checker.outcome import Outcome, tell
from cs336_basics.learn.checker.sandbox import open_box

Answer = TypeVar("Answer")

_LONGEST = 600
"""Characters of an input or a result that a message shows before it cuts."""

LOOKS_DEEPER = True
"""Whether checks examine what passes or fails them any further."""


class CheckFailed(AssertionError):
    """A wrong answer, with the smallest input that shows it.

    Attributes:
        name: the learner's function.
        call: the call that went wrong, as text.
        expected: what should have come back, as text.
        got: what came back, as text.
        printed: the beginning of what the call printed.
        notes: what was converted before it was compared.
        seen: sentences about the first difference and the state there.
        why: the diagnosis, in sentences.
        also: further things that are wrong, each in a few lines.
        corners: what the assignment leaves open and is done otherwise here, a line each.
    """

    def __init__(
        self,
        name: str,
        call: str,
        expected: str,
        got: str,
        *,
        printed: str = "",
        notes: Sequence[str] = (),
        seen: Sequence[str] = (),
        why: Sequence[str] = (),
        also: Sequence[str] = (),
        corners: Sequence[str] = (),
    ) -> None:
        self.name, self.call, self.expected, self.got = name, call, expected, got
        self.printed, self.notes, self.seen, self.why = printed, list(notes), list(seen), list(why)
        self.also, self.corners = list(also), list(corners)
        rows = [("call", call), ("expected", expected), ("got", got)]
        rows += [("printed", printed.rstrip())] if printed else []
        for title, sentences in (("note", notes), ("seen", seen), ("why", why)):
            rows += [(title, "\n".join(map(wrapped, sentences)))] if sentences else []
        rows += [("also", each) for each in also]
        rows += [("open", "\n".join(corners))] if corners else []
        longest = dict.fromkeys(("note", "seen", "why", "also", "open"), 5 * _LONGEST)
        lines = [
            f"  {title:<10}{_indent(text, longest.get(title, _LONGEST))}" for title, text in rows
        ]
        verb = "are" if " and " in name else "is"
        super().__init__("\n".join([f"{name} {verb} not right yet.", *lines]))

    def _render_traceback_(self) -> list[str]:
        # What IPython prints instead of a traceback: the frames of the check help nobody.
        return str(self).splitlines()


class Stopped(KeyboardInterrupt):
    """The learner stopped a check."""

    def _render_traceback_(self) -> list[str]:
        # Two lines instead of the forty that lead through pipes and selectors.
        return [
            "Stopped.",
            "The check was waiting for your function; nothing of it is running now.",
        ]


@contextmanager
def stoppable() -> Iterator[None]:
    """Tell an interrupt in two lines."""
    try:
        yield
    except KeyboardInterrupt:
        raise Stopped from None


class Failing(NamedTuple):
    """An input on which a learner's function went wrong, and what came of the call."""

    arguments: tuple[Any, ...]
    outcome: Outcome


class Looked(NamedTuple):
    """What looking deeper into a learner's code found.

    Attributes:
        passed: further cases that went right.
        failure: a case that did not, with its diagnosis; None when all went right.
        notes: what else a learner should know.
    """

    passed: int
    failure: CheckFailed | None
    notes: tuple[str, ...] = ()


def check(
    fn: Callable[..., Any],
    oracle: Callable[..., Any],
    inputs: Sequence[tuple[Any, ...]],
    *,
    same: Callable[[Any, Any], bool] = operator.eq,
    show: Callable[[Any], str] = repr,
    form: str = "{name}({arguments})",
    deeper: Callable[[Failing | None], Looked] | None = None,
) -> None:
    """Compare a learner's function with one that is right, and print how it went.

    Args:
        fn: the learner's function. One that raises NotImplementedError is not attempted yet.
        oracle: the function to agree with. Where it raises, `fn` must raise the same kind of error.
        inputs: tuples of positional arguments, the smallest first; each call gets its own copy.
        same: `same(expected, got)` says whether two results agree.
        show: writes an argument or a result for the message.
        form: how the call is written in the message, such as `sorted({arguments}, key={name})`.
        deeper: looks further: for the reason when an input fails (it gets that), for faults when
            none does.

    Raises:
        CheckFailed: at the first input where `fn` gives another result, raises an error, or changes
            its arguments.

    >>> check(abs, lambda x: max(x, -x), [(0,), (-1,)])
    abs: all 2 checks passed
    >>> check(float, abs, [(0,), (-1,)])
    Traceback (most recent call last):
    cs336_basics.learn.checker.frame.CheckFailed: float is not right yet.
      call      float(-1)
      expected  1
      got       -1.0
    """
    name = _name(fn)
    deeper = deeper if LOOKS_DEEPER else None

    def call(i: int) -> str:
        return form.format(name=name, arguments=", ".join(map(show, inputs[i])))

    def attempt(i: int) -> tuple[str, str] | None:
        """Say what was expected and what came, if they differ. Runs in the child."""
        given = deepcopy(inputs[i])
        expected, error = _outcome(oracle, deepcopy(inputs[i]))
        got, raised = _outcome(fn, given)
        wanted = f"an error: {type(error).__name__}" if error else show(expected)
        if raised and not (error and isinstance(raised, type(error))):
            return wanted, tell(raised)
        if not raised and (error or not _agree(same, expected, got)):
            return wanted, _show_result(show, got)
        if given != inputs[i]:
            changed = f"{', '.join(map(show, given))}: the function changed them"
            return "the arguments as they were", changed
        return None

    with stoppable(), open_box(attempt) as box:
        for i in range(len(inputs)):
            outcome = box.call(i)
            if outcome.is_unfilled:
                print(f"{name}: not attempted yet")
                return
            wrong = outcome.answer
            if outcome.unfilled:
                expected = _show_outcome(oracle, deepcopy(inputs[i]), show)
                raise CheckFailed(name, call(i), expected, _unfilled(outcome))
            if outcome.ended_the_process:
                wrong = _show_outcome(oracle, deepcopy(inputs[i]), show), outcome.message
            elif outcome.is_error:
                raise RuntimeError(f"the check of {name} itself failed: {outcome.message}")
            if wrong:
                found = deeper(Failing(inputs[i], outcome)).failure if deeper else None
                raise CheckFailed(
                    name,
                    call(i),
                    *wrong,
                    printed=outcome.printed,
                    seen=found.seen if found else (),
                    why=found.why if found else (),
                )
    finding = deeper(None) if deeper else Looked(0, None)
    if finding.failure:
        raise finding.failure
    _passed(name, len(inputs) + finding.passed, finding.notes)


def check_answer(fn: Callable[[], Answer], fault: Callable[[Answer], str | None]) -> None:
    """Check an answer of which there are many, such as "an input that breaks this".

    Args:
        fn: the learner's function; it takes nothing and returns the answer.
        fault: says what is wrong with an answer, or None when nothing is.

    Raises:
        CheckFailed: the answer has a fault, or the function raises an error.

    >>> check_answer(dict, lambda answer: None if answer else "something that is not empty")
    Traceback (most recent call last):
    cs336_basics.learn.checker.frame.CheckFailed: dict is not right yet.
      call      dict()
      expected  something that is not empty
      got       {}
    """
    name = _name(fn)

    def attempt(_: None) -> tuple[str, str] | None:
        answer, raised = _outcome(fn, ())
        if raised:
            return "an answer", tell(raised)
        wrong = fault(answer)
        return (wrong, _show_result(repr, answer)) if wrong else None

    with stoppable(), open_box(attempt) as box:
        outcome = box.call(None)
    if outcome.is_unfilled:
        print(f"{name}: not attempted yet")
        return
    if outcome.unfilled:
        raise CheckFailed(name, f"{name}()", "an answer", _unfilled(outcome))
    if outcome.is_error and not outcome.ended_the_process:
        raise RuntimeError(f"the check of {name} itself failed: {outcome.message}")
    wrong = ("an answer", outcome.message) if outcome.is_error else outcome.answer
    if wrong:
        raise CheckFailed(name, f"{name}()", *wrong, printed=outcome.printed)
    _passed(name, 1)


def _unfilled(outcome: Outcome) -> str:
    return f"{outcome.unfilled} is not written yet, and it is called here"


def _show_outcome(
    oracle: Callable[..., Any], arguments: tuple[Any, ...], show: Callable[[Any], str]
) -> str:
    expected, error = _outcome(oracle, arguments)
    return f"an error: {type(error).__name__}" if error else show(expected)


def _outcome(fn: Callable[..., Any], arguments: tuple[Any, ...]) -> tuple[Any, Exception | None]:
    """What a call returns, or the error it raises; an unfilled stub passes through."""
    try:
        return fn(*arguments), None
    except NotImplementedError:
        raise
    except Exception as error:
        return None, error


def _agree(same: Callable[[Any, Any], bool], expected: Any, got: Any) -> bool:
    try:
        return bool(same(expected, got))
    except Exception:  # an answer of another kind, such as the None of a forgotten return
        same(expected, expected)  # but where this fails too, the fault is ours
        return False


def _name(fn: Callable[..., Any]) -> str:
    return getattr(fn, "__name__", repr(fn))


def _passed(name: str, number: int, notes: Sequence[str] = ()) -> None:
    print(f"{name}: " + ("check passed" if number == 1 else f"all {number} checks passed"))
    for note in notes:
        print(f"  note: {note}")


def _show_result(show: Callable[[Any], str], got: Any) -> str:
    try:
        return brief(got) if got is None else show(got)
    except Exception:  # it shows answers of the right kind
        return brief(got)


def wrapped(sentence: str) -> str:
    """Break a sentence into lines that fit below each other."""
    return textwrap.fill(sentence, 88, break_long_words=False, break_on_hyphens=False)


def _indent(text: str, longest: int = _LONGEST) -> str:
    """Cut what is too long, and keep further lines under the first."""
    if len(text) > longest:
        text = f"{text[:longest]} … ({len(text)} characters)"
    return text.replace("\n", "\n" + " " * 12)
