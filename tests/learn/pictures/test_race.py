"""The picture of all rungs: what it shows, from which figures, and that it can do without them."""

from __future__ import annotations

from pathlib import Path

from cs336_basics.learn.pictures.race import merges_a_second, race_picture
from cs336_basics.measure.peers.contest import BenchRow
from cs336_basics.measure.tables import write_rows


def row(contest: str, entry: str, amount: float, seconds: float, turn: int = 0) -> BenchRow:
    """One run in a contest."""
    return BenchRow(contest, "", entry, "1", turn, amount, seconds, 1.0)


def test_nothing_measured_is_said_and_no_error(tmp_path: Path) -> None:
    """A clone without figures has a notebook that runs."""
    assert merges_a_second(tmp_path) == {}
    assert [text.get_text() for text in race_picture({}).texts] == ["not measured yet: make bench"]


def test_whoever_trained_to_the_end_counts_with_that(tmp_path: Path) -> None:
    """The whole training comes before the part, medians before single runs, the slowest first."""
    rows = [
        row("ladder", "naive", 20, 4.0),
        row("ladder", "heap", 9743, 1.0),
        row("train-10k", "heap", 1000, 1.0, 0),
        row("train-10k", "heap", 1000, 2.0, 1),
        row("train-10k", "heap", 1000, 9.0, 2),
        row("train-10k", "rustbpe", 1000, 4.0),
    ]
    (tmp_path / "peers").mkdir()
    write_rows(rows, tmp_path / "peers" / "training.csv")

    speeds = merges_a_second(tmp_path)

    assert list(speeds.items()) == [("naive", 5.0), ("rustbpe", 250.0), ("heap", 500.0)]


def test_missing_peers_are_named_as_such() -> None:
    """A picture of our rungs alone says that the others are missing."""
    (title,) = (race_picture({"naive": 5.0, "heap": 500.0})._suptitle,)  # type: ignore[attr-defined]

    assert title.get_text().endswith("other libraries: not measured yet")
