"""Examine a learner's code: graded cases, the first that fails made smaller, and the diagnosis."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from cs336_basics.learn.diagnosis import Diagnosis, Seen
from cs336_basics.learn.notes import Notes
from cs336_basics.learn.outcome import Outcome, failed
from cs336_basics.learn.replay import diagnose
from cs336_basics.learn.sandbox import Box, Limits, open_box
from cs336_basics.learn.shrink import shrink
from cs336_basics.learn.subjects import Subject
from cs336_basics.learn.subjects._scratch import prepare

_TIME = 12.0  # seconds for all cases together; slow code is told apart from wrong code
_EVIDENCE = 400  # cases tried after the first failure: they tell mistakes apart


@dataclass
class Report:
    """What an examination found.

    Attributes:
        name: the learner's function or class.
        subject: what it is meant to be.
        passed: how many cases went right.
        cases: how many cases there are.
        unfilled: methods that are stubs as yet; "" stands for the code itself.
        notes: what was converted, and what else a learner should know.
        failing: the smallest case found that goes wrong, if any.
        grade: the grade in which the first wrong answer came.
        diagnosis: why, if anything went wrong.
    """

    name: str
    subject: Subject
    passed: int = 0
    cases: int = 0
    unfilled: set[str] = field(default_factory=set)
    notes: tuple[str, ...] = ()
    failing: Seen | None = None
    grade: str = ""
    diagnosis: Diagnosis | None = None


def examine(
    subject: Subject,
    code: Any,
    name: str,
    *,
    seed: int = 0,
    limits: Limits | None = None,
    box: Callable[..., Box] = open_box,
    shrinking: bool = True,
    first: Any = None,
) -> Report:
    """Put a learner's code through the graded cases of a subject.

    Args:
        subject: what the code is meant to be.
        code: a function, a class, or a pair of functions, as the subject takes it.
        name: what to call it in messages.
        seed: draws the random cases.
        limits: what one call may take.
        box: where to run the code; by default a process of its own.
        shrinking: look for a smaller failing case than the graded ones.
        first: a case that went wrong before; where it does so again, it is the one to be shown.
    """
    report = Report(name, subject)
    prepare()
    with box(_asking(subject, code), limits) as opened:
        seen = _try_all(report, opened.call, seed, [] if first is None else [first])
        wrong = [each for each in seen if not each.right]
        if wrong:
            ask = opened.call if shrinking else None
            known = wrong[0] if wrong[0].case is first else None
            report.failing = known or _smallest(subject, wrong, ask)
            if report.failing not in seen:
                seen.append(report.failing)
            report.diagnosis = diagnose(subject, seen, opened.call, shown=report.failing)
    return report


def _asking(subject: Subject, code: Any) -> Callable[[Any], Outcome]:
    def ask(case: Any) -> Outcome:
        notes = Notes()
        try:
            answer = subject.ask(code, case, notes)
        except BaseException as error:
            if isinstance(error, KeyboardInterrupt):
                raise
            return failed(error)
        return Outcome(answer, notes=notes.all)

    return ask


def _try_all(
    report: Report, ask: Callable[[Any], Outcome], seed: int, before: list[Any]
) -> list[Seen]:
    subject, notes = report.subject, Notes()
    grades = [("before", before), *subject.cases(seed)]
    report.cases = sum(len(cases) for _, cases in grades)
    seen: list[Seen] = []
    end, left = time.monotonic() + _TIME, _EVIDENCE
    for grade, cases in grades:
        for case in cases:
            if report.grade:
                left -= 1
            if time.monotonic() > end or left < 0:
                if not report.grade:
                    notes.add(
                        f"slow: {report.passed} of {report.cases} cases took {_TIME:g} s, "
                        "the rest was left out"
                    )
                report.notes = notes.all
                return seen
            outcome = ask(case)
            if outcome.is_unfilled:
                report.unfilled.add(subject.method(case))
                continue
            for note in outcome.notes:
                notes.add(note)
            right = subject.right(case, outcome)
            seen.append(Seen(case, outcome, right))
            report.passed += right
            if not right and not report.grade:
                report.grade = grade
            if outcome.ended_the_process:
                report.notes = notes.all
                return seen
    report.notes = notes.all
    return seen


def _smallest(subject: Subject, wrong: list[Seen], ask: Callable[[Any], Outcome] | None) -> Seen:
    first = min(wrong, key=lambda each: subject.size(each.case))
    if ask is None or first.outcome.ended_the_process:
        return first  # each further try would cost the time of a hang
    tried: dict[str, Outcome] = {}

    def fails(case: Any) -> bool:
        outcome = tried[repr(case)] = ask(case)
        if outcome.ended_the_process or outcome.is_unfilled:
            return False
        return not subject.right(case, outcome)

    case = shrink(subject, first.case, fails)
    if repr(case) not in tried:
        return first
    return Seen(case, tried[repr(case)], False)
