"""Say why a learner's code differs: replay its cases under each catalogued mistake and compare.

A mistake fits when its answers equal the learner's on every case that was tried, right ones
included. Where several fit, a new case is looked for on which they differ, and the learner's code
is asked there too. Where none fits alone, two are tried together; then each method of a class by
itself; and where that fails as well, it is said how far each goes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from cs336_basics.learn.diagnosis import Apart, Diagnosis, Seen, Share
from cs336_basics.learn.mistakes import Mistake, seen_by
from cs336_basics.learn.outcome import Outcome, outcome_of
from cs336_basics.learn.recipe import Recipe
from cs336_basics.learn.subjects import Subject

Ask = Callable[[Any], Outcome]
"""Put a case to the learner's code."""

_ROUNDS = 6  # new cases tried to tell mistakes apart
_SAMPLE = 30  # wrong answers, small ones and large ones, on which mistakes are weighed
_PAIRED = 8  # mistakes that are tried together with every other
_SHARES = 3  # mistakes that are told when none explains all
_SEEDS = range(101, 104)  # of the cases in which to look for differences


def diagnose(
    subject: Subject,
    seen: Sequence[Seen],
    ask: Ask,
    catalogue: Iterable[Mistake] | None = None,
    *,
    shown: Seen | None = None,
) -> Diagnosis:
    """Find the catalogued mistakes that give what the learner's code gave.

    Args:
        subject: what the code is meant to be.
        seen: the cases that were tried, with their outcomes.
        ask: puts further cases to the code, to tell mistakes apart.
        catalogue: the mistakes to try; by default those this subject's check can see.
        shown: what the learner sees: its method is spoken of first.
    """
    mistakes = list(seen_by(subject.sees_as or subject.name) if catalogue is None else catalogue)
    ordered = sorted(seen, key=lambda each: (each.right, subject.size(each.case)))
    found = _explained(_Replay(subject, ordered), ask, mistakes)
    if found.fits or found.together:
        return found
    wrong = [each for each in ([shown] if shown else []) + ordered if not each.right]
    methods = dict.fromkeys(subject.method(each.case) for each in wrong)
    if len(methods) > 1:
        for method in methods:
            alone = [each for each in ordered if subject.method(each.case) == method]
            found.by_method[method] = _explained(_Replay(subject, alone, method), ask, mistakes)
        found.shares = []
    return found


def _explained(replay: _Replay, ask: Ask, mistakes: Sequence[Mistake]) -> Diagnosis:
    """What one mistake explains, or two; or else which mistakes explain the most."""
    found = Diagnosis(differences=len(replay.wrong), cases=len(replay.seen))
    found.fits = [mistake for mistake in mistakes if replay.fitting(mistake) is not None]
    if len(found.fits) > 1:
        found.fits, found.apart = _tell_apart(replay, found.fits, ask)
    if found.fits:
        return found
    explained = {mistake.name: replay.explained(mistake) for mistake in mistakes}
    likely = sorted(mistakes, key=lambda mistake: -len(explained[mistake.name]))
    likely = [mistake for mistake in likely if explained[mistake.name]]
    found.together = _two_at_once(replay, likely, mistakes)
    # Code that only ever ends in an error has said why; that a mistake ends so too tells nothing.
    if found.together is None and not all(each.outcome.is_error for each in replay.seen):
        chosen = _cover(likely, explained)
        found.shares = [Share(mistake, replay.how_many(mistake)) for mistake in chosen]
    return found


def _cover(likely: Sequence[Mistake], explained: Mapping[str, set[int]]) -> list[Mistake]:
    """Few mistakes that explain much: one for the smallest difference, then what adds the most."""
    chosen: list[Mistake] = []
    left = set().union(*explained.values())
    wanted = {min(left)} if left else set()
    while left and len(chosen) < _SHARES:
        best = max(
            (each for each in likely if not wanted or wanted & explained[each.name]),
            key=lambda each: len(left & explained[each.name]),
        )
        chosen.append(best)
        left -= explained[best.name]
        wanted = set()
    return chosen


class _Replay:
    """Answers of recipes to the cases that were tried, compared with the learner's."""

    def __init__(self, subject: Subject, seen: Sequence[Seen], method: str = "") -> None:
        self.subject, self.seen, self.method = subject, list(seen), method
        self.wrong = [each for each in seen if not each.right]

    def agrees(self, recipe: Recipe, each: Seen) -> bool:
        given = outcome_of(self.subject.by, recipe, each.case)
        return self.subject.agree(each.case, given, each.outcome)

    def fitting(self, mistake: Mistake) -> Recipe | None:
        """The recipe of the mistake that agrees everywhere, if one does."""
        return next((recipe for recipe in mistake.recipes if self.fits(recipe)), None)

    def fits(self, recipe: Recipe) -> bool:
        return all(self.agrees(recipe, each) for each in self.seen)

    def explained(self, mistake: Mistake) -> set[int]:
        """Which of a sample of the wrong answers the mistake gives too."""
        sample = range(0, len(self.wrong), max(1, len(self.wrong) // _SAMPLE))
        every = (
            {i for i in sample if self.agrees(recipe, self.wrong[i])} for recipe in mistake.recipes
        )
        return max(every, key=len)

    def how_many(self, mistake: Mistake) -> int:
        """How many of all wrong answers it gives too."""
        return max(
            sum(self.agrees(recipe, each) for each in self.wrong) for recipe in mistake.recipes
        )


def _two_at_once(
    replay: _Replay, likely: Sequence[Mistake], mistakes: Sequence[Mistake]
) -> tuple[Mistake, Mistake] | None:
    tried = set()
    for one in likely[:_PAIRED]:
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
    replay: _Replay, fits: list[Mistake], ask: Ask
) -> tuple[list[Mistake], list[Apart]]:
    """Ask the learner's code where the mistakes differ; keep those that still agree with it."""
    apart: list[Apart] = []
    for _ in range(_ROUNDS):
        if len(fits) < 2:
            return fits, []
        difference = _first_apart(replay, fits)
        if difference is None:
            return fits, apart
        case = difference.case
        outcome = ask(case)
        if outcome.ended_the_process or outcome.is_unfilled:
            return fits, [difference]
        replay.seen.append(Seen(case, outcome, replay.subject.right(case, outcome)))
        left = [mistake for mistake in fits if replay.fitting(mistake) is not None]
        if not left:
            # The code does something else again on this case: what was known so far still holds.
            replay.seen.pop()
            return fits, [difference]
        fits = left
    return fits, apart


def _first_apart(replay: _Replay, fits: Sequence[Mistake]) -> Apart | None:
    subject = replay.subject
    recipes = [(mistake, replay.fitting(mistake)) for mistake in fits]
    (one, first), *others = [(mistake, recipe) for mistake, recipe in recipes if recipe]
    for case in islice(_further_cases(replay), 2000):
        given = outcome_of(subject.by, first, case)
        for other, recipe in others:
            if not subject.agree(case, given, outcome_of(subject.by, recipe, case)):
                return Apart(case, one, other)
    return None


def _further_cases(replay: _Replay) -> Iterator[Any]:
    subject = replay.subject
    for seed in _SEEDS:
        cases = [case for _, grade in subject.cases(seed) for case in grade]
        if replay.method:
            cases = [case for case in cases if subject.method(case) == replay.method]
        yield from sorted(cases, key=subject.size)
