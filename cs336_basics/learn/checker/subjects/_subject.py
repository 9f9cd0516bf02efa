"""What can be checked: how to ask the learner's code, what is right, and how to show the two."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from functools import cache
from typing import Any, ClassVar, NamedTuple

from cs336_basics.learn.checker.cases import Case
from cs336_basics.learn.checker.notes import Notes
from cs336_basics.learn.checker.outcome import Outcome, outcome_of
from cs336_basics.learn.mistakes.recipe import Recipe

Code = Any
"""The learner's function or class, or a pair of functions."""

Graded = list[tuple[str, list[Any]]]
"""(name of the grade, its cases), the easiest first; in a grade the smallest first."""


class Corner(NamedTuple):
    """A case that the assignment leaves open.

    Attributes:
        rule: a name in `law.OPEN`.
        case: what to try.
    """

    rule: str
    case: Any


class Subject(ABC):
    """Something learners build, with all that a check of it needs.

    Attributes:
        name: what the check is called: `checks.<name>`.
        sees_as: the check in whose place it stands in the catalogue, where that is another one.
        case_types: the kinds of cases it takes.
        in_assignment: whether the assignment asks for it, so that its law applies.
    """

    name: ClassVar[str]
    sees_as: ClassVar[str] = ""
    case_types: ClassVar[tuple[type, ...]]
    in_assignment: ClassVar[bool] = False

    @abstractmethod
    def ask(self, code: Code, case: Any, notes: Notes) -> Any:
        """Call the learner's code on a case and return its answer as plain data.

        It runs in the child process; whatever the code raises passes through.
        """

    @abstractmethod
    def expected(self, case: Any) -> Any:
        """The right answer, by the package."""

    @abstractmethod
    def by(self, recipe: Recipe, case: Any) -> Any:
        """The answer that a recipe gives."""

    @abstractmethod
    def code(self, recipe: Recipe) -> Code:
        """A recipe as a learner would hand it in."""

    @abstractmethod
    def graded(self, seed: int) -> Graded:
        """The cases to try; those drawn at random are drawn by `seed`. None of them is open."""

    @abstractmethod
    def simpler(self, case: Any) -> Iterator[Any]:
        """Cases with a little less in them than this one, those with much less first."""

    @abstractmethod
    def size(self, case: Any) -> int:
        """How much of it a reader must look at."""

    @abstractmethod
    def call(self, name: str, case: Any) -> str:
        """The call as a learner would write it."""

    def kind(self, case: Any) -> str:
        """The name in `law.UNSEEN` of what the case is about; empty for all that tests see."""
        return ""

    def open(self, case: Any) -> str:
        """The name in `law.OPEN` of what the case would decide; empty for nearly all."""
        return ""

    def corners(self) -> list[Corner]:
        """A case for each choice that the assignment leaves open."""
        return []

    def by_us(self, case: Any) -> Outcome:
        """What the package makes of a corner."""
        return self.expected_outcome(case)

    def tiny(self, specimen: Any) -> Any:
        """A case of three letters: code that gives no answer even here gives none at all."""
        return None

    def is_short(self, case: Any) -> bool:
        """Whether the case is so short that slow code, too, answers in time."""
        return self.size(case) <= 60

    def is_long(self, case: Any) -> bool:
        """Whether replaying the case under each mistake would take too long."""
        return self.size(case) > 2500

    def suspect(self, case: Any, answer: Any) -> str:
        """The name of the mistake that a wrong answer to a long case shows by itself, if any."""
        return ""

    def same(self, case: Any, one: Any, other: Any) -> bool:
        """Whether two answers agree."""
        return bool(one == other)

    def method(self, case: Any) -> str:
        """The method that a case calls, where the code is a class; else nothing."""
        return ""

    def show(self, case: Any, answer: Any) -> str:
        """An answer in a message."""
        return repr(answer)

    def show_expected(self, case: Any) -> str:
        """What is right, in a message."""
        expected = self.expected_outcome(case)
        if expected.is_error:
            return f"an error: {expected.error}"
        return self.show(case, expected.answer)

    def evidence(self, case: Any, expected: Any, got: Any) -> list[str]:
        """Sentences about the first difference and the state there."""
        return []

    def cases(self, seed: int) -> Graded:
        """The graded cases, kept: a session asks for the same ones again and again."""
        return _cases(self, seed)

    def right(self, case: Any, got: Outcome) -> bool:
        """Whether an outcome is right."""
        return self.agree(case, self.expected_outcome(case), got)

    def expected_outcome(self, case: Any) -> Outcome:
        """The right answer or the right error, kept for cases that were drawn before."""
        known = _expected.get(id(case))
        if known is not None and known[0] is case:
            return known[1]
        return outcome_of(self.expected, case)

    def agree(self, case: Any, one: Outcome, other: Outcome) -> bool:
        """Whether two outcomes are the same: equal answers, or errors of one kind."""
        if one.is_error or other.is_error:
            return one.fails_like(other)
        return self.same(case, one.answer, other.answer)

    def example_of(self, case: Case) -> bool:
        """Whether this is a case of this subject."""
        return isinstance(case, self.case_types)


_expected: dict[int, tuple[Any, Outcome]] = {}
"""id of a kept case -> the case itself (so that the id stays its own) and its right outcome."""


@cache
def _cases(subject: Subject, seed: int) -> Graded:
    grades = subject.graded(seed)
    for _, cases in grades:
        for case in cases:
            _expected[id(case)] = case, outcome_of(subject.expected, case)
    return grades
