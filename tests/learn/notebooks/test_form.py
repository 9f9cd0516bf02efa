"""The one form of a committed notebook: put there by `normalise`, looked for by `faults`."""

from __future__ import annotations

from pathlib import Path

import nbformat
import pytest
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from cs336_basics.learn.notebooks.form import faults, normalise
from cs336_basics.learn.notebooks.run import find
from cs336_basics.repository import ROOT


def one_cell(*, count: int | None = 1, **cell: object) -> NotebookNode:
    """A notebook in committed form but for what is given: a heading and one code cell."""
    code = new_code_cell("1 + 1", execution_count=count, **cell)
    return new_notebook(cells=[new_markdown_cell("# Sum"), code])


def stream(text: str) -> NotebookNode:
    """What `print` leaves in a cell."""
    return new_output("stream", name="stdout", text=text)


@pytest.mark.parametrize("path", find(), ids=lambda path: path.stem)
def test_committed_notebooks_are_in_form(path: Path) -> None:
    """Each shows one top-to-bottom run and nothing of the machine; `make notebooks` mends it."""
    assert faults(nbformat.read(path, as_version=4)) == []


def test_a_clean_notebook_has_no_faults() -> None:
    """Text, a count and an output are no fault."""
    assert faults(one_cell(outputs=[stream("2\n")])) == []


def test_a_count_out_of_order_is_a_fault() -> None:
    """The reader could not tell in which order the cells ran."""
    assert faults(one_cell(count=7)) == ["cell 1 was not run: count 7, expected 1"]


@pytest.mark.parametrize(
    "text", [f"{ROOT}/data", f"{Path.home()}/x", "/home/ada/bpe/x.py", "C:\\Users\\ada", "/tmp/x"]
)
def test_a_machine_path_is_a_fault(text: str) -> None:
    """This machine's or another's."""
    expected = ["cell 1 shows a path of the machine it ran on"]

    assert expected == faults(one_cell(outputs=[stream(f"see {text}\n")]))


def test_run_times_are_a_fault() -> None:
    """They change in every run and tell a reader nothing."""
    timed = one_cell(metadata={"execution": {"iopub.status.busy": "2024-01-01T00:00:00Z"}})

    assert faults(timed) == ["cell 1 holds the times of its run"]


def test_a_failed_cell_is_a_fault_unless_it_is_meant_to_fail() -> None:
    """The tag raises-exception says that the error is the lesson."""
    error = new_output("error", ename="ValueError", evalue="no", traceback=[])

    assert faults(one_cell(outputs=[error])) == ["cell 1 failed: ValueError: no"]
    assert faults(one_cell(outputs=[error], metadata={"tags": ["raises-exception"]})) == []


@pytest.mark.parametrize("tag", ["stub", "check", "solution"])
def test_cells_of_learners_let_run_all_go_on(tag: str) -> None:
    """`normalise` gives them the tag for it, beside their own."""
    notebook = one_cell(metadata={"tags": [tag]})
    expected = "cell 1 lacks the tag raises-exception: a wrong answer would stop Run All"

    assert [expected] == faults(notebook)
    normalise(notebook)
    assert [tag, "raises-exception"] == notebook.cells[1].metadata.tags
    assert [] == faults(notebook)


def test_what_is_committed_has_no_wrong_answers() -> None:
    """A check may fail for a learner; in our own notebooks that is a fault."""
    error = new_output("error", ename="CheckFailed", evalue="no", traceback=[])
    tags = {"tags": ["check", "raises-exception"]}

    assert ["cell 1 failed: CheckFailed: no"] == faults(one_cell(outputs=[error], metadata=tags))


def test_version_and_widgets_in_the_metadata_are_faults() -> None:
    """Both are of the machine that ran it."""
    notebook = one_cell()
    notebook.metadata = NotebookNode(language_info={"version": "3.11.7"}, widgets={})

    assert faults(notebook) == [
        "the metadata hold widgets, which a fresh clone does not draw",
        "the metadata hold the Python version of the run",
    ]


def test_normalise_mends_every_fault_of_a_run() -> None:
    """Counts, times, paths, versions: after it nothing is left to find."""
    notebook = one_cell(
        count=9,
        outputs=[stream(f"{ROOT}/data/stories.txt\n")],
        metadata={"execution": {"iopub.status.busy": "2024-01-01T00:00:00Z"}, "tags": ["kept"]},
    )
    notebook.metadata = NotebookNode(language_info={"version": "3.11.7"}, widgets={})
    assert len(faults(notebook)) == 5

    normalise(notebook)

    cell = notebook.cells[1]
    assert faults(notebook) == []
    assert (1, "./data/stories.txt\n") == (cell.execution_count, cell.outputs[0].text)
    assert cell.metadata == {"tags": ["kept"]}


def test_normalise_leaves_pictures_alone() -> None:
    """Base64 may hold the letters of a path by chance."""
    picture = new_output("display_data", data={"image/png": "aaaa/root/aaaa"})
    notebook = normalise(one_cell(outputs=[picture]))

    assert notebook.cells[1].outputs[0].data["image/png"] == "aaaa/root/aaaa"
    assert faults(notebook) == []
