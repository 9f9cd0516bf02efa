"""The exercises of a notebook, read from its cells: card, stubs, check, and what it says of time.

A cell tells by its tag what it is: `stub`, `check` or `solution`. The card is the Markdown cell
before a stub, and begins with a line such as

    **Exercise 2.4 · `my_count_pairs`** · difficulty ●●○○○ · 6 minutes
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import nbformat
from nbformat import NotebookNode

from cs336_basics.errors import FileFormatError, MissingDataError

CARD = re.compile(
    r"\*\*Exercise (?P<number>\d+\.\d+) · `(?P<name>my_\w+)`\*\*"
    r" · difficulty (?P<dots>[●○]{5}) · (?P<minutes>\d+) minutes?\n"
)
CALL = re.compile(r"checks\.\w+\((?P<names>my_\w+(?:, my_\w+)*)\)")

TIME = re.compile(r"^\| (?:\*\*)?Time(?:\*\*)? \| (.+?) \|$", re.MULTILINE)


@dataclass(frozen=True)
class Exercise:
    """One exercise as it stands in a notebook.

    Attributes:
        number: such as `2.4`.
        names: the learner's function, the class, or the two functions.
        difficulty: 1 to 5.
        minutes: how long it takes, by its card.
        stubs: the source of the cells that the learner fills in, one for each name.
        check: the call that checks them.
    """

    number: str
    names: tuple[str, ...]
    difficulty: int
    minutes: int
    stubs: tuple[str, ...]
    check: str

    @property
    def is_attempted(self) -> bool:
        """Whether anything was written into a stub.

        >>> stub = "def my_sum(a: int) -> int:\\n    '''Add.'''\\n    raise NotImplementedError"
        >>> Exercise("1.1", ("my_sum",), 1, 5, (stub,), "").is_attempted
        False
        """
        return not all(map(_is_unfilled, self.stubs))


@dataclass(frozen=True)
class Lesson:
    """A notebook with its exercises.

    Attributes:
        path: where it stands.
        title: its heading, such as `02 · Naive BPE`.
        minutes: how long reading takes and reading with the exercises, in words.
        exercises: in order.
        notebook: its cells.
    """

    path: Path
    title: str
    minutes: str
    exercises: tuple[Exercise, ...]
    notebook: NotebookNode


def read_lessons(folder: str | Path) -> list[Lesson]:
    """Read every notebook of a folder, in order of their names; of a single file only that.

    Raises:
        MissingDataError: no notebook is there.
        FileFormatError: one of them is no notebook.
    """
    folder = Path(folder)
    paths = [folder] if folder.is_file() else sorted(folder.glob("*.ipynb"))
    if not paths:
        raise MissingDataError(f"{folder}: no notebooks (*.ipynb) are there")
    return list(map(read_lesson, paths))


def read_lesson(path: Path) -> Lesson:
    """Read one notebook.

    Raises:
        FileFormatError: it is no notebook.
    """
    try:
        content = json.loads(path.read_bytes())
        notebook = nbformat.from_dict(content)  # not validated: that takes a second for each
        is_notebook = content["nbformat"] == 4 and all("source" in c for c in notebook.cells)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise FileFormatError(f"{path}: not a notebook: {type(error).__name__}") from error
    if not is_notebook:
        raise FileFormatError(f"{path}: not a notebook of nbformat 4")
    for cell in notebook.cells:
        cell.source = "".join(cell.source)  # a list of lines, in files
    title = re.search(r"^# (.+)$", markdown(notebook), re.MULTILINE)
    minutes = TIME.search(markdown(notebook))
    return Lesson(
        path,
        title[1] if title else path.stem,
        minutes[1] if minutes else "",
        tuple(_exercises(notebook)),
        notebook,
    )


def markdown(notebook: NotebookNode) -> str:
    """All its prose."""
    return "\n\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")


def has_tag(cell: NotebookNode, tag: str) -> bool:
    """Whether a cell carries a tag."""
    return tag in cell.metadata.get("tags", [])


def _exercises(notebook: NotebookNode) -> Iterator[Exercise]:
    card, stubs = None, list[str]()
    for cell in notebook.cells:
        if cell.cell_type == "markdown" and (found := CARD.match(cell.source)):
            card, stubs = found, []
        elif has_tag(cell, "stub"):
            stubs.append(cell.source)
        elif has_tag(cell, "check") and card and (call := CALL.search(cell.source)):
            yield Exercise(
                card["number"],
                tuple(call["names"].split(", ")),
                card["dots"].count("●"),
                int(card["minutes"]),
                tuple(stubs),
                call[0],
            )
            card = None


def _is_unfilled(source: str) -> bool:
    """Whether a stub is as it was handed out: definitions, docstrings and NotImplementedError."""
    try:
        nodes = ast.walk(ast.parse(source))
    except SyntaxError:
        return False
    return all(
        isinstance(node, ast.FunctionDef | ast.ClassDef)
        or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))
        or ast.unparse(node) == "raise NotImplementedError"
        for node in nodes
        if isinstance(node, ast.stmt)
    )
