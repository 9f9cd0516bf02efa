"""The command line, as a person meets it."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from cs336_basics import Tokenizer, cli


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """A small text file."""
    path = tmp_path / "corpus.txt"
    path.write_text("low low lower<e>newest newest", encoding="utf-8")
    return path


def train(*arguments: object) -> int:
    """Run `cs336-bpe train` with these arguments."""
    return cli.main(["train", *map(str, arguments)])


def test_train_writes_a_tokenizer_and_says_what_it_took(
    corpus: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Sizes, seconds, memory and the longest token; then the file works."""
    out = tmp_path / "t.yaml"

    assert train(corpus, "--vocab-size", 262, "--special-token", "<e>", "-o", out) == 0
    printed = capsys.readouterr().out
    assert "262 tokens, 5 merges" in printed
    assert "peak memory" in printed
    assert "longest token" in printed
    assert Tokenizer.load(out).special_tokens == ["<e>"]


def test_inspect_shows_sizes_and_merges(
    corpus: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What is in a file, at one look."""
    train(corpus, "--vocab-size", 258, "--special-token", "<e>", "-o", tmp_path / "t.yaml")
    capsys.readouterr()

    assert cli.main(["inspect", str(tmp_path / "t.yaml")]) == 0
    printed = capsys.readouterr().out
    assert "258 tokens, 1 merges, pattern gpt2" in printed
    assert '0  "w" + "e"' in printed


def test_generate_writes_stories(tmp_path: Path) -> None:
    """A file of about the size asked for."""
    assert cli.main(["generate", "--size", "10KB", "--seed", "1", str(tmp_path / "s.txt")]) == 0
    assert 10_000 <= (tmp_path / "s.txt").stat().st_size < 20_000


@pytest.mark.parametrize(
    "arguments",
    [
        ["absent.txt", "--vocab-size", "300", "-o", "t.yaml"],
        [".", "--vocab-size", "300", "-o", "t.yaml"],
        ["corpus.txt", "--vocab-size", "10", "-o", "t.yaml"],
        ["corpus.txt", "--vocab-size", "300", "--special-token", "", "-o", "t.yaml"],
        ["corpus.txt", "--vocab-size", "300", "--trainer", "quantum", "-o", "t.yaml"],
        ["corpus.txt", "--vocab-size", "300", "--pattern", "gpt9", "-o", "t.yaml"],
        ["corpus.txt", "--vocab-size", "300", "--errors", "ignore", "-o", "t.yaml"],
        ["corpus.txt", "--vocab-size", "300", "-o", "t.docx"],
        ["corpus.txt", "--vocab-size", "300", "-o", "absent/t.yaml"],
        ["bad.txt", "--vocab-size", "300", "-o", "t.yaml"],
        ["corpus.txt", "--vocab-size", "9" * 20, "-o", "t.yaml"],
        ["corpus.txt", "--vocab-size", "300", "--pattern", "\udcff+", "-o", "t.yaml"],
        ["corpus.txt", "--vocab-size", "300", "-o", "/dev/null"],  # GPT-2's files need a folder
    ],
)
def test_bad_input_gets_one_line_and_exit_code_2(
    arguments: list[str],
    corpus: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nothing is written."""
    (tmp_path / "bad.txt").write_bytes(b"ok \xff")
    monkeypatch.chdir(tmp_path)

    assert train(*arguments) == 2
    errors = [line for line in capsys.readouterr().err.splitlines() if line.startswith("cs336-bpe")]
    assert len(errors) == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bad.txt", corpus.name]


def test_a_vocabulary_size_that_is_no_number_exits_with_2(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """argparse says so itself."""
    with pytest.raises(SystemExit) as caught:
        train("corpus.txt", "--vocab-size", "many", "-o", "t.yaml")
    assert caught.value.code == 2
    assert "invalid int value" in capsys.readouterr().err


def test_ctrl_c_leaves_no_file_and_one_line(
    corpus: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Exit code 130, as shells expect."""

    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("cs336_basics.train.count_files", interrupted)

    assert train(corpus, "--vocab-size", 300, "-o", tmp_path / "t.yaml") == 130
    assert "interrupted" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == [corpus]


def test_a_link_into_a_missing_folder_is_told_before_training(
    corpus: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """No bar is drawn: an hour of counting would be lost."""
    (tmp_path / "t.yaml").symlink_to(tmp_path / "absent" / "t.yaml")

    assert train(corpus, "--vocab-size", 300, "-o", tmp_path / "t.yaml") == 2
    assert "counting" not in capsys.readouterr().err


@pytest.mark.parametrize("name", ["stdin", "stdout", "stderr"])
def test_closed_streams_are_no_fault_of_ours(
    name: str, corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Python sets them to None, where the shell closed them with `>&-`."""
    source, code = ("-", 2) if name == "stdin" else (corpus, 0)
    monkeypatch.setattr(sys, name, None)

    assert train(source, "--vocab-size", 300, "-o", tmp_path / "t.yaml") == code
