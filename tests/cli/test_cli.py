"""The command line, as a person meets it."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml

from cs336_basics import Tokenizer, cli, train_bpe


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


def test_what_changes_during_training_is_not_recorded(
    corpus: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """A file that a glob would find only now was not trained on; of one that grew no sha256."""
    module = import_module("cs336_basics.cli.train")

    def train_meanwhile(*arguments: Any, **options: Any) -> Any:
        trained = train_bpe(*arguments, **options)
        corpus.write_bytes(corpus.read_bytes() + b" and more")
        (tmp_path / "another.txt").write_bytes(b"high")
        return trained

    size = corpus.stat().st_size
    monkeypatch.setattr(module, "train_bpe", train_meanwhile)

    assert train(tmp_path / "*.txt", "--vocab-size", 260, "-o", tmp_path / "t.yaml") == 0

    written = yaml.safe_load((tmp_path / "t.yaml").read_text(encoding="utf-8"))
    assert [{"name": corpus.name, "size": size}] == written["training"]["corpus"]
    assert "changed while it was in use" in caplog.text


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


def run_unread(arguments: list[object]) -> int:
    """Run the command with both outputs going to a pipe that nobody reads; return its exit code."""
    reader, writer = os.pipe()
    os.close(reader)
    command = [sys.executable, "-m", "cs336_basics.cli", *map(str, arguments)]
    try:
        return subprocess.run(command, stdout=writer, stderr=writer, timeout=120).returncode
    finally:
        os.close(writer)


def test_training_goes_on_when_the_reader_of_its_bar_leaves(corpus: Path, tmp_path: Path) -> None:
    """As in `cs336-bpe train … 2>&1 | head -c 1`: the file is there, and the code says so."""
    out = tmp_path / "t.yaml"

    assert run_unread(["train", corpus, "--vocab-size", 260, "-o", out]) == 0
    assert len(Tokenizer.load(out).merges) == 4


def test_a_mistake_keeps_its_exit_code_when_nobody_reads(tmp_path: Path) -> None:
    """The line cannot be written, the code can."""
    assert run_unread(["inspect", tmp_path / "absent.yaml"]) == 2
    assert run_unread(["--help"]) == 0


def test_encoding_goes_on_when_the_reader_of_its_bar_leaves(corpus: Path, tmp_path: Path) -> None:
    """And `inspect | head` is no mistake."""
    train(corpus, "--vocab-size", 260, "-o", tmp_path / "t.yaml")

    assert run_unread(["encode", tmp_path / "t.yaml", corpus, "-o", tmp_path / "ids.npy"]) == 0
    assert (tmp_path / "ids.npy").is_file()
    assert run_unread(["inspect", tmp_path / "t.yaml"]) == 0


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_an_output_whose_reader_leaves_is_an_error_with_its_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Half a text is not the work."""
    Tokenizer({0: b"a" * 1000}, []).save(tmp_path / "t.pkl")
    np.save(tmp_path / "ids.npy", np.zeros(10_000, np.uint16))
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)

    def read_a_little() -> None:
        with pipe.open("rb") as file:
            file.read(1)

    reader = threading.Thread(target=read_a_little)
    reader.start()
    code = cli.main(["decode", str(tmp_path / "t.pkl"), str(tmp_path / "ids.npy"), "-o", str(pipe)])
    reader.join()

    assert code == 2
    assert capsys.readouterr().err.splitlines()[-1] == f"cs336-bpe: {pipe}: Broken pipe"


def test_ids_of_another_tokenizer_are_not_decoded(
    corpus: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The sizes are equal and the text would be garbage; the line names file and tokenizer."""
    other = tmp_path / "other.txt"
    other.write_bytes(b"high high higher")
    for name, text in (("a.yaml", corpus), ("b.yaml", other)):
        train(text, "--vocab-size", 259, "-o", tmp_path / name)
    ids = tmp_path / "ids.bin"
    cli.main(["encode", str(tmp_path / "a.yaml"), str(corpus), "-o", str(ids)])
    capsys.readouterr()
    command = ["decode", str(tmp_path / "b.yaml"), str(ids), "-o", str(tmp_path / "text")]

    assert cli.main(command) == 2
    assert f"{ids}: made with another tokenizer than {tmp_path / 'b.yaml'}" in (
        capsys.readouterr().err
    )
    assert not (tmp_path / "text").exists()
    assert cli.main([command[0], str(tmp_path / "a.yaml"), *command[2:]]) == 0
    assert (tmp_path / "text").read_bytes() == corpus.read_bytes()
