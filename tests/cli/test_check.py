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

WITH_IDS = """
from itertools import pairwise


def iter_merges(counts):
    token = {i: bytes([i]) for i in range(256)}
    words = [(list(word), n) for word, n in counts.items()]
    while True:
        found = {}
        for word, n in words:
            for pair in pairwise(word):
                found[pair] = found.get(pair, 0) + n
        if not found:
            return
        best = max(found, key=lambda pair: (found[pair], token[pair[0]], token[pair[1]]))
        new = len(token)
        token[new] = token[best[0]] + token[best[1]]
        yield best, found[best]
        for word, _ in words:
            i = 0
            while i < len(word) - 1:
                if (word[i], word[i + 1]) == best:
                    word[i : i + 2] = [new]
                i += 1
"""


def test_what_is_right_passes(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The assignment's adapters, as they stand here."""
    assert cli.main(["check", str(root / "tests" / "adapters.py")]) == 0

    trained, tokenized = capsys.readouterr().out.splitlines()
    assert trained.startswith("run_train_bpe: right by the assignment; all ")
    assert tokenized.startswith("get_tokenizer: right by the assignment; all ")


def test_a_mistake_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Exit code 1, the smallest input, and the name of the mistake in the catalogue."""
    (tmp_path / "mine.py").write_text(LONGEST_FIRST, encoding="utf-8")

    assert cli.main(["check", f"{tmp_path / 'mine.py'}:iter_merges"]) == 1
    printed = capsys.readouterr().out
    assert "iter_merges is not right yet" in printed
    assert "catalogue: ties-longest-result" in printed
    assert not list(tmp_path.glob(".*"))


@pytest.mark.parametrize("target", ["no_such_module:train_bpe", "absent.py", "json:train_bpe"])
def test_what_is_not_there_gets_one_line(target: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Exit code 2, as for every mistake in the input."""
    assert cli.main(["check", target]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_numbers_for_bytes_are_no_mistake(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Merges of ids are looked up in the vocabulary, and that is said."""
    (tmp_path / "mine.py").write_text(WITH_IDS, encoding="utf-8")

    assert cli.main(["check", f"{tmp_path / 'mine.py'}:iter_merges"]) == 0
    assert "  note: merges of ids were looked up in the vocabulary" in capsys.readouterr().out


def test_a_module_that_ends_its_process_gets_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is imported in a child, so that this process lives to tell."""
    (tmp_path / "mine.py").write_text("import os\nos._exit(3)\n", encoding="utf-8")

    assert cli.main(["check", f"{tmp_path / 'mine.py'}"]) == 2
    message = capsys.readouterr().err
    assert "cannot be imported: the process ended in the middle of the call (3)" in message
    assert len(message.splitlines()) == 1
