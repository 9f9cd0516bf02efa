"""The table of suites: every entry and every goal in it can be used; its texts are found."""

from __future__ import annotations

import inspect
from importlib import import_module
from pathlib import Path

import pytest

from cs336_basics.measure.peers import suites, texts


def test_the_head_of_a_corpus_ends_with_a_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The text is cut after the last line end, so in no character; it is made once."""
    (tmp_path / "corpora").mkdir()
    (tmp_path / "corpora" / "long.txt").write_bytes("é\n".encode() * 400_000)
    monkeypatch.setenv("CS336_SHARED", str(tmp_path))
    monkeypatch.setattr(texts, "folder", lambda: tmp_path)
    head = texts.find("head corpora/long.txt 1")
    assert "é\n".encode() * 333_333 == head.read_bytes()


def test_every_entry_of_the_table_can_be_called() -> None:
    """Each names a function, and gives it arguments that it takes."""
    for spec in suites.TABLES["contests"]:
        arguments = {"corpus", *spec.get("arguments", {})}
        work = suites.TABLES["works"][spec["work"]]
        for name in spec.get("entries", work):
            module, function = work[name]["call"].split(":")
            called = getattr(import_module(f"cs336_basics.measure.peers.{module}"), function)
            own = set(work[name]) - {"call", "package", "environment", "once"}
            inspect.signature(called).bind(**dict.fromkeys(arguments | own))


def test_every_goal_is_of_a_contest_and_its_entries(monkeypatch: pytest.MonkeyPatch) -> None:
    """A goal with a wrong name would never be judged."""
    files = {
        "default": "tinystories.txt",
        "python library": "python-library.txt",
        "head corpora/weblike_en.txt 15": "weblike_en-15MB.txt",
    }
    monkeypatch.setattr(texts, "find", lambda name: Path(files.get(name) or name))
    contests = [each for suite in suites.names() for each in suites.contests(suite)]
    assert set(suites.TABLES["goals"]) <= {contest.name for contest in contests}
    for contest in contests:
        entries = {entry.name for entry in contest.entries}
        for phase in ("", "cold", "warm"):
            for goal in suites.goals(contest.name, phase):
                assert {goal.entry, goal.against or contest.baseline} <= entries
