"""The page for teachers, notebooks/README.md: minutes and the mistakes to expect, by notebook.

python -m cs336_basics.learn.notebooks.teachers     # writes it from the cards and the catalogue
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from cs336_basics.files import write_whole
from cs336_basics.learn.mistakes import FAMILIES, MISTAKES
from cs336_basics.learn.notebooks.cards import Lesson, read_lessons
from cs336_basics.learn.notebooks.run import NOTEBOOKS

PAGE = NOTEBOOKS / "README.md"

_HEAD = """\
# The notebooks

Ten notebooks in reading order, one question each. This page is made from their cards and from the
catalogue of mistakes (`python -m cs336_basics.learn.notebooks.teachers`); a test keeps it true.

{table}

{exercises} exercises, {minutes} minutes by their cards, {mistakes} mistakes in the catalogue.

**To hand out**: `make handout` writes a copy without solutions, answers and outputs into
`handout/`, or into the folder that `make handout TO=…` names. **How far is a learner?**
`cs336-bpe progress` runs the checks of their notebooks. **What is wrong with a submission?**
`cs336-bpe check path/to/adapters.py` names the mistake.
"""


def teachers_page(lessons: Sequence[Lesson]) -> str:
    """The page as Markdown."""
    exercises = [each for lesson in lessons for each in lesson.exercises]
    rows = [
        f"| [{lesson.title}]({lesson.path.name}) | {lesson.minutes} | {len(lesson.exercises)} | "
        f"{sum(each.minutes for each in lesson.exercises)} |"
        for lesson in lessons
    ]
    head = ["| notebook | time | exercises | minutes by their cards |"]
    table = "\n".join([*head, "|---|---|---|---|", *rows])
    page = _HEAD.format(
        table=table,
        exercises=len(exercises),
        minutes=sum(each.minutes for each in exercises),
        mistakes=len(MISTAKES),
    )
    return "\n".join([page, *map(_lesson, lessons)])


def _lesson(lesson: Lesson) -> str:
    lines = [f"## {lesson.title}", ""]
    if lesson.exercises:
        lines += ["| exercise | difficulty | minutes |", "|---|---|---|"]
        lines += [
            f"| {each.number} `{'`, `'.join(each.names)}` "
            f"| {'●' * each.difficulty}{'○' * (5 - each.difficulty)} | {each.minutes} |"
            for each in lesson.exercises
        ]
        lines.append("")
    expected = _expected(lesson.path.name[:2])
    if expected:
        lines += ["Mistakes to expect:", "", *expected, ""]
    return "\n".join(lines)


def _expected(number: str) -> list[str]:
    """The mistakes that a notebook teaches, one line for each, in the order of the catalogue."""
    return [
        f"* {mistake.title} (`{mistake.name}`)"
        for family in FAMILIES.values()
        for mistake in family
        if mistake.notebook == number
    ]


def main() -> int:
    """Write the page."""
    with write_whole(PAGE) as file:
        file.write(teachers_page(read_lessons(NOTEBOOKS)).encode("utf-8"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
