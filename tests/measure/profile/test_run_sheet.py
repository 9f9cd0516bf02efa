"""RUN.md says what was measured with what, and can be read back."""

from __future__ import annotations

from pathlib import Path

import pytest

from cs336_basics.errors import FileFormatError
from cs336_basics.measure.profile import run_sheet

SHEET = run_sheet.RunSheet(
    name="heap",
    command="cs336-bpe profile heap data/stories.txt --merges 1200",
    commit="0123456789",
    python="CPython 3.11.7, Linux x86_64",
    cpu="Some CPU, 2 cores",
    corpus="stories.txt",
    corpus_bytes=1_500_844,
    corpus_sha256="ab" * 32,
    done="1,200 merges",
    seconds=0.125,
    megabytes=82.5,
    scalene="2.4.0",
)


def test_facts_come_back(tmp_path: Path) -> None:
    """Every fact stands in the page and is read from it."""
    path = tmp_path / "RUN.md"
    path.write_text(run_sheet.render(SHEET, ["icicle.png"]), encoding="utf-8")
    assert SHEET == run_sheet.read(path)


def test_files_are_explained() -> None:
    """Each file of the folder has a line with a link and what it is."""
    text = run_sheet.render(SHEET, ["icicle.png", "cprofile.prof"])
    assert "* [`icicle.png`](icicle.png): " in text
    assert "`make snakeviz NAME=heap`" in text


def test_an_older_form_is_an_error(tmp_path: Path) -> None:
    """A page that lacks a fact was written by older code: the message says what to do."""
    path = tmp_path / "RUN.md"
    text = run_sheet.render(SHEET, []).replace("| CPU |", "| processor |")
    path.write_text(text, encoding="utf-8")
    with pytest.raises(FileFormatError, match=r"no line 'CPU'; make the profile anew"):
        run_sheet.read(path)
