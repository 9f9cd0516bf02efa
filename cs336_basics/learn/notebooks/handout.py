"""A copy of the notebooks to hand out: without solutions, without outputs, without answers.

    python -m cs336_basics.learn.notebooks.handout            # into handout/
    python -m cs336_basics.learn.notebooks.handout FOLDER

Stubs, checks and hints stay, and every notebook still runs from top to bottom. The cells that show
our solutions go, and so do the folded answers of the predictions and all that names `solutions/`.
Work done in a handout is never overwritten.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import sys
from collections.abc import Sequence
from pathlib import Path

import nbformat
from nbformat import NotebookNode

from cs336_basics.errors import BPEError
from cs336_basics.learn.notebooks.cards import has_tag
from cs336_basics.learn.notebooks.run import NOTEBOOKS, find, write
from cs336_basics.repository import ROOT

HANDOUT = ROOT / "handout"
ANSWER = re.compile(r"\n*<details>\s*<summary>Answers?\b[^<]*</summary>.*?</details>", re.DOTALL)
"""A folded answer: the summary begins with that word. Hints, and the museum's causes, stay."""
MENTION = " Our solution is folded under the check."
"""What a notebook says about its solutions."""
_MARK = "handed_out_as"
"""The metadata key under which a notebook of a handout keeps the digest of its cells."""
_OF_JUPYTER = ".ipynb_checkpoints"


class HandoutError(BPEError):
    """A folder that a handout cannot be written into."""


def without_solutions(notebook: NotebookNode) -> NotebookNode:
    """A notebook as it is handed out.

    >>> from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
    >>> shown = new_code_cell("show.solution(my_sum)", metadata={"tags": ["solution"]})
    >>> asked = "Why?\\n\\n<details><summary>Answer</summary>\\n\\nSo.\\n\\n</details>"
    >>> made = without_solutions(new_notebook(cells=[new_markdown_cell(asked), shown]))
    >>> [cell.source for cell in made.cells]
    ['Why?']
    """
    kept = [cell for cell in notebook.cells if not has_tag(cell, "solution")]
    cells = [_cell_without_answer(cell) for cell in kept]
    shown = [cell for cell in cells if cell.source.strip()]
    return NotebookNode(notebook | {"cells": shown})


def _cell_without_answer(cell: NotebookNode) -> NotebookNode:
    if cell.cell_type == "code":
        return NotebookNode(cell | {"outputs": [], "execution_count": None})
    source = ANSWER.sub("", cell.source).replace(MENTION, "").strip("\n")
    return NotebookNode(cell | {"source": source})


def make_handout(folder: Path, notebooks: Path = NOTEBOOKS) -> list[Path]:
    """Write the handout into a folder; one that was made there before is made anew.

    Links from the notebooks to the rest of the repository lead from `handout/` as they did from
    `notebooks/`; into another place goes the whole repository, or they lead nowhere.

    Args:
        folder: a new one, an empty one, or a handout in which nothing was changed.
        notebooks: where the notebooks are.

    Returns:
        the notebooks written.

    Raises:
        HandoutError: the folder holds something that was not written by this function, or that was
            changed since; nothing is written then.
    """
    if folder.resolve() == notebooks.resolve():
        raise HandoutError(f"{folder}: these are the notebooks themselves; name another folder")
    if folder.exists() and not folder.is_dir():
        raise HandoutError(f"{folder}: not a folder; name a new or an empty one")
    others = sorted(folder.iterdir()) if folder.exists() else []
    before = [path for path in others if path.name != _OF_JUPYTER]
    for path in before:
        if not _is_as_written(path):
            raise HandoutError(
                f"{folder}: holds {path.name}, which is not, or no longer, as it was handed out; "
                "name a new or an empty folder"
            )
    folder.mkdir(parents=True, exist_ok=True)
    for path in before:
        path.unlink()
    written = []
    for path in find(folder=notebooks):
        notebook = without_solutions(nbformat.read(path, as_version=4))
        notebook.metadata[_MARK] = _digest(notebook)
        write(notebook, folder / path.name)
        written.append(folder / path.name)
    return written


def _is_as_written(path: Path) -> bool:
    """Whether a file is a notebook of a handout, and no cell of it was changed or run."""
    try:
        notebook = nbformat.read(path, as_version=4)
        return bool(notebook.metadata[_MARK] == _digest(notebook))
    except Exception:  # whatever it is, it is not ours
        return False


def _digest(notebook: NotebookNode) -> str:
    cells = [[cell.cell_type, cell.source, cell.get("outputs", [])] for cell in notebook.cells]
    return hashlib.sha256(json.dumps(cells).encode()).hexdigest()


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the handout into the folder named on the command line."""
    parser = argparse.ArgumentParser(prog="handout", description="Notebooks without solutions.")
    parser.add_argument("folder", nargs="?", type=Path, default=HANDOUT, help="handout/ if none")
    options = parser.parse_args(arguments)
    try:
        written = make_handout(options.folder)
    except (HandoutError, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    print(f"{len(written)} notebooks without solutions are in {options.folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
