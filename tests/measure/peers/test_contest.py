"""Contests: turns, processes of their own, medians, and entries that are not here."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from cs336_basics.measure.peers.contest import (
    Contest,
    Entry,
    run_contest,
)

_TRAIN = "cs336_basics.measure.peers.train_peers"


def contest(corpus: Path, entries: list[Entry]) -> Contest:
    """A contest of these entries, compared with naive."""
    return Contest("toy", "a toy", corpus, "merges", "naive", entries)


def rung(corpus: Path, trainer: str, merges: int = 3, package: str | None = None) -> Entry:
    """An entry that makes a few merges; it has the name of its package, if that is another's."""
    arguments = {"corpus": str(corpus), "trainer": trainer, "limit": merges}
    target = f"{_TRAIN}:ladder"
    return Entry(package or trainer, target, arguments, package or Entry.package)


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """A few words."""
    path = tmp_path / "corpus.txt"
    path.write_text("low lower newest widest " * 20, encoding="utf-8")
    return path


def test_entries_take_turns(corpus: Path) -> None:
    """Every entry runs once in each round, in the order of the list."""
    entries = [rung(corpus, "naive"), rung(corpus, "heap")]
    rows, _ = run_contest(contest(corpus, entries), 2, lambda _: None)
    expected = [("naive", 0), ("heap", 0), ("naive", 1), ("heap", 1)]
    assert expected == [(row.entry, row.round) for row in rows]
    assert {3.0} == {row.amount for row in rows}
    assert all(row.seconds > 0 and row.megabytes > 5 for row in rows)


def test_an_entry_may_run_once(corpus: Path) -> None:
    """What is slow and far behind has its turn in the first round only."""
    entries = [dataclasses.replace(rung(corpus, "naive"), once=True), rung(corpus, "heap")]
    rows, _ = run_contest(contest(corpus, entries), 2, lambda _: None)
    assert [("naive", 0), ("heap", 0), ("heap", 1)] == [(row.entry, row.round) for row in rows]


def test_an_entry_that_is_not_installed_is_left_out(corpus: Path) -> None:
    """The others run; a line says who is missing."""
    said: list[str] = []
    entries = [rung(corpus, "naive"), rung(corpus, "heap", package="no-such-peer")]
    rows, _ = run_contest(contest(corpus, entries), 1, said.append)
    assert ["naive"] == [row.entry for row in rows]
    assert ["toy: no-such-peer left out, no-such-peer is not installed"] == said


def test_an_entry_that_fails_is_left_out(corpus: Path) -> None:
    """A failure is said with its reason, and the entry has no row at all."""
    said: list[str] = []
    entries = [rung(corpus, "naive"), rung(corpus, "fastest")]
    rows, _ = run_contest(contest(corpus, entries), 2, said.append)
    assert {"naive"} == {row.entry for row in rows}
    (line,) = said
    assert "fastest left out" in line
    assert "unknown trainer" in line
