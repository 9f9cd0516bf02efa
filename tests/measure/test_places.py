"""What is said about corpus and machine: enough to compare, nothing private."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

import pytest

from cs336_basics.errors import CorpusError
from cs336_basics.measure import places
from cs336_basics.repository import ROOT


def test_corpus_facts(tmp_path: Path) -> None:
    """Name, size and sha256 identify a corpus; its folder is not told."""
    path = tmp_path / "corpus.txt"
    path.write_bytes(b"low lower")
    expected = "corpus.txt", 9, hashlib.sha256(b"low lower").hexdigest()
    assert expected == places.corpus_facts(path)


def test_an_empty_corpus_is_an_error(tmp_path: Path) -> None:
    """There is nothing to measure on no text."""
    path = tmp_path / "empty.txt"
    path.touch()
    with pytest.raises(CorpusError, match="nothing to measure"):
        places.corpus_facts(path)


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        ("data/stories.txt", "data/stories.txt"),
        ("../shared/corpora/x.txt", "../shared/corpora/x.txt"),
        ("../../elsewhere/x.txt", "x.txt"),
    ],
)
def test_shown_path(path: str, shown: str) -> None:
    """A path near the project is shown as seen from it, one far away by its name alone."""
    assert shown == places.shown_path(ROOT / path)


def test_commit_is_a_hash() -> None:
    """The commit, and whether files have changed since."""
    assert re.fullmatch(r"[0-9a-f]{10}( with uncommitted changes)?|unknown", places.commit())


def test_machine_is_described_without_its_name() -> None:
    """Processor and cores, Python and system."""
    assert re.search(r"\w, \d+ cores$", places.cpu())
    assert re.match(r"\w+ 3\.\d+\.\d+\S*, \w+", places.python())
