"""Running notebooks: which are meant, what a run writes, and what a failure leaves."""

from __future__ import annotations

from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook

from cs336_basics.learn.notebooks import run as notebooks
from cs336_basics.learn.notebooks.form import faults


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two notebooks that were never run, the second of which fails."""
    sources = {
        "01_sum.ipynb": ["x = 1", "", "print(x)\nx + 1"],
        "02_fails.ipynb": ["1 / 0"],
        "scratch/03_mine.ipynb": ["3"],
    }
    for name, cells in sources.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        nbformat.write(new_notebook(cells=list(map(new_code_cell, cells))), tmp_path / name)
    return tmp_path


def test_find_takes_the_notebooks_in_reading_order(folder: Path) -> None:
    """The learner's scratch folder is not ours to run."""
    found = [path.relative_to(folder).as_posix() for path in notebooks.find(folder=folder)]

    assert found == ["01_sum.ipynb", "02_fails.ipynb"]


@pytest.mark.parametrize("name", ["01", "01_sum", "01_sum.ipynb", "notebooks/01_sum.ipynb"])
def test_find_takes_the_beginning_of_a_name(folder: Path, name: str) -> None:
    """As short as one likes, or as the shell completes it."""
    assert {"01_sum.ipynb"} == {path.name for path in notebooks.find([name], folder)}


def test_an_unknown_name_is_answered_with_those_that_exist(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line, and exit code 2."""
    assert notebooks.main(["09"], folder) == 2
    assert capsys.readouterr().err == (
        "no notebook begins with '09'; there are: 01_sum, 02_fails\n"
    )


def test_a_run_is_written_in_committed_form(folder: Path) -> None:
    """Outputs are there, counts are 1..n over the cells that hold code."""
    path = folder / "01_sum.ipynb"

    assert notebooks.main(["01_sum"], folder) == 0

    notebook = nbformat.read(path, as_version=4)
    assert faults(notebook) == []
    assert [1, None, 2] == [cell.execution_count for cell in notebook.cells]
    assert notebook.cells[2].outputs[0].text == "1\n"
    assert notebook.cells[2].outputs[1].data == {"text/plain": "2"}
    assert notebooks.main(["--check", "01_sum"], folder) == 0


def test_a_second_run_changes_no_byte(folder: Path) -> None:
    """So a diff in a notebook is a difference for its reader."""
    path = folder / "01_sum.ipynb"
    notebooks.main(["01_sum.ipynb"], folder)
    before = path.read_bytes()

    notebooks.main(["01_sum.ipynb"], folder)

    assert before == path.read_bytes()


def test_a_failing_notebook_is_left_as_it_was(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The error says which notebook and which cell; no half-run file replaces the old one."""
    path = folder / "02_fails.ipynb"
    before = path.read_bytes()

    assert notebooks.main(["02"], folder) == 1

    assert before == path.read_bytes()
    assert "02_fails.ipynb is left as it was; a cell failed." in capsys.readouterr().err


def test_check_reports_a_notebook_that_was_not_run(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It runs nothing, so a commit hook can call it."""
    assert notebooks.main(["--check", "02"], folder) == 1
    assert capsys.readouterr().err == (
        "02_fails.ipynb: cell 0 was not run: count None, expected 1\n"
    )
