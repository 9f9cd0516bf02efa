"""Counts that are kept in a file are those that were counted, or an error says why not."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cs336_basics import cli
from cs336_basics.cli import train as command
from cs336_basics.corpus import counts_file
from cs336_basics.corpus.counts_file import read_counts, write_counts
from cs336_basics.errors import FileFormatError
from cs336_basics.storage.byte_map import BYTE_TO_CHARACTER

ASKED = {"pattern": "gpt2", "special_tokens": ["<e>"], "errors": "strict", "corpus": []}


@given(
    counts=st.dictionaries(st.binary(max_size=9), st.integers(1, 2**40), max_size=40),
    block=st.sampled_from([1, 3, 1 << 16]),
)
def test_what_is_written_is_read(
    tmp_path_factory: pytest.TempPathFactory, counts: dict[bytes, int], block: int
) -> None:
    """Any bytes, the empty pre-token included, however many lines are read at once."""
    path = tmp_path_factory.mktemp("counts") / "counts.txt"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(counts_file, "_BLOCK", block)
        write_counts(path, counts, ASKED)

        assert counts == read_counts(path, ASKED)


def test_the_file_is_as_its_description_says(tmp_path: Path) -> None:
    """Two lines of what was counted, then the most frequent first, written as GPT-2 writes them."""
    path = tmp_path / "counts.txt"
    write_counts(path, {b"low": 2, b" low\n": 3, b"b": 2}, ASKED)

    first, second, *rest = path.read_bytes().decode().split("\n")

    assert "#cs336-bpe counts 1" == first
    assert '"special_tokens": ["<e>"]' in second
    assert ["3 ĠlowĊ", "2 b", "2 low", ""] == rest


@pytest.mark.parametrize(
    ("old", "new", "named"),
    [
        ("2 b\n", "2 b\n2 b\n", "it holds 3"),
        ("2 b\n", "", "it holds 2"),
        ("2 b\n", "b\n", "line 4"),
        ("2 b\n", "2  b\n", "line 4"),
        ("2 b\n", "-2 b\n", "line 4"),
        ("2 b\n", "2 你\n", "line 4"),
        ("2 b\n", "2 \x01\n", "line 4"),
        ("counts 1", "counts 2", "not a file of counts"),
        ("gpt2", "cl100k", "pattern 'cl100k'"),
        ("<e>", "<s>", "special_tokens"),
        ("#{", "#", "not a file of counts"),
    ],
)
def test_a_damaged_or_other_file_is_refused(tmp_path: Path, old: str, new: str, named: str) -> None:
    """With its place, or with what was counted otherwise."""
    path = tmp_path / "counts.txt"
    write_counts(path, {b"low": 3, b"b": 2, b"c": 1}, ASKED)
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")

    with pytest.raises(FileFormatError, match=named):
        read_counts(path, ASKED)


def test_training_counts_once(
    tmp_path: Path, stories: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With kept counts the tokenizer is the same, and the corpus is not counted again."""
    arguments = ["train", str(stories), "--vocab-size", "300", "--special-token", "<|endoftext|>"]
    kept = [*arguments, "--counts", str(tmp_path / "counts.txt")]

    assert cli.main([*arguments, "-o", str(tmp_path / "expected.yaml")]) == 0
    assert cli.main([*kept, "-o", str(tmp_path / "first.yaml")]) == 0
    monkeypatch.setattr(command, "count_files", None)
    assert cli.main([*kept, "-o", str(tmp_path / "second.yaml")]) == 0

    expected = (tmp_path / "expected.yaml").read_text(encoding="utf-8")
    assert expected == (tmp_path / "first.yaml").read_text(encoding="utf-8")
    assert expected == (tmp_path / "second.yaml").read_text(encoding="utf-8")


def test_rare_pretokens_are_left_out_of_kept_counts_too(tmp_path: Path) -> None:
    """The file holds them, the training does not."""
    corpus = tmp_path / "corpus.txt"
    corpus.write_text("low low xy", encoding="utf-8")
    common = ["--vocab-size", "300", "--counts", str(tmp_path / "c"), "--min-count", "2"]

    assert cli.main(["train", str(corpus), *common, "-o", str(tmp_path / "t.yaml")]) == 0

    assert '"xy"' not in (tmp_path / "t.yaml").read_text(encoding="utf-8")
    assert "1 Ġxy" in (tmp_path / "c").read_text(encoding="utf-8")


def test_counts_of_another_corpus_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file of the same name and size with another text is another corpus."""
    corpus = tmp_path / "corpus.txt"
    arguments = ["train", str(corpus), "--vocab-size", "257", "--counts", str(tmp_path / "c")]
    corpus.write_text("low", encoding="utf-8")
    assert cli.main([*arguments, "-o", str(tmp_path / "t.yaml")]) == 0
    corpus.write_text("new", encoding="utf-8")

    assert cli.main([*arguments, "-o", str(tmp_path / "t.yaml")]) != 0
    assert "counted with corpus" in capsys.readouterr().err


def test_every_byte_has_a_line(tmp_path: Path) -> None:
    """None of the stand-ins is a space or a line end."""
    write_counts(tmp_path / "c", {bytes([byte]): 1 for byte in range(256)}, ASKED)

    lines = (tmp_path / "c").read_text(encoding="utf-8").split("\n")[2:-1]

    assert [f"1 {character}" for character in BYTE_TO_CHARACTER] == lines
