"""`cs336-bpe check`: a learner's own code, examined from the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from cs336_basics import cli

LONGEST_FIRST = """
from itertools import pairwise

from cs336_basics.pairs import count_pairs, merge_word, split_bytes


def iter_merges(counts):
    words = [(split_bytes(word), n) for word, n in counts.items()]
    while found := count_pairs(words):
        best = max(found, key=lambda pair: (found[pair], len(b"".join(pair)), pair))
        yield best, found[best]
        words = [(merge_word(word, best), n) for word, n in words]
"""


def test_what_is_right_passes(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The assignment's adapters, as they stand here."""
    assert cli.main(["check", str(root / "tests" / "adapters.py")]) == 0

    trained, tokenized = capsys.readouterr().out.splitlines()
    assert trained.startswith("run_train_bpe: all ")
    assert tokenized.startswith("get_tokenizer: all ")


def test_a_mistake_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Exit code 1, the smallest input, and the name of the mistake in the catalogue."""
    (tmp_path / "mine.py").write_text(LONGEST_FIRST, encoding="utf-8")

    assert cli.main(["check", f"{tmp_path / 'mine.py'}:iter_merges"]) == 1
    printed = capsys.readouterr().out
    assert "iter_merges is not right yet" in printed
    assert "catalogue: ties-longest-result" in printed


@pytest.mark.parametrize("target", ["no_such_module:train_bpe", "absent.py", "json:train_bpe"])
def test_what_is_not_there_gets_one_line(target: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Exit code 2, as for every mistake in the input."""
    assert cli.main(["check", target]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
