"""`python -m cs336_basics.learn.museum`: write notebook 10 from the catalogue, if it differs."""

from __future__ import annotations

import sys

import nbformat
from nbformat import NotebookNode

from cs336_basics.learn.museum.notebook import NAME, museum_notebook
from cs336_basics.learn.notebooks import NOTEBOOKS, write


def main() -> int:
    """Write the notebook unless its sources are as they should be; outputs come with a run."""
    path = NOTEBOOKS / NAME
    made = museum_notebook()
    if path.exists() and _sources(nbformat.read(path, as_version=4)) == _sources(made):
        return 0
    write(made, path)
    print(f"{NAME} is made anew from the catalogue; run it: make notebooks NAME=10")
    return 0


def _sources(notebook: NotebookNode) -> list[tuple[str, str, str]]:
    return [(cell.id, cell.cell_type, cell.source) for cell in notebook.cells]


if __name__ == "__main__":
    sys.exit(main())
