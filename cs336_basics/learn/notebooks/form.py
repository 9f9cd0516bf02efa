"""The one form of a committed notebook: what `make notebooks` writes and the tests look for.

It shows one run on a clean kernel: its code cells are counted 1..n, and nothing in it tells when or
on which machine it ran. So a diff shows what changed for a reader, and nothing else.
"""

from __future__ import annotations

import re
import sysconfig
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from site import getsitepackages, getusersitepackages
from typing import Any

from nbformat import NotebookNode

from cs336_basics.repository import ROOT

KERNELSPEC = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
LANGUAGE = {"name": "python"}  # without the version: it changes from machine to machine
OF_LEARNERS = {"stub", "check", "solution"}
"""Tags of the cells where a learner's code is, is run, or is asked for by its name."""
GOES_ON = "raises-exception"
"""The tag of a cell whose error does not end *Run All*: the cells below it are run as well."""
FOREIGN_PATH = re.compile(r"(?<![\w.~])(/home/|/Users/|/root/|/tmp/|/var/folders/|[A-Z]:\\Users\\)")
"""What a path of another machine looks like."""


def normalise(notebook: NotebookNode) -> NotebookNode:
    """Drop from an executed notebook, in place, what depends on its machine and its time.

    Code cells are counted 1..n in reading order; paths are made relative to the repository; cells
    of learners get the tag that lets *Run All* go on after a wrong answer.
    """
    notebook.metadata = NotebookNode(kernelspec=dict(KERNELSPEC), language_info=dict(LANGUAGE))
    for count, cell in enumerate(code_cells(notebook), start=1):
        cell.execution_count = count
        for output in cell.outputs:
            if output.output_type == "execute_result":
                output.execution_count = count
    for cell in notebook.cells:
        if stops_at_a_wrong_answer(cell):
            cell.metadata.tags = [*_tags(cell), GOES_ON]
        for noise in ("execution", "collapsed", "scrolled"):
            cell.metadata.pop(noise, None)
        if cell.cell_type == "code":
            for holder, key in _texts(cell.outputs):
                holder[key] = _without_paths(holder[key])
    return notebook


def faults(notebook: NotebookNode) -> list[str]:
    """Say where a notebook is not in committed form; an empty list means that it is.

    Example:
        >>> from nbformat.v4 import new_code_cell, new_notebook
        >>> faults(new_notebook(cells=[new_code_cell("1 + 1")]))
        ['cell 0 was not run: count None, expected 1']
    """
    found = []
    for expected, cell in enumerate(code_cells(notebook), start=1):
        if cell.execution_count != expected:
            where = notebook.cells.index(cell)
            found.append(
                f"cell {where} was not run: count {cell.execution_count}, expected {expected}"
            )
    for where, cell in enumerate(notebook.cells):
        if stops_at_a_wrong_answer(cell):
            found.append(f"cell {where} lacks the tag {GOES_ON}: a wrong answer would stop Run All")
        if "execution" in cell.metadata:
            found.append(f"cell {where} holds the times of its run")
        for output in cell.get("outputs", []):
            texts = [holder[key] for holder, key in _texts(output)]
            if any(text != _without_paths(text) or FOREIGN_PATH.search(text) for text in texts):
                found.append(f"cell {where} shows a path of the machine it ran on")
            is_meant = GOES_ON in _tags(cell) and not OF_LEARNERS & set(_tags(cell))
            if output.output_type == "error" and not is_meant:
                found.append(f"cell {where} failed: {output.ename}: {output.evalue}")
    if "widgets" in notebook.metadata:
        found.append("the metadata hold widgets, which a fresh clone does not draw")
    if "version" in notebook.metadata.get("language_info", {}):
        found.append("the metadata hold the Python version of the run")
    return found


def stops_at_a_wrong_answer(cell: NotebookNode) -> bool:
    """Whether a learner's error in this cell would keep the cells below it from being run."""
    return bool(OF_LEARNERS & set(_tags(cell))) and GOES_ON not in _tags(cell)


def code_cells(notebook: NotebookNode) -> Iterator[NotebookNode]:
    """The code cells that a kernel counts: those that are not blank."""
    return (c for c in notebook.cells if c.cell_type == "code" and c.source.strip())


@cache
def _machine_paths() -> list[tuple[re.Pattern[str], str]]:
    """What a path of this machine looks like, and what replaces it: the longest come first."""
    places = {
        **{path: "site-packages" for path in [*getsitepackages(), getusersitepackages()]},
        sysconfig.get_path("stdlib"): "lib",
        str(ROOT): ".",
        str(Path.home()): "~",
    }
    kernel_file = re.escape(tempfile.gettempdir()) + r"/ipykernel_\d+/\d+\.py"
    longest_first = sorted((path for path in places if len(path) > 1), key=len, reverse=True)
    return [
        (re.compile(kernel_file), "cell"),
        *((re.compile(re.escape(path) + r"(?![\w.-])"), places[path]) for path in longest_first),
    ]


def _without_paths(text: str) -> str:
    for pattern, stand_in in _machine_paths():
        text = pattern.sub(stand_in, text)
    return text


def _texts(output: Any) -> Iterator[tuple[Any, Any]]:
    """Where the texts of a nested output are: (dict or list, key). Base64 of pictures is none."""
    for key, item in output.items() if isinstance(output, dict) else enumerate(output):
        if isinstance(item, dict | list):
            yield from _texts(item)
        elif isinstance(item, str) and not str(key).startswith("image/"):
            yield output, key


def _tags(cell: NotebookNode) -> list[str]:
    return list(cell.metadata.get("tags", []))
