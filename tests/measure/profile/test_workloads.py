"""Workloads do the work of the package, step by step."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from cs336_basics.corpus import count_files
from cs336_basics.errors import UnknownNameError
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
    assert expected == [row.count for row in workloads.prepare(name, corpus)(5, None).merges]


@pytest.mark.parametrize("name", ["pretokenize", "encode"])
def test_a_text_is_done_in_pieces(name: str, corpus: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All of them, or as many as fit into a number or into a time."""
    monkeypatch.setattr(workloads, "PIECE_SIZE", 100)
    run = workloads.prepare(name, corpus)
    assert run(None, None).steps > 3
    assert 2 == run(2, None).steps
    assert 1 == run(None, 0.0).steps


def test_pieces_are_the_whole_text(corpus: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No byte is left out."""
    pieces: list[bytes] = []
    monkeypatch.setattr(workloads, "PIECE_SIZE", 100)
    monkeypatch.setattr(workloads, "count_bytes", lambda piece, _: pieces.append(piece))
    workloads.prepare("pretokenize", corpus)(None, None)
    assert corpus.read_bytes() == b"".join(pieces)


def test_unknown_workload(corpus: Path) -> None:
    """A wrong name is an error that lists the right ones."""
    with pytest.raises(UnknownNameError, match="use one of naive"):
        workloads.prepare("fastest", corpus)


def test_how_far_a_run_came_is_said(corpus: Path) -> None:
    """As figures and pages say it: merges, or megabytes and pieces, and the vocabulary."""
    words = {name: workloads.prepare(name, corpus)(3, None).words for name in workloads.names()}
    assert "3 merges" == words["naive"]
    assert "0.0 MB in 1 pieces" == words["pretokenize"]
    assert words["encode"].startswith("0.0 MB in 1 pieces with ")
