"""The merges of a `.tiktoken` file are found once, and nothing that is kept can make them wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from cs336_basics import Tokenizer
from cs336_basics.storage import tiktoken_file
from cs336_basics.storage.kept_cuts import keep_cuts, read_cuts
from tests import oracles


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache folder."""
    monkeypatch.setenv("CS336_BPE_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture(scope="session")
def ranks(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Tokenizer]:
    """GPT-2 as a file of ranks, and the tokenizer that was saved."""
    path = tmp_path_factory.mktemp("ranks") / "gpt2.tiktoken"
    tokenizer = Tokenizer.from_files(*oracles.gpt2_files(), [oracles.END])
    tokenizer.save(path)
    return path, tokenizer


def test_what_is_found_once_is_not_looked_for_again(
    folder: Path, ranks: tuple[Path, Tokenizer], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second reading gives the same merges without finding them."""
    path, tokenizer = ranks
    assert tokenizer.merges == Tokenizer.load(path).merges
    assert len(list(folder.iterdir())) == 1
    monkeypatch.setattr(tiktoken_file, "_merges_of", None)

    assert tokenizer.data._replace(training=None) == Tokenizer.load(path).data


@pytest.mark.parametrize("damage", [b"", b"x", b"x" * 200_000])
def test_what_is_damaged_is_found_again(
    folder: Path, ranks: tuple[Path, Tokenizer], damage: bytes
) -> None:
    """A file that lost its end, or holds something else."""
    path, tokenizer = ranks
    Tokenizer.load(path)
    [kept] = folder.iterdir()
    kept.write_bytes(kept.read_bytes()[:99] + damage)

    assert tokenizer.merges == Tokenizer.load(path).merges


def test_cuts_of_another_file_are_not_taken(folder: Path) -> None:
    """Neither for another content nor under another name."""
    keep_cuts(b"one", b"cuts")
    [kept] = folder.iterdir()
    keep_cuts(b"two", b"other")

    assert (b"cuts", b"other", None) == (read_cuts(b"one"), read_cuts(b"two"), read_cuts(b"three"))
    [second] = set(folder.iterdir()) - {kept}
    second.write_bytes(kept.read_bytes())
    assert read_cuts(b"two") is None


def test_where_nothing_can_be_kept_files_are_read_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The cache folder is a file here."""
    (tmp_path / "cache").write_bytes(b"")
    monkeypatch.setenv("CS336_BPE_CACHE", str(tmp_path / "cache"))

    keep_cuts(b"one", b"cuts")

    assert read_cuts(b"one") is None


def test_small_files_are_not_kept(folder: Path, tmp_path: Path) -> None:
    """To find a few merges takes no time."""
    vocab = {**{byte: bytes([byte]) for byte in range(256)}, 256: b"ab"}
    Tokenizer(vocab, [(b"a", b"b")]).save(tmp_path / "small.tiktoken")

    assert [(b"a", b"b")] == Tokenizer.load(tmp_path / "small.tiktoken").merges
    assert not folder.exists()
