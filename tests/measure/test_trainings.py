"""What a training took: measured in a process of its own, and noted in a table."""

from __future__ import annotations

from pathlib import Path

import pytest

from cs336_basics import storage
from cs336_basics.measure import places, trainings
from cs336_basics.measure.clock import isolated
from cs336_basics.measure.trainings import VOCABULARIES, Saved


def test_a_training_is_measured(tmp_path: Path) -> None:
    """The row says what was trained, how far it came, and what it took."""
    path = tmp_path / "x.txt"
    path.write_text("low low low lower", encoding="utf-8")

    row = trainings.measure_training("x", path, 260)

    # 3 merges: `o w`, `l ow`, ` low`; 4 pre-tokens would be too many: `low`, ` low`, ` lower`
    assert ("x", "x.txt", 17, 260, "heap", 3, 3) == row[:7]
    assert row.counting > 0
    assert row.merging > 0
    assert row.megabytes > 10
    assert str(tmp_path) not in str(row)


def test_a_training_that_fails_says_why(tmp_path: Path) -> None:
    """The last line of the other process is in the message."""
    path = tmp_path / "x.txt"
    path.write_text("low", encoding="utf-8")

    with pytest.raises(isolated.MeasurementError, match="too small"):
        trainings.measure_training("x", path, 3)


def test_a_vocabulary_is_saved_and_its_training_noted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its row takes the place of the older one; without its corpus nothing is written."""
    path = tmp_path / "x.txt"
    path.write_text("low low low lower", encoding="utf-8")
    monkeypatch.setitem(VOCABULARIES, "x", Saved(lambda: path, 260, "naive"))
    monkeypatch.setitem(VOCABULARIES, "y", Saved(lambda: tmp_path / "y.txt", 260))
    said: list[str] = []

    for name in ("x", "y", "x"):
        trainings.write_vocabulary(name, tmp_path, say=said.append)

    assert ["x: training", "y: left as it is, its corpus is not here", "x: training"] == said
    saved = storage.load(tmp_path / "x.yaml")
    assert saved.training is not None
    assert "naive" == saved.training["trainer"]
    [row] = trainings.read_trainings(tmp_path)
    assert ("x", "x.txt", 17, 260, "heap", 3, 3) == row[:7]


def test_the_committed_table_holds_every_saved_vocabulary() -> None:
    """Each with the size that its vocabulary has, and without a path."""
    rows = {row.name: row for row in trainings.read_trainings()}

    assert list(VOCABULARIES) == list(rows)
    for name, saved in VOCABULARIES.items():
        assert saved.vocab_size == rows[name].vocab_size
        assert saved.corpus().name == rows[name].corpus
        assert "/" not in rows[name].corpus
        assert (places.PROFILES / f"{name}.yaml").is_file()
