"""Notebook 10, made from the catalogue: a heading for each room, two cells for each exhibit."""

from __future__ import annotations

from collections.abc import Iterator

from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from cs336_basics.learn.mistakes import Mistake
from cs336_basics.learn.museum import texts
from cs336_basics.learn.museum.rooms import ROOMS, Room, number_of
from cs336_basics.learn.notebooks.form import GOES_ON, KERNELSPEC, LANGUAGE
from cs336_basics.learn.notebooks.titles import link

NAME = "10_museum_of_mistakes.ipynb"


def museum_notebook() -> NotebookNode:
    """The whole notebook, not yet run."""
    cells = [
        markdown("goal", texts.GOAL),
        code("setup", texts.SETUP),
        markdown("plan", texts.PLAN),
        code("floor-plan", "museum.floor_plan()"),
        markdown("how-to", texts.HOW_TO),
    ]
    for room in ROOMS:
        cells += _room(room)
    cells += texts_and_exercises()
    cells += [markdown("index", _index()), markdown("takeaways", texts.TAKEAWAYS)]
    metadata = {"kernelspec": dict(KERNELSPEC), "language_info": dict(LANGUAGE)}
    return new_notebook(cells=cells, metadata=metadata)


def markdown(name: str, source: str) -> NotebookNode:
    """A Markdown cell with a readable id."""
    return new_markdown_cell(source, id=name)


def code(name: str, source: str, *tags: str) -> NotebookNode:
    """A code cell with a readable id."""
    return new_code_cell(source, id=name, metadata={"tags": list(tags)} if tags else {})


def texts_and_exercises() -> list[NotebookNode]:
    """What comes after the last room: the quiet ones, and the exercises."""
    cells = [
        markdown("quiet", texts.QUIET),
        code("quiet-ones", "museum.quiet_ones()"),
        markdown("quiet-so", texts.QUIET_SO),
        markdown("exercises", texts.EXERCISES),
    ]
    for exercise in texts.WORK:
        cells += [code(name, source) for name, source in exercise.before]
        cells += [
            markdown(f"exercise-{exercise.name}", exercise.card),
            code(f"stub-{exercise.name}", exercise.stub, "stub", GOES_ON),
            code(
                f"check-{exercise.name}",
                f"checks.{exercise.check}({exercise.function})",
                "check",
                GOES_ON,
            ),
            code(
                f"solution-{exercise.name}",
                f"show.solution({exercise.function})",
                "solution",
                GOES_ON,
            ),
        ]
        cells += [code(name, source, GOES_ON) for name, source in exercise.after]
    return cells


def _room(room: Room) -> Iterator[NotebookNode]:
    heading = f"## Room {room.number} · {room.name}\n\n{room.question}"
    yield markdown(f"room-{room.number}", heading)
    yield code(f"opening-{room.number}", f"museum.opening({room.number})")
    for mistake in room.exhibits:
        yield code(f"exhibit-{mistake.name}", f'museum.exhibit("{number_of(mistake.name)}")')
        yield markdown(f"cause-{mistake.name}", _cause(mistake))


def _cause(mistake: Mistake) -> str:
    """The answer, folded: what it is, why, where it is taught, which checks see it."""
    seen = ", ".join(f"`checks.{name}`" for name in mistake.seen_by)
    summary = f"What went wrong in {number_of(mistake.name)}?"
    title = mistake.title[0].upper() + mistake.title[1:]
    return "\n\n".join(
        [
            f"<details><summary>{summary}</summary>",
            f"**{title}.** {mistake.why}",
            f"Taught in {link(mistake.notebook)}. Seen by {seen}."
            f" In the catalogue: `{mistake.name}`.",
            "</details>",
        ]
    )


def _index() -> str:
    rows = [
        f"| `{mistake.name}` | {number_of(mistake.name)} | {mistake.notebook} |"
        for mistake in sorted(
            (mistake for room in ROOMS for mistake in room.exhibits), key=lambda each: each.name
        )
    ]
    table = "\n".join(["| mistake | exhibit | taught in |", "|---|---|---|", *rows])
    summary = "<details><summary>All of them, by name</summary>"
    return "\n\n".join([texts.INDEX, summary, table, "</details>"])
