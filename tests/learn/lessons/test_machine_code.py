"""Machine code in notebooks: short errors, addresses, C++, and life without numba."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import nbformat
import numpy as np
import pytest
from nbclient import NotebookClient

from cs336_basics.errors import BPEError
from cs336_basics.learn.lessons import cpp, machine_code

needs_numba = pytest.mark.skipif(not machine_code.AVAILABLE, reason="there is no numba here")
needs_cpp = pytest.mark.skipif(not shutil.which("g++"), reason="there is no g++ here")

HIDE = """\
import sys


class Hiding:
    def __init__(self, finder):
        self.finder = finder

    def __getattr__(self, name):
        return getattr(self.finder, name)

    def find_spec(self, name, *more):
        hidden = name.partition(".")[0] in ("numba", "llvmlite")
        return None if hidden else self.finder.find_spec(name, *more)


sys.meta_path[:] = map(Hiding, sys.meta_path)
"""


@needs_numba
def test_an_address_is_where_the_bytes_stand() -> None:
    """A kernel that reads at the address finds what the text and the array hold."""
    first_byte = machine_code.njit(lambda place: machine_code.as_u8s(place)[0])
    second = machine_code.njit(lambda place: machine_code.as_i64s(place)[1])
    text, numbers = b"abc", np.array([7, -8])

    assert first_byte(machine_code.address(text)) == ord("a")
    assert second(machine_code.address(numbers)) == -8


@needs_numba
def test_what_numba_cannot_compile_is_told_in_short() -> None:
    """Its own message has dozens of lines."""
    with pytest.raises(TypeError, match="numba cannot compile it: ") as caught:
        machine_code.compiled(lambda name: open(name))("a.txt")  # noqa: SIM115

    assert len(str(caught.value)) < 500


def test_an_error_of_the_function_itself_passes() -> None:
    """It is not numba's."""

    def divide(a: int, b: int) -> int:
        return a // b

    with pytest.raises(ZeroDivisionError):
        machine_code.compiled(divide)(1, 0)


def test_a_stand_in_gives_back_what_it_gets() -> None:
    """With and without options, as a decorator or called."""
    stand_in = machine_code._as_it_is

    assert stand_in(len) is stand_in(nogil=True)(len) is stand_in(len, nogil=True) is len


@needs_cpp
def test_cpp_that_does_not_compile_says_why() -> None:
    """The message is that of g++."""
    with pytest.raises(BPEError, match="error: "):
        cpp.load_cpp("long twice(long x) { return y; }")


def test_without_a_compiler_there_is_no_library(monkeypatch: pytest.MonkeyPatch) -> None:
    """None, and no error: the notebook prints a note."""
    monkeypatch.setenv("PATH", "")

    assert cpp.load_cpp("") is None


@pytest.mark.slow
def test_notebook_08_runs_without_numba(root: Path, tmp_path: Path) -> None:
    """It says so in its first cell, and everything runs as plain Python."""
    (tmp_path / "sitecustomize.py").write_text(HIDE, encoding="utf-8")
    notebook = nbformat.read(root / "notebooks" / "08_compiled_bpe.ipynb", as_version=4)
    client = NotebookClient(
        notebook, timeout=300, resources={"metadata": {"path": root / "notebooks"}}
    )

    client.execute(env={**os.environ, "PYTHONPATH": str(tmp_path)})

    first = next(cell for cell in notebook.cells if cell.cell_type == "code")
    assert first.outputs[0].text.startswith("numba is not installed.")
