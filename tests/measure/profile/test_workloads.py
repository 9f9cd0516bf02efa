"""Workloads do the work of the package, step by step."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from cs336_basics.corpus import count_files
from cs336_basics.errors import UnknownNameError
from cs336_basics.measure.clock.timing import PieceTime
from cs336_basics.measure.profile import workloads
from cs336_basics.trainers import TRAINERS
from cs336_basics.trainers.naive import iter_merges


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """A text of a few documents."""
    path = tmp_path / "corpus.txt"
    path.write_text("low lower<|endoftext|>newest widest newest" * 20, encoding="utf-8")
    return path


@pytest.mark.parametrize("name", TRAINERS)
def test_a_trainer_makes_its_merges(name: str, corpus: Path) -> None:
    """The rows are those of the merges that `naive` makes on the same text."""
    counts = count_files(corpus, ["<|endoftext|>"])
    expected = [merge.count for merge in islice(iter_merges(counts), 5)]
    assert expected == [row[1] for row in workloads.prepare(name, corpus)(5, None)]


@pytest.mark.parametrize("name", ["pretokenize", "encode"])
def test_pieces_are_the_whole_text(
    name: str, corpus: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No byte is left out, whatever the size of a piece."""
    monkeypatch.setattr(workloads, "PIECE_SIZE", 100)
    rows = workloads.prepare(name, corpus)(None, None)
    pieces = [row for row in rows if isinstance(row, PieceTime)]
    assert corpus.stat().st_size == sum(piece.size for piece in pieces)
    assert len(pieces) > 3
    assert 2 == len(workloads.prepare(name, corpus)(2, None))
    assert 1 == len(workloads.prepare(name, corpus)(None, 0.0))


def test_unknown_workload(corpus: Path) -> None:
    """A wrong name is an error that lists the right ones."""
    with pytest.raises(UnknownNameError, match="use one of naive"):
        workloads.prepare("fastest", corpus)


def test_describe(corpus: Path) -> None:
    """How far a run came, as figures and pages say it."""
    assert "3 merges" == workloads.describe("naive", workloads.prepare("naive", corpus)(3, None))
    rows = [PieceTime(0, 3_000_000, 0.1, 0.1), PieceTime(1, 1_500_000, 0.1, 0.2)]
    assert "4.5 MB in 2 pieces" == workloads.describe("pretokenize", rows)
    assert "4.5 MB in 2 pieces with " in workloads.describe("encode", rows)
