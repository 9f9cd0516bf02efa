"""`cs336-bpe progress`: which exercises of your notebooks pass, and which one comes next."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING

from cs336_basics.bars import progress_bar
from cs336_basics.repository import MY_NOTEBOOKS, ROOT

if TYPE_CHECKING:
    from cs336_basics.learn.notebooks.cards import Lesson
    from cs336_basics.learn.notebooks.progress import Result

_WIDTH = 20  # characters of a whole bar
_LONGEST = 100  # characters of a reason


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments of the command."""
    parser.add_argument(
        "--notebooks",
        metavar="PATH",
        default=str(MY_NOTEBOOKS if MY_NOTEBOOKS.is_dir() else ROOT / "notebooks"),
        help="the folder with your notebooks, or one of them (those that `make lab` opens)",
    )


def run(args: argparse.Namespace) -> None:
    """Run the checks of all that was attempted, and print the results."""
    # Imported here: other commands need no checks.
    from cs336_basics.learn.notebooks.cards import read_lessons
    from cs336_basics.learn.notebooks.progress import (
        NOT_ATTEMPTED,
        NOT_RIGHT,
        PASSING,
        check_exercises,
    )

    lessons = [lesson for lesson in read_lessons(args.notebooks) if lesson.exercises]
    number = sum(each.is_attempted for lesson in lessons for each in lesson.exercises)
    with progress_bar("checking", number, "exercise", shown=number > 0) as bar:
        found = [(lesson, check_exercises(lesson, lambda: bar.update(1))) for lesson in lessons]
    width = max((len(lesson.title) for lesson in lessons), default=0)
    for lesson, rows in found:
        print(_line(lesson.title, rows, width))
        passing = [row for row in rows if row.state == PASSING]
        if passing:
            print(f"    passing: {_names(passing)}")
        for row in rows:
            if row.state == NOT_RIGHT:
                print(f"    not right yet: {_names([row])}: {_short(row.reason)}")
        left = [row for row in rows if row.state == NOT_ATTEMPTED]
        if left and len(left) < len(rows):
            print(f"    not attempted: {_names(left)}")
    every = [row for _, rows in found for row in rows]
    print(_line("all notebooks", every, width))
    print(_next(found))


def _line(title: str, rows: Sequence[Result], width: int) -> str:
    from cs336_basics.learn.notebooks.progress import NOT_ATTEMPTED, NOT_RIGHT, PASSING

    numbers = [sum(row.state == s for row in rows) for s in (PASSING, NOT_RIGHT, NOT_ATTEMPTED)]
    done, wrong, left = numbers
    cells = _WIDTH * done // len(rows) if rows else 0
    if done and not cells:
        cells = 1  # something is done, and shows
    parts = [f"{done} of {len(rows)} pass"]
    parts += [f"{wrong} not right yet"] * bool(wrong)
    parts += [f"{left} not attempted"] * bool(left)
    return f"{title:<{width}}  {'█' * cells}{'░' * (_WIDTH - cells)}  {', '.join(parts)}"


def _next(found: Sequence[tuple[Lesson, Sequence[Result]]]) -> str:
    from cs336_basics.learn.notebooks.progress import PASSING

    for lesson, rows in found:
        for row in rows:
            if row.state != PASSING:
                minutes = f"{row.exercise.minutes} minutes"
                return f"next: {_names([row])}, {minutes}, in {lesson.path.name}"
    return "next: nothing is left. Add a mistake of your own to the museum (10.4)."


def _names(rows: Sequence[Result]) -> str:
    return ", ".join(f"{row.exercise.number} {' and '.join(row.exercise.names)}" for row in rows)


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST else f"{line[:_LONGEST]} …"
