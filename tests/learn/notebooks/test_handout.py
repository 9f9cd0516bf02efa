"""The handout: the notebooks with everything but solutions, answers and outputs."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient
from nbformat import NotebookNode

from cs336_basics.learn.notebooks import handout
from cs336_basics.learn.notebooks.cards import has_tag
from cs336_basics.learn.notebooks.form import GOES_ON
from cs336_basics.learn.notebooks.run import NOTEBOOKS
from cs336_basics.learn.show._source import SOLUTIONS

NAMES = sorted(path.name for path in NOTEBOOKS.glob("*.ipynb"))
QUICK = "10_museum_of_mistakes.ipynb"
"""The notebook that runs in the fewest seconds."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A handout."""
    place = tmp_path_factory.mktemp("handout") / "notebooks"
    handout.make_handout(place)
    return place


def read(path: Path) -> NotebookNode:
    """A notebook of the handout."""
    return nbformat.read(path, as_version=4)


def solutions() -> list[str]:
    """What a solution is known by: its whole source, and its body where that is several lines."""
    found = []
    for path in SOLUTIONS.glob("*.py"):
        text = path.read_text(encoding="utf-8")
        for node in ast.parse(text).body:
            if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name.startswith("my_"):
                found.append(ast.get_source_segment(text, node) or "")
                first, last = node.body[1], node.body[-1]
                body = text.splitlines()[first.lineno - 1 : last.end_lineno]
                found += ["\n".join(body)] if len(body) > 1 else []
    return [squeezed(each) for each in found]


def squeezed(source: str) -> str:
    """Code without indentation, so that a body is found at any depth."""
    return "\n".join(line.strip() for line in source.splitlines())


def test_every_notebook_is_there_and_nothing_else(folder: Path) -> None:
    """No folder of solutions beside them."""
    assert NAMES == sorted(path.name for path in folder.iterdir())


@pytest.mark.parametrize("name", NAMES)
def test_stubs_and_checks_stay_and_solutions_go(folder: Path, name: str) -> None:
    """A learner has what to fill in and how to check it."""
    ours, theirs = read(NOTEBOOKS / name), read(folder / name)
    for tag in ("stub", "check"):
        kept = [[cell.source for cell in n.cells if has_tag(cell, tag)] for n in (ours, theirs)]
        assert kept[0] == kept[1]
        assert all(has_tag(cell, GOES_ON) for cell in theirs.cells if has_tag(cell, tag))

    assert [] == [cell.id for cell in theirs.cells if has_tag(cell, "solution")]


@pytest.mark.parametrize("name", NAMES)
def test_there_are_no_outputs(folder: Path, name: str) -> None:
    """Each cell waits to be run."""
    cells = [cell for cell in read(folder / name).cells if cell.cell_type == "code"]

    assert [] == [cell.id for cell in cells if cell.outputs or cell.execution_count is not None]


@pytest.mark.parametrize("name", NAMES)
def test_nothing_tells_a_solution_or_an_answer(folder: Path, name: str) -> None:
    """No line of a solution, no folded answer, no way to the solutions; the hints are there."""
    text = "\n".join(cell.source for cell in read(folder / name).cells)
    own = "\n".join(cell.source for cell in read(NOTEBOOKS / name).cells)

    assert [] == [each for each in solutions() if each in squeezed(text)]
    assert [] == re.findall(r"<summary>Answer.*", text)
    assert "show.solution" not in text
    assert "Our solution" not in text
    assert "solutions/" not in text
    assert own.count("<summary>Hint</summary>") == text.count("<summary>Hint</summary>")
    assert text.count("<details>") == text.count("</details>")


def run(folder: Path, name: str) -> list[str]:
    """Execute a notebook of the handout, and return what its checks print.

    The handout lies beside the notebooks, so `../profiles` is the same from both.
    """
    notebook = read(folder / name)
    NotebookClient(notebook, timeout=300, resources={"metadata": {"path": NOTEBOOKS}}).execute()
    # One line may come in two outputs: the kernel sends what it has when its time is up.
    checks = [cell for cell in notebook.cells if has_tag(cell, "check")]
    return ["".join(output.text for output in cell.outputs) for cell in checks]


def test_a_copied_notebook_runs_from_top_to_bottom(folder: Path) -> None:
    """Its stubs are not attempted yet, and nothing else needs them."""
    printed = run(folder, QUICK)

    assert printed
    assert [] == [line for line in printed if not line.endswith(": not attempted yet\n")]


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in NAMES if name != QUICK])
def test_every_copied_notebook_runs(folder: Path, name: str) -> None:
    """As the quick one does."""
    printed = run(folder, name)

    assert [] == [line for line in printed if not line.endswith(": not attempted yet\n")]


def test_a_handout_is_made_anew(tmp_path: Path) -> None:
    """What was written the last time, and is no longer ours, goes; what Jupyter keeps stays."""
    handout.make_handout(tmp_path / "new")
    first = tmp_path / "new" / NAMES[0]
    first.rename(first.with_name("00_gone.ipynb"))
    (tmp_path / "new" / ".ipynb_checkpoints").mkdir()
    (tmp_path / "new" / ".ipynb_checkpoints" / "01.ipynb").write_text("{}")

    handout.make_handout(tmp_path / "new")

    assert [".ipynb_checkpoints", *NAMES] == sorted(p.name for p in (tmp_path / "new").iterdir())
    assert (tmp_path / "new" / ".ipynb_checkpoints" / "01.ipynb").exists()


def fill_in(notebook: NotebookNode) -> None:
    """As a learner does."""
    stub = next(cell for cell in notebook.cells if has_tag(cell, "stub"))
    stub.source = stub.source.replace("raise NotImplementedError", "return 42")


def run_a_cell(notebook: NotebookNode) -> None:
    """As a learner does."""
    cell = next(cell for cell in notebook.cells if cell.cell_type == "code")
    cell.outputs = [nbformat.v4.new_output("stream", text="hello")]


def take_notes(notebook: NotebookNode) -> None:
    """As a learner does."""
    notebook.cells.append(nbformat.v4.new_markdown_cell("I see."))


@pytest.mark.parametrize("work", [fill_in, run_a_cell, take_notes])
def test_what_a_learner_did_is_never_overwritten(
    work: Callable[[NotebookNode], None], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Not one file of the folder is touched, and the line names the one that was changed."""
    handout.make_handout(tmp_path)
    path = tmp_path / NAMES[1]
    notebook = read(path)
    work(notebook)
    nbformat.write(notebook, path)
    before = {each.name: each.read_bytes() for each in tmp_path.iterdir()}

    assert handout.main([str(tmp_path)]) == 2

    errors = capsys.readouterr().err
    assert errors.count("\n") == 1
    assert NAMES[1] in errors
    assert before == {each.name: each.read_bytes() for each in tmp_path.iterdir()}


@pytest.mark.parametrize("name", [NAMES[0], "my_notes.ipynb"])
@pytest.mark.parametrize("content", ["", "{}", '{"cells": [], "nbformat": 4, "metadata": {}}'])
def test_a_notebook_of_somebody_else_is_left_alone(name: str, content: str, tmp_path: Path) -> None:
    """Even if it has the name of one of ours."""
    (tmp_path / name).write_text(content)

    with pytest.raises(handout.HandoutError, match=name):
        handout.make_handout(tmp_path)

    assert [(name, content)] == [(each.name, each.read_text()) for each in tmp_path.iterdir()]


def test_a_file_in_the_place_of_the_folder_gets_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit code 2, and the file is as it was."""
    (tmp_path / "out").write_text("a letter")

    assert handout.main([str(tmp_path / "out")]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert (tmp_path / "out").read_text() == "a letter"


def test_a_folder_with_other_things_is_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line, exit code 2, and every file still there."""
    (tmp_path / "thesis.md").write_text("years of work")

    assert handout.main([str(tmp_path)]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert (tmp_path / "thesis.md").read_text() == "years of work"


def test_the_notebooks_themselves_are_never_overwritten() -> None:
    """A handout into notebooks/ would delete the solutions and a learner's work."""
    with pytest.raises(handout.HandoutError):
        handout.make_handout(NOTEBOOKS)


def test_the_command_says_what_it_wrote(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """How many, and where."""
    assert handout.main([str(tmp_path / "out")]) == 0
    assert f"{len(NAMES)} notebooks" in capsys.readouterr().out
