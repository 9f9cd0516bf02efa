"""Bars are drawn for those who wait, and are out of the way of errors."""

from __future__ import annotations

import threading

import pytest

from cs336_basics.bars import progress_bar


def test_short_work_shows_its_bar_when_it_is_done(capsys: pytest.CaptureFixture[str]) -> None:
    """Whole, even if less was done than expected: merges may run out."""
    with progress_bar("merging", 9, "merge") as bar:
        bar.update(3)

    printed = capsys.readouterr().err
    assert "merging: 100%" in printed
    assert "3/3" in printed


def test_a_mistake_that_shows_at_once_has_the_line_for_itself(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """No bar before it."""
    with pytest.raises(ValueError, match="bad"), progress_bar("counting", 9, "B"):
        raise ValueError("bad")

    assert capsys.readouterr().err == ""


def test_a_bar_that_was_drawn_is_wiped_before_an_error(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The cursor is back at the start of the line, and what stood there is spaces."""
    monkeypatch.setattr("cs336_basics.bars._DELAY", 0)
    with pytest.raises(KeyboardInterrupt), progress_bar("counting", 9, "B"):
        raise KeyboardInterrupt

    drawn, wiped, _ = capsys.readouterr().err.rsplit("\r", 2)
    assert "counting" in drawn
    assert set(wiped) == {" "}


def test_nothing_is_drawn_where_nobody_looks(capsys: pytest.CaptureFixture[str]) -> None:
    """`progress=False`."""
    with progress_bar("counting", 9, "B", shown=False) as bar:
        bar.update(9)

    assert capsys.readouterr().err == ""


def test_a_bar_starts_no_thread() -> None:
    """Processes with threads cannot fork safely, and workers are started under a bar."""
    before = threading.active_count()
    with progress_bar("counting", 9, "B") as bar:
        bar.update(1)

        assert threading.active_count() == before
