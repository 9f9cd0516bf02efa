"""Models of a learner's code: recipes with one catalogued mistake in them, or with several."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from cs336_basics.learn.checker.diagnosis import Seen
from cs336_basics.learn.checker.outcome import Outcome, outcome_of
from cs336_basics.learn.checker.subjects import Subject
from cs336_basics.learn.mistakes import Mistake
from cs336_basics.learn.mistakes.recipe import REFERENCE, Recipe


@dataclass(frozen=True, eq=False)
class Model:
    """A recipe with mistakes in it; without any, it is right.

    Attributes:
        mistakes: what is wrong in it.
        parts: what the mistakes replace.
        recipe: the recipe with these parts.
    """

    mistakes: tuple[Mistake, ...]
    parts: Mapping[str, Any]
    recipe: Recipe

    def answer(self, subject: Subject, case: Any) -> Outcome:
        """What it gives for a case of a subject."""
        return outcome_of(subject.by, self.recipe, case)

    def gives(self, subject: Subject, seen: Seen) -> bool:
        """Whether it gives what the learner's code gave."""
        return subject.agree(seen.case, self.answer(subject, seen.case), seen.outcome)

    def extended(self, mistakes: Sequence[Mistake]) -> Iterator[Model]:
        """Yield this model with one mistake more, in each form in which the two go together."""
        for mistake in mistakes:
            for parts in (mistake.parts, *mistake.variants):
                if not self.parts.keys() & parts.keys() and mistake not in self.mistakes:
                    both = {**self.parts, **parts}
                    yield Model((*self.mistakes, mistake), both, replace(REFERENCE, **both))


RIGHT = Model((), {}, REFERENCE)
"""The model without a mistake."""


class Replay:
    """Answers of models to the cases that were tried, compared with the learner's.

    Attributes:
        seen: the cases in order of size, without those that take too long to replay.
        wrong: numbers of those that went wrong.
        right: numbers of those that did not.
    """

    def __init__(self, subject: Subject, seen: Sequence[Seen]) -> None:
        self.subject = subject
        short = [each for each in seen if not subject.is_long(each.case)]
        self.seen = sorted(short, key=lambda each: subject.size(each.case))
        self.wrong = [i for i, each in enumerate(self.seen) if not each.right]
        self.right = [i for i, each in enumerate(self.seen) if each.right]
        self._known: dict[tuple[int, int], bool] = {}
        self._models: list[Model] = []  # kept, so that no two have the same id
        self._alike = self._errors_of_one_place()

    def agrees(self, model: Model, i: int) -> bool:
        """Whether a model gives what the learner's code gave."""
        key = id(model), i
        if key not in self._known:
            self._models.append(model)
            self._known[key] = self._agrees(model, i)
        return self._known[key]

    def fits(self, model: Model, places: Sequence[int]) -> bool:
        """Whether it does so in each of these cases."""
        return all(self.agrees(model, i) for i in places)

    def explained(self, model: Model, places: Sequence[int]) -> list[int]:
        """In which of these cases it does so.

        An error that comes up in one line of the learner's code, in cases of one kind, has one
        cause. So a model explains it only if it gives an error in nearly all of these.
        """
        found = [i for i in places if self.agrees(model, i)]
        return [i for i in found if not self.seen[i].outcome.is_error or self._one_cause(model, i)]

    def _one_cause(self, model: Model, i: int) -> bool:
        others = self._alike[self._place(i)]
        return sum(self.agrees(model, j) for j in others[:12]) >= 0.8 * len(others[:12])

    def _errors_of_one_place(self) -> dict[tuple[str, ...], list[int]]:
        found: dict[tuple[str, ...], list[int]] = {}
        for i in self.wrong:
            if self.seen[i].outcome.is_error:
                found.setdefault(self._place(i), []).append(i)
        return found

    def _place(self, i: int) -> tuple[str, ...]:
        case, outcome, _ = self.seen[i]
        return outcome.error, outcome.place, self.subject.method(case), self.subject.kind(case)

    def _agrees(self, model: Model, i: int) -> bool:
        case, outcome, _ = self.seen[i]
        given = model.answer(self.subject, case)
        if given.is_error and outcome.is_error:
            return given.fails_like(outcome) and _same_key(given, outcome)
        return self.subject.agree(case, given, outcome)


def _same_key(one: Outcome, other: Outcome) -> bool:
    """Whether two KeyErrors can be about the same key; errors of other kinds need not say the same.

    A token is looked up as bytes by one and as an id by another, so only bytes are compared.
    """
    if one.error != "KeyError" or other.error != "KeyError":
        return True
    keys = [each.message.partition("\n")[0].removeprefix("KeyError: ") for each in (one, other)]
    return keys[0] == keys[1] or not all(key.startswith(("b'", 'b"')) for key in keys)
