"""What the catalogue says of a learner's code, and how that is put into sentences."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from cs336_basics.learn.mistakes import Mistake
from cs336_basics.learn.outcome import Outcome
from cs336_basics.learn.subjects import Subject


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
        by_method: what is said of each method alone, when nothing explains a whole class.
        shares: mistakes that explain some of the differences, when nothing explains all; the first
            explains the smallest of them.
        apart: cases that would tell those in `fits` apart.
        differences: how many cases went wrong.
        cases: how many cases were compared.
    """

    fits: list[Mistake] = field(default_factory=list)
    together: tuple[Mistake, Mistake] | None = None
    by_method: dict[str, Diagnosis] = field(default_factory=dict)
    shares: list[Share] = field(default_factory=list)
    apart: list[Apart] = field(default_factory=list)
    differences: int = 0
    cases: int = 0

    @property
    def named(self) -> list[Mistake]:
        """Every mistake it names, the likeliest first."""
        every = [*self.fits, *(self.together or ())]
        for of_method in self.by_method.values():
            every += of_method.named
        every += [share.mistake for share in self.shares]
        return list({mistake.name: mistake for mistake in every}.values())

    def lines(self, subject: Subject, name: str) -> Iterator[str]:
        """The diagnosis in sentences, one a line."""
        if self.fits:
            yield from self._one(subject, name)
        elif self.together:
            yield from self._two(*self.together)
        elif self.by_method:
            yield from self._each_method(subject, name)
        elif self.shares:
            yield "no mistake of the catalogue explains all of it"
            for mistake, explained in self.shares:
                yield (
                    f"{explained} of {_differences(self.differences)} look as if {mistake.title} "
                    f"(notebook {mistake.notebook}; catalogue: {mistake.name})"
                )
        else:
            yield "no mistake of the catalogue gives what yours gives: what stands above is all"

    def _one(self, subject: Subject, name: str) -> Iterator[str]:
        first = self.fits[0]
        yield f"it looks as if {first.title}"
        yield f"({self._same('this mistake')})"
        yield first.why
        yield f"read on in notebook {first.notebook}; catalogue: {first.name}"
        for other in self.fits[1:4]:
            yield f"what would look the same: {other.title} (catalogue: {other.name})"
        for case, one, other in self.apart[:2]:
            call = subject.call(name, case).replace("\n", "")
            yield f"to tell {one.name} from {other.name}: {call}"

    def _two(self, one: Mistake, other: Mistake) -> Iterator[str]:
        yield f"it looks like two mistakes at once: {one.title}; and {other.title}"
        yield f"({self._same('both')})"
        for mistake in (one, other):
            yield mistake.why
            yield f"read on in notebook {mistake.notebook}; catalogue: {mistake.name}"

    def _each_method(self, subject: Subject, name: str) -> Iterator[str]:
        told: set[str] = set()
        for method, found in self.by_method.items():
            names = {mistake.name for mistake in found.named}
            if (found.fits or found.together) and names <= told:
                titles = " and ".join(mistake.title for mistake in found.named)
                yield f"{method}: as above, {titles}"
                continue
            first, *rest = found.lines(subject, name)
            yield f"{method}: {first}"
            yield from rest
            told |= names

    def _same(self, with_what: str) -> str:
        if self.cases == 1:
            return f"with {with_what} the one case that was tried comes out as yours does"
        wrong = "one" if self.differences == 1 else self.differences
        return (
            f"with {with_what} all {self.cases} cases come out as yours do, "
            f"{wrong} of them different from what is right"
        )


def _differences(number: int) -> str:
    return "one difference" if number == 1 else f"{number} differences"
