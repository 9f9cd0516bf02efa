"""`cs336-bpe progress`: how a learner's exercises stand, by running what they wrote."""

from __future__ import annotations

import re
from pathlib import Path

import nbformat
import pytest

from cs336_basics import cli
from cs336_basics.learn.notebooks.cards import has_tag, read_lesson, read_lessons
from cs336_basics.learn.notebooks.run import NOTEBOOKS
from cs336_basics.learn.show._source import find_solution

UNICODE, NAIVE = "01_unicode_utf8.ipynb", "02_naive_bpe.ipynb"


def fill(folder: Path, name: str, **stubs: str) -> Path:
    """Copy a notebook with stubs filled in: function -> its new source."""
    notebook = nbformat.read(NOTEBOOKS / name, as_version=4)
    for cell in notebook.cells:
        for function, source in stubs.items():
            if has_tag(cell, "stub") and re.match(rf"(def|class) {function}\b", cell.source):
                cell.source = source
    nbformat.write(notebook, folder / name)
    return folder


def progress(folder: Path, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """The lines that the command prints for a folder."""
    assert cli.main(["progress", "--notebooks", str(folder)]) == 0
    return capsys.readouterr().out.splitlines()


def test_a_fresh_clone_has_nothing_attempted(capsys: pytest.CaptureFixture[str]) -> None:
    """One line for each notebook, one for all, and where to begin."""
    lessons = [lesson for lesson in read_lessons(NOTEBOOKS) if lesson.exercises]
    number = sum(len(lesson.exercises) for lesson in lessons)

    *rows, whole, following = progress(NOTEBOOKS, capsys)

    assert [lesson.title for lesson in lessons] == [row.partition("  ")[0] for row in rows]
    assert f"0 of {number} pass, {number} not attempted" in whole
    assert following == "next: 1.1 my_from_hex, 5 minutes, in 01_unicode_utf8.ipynb"


def test_one_notebook_can_be_named(capsys: pytest.CaptureFixture[str]) -> None:
    """Instead of a folder; then only it is looked at."""
    one, whole, following = progress(NOTEBOOKS / NAIVE, capsys)

    assert one.startswith(read_lesson(NOTEBOOKS / NAIVE).title)
    assert whole.split()[2:] == one.split()[-len(whole.split()[2:]) :]
    assert following.endswith(NAIVE)


def test_what_passes_fails_and_is_open_is_told_apart(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A right answer, a wrong one with the input that shows it, and the stubs that are left."""
    fill(
        tmp_path,
        UNICODE,
        my_from_hex=find_solution("my_from_hex")[1],
        my_visible="def my_visible(text: str) -> str:\n    return text",
    )

    title, passing, wrong, left, whole, following = progress(tmp_path, capsys)

    assert title.endswith("1 of 9 pass, 1 not right yet, 7 not attempted")
    assert passing.strip() == "passing: 1.1 my_from_hex"
    assert wrong.strip().startswith("not right yet: 1.3 my_visible: my_visible(")
    assert left.strip().startswith("not attempted: 1.2 my_label, 1.4 my_find_controls")
    assert "1 of 9 pass" in whole
    assert following == "next: 1.2 my_label, 5 minutes, in 01_unicode_utf8.ipynb"


def test_saved_outputs_are_not_believed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A pass of yesterday says nothing about the code of today."""
    fill(tmp_path, UNICODE, my_label="def my_label(character: str) -> str:\n    return ''")
    notebook = nbformat.read(tmp_path / UNICODE, as_version=4)
    for cell in notebook.cells:
        if cell.id == "check-label":
            cell.outputs[0].text = "my_label: all 9 checks passed\n"
    nbformat.write(notebook, tmp_path / UNICODE)

    assert "0 of 9 pass, 1 not right yet" in progress(tmp_path, capsys)[0]


def test_functions_of_other_cells_may_be_used(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exercise 2.7 calls the learner's own three functions, as our solution does."""
    names = ["my_count_pairs", "my_best_pair", "my_merge_word", "my_learn_merges"]
    fill(tmp_path, NAIVE, **{name: find_solution(name)[1] for name in names})

    title, passing, *_ = progress(tmp_path, capsys)

    assert "4 of 11 pass" in title
    assert passing.endswith("2.7 my_learn_merges")


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("def my_label(character: str) -> str:\n    return (", "SyntaxError"),
        ("def my_label(character: str) -> str:\n    return unknown(character)", "NameError"),
        ("import no_such_module\n\n\ndef my_label(c):\n    return c", "ModuleNotFoundError"),
        ("def my_label(character: str) -> str:\n    import os\n    os._exit(3)", "process ended"),
        ("import os\nos._exit(3)\ndef my_label(character):\n    return ''", "process ended"),
    ],
)
def test_code_that_cannot_run_is_a_reason_and_no_crash(
    source: str, reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The command goes on, and says what was in the way."""
    fill(tmp_path, UNICODE, my_label=source)

    title, wrong, *_ = progress(tmp_path, capsys)

    assert "1 not right yet" in title
    assert reason in wrong


@pytest.mark.slow
def test_with_all_solutions_pasted_in_every_exercise_passes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whatever a solution uses of the cells around it is there: constants, patterns, kernels."""
    number = 0
    for lesson in read_lessons(NOTEBOOKS):
        names = [name for exercise in lesson.exercises for name in exercise.names]
        fill(tmp_path, lesson.path.name, **{name: find_solution(name)[1] for name in names})
        number += len(lesson.exercises)

    *_, whole, following = progress(tmp_path, capsys)

    assert whole.endswith(f"{number} of {number} pass")
    assert following.startswith("next: nothing is left")


GIVEN = """
import re

SOUNDS = ("a", "e", "i")  # a tuple
PATTERN = re.compile("|".join(SOUNDS))  # made of another
first, second = SOUNDS[:2]
TABLE: dict[str, int] = {sound: i for i, sound in enumerate(SOUNDS)}
slow = 1 / 0
"""

USES = """
def my_label(character: str) -> str:
    PATTERN.match(character), first, second, TABLE
    return f"U+{ord(character):04X} {unicodedata.category(character)}"
"""


def test_a_stub_may_use_what_the_cells_around_it_assign(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Those of ours and those of the learner; the others are not run."""
    fill(tmp_path, UNICODE, my_label=USES)
    notebook = nbformat.read(tmp_path / UNICODE, as_version=4)
    notebook.cells.insert(1, nbformat.v4.new_code_cell(GIVEN))
    nbformat.write(notebook, tmp_path / UNICODE)

    assert "1 of 9 pass, 8 not attempted" in progress(tmp_path, capsys)[0]


def test_of_several_assignments_the_last_one_above_counts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """As when the notebook is run from the top."""
    uses = USES.replace("PATTERN.match(character), first, second, TABLE", "assert here == 'above'")
    fill(tmp_path, UNICODE, my_label=uses)
    notebook = nbformat.read(tmp_path / UNICODE, as_version=4)
    for place, source in ((1, "here = 'first'"), (2, "here = 'above'"), (99, "here = 'below'")):
        notebook.cells.insert(place, nbformat.v4.new_code_cell(source))
    nbformat.write(notebook, tmp_path / UNICODE)

    assert "1 of 9 pass, 8 not attempted" in progress(tmp_path, capsys)[0]


def test_a_pair_of_functions_is_one_exercise() -> None:
    """`my_save` and `my_load` share a card and a check."""
    (saving,) = [
        each for each in read_lesson(NOTEBOOKS / NAIVE).exercises if "my_save" in each.names
    ]

    assert saving.names == ("my_save", "my_load")
    assert (saving.number, saving.difficulty, saving.minutes) == ("2.10", 4, 20)
    assert not saving.is_attempted


def test_a_folder_without_notebooks_gets_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit code 2."""
    assert cli.main(["progress", "--notebooks", str(tmp_path / "absent")]) == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize("content", ["", "not json", "[]", '{"cells": 3}', "{}"])
def test_a_file_that_is_no_notebook_gets_one_line(
    content: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The line names the file; exit code 2."""
    (tmp_path / "01_broken.ipynb").write_text(content)

    assert cli.main(["progress", "--notebooks", str(tmp_path)]) == 2
    errors = capsys.readouterr().err.splitlines()
    assert len(errors) == 1
    assert "01_broken.ipynb" in errors[0]
