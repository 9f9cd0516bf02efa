"""The working copy that `make lab` opens: nothing in it was run, and what is in it is kept."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import nbformat
import pytest

from cs336_basics.learn.notebooks import working_copy
from cs336_basics.learn.notebooks.run import NOTEBOOKS
from cs336_basics.repository import MY_NOTEBOOKS

NAMES = sorted(path.name for path in NOTEBOOKS.glob("*.ipynb"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A working copy, just made."""
    place = tmp_path / "my_notebooks"
    working_copy.make_working_copy(place)
    return place


def test_no_cell_shows_an_output(folder: Path) -> None:
    """So no answer stands below its question before it is asked."""
    cells = [
        cell
        for path in folder.iterdir()
        for cell in nbformat.read(path, as_version=4).cells
        if cell.cell_type == "code"
    ]

    assert cells
    assert [] == [cell.id for cell in cells if cell.outputs or cell.execution_count is not None]


def test_all_else_is_as_in_the_original(folder: Path) -> None:
    """Every notebook, every cell with its id and tags, and nothing besides."""

    def kept(path: Path) -> list[tuple[str, str, object]]:
        notebook = nbformat.read(path, as_version=4)
        return [(cell.id, cell.source, cell.metadata) for cell in notebook.cells]

    assert NAMES == sorted(path.name for path in folder.iterdir())
    assert [kept(NOTEBOOKS / name) for name in NAMES] == [kept(folder / name) for name in NAMES]


def test_what_a_learner_wrote_is_never_overwritten(folder: Path) -> None:
    """The second `make lab` writes nothing but what is missing."""
    mine, lost = folder / NAMES[0], folder / NAMES[1]
    mine.write_text("my own work")
    lost.unlink()

    assert [lost] == working_copy.make_working_copy(folder)
    assert mine.read_text() == "my own work"


def test_a_fresh_copy_keeps_the_old_one(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Also the second time: an old copy is never written over by an older one."""
    for number in ("first", "second"):
        (folder / NAMES[0]).write_text(number)
        assert working_copy.main(["--fresh"], folder) == 0

    kept = [folder.with_name(f"my_notebooks_{i}") / NAMES[0] for i in (1, 2)]
    assert ["first", "second"] == [path.read_text() for path in kept]
    assert len(NAMES) == len(list(folder.iterdir()))
    assert "Your notebooks of before are in my_notebooks_2/" in capsys.readouterr().out


def test_relative_links_lead_where_they_led() -> None:
    """The copy lies beside the original, so `../data` and `02_naive_bpe.ipynb` are the same."""
    links = [
        link.partition("#")[0]
        for name in NAMES
        for cell in nbformat.read(NOTEBOOKS / name, as_version=4).cells
        if cell.cell_type == "markdown"
        for link in re.findall(r"\]\(([^():\s]+)\)", cell.source)
    ]

    assert MY_NOTEBOOKS.parent == NOTEBOOKS.parent
    assert links
    assert [] == [link for link in links if link and not _leads_from_the_copy(link)]


def _leads_from_the_copy(link: str) -> bool:
    if link.startswith("../"):
        return (NOTEBOOKS / link).exists()
    return link in NAMES


def test_git_sees_neither_the_copy_nor_an_old_one(root: Path) -> None:
    """A learner's work is never committed by accident, and a pull never meets it."""
    names = [f"{name}/01_unicode_utf8.ipynb" for name in ("my_notebooks", "my_notebooks_1")]
    done = subprocess.run(
        ["git", "check-ignore", *names], cwd=root, capture_output=True, text=True, check=False
    )
    if done.returncode == 128:
        pytest.skip("this is not a clone")

    assert names == done.stdout.split()
