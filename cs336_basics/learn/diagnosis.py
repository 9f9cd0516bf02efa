"""Say why a learner's code differs: replay its cases under each catalogued mistake and compare.

A mistake fits when its answers equal the learner's on every case that was tried, right ones
included. Where several fit, a new case is looked for on which they differ, and the learner's code
is asked there too. Where none fits alone, two are tried together; and where that fails as well, it
is said how far each goes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, NamedTuple

from cs336_basics.learn.mistakes import Mistake, seen_by
from cs336_basics.learn.outcome import Outcome, outcome_of
from cs336_basics.learn.recipe import Recipe
from cs336_basics.learn.subjects import Subject

Ask = Callable[[Any], Outcome]
"""Put a case to the learner's code."""

_ROUNDS = 6  # new cases tried to tell mistakes apart
_SAMPLE = 30  # wrong answers, small ones and large ones, on which mistakes are weighed
_PAIRED = 8  # mistakes that are tried together with every other
_SEEDS = range(101, 104)  # of the cases in which to look for differences


class Seen(NamedTuple):
    """A case, what the learner's code made of it, and whether that was right."""

    case: Any
    outcome: Outcome
    right: bool


class Apart(NamedTuple):
    """A case on which two mistakes differ that fit all others."""

    case: Any
    one: Mistake
    other: Mistake


class Share(NamedTuple):
    """A mistake that explains some of the differences, and how many."""

    mistake: Mistake
    explained: int


@dataclass
class Diagnosis:
    """What the catalogue says of a learner's code.

    Attributes:
        fits: mistakes whose answers equal the learner's everywhere, the likeliest first.
        together: two mistakes that do so together, when none does alone.
        shares: mistakes that explain some of the differences, when nothing explains all.
        apart: cases that would tell those in `fits` apart.
        differences: how many cases went wrong.
        cases: how many cases were compared.
    """

    fits: list[Mistake] = field(default_factory=list)
    together: tuple[Mistake, Mistake] | None = None
    shares: list[Share] = field(default_factory=list)
    apart: list[Apart] = field(default_factory=list)
    differences: int = 0
    cases: int = 0

    @property
    def named(self) -> list[Mistake]:
        """Every mistake it names, the likeliest first."""
        return [*self.fits, *(self.together or ()), *(share.mistake for share in self.shares)]

    def _same(self, with_what: str) -> str:
        if self.cases == 1:
            return f"with {with_what} the one case that was tried comes out as yours does"
        wrong = "one" if self.differences == 1 else self.differences
        return (
            f"with {with_what} all {self.cases} cases come out as yours do, "
            f"{wrong} of them different from what is right"
        )

    def lines(self, subject: Subject, name: str) -> Iterator[str]:
        """The diagnosis in sentences, one a line."""
        if self.fits:
            first = self.fits[0]
            yield f"it looks as if {first.title}"
            yield f"({self._same('this mistake')})"
            yield first.why
            yield f"read on in notebook {first.notebook}; catalogue: {first.name}"
            for other in self.fits[1:4]:
                yield f"what would look the same: {other.title} ({other.name})"
            for case, one, other in self.apart[:2]:
                call = subject.call(name, case).replace("\n", "")
                yield f"to tell {one.name} from {other.name}: {call}"
        elif self.together:
            one, other = self.together
            yield f"it looks like two mistakes at once: {one.title}; and {other.title}"
            yield f"({self._same('both')})"
            yield f"{one.why}"
            yield f"{other.why}"
            yield f"read on in notebooks {one.notebook} and {other.notebook}"
        elif self.shares:
            yield "no mistake of the catalogue explains all of it"
            for mistake, explained in self.shares[:3]:
                yield (
                    f"{explained} of {self.differences} differences look as if {mistake.title} "
                    f"(notebook {mistake.notebook}; {mistake.name})"
                )
        else:
            yield "no mistake of the catalogue gives what yours gives: what stands above is all"


def diagnose(
    subject: Subject, seen: Sequence[Seen], ask: Ask, catalogue: Iterable[Mistake] | None = None
) -> Diagnosis:
    """Find the catalogued mistakes that give what the learner's code gave.

    Args:
        subject: what the code is meant to be.
        seen: the cases that were tried, with their outcomes.
        ask: puts further cases to the code, to tell mistakes apart.
        catalogue: the mistakes to try; by default those this subject's check can see.
    """
    mistakes = list(seen_by(subject.sees_as or subject.name) if catalogue is None else catalogue)
    ordered = sorted(seen, key=lambda each: (each.right, subject.size(each.case)))
    wrong = [each for each in ordered if not each.right]
    found = Diagnosis(differences=len(wrong), cases=len(ordered))
    replay = _Replay(subject, ordered)
    found.fits = [mistake for mistake in mistakes if replay.fitting(mistake) is not None]
    if len(found.fits) > 1:
        found.fits, found.apart = _tell_apart(subject, replay, found.fits, ask)
    if found.fits:
        return found
    shares = [Share(mistake, replay.explained(mistake)) for mistake in mistakes]
    shares = sorted((each for each in shares if each.explained), key=lambda each: -each.explained)
    found.together = _two_at_once(replay, [share.mistake for share in shares], mistakes)
    if found.together is None:
        found.shares = shares
    return found


class _Replay:
    """Answers of recipes to the cases that were tried, compared with the learner's."""

    def __init__(self, subject: Subject, seen: Sequence[Seen]) -> None:
        self.subject, self.seen = subject, list(seen)
        self.wrong = [each for each in seen if not each.right]

    def agrees(self, recipe: Recipe, each: Seen) -> bool:
        given = outcome_of(self.subject.by, recipe, each.case)
        return self.subject.agree(each.case, given, each.outcome)

    def fitting(self, mistake: Mistake) -> Recipe | None:
        """The recipe of the mistake that agrees everywhere, if one does."""
        return next((recipe for recipe in mistake.recipes if self.fits(recipe)), None)

    def fits(self, recipe: Recipe) -> bool:
        return all(self.agrees(recipe, each) for each in self.seen)

    def explained(self, mistake: Mistake) -> int:
        """How many of the wrong answers the mistake gives too."""
        wrong = self.wrong[:: max(1, len(self.wrong) // _SAMPLE)]
        return max(sum(self.agrees(recipe, each) for each in wrong) for recipe in mistake.recipes)


def _two_at_once(
    replay: _Replay, likely: Sequence[Mistake], mistakes: Sequence[Mistake]
) -> tuple[Mistake, Mistake] | None:
    tried = set()
    for one in likely[:_PAIRED] or mistakes[:0]:
        for other in [*likely, *mistakes]:
            names = frozenset((one.name, other.name))
            if names in tried or len(names) < 2:
                continue
            tried.add(names)
            recipe = one.with_another(other)
            if recipe is not None and replay.fits(recipe):
                return one, other
    return None


def _tell_apart(
    subject: Subject, replay: _Replay, fits: list[Mistake], ask: Ask
) -> tuple[list[Mistake], list[Apart]]:
    """Ask the learner's code where the mistakes differ; keep those that still agree with it."""
    apart: list[Apart] = []
    for _ in range(_ROUNDS):
        if len(fits) < 2:
            return fits, []
        difference = _first_apart(subject, replay, fits)
        if difference is None:
            return fits, apart
        case = difference.case
        outcome = ask(case)
        if outcome.ended_the_process or outcome.is_unfilled:
            return fits, [difference]
        replay.seen.append(Seen(case, outcome, subject.right(case, outcome)))
        left = [mistake for mistake in fits if replay.fitting(mistake) is not None]
        if not left:
            # The code does something else again on this case: what was known so far still holds.
            replay.seen.pop()
            return fits, [difference]
        fits = left
    return fits, apart


def _first_apart(subject: Subject, replay: _Replay, fits: Sequence[Mistake]) -> Apart | None:
    recipes = [(mistake, replay.fitting(mistake)) for mistake in fits]
    (one, first), *others = [(mistake, recipe) for mistake, recipe in recipes if recipe]
    for case in islice(_further_cases(subject), 2000):
        given = outcome_of(subject.by, first, case)
        for other, recipe in others:
            if not subject.agree(case, given, outcome_of(subject.by, recipe, case)):
                return Apart(case, one, other)
    return None


def _further_cases(subject: Subject) -> Iterator[Any]:
    for seed in _SEEDS:
        cases = [case for _, grade in subject.cases(seed) for case in grade]
        yield from sorted(cases, key=subject.size)
