"""What an examination found wrong, and how that is put into sentences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from cs336_basics.learn.checker.outcome import Outcome
from cs336_basics.learn.law import UNSEEN
from cs336_basics.learn.mistakes import Mistake


class Seen(NamedTuple):
    """A case, what the learner's code made of it, and whether that was right."""

    case: Any
    outcome: Outcome
    right: bool


class Finding(NamedTuple):
    """Something that is wrong, with a case that shows it.

    Attributes:
        seen: the case.
        mistake: the name of the catalogue that explains it, if one does.
        kind: a name in `law.UNSEEN` where only what tests do not see is wrong; else empty.
        explained: how many wrong results of this kind the mistake gives too.
        wrong: how many there are.
        compared: how many results it was compared with, where it gives all of them; else 0.
    """

    seen: Seen
    mistake: Mistake | None = None
    kind: str = ""
    explained: int = 0
    wrong: int = 1
    compared: int = 0

    def lines(self) -> Iterator[str]:
        """Why, in sentences, one a line."""
        if self.mistake:
            yield f"it looks as if {self.mistake.title}"
            yield f"({self._share()})"
            yield self.mistake.why
            yield f"read on in notebook {self.mistake.notebook}; catalogue: {self.mistake.name}"
        elif helper := self.seen.outcome.unfilled:
            yield f"{helper} is not written yet, and it is called here"
        elif self.seen.outcome.ended_the_process or self.seen.outcome.is_error:
            pass  # the error says it
        else:
            yield "this matches no known mistake; the case above is all I can show"
        if self.kind in UNSEEN:
            yield f"the tests do not see this; the assignment says: {UNSEEN[self.kind].sentence}"

    def _share(self) -> str:
        if self.compared > 1:
            wrong = "a wrong one" if self.wrong == 1 else f"the {self.wrong} wrong ones"
            return f"this mistake gives all {self.compared} results that yours gives, with {wrong}"
        if self.wrong == 1:
            return "this mistake gives the wrong result that yours gives"
        if self.explained == self.wrong:
            return f"this mistake gives all {self.wrong} wrong results that yours gives here"
        return f"this mistake gives {self.explained} of the {self.wrong} wrong results of yours"
