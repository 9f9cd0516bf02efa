"""The learner's own copy of the notebooks: without saved outputs, so that a prediction stays one.

    python -m cs336_basics.learn.notebooks.working_copy            # what `make lab` opens
    python -m cs336_basics.learn.notebooks.working_copy --fresh    # a new one; the old one is kept

`my_notebooks/` lies beside `notebooks/`, so every relative link leads where it led before. A
notebook that is there is never written again, whatever happens to the original.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from typing import Any

import nbformat
from nbformat import NotebookNode

from cs336_basics.learn.notebooks.run import NOTEBOOKS, find, write
from cs336_basics.repository import MY_NOTEBOOKS


def without_outputs(notebook: NotebookNode) -> NotebookNode:
    """A notebook as if nobody had run it.

    >>> from nbformat.v4 import new_code_cell, new_notebook, new_output
    >>> run = new_code_cell("1 + 1", execution_count=1, outputs=[new_output("stream", text="2")])
    >>> made = without_outputs(new_notebook(cells=[run]))
    >>> [(cell.outputs, cell.execution_count) for cell in made.cells]
    [([], None)]
    """
    blank: dict[str, Any] = {"outputs": [], "execution_count": None}
    cells = [
        NotebookNode(cell | blank) if cell.cell_type == "code" else cell for cell in notebook.cells
    ]
    return NotebookNode(notebook | {"cells": cells})


def make_working_copy(folder: Path = MY_NOTEBOOKS, notebooks: Path = NOTEBOOKS) -> list[Path]:
    """Copy the notebooks that the folder lacks, without their outputs.

    Args:
        folder: the learner's; it is made where it is absent.
        notebooks: where the originals are.

    Returns:
        the notebooks written; those that were there are left as they are.
    """
    folder.mkdir(exist_ok=True)
    missing = [path for path in find(folder=notebooks) if not (folder / path.name).exists()]
    for path in missing:
        write(without_outputs(nbformat.read(path, as_version=4)), folder / path.name)
    return [folder / path.name for path in missing]


def put_aside(folder: Path = MY_NOTEBOOKS) -> Path | None:
    """Rename the folder to the first free of `my_notebooks_1`, `my_notebooks_2`, …

    Returns:
        its new place; None where there was nothing to keep.
    """
    if not folder.exists():
        return None
    names = (folder.with_name(f"{folder.name}_{number}") for number in count(1))
    return folder.rename(next(place for place in names if not place.exists()))


def main(arguments: Sequence[str] | None = None, folder: Path = MY_NOTEBOOKS) -> int:
    """Make what is missing of the working copy, or a fresh one, and say so in a line."""
    parser = argparse.ArgumentParser(prog="working_copy", description="Notebooks to work in.")
    parser.add_argument("--fresh", action="store_true", help="begin again; keep the old copy")
    options = parser.parse_args(arguments)
    try:
        kept = put_aside(folder) if options.fresh else None
        written = make_working_copy(folder)
    except OSError as error:
        print(error, file=sys.stderr)
        return 2
    if kept:
        print(f"Your notebooks of before are in {kept.name}/")
    if written:
        print(f"{len(written)} notebooks without outputs are in {folder.name}/: they are yours.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
