"""Examine a learner's code: cases of every kind, what is wrong, and what is left open."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any, NamedTuple

from cs336_basics.learn.checker.diagnosis import Finding, Seen
from cs336_basics.learn.checker.models import RIGHT
from cs336_basics.learn.checker.notes import Notes
from cs336_basics.learn.checker.outcome import NO_ANSWER, Outcome, failed
from cs336_basics.learn.checker.replay import diagnose
from cs336_basics.learn.checker.sandbox import Box, Limits, open_box
from cs336_basics.learn.checker.shrink import shrink
from cs336_basics.learn.checker.subjects import Graded, Subject
from cs336_basics.learn.checker.subjects._scratch import prepare

_TIME = 12.0  # seconds for all cases together; slow code is told apart from wrong code
_EVIDENCE = 400  # cases tried after the first failure: they tell mistakes apart
_ENDED = 3  # calls without an answer, after which no more are tried
_LONG = Limits(seconds=10.0)
"""Of a call with a long text."""


class Differs(NamedTuple):
    """A corner that the assignment leaves open, and what the two make of it.

    Attributes:
        rule: a name in `law.OPEN`.
        case: what was tried.
        theirs: what the learner's code made of it.
        ours: what the package makes of it.
    """

    rule: str
    case: Any
    theirs: Outcome
    ours: Outcome


@dataclass
class Report:
    """What an examination found.

    Attributes:
        name: the learner's function or class.
        subject: what it is meant to be.
        passed: how many cases went right.
        tried: how many were tried.
        cases: how many there are.
        seconds: how long the learner's code took for those that were tried.
        unfilled: methods that are stubs as yet; "" stands for the code itself.
        notes: what was converted, and what else a learner should know.
        findings: what is wrong, the weightiest first; empty if nothing is.
        corners: what is left open and done otherwise here.
        lacking: the module that is not installed, where nothing can be checked without it.
    """

    name: str
    subject: Subject
    passed: int = 0
    tried: int = 0
    cases: int = 0
    seconds: float = 0.0
    unfilled: set[str] = field(default_factory=set)
    notes: tuple[str, ...] = ()
    findings: list[Finding] = field(default_factory=list)
    corners: list[Differs] = field(default_factory=list)
    lacking: str = ""

    @property
    def is_cut_short(self) -> bool:
        """Whether the time ended before the cases did."""
        return not self.findings and not self.unfilled and self.tried < self.cases

    @property
    def failing(self) -> Seen | None:
        """The case to show first, if anything is wrong."""
        return self.findings[0].seen if self.findings else None

    @property
    def named(self) -> list[str]:
        """The names of all mistakes that were found."""
        return [each.mistake.name for each in self.findings if each.mistake]


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
    """Put a learner's code through the cases of a subject.

    Args:
        subject: what the code is meant to be.
        code: a function, a class, or a pair of functions, as the subject takes it.
        name: what to call it in messages.
        seed: draws the random cases.
        limits: what one call may take.
        box: where to run the code; by default a process of its own.
        shrinking: look for a smaller failing case than those tried.
        first: a case that went wrong before; where it does so again, it is the one to be shown.
    """
    prepare()
    with box(_asking(subject, code), limits) as opened:
        examination = _Examination(Report(name, subject), opened, seed)
        examination.try_all([] if first is None else [first])
        examination.explain(shrinking=shrinking, first=first)
        examination.try_corners()
    return examination.report


def mixed(grades: Graded) -> Iterator[Any]:
    """One case of each grade, then another of each, …: slow code meets every kind early.

    Of each grade the smallest comes first, then one from the middle, then those between.

    >>> list(mixed([("small", [1, 2, 3]), ("large", [10])]))
    [1, 10, 3, 2]
    """
    missing = object()
    for row in zip_longest(*(_halved(cases) for _, cases in grades), fillvalue=missing):
        yield from (case for case in row if case is not missing)


def _halved(cases: Sequence[Any]) -> Iterator[Any]:
    """The items at 0, 1/2, 1/4, 3/4, 1/8, 5/8, … of a list, each once."""
    bits = len(cases).bit_length()
    for i in range(1 << bits):
        place = int(f"{i:0{bits}b}"[::-1], 2)
        if place < len(cases):
            yield cases[place]


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


class _Examination:
    """One examination under way."""

    def __init__(self, report: Report, box: Box, seed: int) -> None:
        self.report, self.box, self.subject = report, box, report.subject
        self.seen: list[Seen] = []
        self.notes = Notes()
        self.ended = 0  # calls that gave no answer
        self.grades = self.subject.cases(seed)

    def try_all(self, before: list[Any]) -> None:
        """Try the cases, those that are long last, as far as the time allows."""
        every = [*before, *mixed(self.grades)]
        every.sort(key=self.subject.is_long)
        self.report.cases = len(every)
        end, left = time.monotonic() + _TIME, _EVIDENCE
        for case in every:
            is_wrong = self.report.passed < len(self.seen)
            left -= is_wrong
            if time.monotonic() > end or left < 0 or self.ended >= _ENDED or self.report.lacking:
                break
            if is_wrong and self.subject.is_long(case) and self._is_wrong_here(case):
                continue  # there is something smaller to show
            self._try(case)
        self.report.tried = len(self.seen)
        answered = len(self.seen) - self.ended
        if time.monotonic() > end and answered > 1 and self.subject.in_assignment:
            self.notes.add(
                f"slow: {len(self.seen)} calls took {self.report.seconds:.0f} s; the assignment's"
                " speed test allows 1.5 s for one training, its submission script 10 s a test"
            )
        self.report.notes = self.notes.all

    def _is_wrong_here(self, case: Any) -> bool:
        """Whether a case of the same kind and method went wrong."""
        kind, method = self.subject.kind(case), self.subject.method(case)
        wrong = [each.case for each in self.seen if not each.right]
        return any((kind, method) == (self.subject.kind(c), self.subject.method(c)) for c in wrong)

    def _try(self, case: Any) -> None:
        outcome = self._ask(case)
        self.report.seconds += outcome.seconds
        if outcome.is_unfilled:
            self.report.unfilled.add(self.subject.method(case))
            return
        if outcome.ended_the_process:
            self.ended += 1
        if outcome.error == NO_ANSWER and not self.subject.is_short(case):
            case = self._tiny(case)
            if case is None:
                return
            outcome = self._ask(case)
        if outcome.error == "ModuleNotFoundError" and not self.seen:
            self.report.lacking = outcome.message.partition("\n")[0]
        for note in outcome.notes:
            self.notes.add(note)
        right = self.subject.right(case, outcome)
        self.seen.append(Seen(case, outcome, right))
        self.report.passed += right

    def _ask(self, case: Any) -> Outcome:
        return self.box.call(case, _LONG if self.subject.is_long(case) else None)

    def _tiny(self, case: Any) -> Any:
        """No answer to a long text may be slowness: it is none only if three letters get none."""
        self.notes.add("slow: longer texts that got no answer in time were left out")
        return self.subject.tiny(case)

    def explain(self, *, shrinking: bool, first: Any) -> None:
        """Name what is wrong, and make the case that is shown smaller."""
        if self.report.lacking or all(each.right for each in self.seen):
            return
        found = diagnose(self.subject, self.seen, self.box.call)
        self.report.findings = found
        if not found:
            return
        before = next((each for each in self.seen if each.case is first and not each.right), None)
        if before is not None:
            found[0] = found[0]._replace(seen=before)
        elif shrinking and self.ended < _ENDED:
            found[0] = found[0]._replace(seen=self._smaller(found[0]))

    def _smaller(self, finding: Finding) -> Seen:
        case, outcome, _ = finding.seen
        subject = self.subject
        if outcome.ended_the_process or subject.is_long(case):
            return finding.seen  # each further try would cost the time of a hang
        models = list(RIGHT.extended([finding.mistake])) if finding.mistake else []
        models = [model for model in models if model.gives(subject, finding.seen)]
        tried: dict[str, Outcome] = {}

        def fails(other: Any) -> bool:
            if subject.kind(other) != subject.kind(case) or subject.open(other):
                return False
            got = tried[repr(other)] = self.box.call(other)
            if got.ended_the_process or got.is_unfilled or subject.right(other, got):
                return False
            if models:
                return any(model.gives(subject, Seen(other, got, False)) for model in models)
            return (got.error, got.place) == (outcome.error, outcome.place)

        smaller = shrink(subject, case, fails)
        return Seen(smaller, tried.get(repr(smaller), outcome), False)

    def try_corners(self) -> None:
        """Ask what is left open, and note where the learner's code does otherwise than ours."""
        if self.ended or not self.report.passed:
            return
        unfilled = self.report.unfilled
        for rule, case in self.subject.corners():
            if not self.subject.example_of(case) or self.subject.method(case) in unfilled:
                continue
            theirs, ours = self.box.call(case), self.subject.by_us(case)
            alike = theirs.is_error and ours.is_error
            if not alike and not self.subject.agree(case, ours, theirs):
                self.report.corners.append(Differs(rule, case, theirs, ours))
