"""A word without an end, and text whose size is not known before it is read."""

from __future__ import annotations

import gzip
from pathlib import Path

import numpy as np
import pytest

from cs336_basics import Tokenizer, cli, kernels, room, train_bpe
from cs336_basics.cli import inspect as command
from cs336_basics.corpus.sources import find_sources
from cs336_basics.errors import CorpusError
from cs336_basics.tokenizer.token_files import encode_file

MB = 1 << 20
BYTES = {byte: bytes([byte]) for byte in range(256)}


@pytest.fixture
def bomb(tmp_path: Path) -> Path:
    """8 MB of one letter, in 8 KB."""
    with gzip.open(tmp_path / "bomb.gz", "wb") as file:
        for _ in range(8):
            file.write(b"a" * MB)
    return tmp_path / "bomb.gz"


def test_a_word_for_which_there_is_no_memory_is_refused(
    bomb: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before it is in memory, and in one sentence; no file is left."""
    monkeypatch.setattr(room, "_free", lambda: 300 * MB)

    with pytest.raises(CorpusError, match="more than is free"):
        encode_file(Tokenizer(BYTES, []), bomb, tmp_path / "ids.npy")
    with pytest.raises(CorpusError, match="more than is free"):
        train_bpe(bomb, 260, [])
    assert [path.name for path in tmp_path.iterdir()] == ["bomb.gz"]


def test_a_word_for_which_there_is_memory_is_encoded(bomb: Path, tmp_path: Path) -> None:
    """It is no error to be long."""
    assert encode_file(Tokenizer(BYTES, []), bomb, tmp_path / "ids.npy") == 8 * MB
    assert set(np.load(tmp_path / "ids.npy").tolist()) == {97}


def test_a_packed_file_is_as_large_as_what_is_in_it(bomb: Path) -> None:
    """What is on disk would choose the slow way."""
    [source] = find_sources(bomb)

    assert (source.size < MB, source.expected) == (True, 8 * MB)


def test_a_pipe_is_expected_to_be_worth_the_kernels() -> None:
    """It does not say its size; what it holds may be large."""
    [source] = find_sources("-")

    assert (source.size, source.expected >= 2 * kernels.FROM_SIZE) == (0, True)


@pytest.mark.parametrize("data", [b"", b"abc"])
def test_a_packed_file_that_is_cut_has_its_own_size(data: bytes, tmp_path: Path) -> None:
    """There is no end to read; opening it will say what is wrong."""
    (tmp_path / "cut.gz").write_bytes(data)
    [source] = find_sources(tmp_path / "cut.gz")

    assert source.expected == len(data)


def test_a_command_that_runs_out_of_memory_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In one line, as any other end."""

    def run(args: object) -> None:
        raise MemoryError

    monkeypatch.setattr(command, "run", run)

    assert cli.main(["inspect", "t.yaml"]) == 2
    assert capsys.readouterr().err.startswith("cs336-bpe: not enough memory")
