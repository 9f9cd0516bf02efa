"""Checks of notebook 10: names for mistakes, tests that find them, and one of the visitor's own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cs336_basics.datatypes import PretokenCounts
from cs336_basics.learn.checker.cases import Counts
from cs336_basics.learn.checker.examine import examine
from cs336_basics.learn.checker.frame import CheckFailed, check_answer
from cs336_basics.learn.checker.outcome import Outcome, outcome_of
from cs336_basics.learn.checker.sandbox import open_box
from cs336_basics.learn.checker.subjects import SUBJECTS
from cs336_basics.learn.checks._corpora import TOY, taken
from cs336_basics.learn.lessons.counterexamples import words
from cs336_basics.learn.mistakes import FAMILIES, MISTAKES, Mistake
from cs336_basics.trainers import naive

__all__ = ["apart", "culprits", "new_mistake", "one_test"]

Function = Callable[..., Any]

SCENE = Counts({b"banana": 2, b"abab": 1}, 4)
"""What the three suspects were given."""

SUSPECTS = ("merging-first-only", "ties-first-seen", "counts-once-a-word")
"""The mistakes they made."""

_CORPORA: list[PretokenCounts] = [*({word: 1} for word in words(b"ab", 6)), SCENE.counts, TOY]
_RIGHT, _WRONG = "right", "wrong"
_LETTERS = 12
_BYTES = 24
_TRAINER = SUBJECTS["iter_merges"]


def culprits(fn: Function) -> None:
    """Check a learner's `culprits` (notebook 10): the names of three mistakes."""

    def fault(names: Any) -> str | None:
        if not isinstance(names, list | tuple) or len(names) != len(SUSPECTS):
            return f"a list of {len(SUSPECTS)} names"
        for letter, name, right in zip("ABC", names, SUSPECTS, strict=True):
            if name not in MISTAKES:
                return f"names of the catalogue, and {name!r} is none"
            theirs = made_by(MISTAKES[name], SCENE)
            if theirs != (done := made_by(MISTAKES[right], SCENE)):
                gave, did = (_TRAINER.show(SCENE, each.answer) for each in (theirs, done))
                return f"another name for {letter}: {name} would give {gave}; {letter} gave {did}"
        return None

    check_answer(fn, fault)


def apart(fn: Function) -> None:
    """Check a learner's `apart` (notebook 10): counts on which two mistakes differ."""
    one, other = MISTAKES["ties-by-id"], MISTAKES["ties-length-first"]

    def fault(counts: Any) -> str | None:
        if wrong := _no_counts(counts, _LETTERS):
            return wrong
        if made_by(one, Counts(counts)) == made_by(other, Counts(counts)):
            return f"counts on which {one.name} and {other.name} differ"
        return None

    check_answer(fn, fault)


def one_test(fn: Function) -> None:
    """Check a learner's `one_test` (notebook 10): counts that no mistake about ties survives."""

    def fault(counts: Any) -> str | None:
        if wrong := _no_counts(counts, _BYTES):
            return wrong
        case = Counts(counts)
        left = [m.name for m in FAMILIES["Ties"] if _TRAINER.right(case, made_by(m, case))]
        return f"counts that show these too: {', '.join(left)}" if left else None

    check_answer(fn, fault)


def new_mistake(fn: Function) -> None:
    """Check a learner's `new_mistake` (notebook 10): wrong each time, and in no catalogue."""
    name = getattr(fn, "__name__", repr(fn))
    report = examine(_TRAINER, fn, name, shrinking=False)
    if "" in report.unfilled:
        print(f"{name}: not attempted yet")
        return
    if report.failing is None:
        raise CheckFailed(name, f"{name}(…)", "a mistake", f"right in all {report.passed} cases")
    call = _TRAINER.call(name, report.failing.case)
    if report.failing.outcome.error == "ShapeError":
        raise CheckFailed(name, call, "merges, wrong ones", report.failing.outcome.message)
    if reason := _unfit(fn):
        counts, why = reason
        raise CheckFailed(name, _TRAINER.call(name, counts), "wrong merges, always the same", why)
    known = [each.mistake for each in report.findings if each.mistake and each.compared]
    if known:
        reached = f"{known[0].name}, which is here already: {known[0].title}"
        raise CheckFailed(name, call, "something new", reached)
    print(f"{name}: check passed")


def _unfit(fn: Function) -> tuple[Counts, str] | None:
    """Say why a trainer's fault cannot be shown, and on which counts it is seen; None if it can.

    It must give wrong merges on some counts, and the same ones when they come again. A trainer that
    draws lots, or only raises errors, is wrong in no way that could be named; errors on other
    counts do no harm.
    """

    def look(counts: PretokenCounts) -> str:
        merges = [list(map(tuple, taken(fn)(dict(counts)))) for _ in range(2)]
        if merges[0] != merges[1]:
            return "two calls with the same counts gave different merges"
        return _RIGHT if merges[0] == list(naive.iter_merges(counts)) else _WRONG

    error, is_wrong = None, False
    with open_box(look) as box:
        for counts in _CORPORA:
            outcome = box.call(counts)
            if outcome.is_unfilled or outcome.ended_the_process:
                return None  # others see to stubs, and to what never ends
            if outcome.is_error:
                error = error or (Counts(counts), outcome.message)
            elif outcome.answer not in (_RIGHT, _WRONG):
                return Counts(counts), outcome.answer
            is_wrong |= outcome.answer == _WRONG
    return None if is_wrong else error


def made_by(mistake: Mistake, case: Counts) -> Outcome:
    """What a mistake makes of some counts."""
    return outcome_of(_TRAINER.by, mistake.recipes[0], case)


def _no_counts(counts: Any, most: int) -> str | None:
    """Say what is wrong with the form of pre-token counts."""
    if not isinstance(counts, dict) or not counts:
        return "a dict of pre-tokens and how often each occurs"
    for word, n in counts.items():
        if not isinstance(word, bytes) or type(n) is not int or n < 1:
            return f"bytes -> a number from 1 on, and not {word!r}: {n!r}"
    size = sum(map(len, counts))
    return f"at most {most} bytes, and there are {size}" if size > most else None
