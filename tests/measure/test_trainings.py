"""What a training took: measured in a process of its own, and noted in a table."""

from __future__ import annotations

from pathlib import Path

import pytest

from cs336_basics.measure import places, trainings
from cs336_basics.measure.clock import isolated
from cs336_basics.measure.tables import write_rows
from cs336_basics.measure.vocabularies import VOCABULARIES


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


def test_an_unknown_name_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    """One line, and the exit code of a wrong argument."""
    assert 2 == trainings.main(["no_such"])
    assert "unknown: no_such" in capsys.readouterr().err


def test_a_row_takes_the_place_of_its_old_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The rows of the others stay, and all stand in the order of the vocabularies."""
    old = trainings.TrainingRow("", "", 1, 1, "", 1, 1, 1.0, 1.0, 1.0, 1.0, "", "", "")
    table = tmp_path / "training.csv"
    write_rows([old._replace(name="tinystories_10k"), old._replace(name="stories_1k")], table)
    monkeypatch.setattr(trainings, "TABLE", table)
    monkeypatch.setattr(
        trainings, "measure_training", lambda name, *_: old._replace(name=name, corpus="new")
    )

    assert 0 == trainings.main(["stories_1k"])

    rows = trainings.read_trainings(table)
    assert [("stories_1k", "new"), ("tinystories_10k", "")] == [row[:2] for row in rows]


def test_a_training_is_measured_with_the_trainer_of_its_vocabulary(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The row is the training behind the file, not another one with the same result."""
    trainers: list[str] = []

    def measure(name: str, corpus: Path, size: int, trainer: str = "") -> trainings.TrainingRow:
        trainers.append(trainer)
        return trainings.TrainingRow(name, "", 1, 1, trainer, 1, 1, 1.0, 1.0, 1.0, 1.0, "", "", "")

    recipe = VOCABULARIES["stories_1k"]._replace(trainer="naive")
    monkeypatch.setitem(VOCABULARIES, "stories_1k", recipe)
    monkeypatch.setattr(trainings, "TABLE", tmp_path / "training.csv")
    monkeypatch.setattr(trainings, "measure_training", measure)

    assert 0 == trainings.main(["stories_1k"])

    assert ["naive"] == trainers


def test_the_committed_table_holds_every_saved_vocabulary() -> None:
    """Each with the size that its vocabulary has, and without a path."""
    rows = {row.name: row for row in trainings.read_trainings()}

    assert list(VOCABULARIES) == list(rows)
    for name, recipe in VOCABULARIES.items():
        assert recipe.vocab_size == rows[name].vocab_size
        assert recipe.corpus().name == rows[name].corpus
        assert "/" not in rows[name].corpus
        assert (places.PROFILES / f"{name}.yaml").is_file()
