"""How far a learner is: which checks of their notebooks pass, fail, or are not attempted yet.

Saved outputs may be out of date, so they are not used. What the learner wrote is run again with the
notebook's own check, in a process of its own: the imports and definitions of the notebook, what its
cells assign to names that the stubs use, the stubs, the check. The cells that measure and draw are
not run.
"""

from __future__ import annotations

import ast
import contextlib
import io
import linecache
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from nbformat import NotebookNode

from cs336_basics.learn.checker.outcome import tell
from cs336_basics.learn.checker.sandbox import Limits, open_box
from cs336_basics.learn.checks import CheckFailed
from cs336_basics.learn.notebooks.cards import Exercise, Lesson, has_tag
from cs336_basics.learn.notebooks.given_names import GivenNames, is_definition

NOT_ATTEMPTED = "not attempted"
NOT_RIGHT = "not right yet"
PASSING = "passing"

_LIMITS = Limits(seconds=60, megabytes=4000)
"""Of one check; the checks hold the learner's code to limits of their own."""


@dataclass(frozen=True)
class Result:
    """What came of the check of an exercise.

    Attributes:
        exercise: which.
        state: `not attempted`, `not right yet` or `passing`.
        reason: why it is not right, in a line.
    """

    exercise: Exercise
    state: str
    reason: str = ""


class _Cell(NamedTuple):
    """A code cell as plain data, for the other process."""

    name: str
    source: str
    is_stub: bool


def check_exercises(lesson: Lesson, on_check: Callable[[], object] = lambda: None) -> list[Result]:
    """Check every exercise of a notebook that was attempted.

    Args:
        lesson: a learner's notebook.
        on_check: called after each check that was run, for a progress bar.
    """
    cells = _cells(lesson.notebook)
    found = []
    with open_box(_Workspace(lesson.path.parent, cells), _LIMITS) as box:
        for exercise in lesson.exercises:
            if not exercise.is_attempted:
                found.append(Result(exercise, NOT_ATTEMPTED))
                continue
            outcome = box.call((exercise.check, exercise.names))
            state, reason = outcome.answer or (NOT_RIGHT, outcome.message)
            found.append(Result(exercise, state, reason))
            on_check()
    return found


def _cells(notebook: NotebookNode) -> list[_Cell]:
    return [
        _Cell(f"cell {cell.get('id', i)}", cell.source, has_tag(cell, "stub"))
        for i, cell in enumerate(notebook.cells)
        if cell.cell_type == "code" and not has_tag(cell, "check")
    ]


class _Workspace:
    """The definitions of a notebook, made once, and a check run in them."""

    def __init__(self, folder: Path, cells: list[_Cell]) -> None:
        self.folder, self.cells = folder, cells
        self.names: dict[str, Any] | None = None
        self.errors: dict[str, str] = {}  # name -> why its cell could not be run

    def __call__(self, request: tuple[str, tuple[str, ...]]) -> tuple[str, str]:
        check, wanted = request
        with contextlib.chdir(self.folder):
            if self.names is None:
                self.names = {"__name__": "__main__"}
                self._define(self.names)
            for name in wanted:
                if name in self.errors:
                    return NOT_RIGHT, self.errors[name]
            return self._run(check, self.names)

    def _run(self, check: str, names: dict[str, Any]) -> tuple[str, str]:
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            try:
                exec(check, names)
            except CheckFailed as error:
                return NOT_RIGHT, f"{error.call} should give {error.expected}; got {error.got}"
            except Exception as error:
                return NOT_RIGHT, tell(error)
        if "not attempted yet" in printed.getvalue().partition("\n")[0]:
            return NOT_ATTEMPTED, ""
        return PASSING, ""

    def _define(self, names: dict[str, Any]) -> None:
        """Run what stubs may need: every definition, and the assignments whose names they use."""
        parsed = [(cell, self._parse(cell)) for cell in self.cells]
        given = GivenNames(
            [(place, node) for place, (cell, body) in enumerate(parsed) for node in body]
        )
        for place, (cell, body) in enumerate(parsed):
            nodes = body if cell.is_stub else list(filter(is_definition, body))
            for node in given.needed_by(nodes, place) if cell.is_stub else []:
                self._execute(cell._replace(is_stub=False), node, names)
            for node in nodes:
                self._execute(cell, node, names)

    def _parse(self, cell: _Cell) -> list[ast.stmt]:
        try:
            body = ast.parse(cell.source).body
        except SyntaxError as error:
            if cell.is_stub:
                reason = f"SyntaxError in line {error.lineno}: {error.msg}"
                self.errors |= dict.fromkeys(_names_in(cell.source), reason)
            return []  # of other cells: magics
        lines = cell.source.splitlines(keepends=True)
        linecache.cache[cell.name] = len(cell.source), None, lines, cell.name
        return body

    def _execute(self, cell: _Cell, node: ast.stmt, names: dict[str, Any]) -> None:
        try:
            with contextlib.redirect_stdout(io.StringIO()):
                exec(compile(ast.Module([node], []), cell.name, "exec"), names)
        except Exception as error:
            if cell.is_stub:
                self.errors |= dict.fromkeys(_names_in(cell.source), tell(error))


def _names_in(source: str) -> Iterable[str]:
    """The learner's names that a cell defines, also where it cannot be parsed."""
    lines = (line.split() for line in source.splitlines() if line.startswith(("def ", "class ")))
    return [words[1].partition("(")[0].rstrip(":") for words in lines if len(words) > 1]
