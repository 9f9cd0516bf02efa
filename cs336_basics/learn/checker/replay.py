"""Say why a learner's code differs: replay its cases under each catalogued mistake and compare.

What the assignment's tests can see is looked at first, then, kind by kind, what they cannot. In
each a mistake is looked for that gives every result that the learner's code gave, right ones
included. Where several do, further cases tell them apart; where none does, two are tried together.
Failing that, the one is taken that comes nearest, if it gives at least half of the wrong results,
the smallest among them, and hardly any that the code got right.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple

from cs336_basics.learn.checker.diagnosis import Finding, Seen
from cs336_basics.learn.checker.models import RIGHT, Model, Replay
from cs336_basics.learn.checker.outcome import Outcome
from cs336_basics.learn.checker.subjects import Subject
from cs336_basics.learn.law import UNSEEN
from cs336_basics.learn.mistakes import MISTAKES, Mistake, seen_by

Ask = Callable[[Any], Outcome]
"""Put a case to the learner's code."""

_SECONDS = 8.0  # of processor time for the whole search: how busy the machine is plays no part
_SAMPLE = 20  # wrong results, small ones and large ones, on which models are weighed
_RIGHT = 60  # right results that a model must give, too
_PERHAPS_BETTER = 3.0  # seconds of looking on where a pair fits one kind of case only
_PAIRED = 10  # models that are tried together with every other mistake
_AT_ONCE = 3  # mistakes named in one kind of case
_WIDE = 5  # models that are extended when none fits
_EXPLAINED_FIRST = "pairs-run-out"  # its mistakes show in all other kinds, too
_ROUNDS = 6  # new cases tried to tell mistakes apart
_SEEDS = range(101, 104)  # of the cases in which to look for differences


def diagnose(
    subject: Subject,
    seen: Sequence[Seen],
    ask: Ask,
    catalogue: Iterable[Mistake] | None = None,
) -> list[Finding]:
    """Find what is wrong, the weightiest first, each with the mistake that explains it, if any.

    Args:
        subject: what the code is meant to be.
        seen: the cases that were tried, with their outcomes.
        ask: puts further cases to the code, to tell mistakes apart.
        catalogue: the mistakes to try; by default those this subject's check can see.
    """
    known = seen_by(subject.sees_as or subject.name) if catalogue is None else catalogue
    search = _Search(subject, seen, ask, list(known))
    return search.findings()


class _Kind(NamedTuple):
    """Cases of one kind that went wrong."""

    method: str
    kind: str
    wrong: list[int]


class _Weighed(NamedTuple):
    """A model, and how many results it explains and spoils."""

    model: Model
    gained: int
    lost: int

    @property
    def worth(self) -> int:
        return self.gained - 3 * self.lost


class _Search:
    """A search for the mistakes in a learner's code, kind by kind."""

    def __init__(
        self, subject: Subject, seen: Sequence[Seen], ask: Ask, mistakes: list[Mistake]
    ) -> None:
        self.subject, self.ask, self.mistakes = subject, ask, mistakes
        self.every = list(seen)
        self.replay = Replay(subject, seen)
        self.model = RIGHT  # with the mistakes found so far
        self.kind, self.right = "", self.replay.right  # those that a model must give, too
        self.end = time.process_time() + _SECONDS

    def findings(self) -> list[Finding]:
        """What is wrong in each kind of case."""
        found: list[Finding] = []
        for kind in self._kinds():
            found += self._explain(kind, already=found)
        order = ["", *UNSEEN]
        found.sort(key=lambda finding: order.index(finding.kind))
        return found + list(self._long_cases(found))

    def _kinds(self) -> list[_Kind]:
        order = ["", *UNSEEN]
        groups: dict[tuple[int, str], list[int]] = {}
        for i in self.replay.wrong:
            case = self.replay.seen[i].case
            rank = order.index(self.subject.kind(case))
            groups.setdefault((rank, self.subject.method(case)), []).append(i)
        # `encode` comes before `encode_iterable`, which is made of it.
        ordered = sorted(
            groups,
            key=lambda key: (
                order[key[0]] not in ("", _EXPLAINED_FIRST),
                key[1] == "encode_iterable",
                key[0],
            ),
        )
        return [_Kind(method, order[rank], groups[rank, method]) for rank, method in ordered]

    def _explain(self, kind: _Kind, already: list[Finding]) -> Iterator[Finding]:
        told = [each.seen.outcome for each in already if not each.mistake]
        left = [
            i for i in self._unexplained(kind) if not _is_told(self.replay.seen[i].outcome, told)
        ]
        if not left:
            return
        before = self.model
        self.kind, self.right = kind.kind, self._right_beside(kind)
        if all(each.outcome.is_error for each in self.every):
            # Code that only ever ends in an error has said why.
            yield Finding(self.replay.seen[left[0]], None, kind.kind, 0, len(kind.wrong))
            return
        for _ in range(_AT_ONCE):
            better = self._better(left)
            if better is None:
                break
            self.model = better
            left = [i for i in left if not self.replay.agrees(self.model, i)]
            if not left:
                break
        named = self.model.mistakes[len(before.mistakes) :]
        for mistake in named:
            yield self._finding(kind, mistake, before)
        # What nothing explains is told once for each method.
        methods = {self.subject.method(each.seen.case) for each in already if not each.mistake}
        if 2 * len(left) > len(kind.wrong) and kind.method not in methods:
            yield Finding(self.replay.seen[left[0]], None, kind.kind, 0, len(kind.wrong))

    def _unexplained(self, kind: _Kind) -> list[int]:
        """Which of them the mistakes found so far do not explain; none, if they explain most."""
        if not self.model.mistakes:
            return kind.wrong
        left = [i for i in kind.wrong if not self.replay.agrees(self.model, i)]
        most = kind.wrong[0] not in left and 5 * len(left) <= len(kind.wrong)
        return [] if most else left

    def _right_beside(self, kind: _Kind) -> list[int]:
        """The right results, without kinds of case whose mistakes are yet to be found."""
        seen = self.replay.seen
        wrong = Counter(self.subject.kind(seen[i].case) for i in self.replay.wrong)
        left = Counter(
            self.subject.kind(seen[i].case)
            for i in self.replay.wrong
            if not self.replay.agrees(self.model, i)
        )
        others = {name for name in left if 2 * left[name] > wrong[name]} - {kind.kind}
        return [i for i in self.replay.right if self.subject.kind(seen[i].case) not in others]

    def _finding(self, kind: _Kind, mistake: Mistake, before: Model) -> Finding:
        replay = self.replay
        alone = [
            model
            for model in before.extended([mistake])
            if model.parts.items() <= self.model.parts.items()
        ] or [self.model]
        shown = replay.explained(alone[0], kind.wrong) or replay.explained(self.model, kind.wrong)
        explained = replay.explained(self.model, kind.wrong)
        every = replay.wrong + replay.right
        compared = len(every) if replay.fits(self.model, every) else 0
        first = (shown or kind.wrong)[0]
        return Finding(
            replay.seen[first], mistake, kind.kind, len(explained), len(kind.wrong), compared
        )

    def _better(self, left: list[int]) -> Model | None:
        """The model so far with one mistake more, or two, that explains what is left."""
        weighed = self._weigh(self.model, left)
        full = [each.model for each in weighed if not each.lost and self._fits(each.model, left)]
        if full:
            return self._told_apart(full)
        likely = sorted(weighed, key=lambda each: -each.worth)[:_PAIRED]
        pair = self._pair(likely, left)
        if pair:
            return pair
        wide = list(likely)
        for each in likely[:_WIDE]:
            if len(each.model.mistakes) < len(self.model.mistakes) + 2:
                wide += [more for more in self._weigh(each.model, left) if more.worth > each.worth]
        return self._nearest(sorted(wide, key=lambda each: -each.worth)[: 2 * _PAIRED], left)

    def _pair(self, likely: list[_Weighed], left: list[int]) -> Model | None:
        """One of these with a mistake more that fits, and all other kinds too, if one does."""
        found, end = None, self.end
        for each in likely:
            for model in each.model.extended(self.mistakes):
                if time.process_time() > end:
                    return found
                if self._fits(model, left):
                    if self.replay.fits(model, self.replay.wrong):
                        return model
                    if found is None:
                        found, end = model, min(end, time.process_time() + _PERHAPS_BETTER)
        return found

    def _weigh(self, model: Model, left: list[int]) -> list[_Weighed]:
        sample, right = _spread(left, _SAMPLE), _spread(self.right, _RIGHT)
        right = [i for i in right if self.replay.agrees(model, i)]
        found = []
        for each in model.extended(self.mistakes):
            if self._is_late():
                break
            gained = len(self.replay.explained(each, sample))
            if gained:
                lost = sum(not self.replay.agrees(each, i) for i in right)
                found.append(_Weighed(each, gained, lost))
        return found

    def _fits(self, model: Model, left: list[int]) -> bool:
        """Whether it explains all that is left, and gives all that the code got right."""
        replay = self.replay
        if not replay.fits(model, left) or len(replay.explained(model, left)) < len(left):
            return False
        return all(replay.agrees(model, i) or not replay.agrees(RIGHT, i) for i in self.right)

    def _nearest(self, likely: list[_Weighed], left: list[int]) -> Model | None:
        """The model that explains the most, if that is at least half and the smallest case."""
        replay, best, most = self.replay, None, -1.0
        for model, _, _ in likely:
            explained = replay.explained(model, left)
            if left[0] not in explained or 2 * len(explained) < len(left):
                continue
            # Of results that are right, a model may spoil few: code differs in its details.
            given = [i for i in self.right if replay.agrees(self.model, i)]
            lost = sum(not replay.agrees(model, i) for i in given)
            if lost > min(6, len(explained) // 4):
                continue
            # A second mistake must be worth it.
            extra = len(model.mistakes) - len(self.model.mistakes)
            worth = len(explained) / len(left) - 0.05 * lost - 0.1 * extra
            if worth > most + 1e-9:
                best, most = model, worth
        return best

    def _told_apart(self, models: list[Model]) -> Model:
        """Ask the learner's code where models differ; take the first that still agrees with it."""
        for _ in range(_ROUNDS):
            case = self._where_they_differ(models)
            if case is None:
                break
            outcome = self.ask(case)
            if outcome.ended_the_process or outcome.is_unfilled:
                break
            given = [model.answer(self.subject, case) for model in models]
            agreeing = [
                model
                for model, each in zip(models, given, strict=True)
                if self.subject.agree(case, each, outcome)
            ]
            if not agreeing:
                break  # the code does something else again here: what was known still holds
            models = agreeing
        return min(models, key=self._rank)

    def _rank(self, model: Model) -> tuple[bool, int]:
        """Mistakes named after the kind of case come first, then the order of the catalogue."""
        name, order = model.mistakes[-1].name, list(MISTAKES)
        return not (self.kind and name.startswith(self.kind)), (
            order.index(name) if name in order else len(order)
        )

    def _where_they_differ(self, models: list[Model]) -> Any:
        names = {model.mistakes[-1].name for model in models}
        if len(names) < 2 or self._is_late():
            return None
        first, *others = models
        method = self.subject.method(self.replay.seen[self.replay.wrong[0]].case)
        for case in islice(_further_cases(self.subject, method), 1000):
            given = first.answer(self.subject, case)
            for other in others:
                if not self.subject.agree(case, given, other.answer(self.subject, case)):
                    return case
        return None

    def _long_cases(self, found: list[Finding]) -> Iterator[Finding]:
        """A case that is too long to replay is told where nothing smaller went wrong."""
        long = [each for each in self.every if not each.right and self.subject.is_long(each.case)]
        long.sort(key=lambda each: self.subject.size(each.case))
        told = {self._kind_of(each.seen) for each in found}
        errors = [each.seen.outcome for each in found]
        for each in long:
            if self._kind_of(each) in told or _is_told(each.outcome, errors):
                continue
            if self._is_explained(each):
                continue
            told.add(self._kind_of(each))
            name = self.subject.suspect(each.case, each.outcome.answer)
            kind = self.subject.kind(each.case)
            suspects = [MISTAKES[name]] if name and not each.outcome.is_error else []
            suspects = suspects or self._fitting(each)
            yield Finding(each, suspects[0] if suspects else None, kind, len(suspects), 1)

    def _kind_of(self, seen: Seen) -> tuple[str, str]:
        return self.subject.method(seen.case), self.subject.kind(seen.case)

    def _is_explained(self, seen: Seen) -> bool:
        """Whether the mistakes found so far give the same for a long case."""
        return bool(self.model.mistakes) and self.model.gives(self.subject, seen)

    def _fitting(self, each: Seen) -> list[Mistake]:
        """The first mistake that gives the same for one long case."""
        method = self.subject.method(each.case)
        own = [mistake for mistake in self.mistakes if method in mistake.seen_by]
        for model in self.model.extended(own or self.mistakes):
            if self._is_late():
                break
            if model.gives(self.subject, each):
                return [model.mistakes[-1]]
        return []

    def _is_late(self) -> bool:
        return time.process_time() > self.end


def _is_told(outcome: Outcome, told: Sequence[Outcome]) -> bool:
    """Whether it is an error that has been told already, from the same line."""
    return outcome.is_error and any(
        (outcome.error, outcome.place) == (each.error, each.place) for each in told
    )


def _spread(places: Sequence[int], most: int) -> list[int]:
    """At most so many of them, evenly spread from the first on."""
    step = max(1, -(-len(places) // most))
    return list(places[::step])


def _further_cases(subject: Subject, method: str) -> Iterator[Any]:
    for seed in _SEEDS:
        cases = [case for _, grade in subject.cases(seed) for case in grade]
        wanted = [c for c in cases if subject.method(c) == method and not subject.is_long(c)]
        yield from sorted(wanted, key=subject.size)
