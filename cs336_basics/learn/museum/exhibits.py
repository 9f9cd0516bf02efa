"""An exhibit: a mistake on its smallest input, beside what is right."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from cs336_basics.datatypes import Merge, PretokenCounts
from cs336_basics.learn.checker.cases import Case, Counts
from cs336_basics.learn.checker.outcome import outcome_of
from cs336_basics.learn.lessons.counterexamples import counterexamples
from cs336_basics.learn.mistakes import MISTAKES
from cs336_basics.learn.mistakes.recipe import REFERENCE
from cs336_basics.learn.museum.frames import Compared, Frame, frame, frame_all
from cs336_basics.learn.museum.page_of_stories import on_the_page
from cs336_basics.learn.museum.panels import answer, question
from cs336_basics.learn.museum.rooms import Room, mistake_at, number_of
from cs336_basics.learn.museum.rows import Row, text

_NUMBERING = frozenset({"base", "room", "number"})
"""Parts of the recipe that make a vocabulary of merges."""

LEFT_OPEN = "The assignment leaves this open."
"""Said of a mistake that is only another choice than ours."""


def exhibit(number: str) -> Frame:
    """Show what goes in, what ought to come out, and what comes out here.

    Args:
        number: room and place, such as `5.1`, or the name of a mistake.

    Raises:
        LookupError: nothing is there.

    >>> print(exhibit("5.1").text)
    Exhibit 5.1
    words: ab cd
    merge 1: c|d × 1 ⟶ a|b cd / a|b × 1 ⟶ ab c|d
    merge 2: a|b × 1 ⟶ ab cd / c|d × 1 ⟶ ab cd
    On a page of the stories, merge 13 of 40 is the first to differ.
    """
    mistake = mistake_at(number)
    case, numbers = mistake.example, not _NUMBERING.isdisjoint(mistake.parts)
    right, wrong = (answer(case, recipe) for recipe in (REFERENCE, mistake.recipes[0]))
    noted = on_the_page(mistake.name) or "On a page of the stories nothing is different."
    return frame(
        f"Exhibit {number_of(mistake.name)}",
        f"{LEFT_OPEN} {noted}" if mistake.open else noted,
        question(case, with_size=numbers),
        _compared(_of_interest(right, numbers), _of_interest(wrong, numbers)),
        names=("ours", "here") if mistake.open else ("right", "here"),
    )


def opening(room: Room) -> Frame:
    """Show how it ought to be in a room."""
    numbers = any(not _NUMBERING.isdisjoint(mistake.parts) for mistake in room.exhibits)
    rows = _of_interest(answer(room.opening, REFERENCE), numbers)
    asked = question(room.opening, with_size=numbers)
    return frame("As it ought to be", "", [*asked, *rows])


def lineup(names: Iterable[str], case: Case) -> Frame:
    """Show what several mistakes make of one input, without their names: A, B, C, …"""
    answers = {"right": answer(case, REFERENCE)}
    for letter, name in zip("ABCDEF", names, strict=False):
        answers[f"suspect {letter}"] = answer(case, MISTAKES[name].recipes[0])
    return frame_all("The suspects", question(case), answers)


def own_exhibit(trainer: Callable[[PretokenCounts], Iterable[Merge]]) -> Frame:
    """Show a visitor's own mistake on the smallest word over `ab` on which it goes wrong."""
    title = "My own"
    if outcome_of(lambda: next(iter(trainer({b"ab": 1})), None)).is_unfilled:
        return frame(title, "This frame is still empty. It is waiting for you.")
    word = next(counterexamples(trainer), None)
    if word is None:
        return frame(title, "Right on every short word: there is no mistake to show.")
    case = Counts({word: 1})
    theirs = replace(REFERENCE, loop=lambda _, counts: iter(trainer(counts)))
    rows = _compared(answer(case, REFERENCE), answer(case, theirs))
    return frame(title, "By a visitor.", question(case), rows)


def _compared(right: list[Row], wrong: list[Row]) -> list[Compared]:
    """Put two answers side by side, row by row; an error comes last."""
    ours, theirs = dict(right), dict(wrong)
    labels = sorted([*ours, *(label for label in theirs if label not in ours)], key="then".__eq__)
    absent = text("–")
    return [Compared(each, ours.get(each, absent), theirs.get(each, absent)) for each in labels]


def _of_interest(rows: list[Row], numbers: bool) -> list[Row]:
    """Without the vocabulary, where it only follows from the merges."""
    trained = any(row.label == "pre-tokens" for row in rows)
    return [row for row in rows if numbers or not trained or row.label != "vocabulary"]
