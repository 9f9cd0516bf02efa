"""Run the notebooks from top to bottom and write them back in their one form (`notebook_form`).

From the command line, with the names of some or for all of them:

    python -m cs336_basics.learn.notebooks.run
    python -m cs336_basics.learn.notebooks.run 03 06      # those whose names begin so
    python -m cs336_basics.learn.notebooks.run --check    # run nothing, only look at the form
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError
from nbformat import NotebookNode
from tqdm import tqdm

from cs336_basics.files import write_whole
from cs336_basics.learn.notebooks.form import code_cells, faults, normalise
from cs336_basics.repository import ROOT

NOTEBOOKS = ROOT / "notebooks"
TIMEOUT = 300
"""Seconds that one cell may take; the slowest of ours takes a tenth."""


def find(names: Sequence[str] = (), folder: Path = NOTEBOOKS) -> list[Path]:
    """The notebooks whose file names begin with one of `names`; all of them when there are none.

    The learner's scratch folder is not among them.

    Raises:
        FileNotFoundError: a name that no notebook begins with.

    Example:
        >>> [path.name for path in find(["01"])]  # doctest: +SKIP
        ['01_unicode_utf8.ipynb']
    """
    every = sorted(folder.glob("*.ipynb"))
    chosen = []
    for name in names:
        matches = [path for path in every if path.name.startswith(Path(name).name)]
        if not matches:
            there = ", ".join(path.stem for path in every) or "none"
            raise FileNotFoundError(f"no notebook begins with {name!r}; there are: {there}")
        chosen += [path for path in matches if path not in chosen]
    return chosen if names else every


def run(path: Path, on_cell: Callable[[], object] = lambda: None) -> NotebookNode:
    """Execute one notebook on a clean kernel, in its own folder, and return it in committed form.

    Args:
        path: the notebook; the file is read, not written.
        on_cell: called after each code cell, for a progress bar.

    Raises:
        nbclient.exceptions.CellExecutionError: a cell failed.
    """
    notebook = nbformat.read(path, as_version=4)
    client = NotebookClient(
        notebook,
        timeout=TIMEOUT,
        kernel_name="python3",
        extra_arguments=["--IPKernelApp.log_level=40"],  # errors; its warnings are about sockets
        record_timing=False,
        coalesce_streams=True,
        resources={"metadata": {"path": str(path.parent)}},
        on_cell_executed=lambda **_: on_cell(),
    )
    client.execute()
    return normalise(notebook)


def write(notebook: NotebookNode, path: Path) -> None:
    """Write a notebook so that the file is whole or as it was before."""
    with write_whole(path) as file:
        file.write(nbformat.writes(notebook).encode() + b"\n")


def main(arguments: Sequence[str] | None = None, folder: Path = NOTEBOOKS) -> int:
    """Run the notebooks named on the command line and rewrite them; 0 when all went through."""
    parser = argparse.ArgumentParser(prog="notebooks", description="Run notebooks, keep one form.")
    parser.add_argument("names", nargs="*", help="how their names begin, such as 03; all if none")
    parser.add_argument("--check", action="store_true", help="run nothing; report what is off")
    options = parser.parse_args(arguments)
    try:
        paths = find(options.names, folder)
    except FileNotFoundError as error:
        print(error, file=sys.stderr)
        return 2
    return _check(paths) if options.check else _rewrite(paths)


def _check(paths: Sequence[Path]) -> int:
    found = [f"{path.name}: {fault}" for path in paths for fault in faults(_read(path))]
    for line in found:
        print(line, file=sys.stderr)
    return 1 if found else 0


def _rewrite(paths: Sequence[Path]) -> int:
    cells = sum(1 for path in paths for _ in code_cells(_read(path)))
    with tqdm(total=cells, unit="cell") as bar:
        for path in paths:
            bar.set_description(path.stem)
            try:
                notebook = run(path, on_cell=lambda: bar.update(1))
            except CellExecutionError as error:
                bar.close()
                print(f"{path.name} is left as it was; a cell failed.\n{error}", file=sys.stderr)
                return 1
            write(notebook, path)
    return 0


def _read(path: Path) -> NotebookNode:
    return nbformat.read(path, as_version=4)


if __name__ == "__main__":
    sys.exit(main())
