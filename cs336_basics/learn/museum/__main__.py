"""Write notebook 10 from the catalogue, where it differs; outputs come when it is run.

python -m cs336_basics.learn.museum
python -m cs336_basics.learn.museum 03      # nothing: not one of the notebooks named
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import nbformat
from nbformat import NotebookNode

from cs336_basics.learn.museum.notebook import NAME, museum_notebook
from cs336_basics.learn.notebooks.run import NOTEBOOKS, write


def main(names: Sequence[str]) -> int:
    """Write the notebook unless its sources are as they should be, or others were named."""
    path = NOTEBOOKS / NAME
    if names and not any(NAME.startswith(Path(name).name) for name in names):
        return 0
    made = museum_notebook()
    if path.exists() and _sources(nbformat.read(path, as_version=4)) == _sources(made):
        return 0
    write(made, path)
    print(f"{NAME} is made anew from the catalogue, and not run yet")
    return 0


def _sources(notebook: NotebookNode) -> list[tuple[str, str, str]]:
    return [(cell.id, cell.cell_type, cell.source) for cell in notebook.cells]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
