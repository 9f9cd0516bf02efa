"""Corpora are found where they may be, and documents drawn from them without reading all."""

from __future__ import annotations

from pathlib import Path

import pytest

from cs336_basics.datasets import stories_path
from cs336_basics.datasets.corpora import default_corpus, find_corpora, sample_documents
from cs336_basics.errors import CorpusError, InvalidUtf8Error


@pytest.fixture
def nothing_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder as the place of downloads and samples."""
    monkeypatch.setenv("CS336_DATA", str(tmp_path))
    monkeypatch.setenv("CS336_SHARED", str(tmp_path))
    return tmp_path


def write(path: Path, text: str | bytes) -> Path:
    """Write a file and the folder around it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def test_the_bundled_corpora_are_always_here(nothing_here: Path) -> None:
    """A fresh clone has something to work with."""
    assert ["our stories", "our languages"] == [corpus.name for corpus in find_corpora()]


def test_the_real_corpus_comes_before_its_sample(nothing_here: Path) -> None:
    """Training part, validation part, sample: the first that is there."""
    write(nothing_here / "corpora" / "tinystories.txt", "sample")
    first, *_ = find_corpora()
    assert ("tinystories.txt", 6, "a sample") == (first.path.name, first.size, first.part)
    write(nothing_here / "TinyStoriesV2-GPT4-valid.txt", "valid")
    assert "validation part" == find_corpora()[0].part
    write(nothing_here / "TinyStoriesV2-GPT4-train.txt", "train")
    assert "training part" == find_corpora()[0].part


def test_a_stand_in_says_so(nothing_here: Path) -> None:
    """Nobody takes the web sample for OpenWebText."""
    write(nothing_here / "corpora" / "weblike_en.txt", "web")

    first, *_ = find_corpora()

    assert ("web text", "stands in for OpenWebText") == (first.name, first.part)


def test_documents_are_whole_and_in_the_order_of_the_file(tmp_path: Path) -> None:
    """Each once, without the line ends around it."""
    path = write(tmp_path / "x.txt", "one\n<|endoftext|>\ntwo\n<|endoftext|>\n\n<|endoftext|>three")

    assert ["one", "two", "three"] == sample_documents(path, 10)


def test_the_seed_decides(tmp_path: Path) -> None:
    """The same documents each time; others for another seed."""
    drawn = [sample_documents(stories_path(), 10, seed=seed) for seed in (1, 1, 2)]

    assert drawn[0] == drawn[1]
    assert drawn[0] != drawn[2]
    text = stories_path().read_text(encoding="utf-8")
    assert all(f"\n{document}\n" in f"\n{text}" for document in drawn[0])
    assert [10, 10, 10] == [len(set(documents)) for documents in drawn]


def test_an_empty_file_has_no_documents(tmp_path: Path) -> None:
    """An error that says so, and not an empty list that divides by zero later."""
    with pytest.raises(CorpusError, match=r"x\.txt is empty"):
        sample_documents(write(tmp_path / "x.txt", ""))


def test_bad_bytes_are_named(tmp_path: Path) -> None:
    """With their place in the file."""
    path = write(tmp_path / "x.txt", b"<|endoftext|>ab\xff")

    with pytest.raises(InvalidUtf8Error) as failed:
        sample_documents(path)

    assert 15 == failed.value.offset


def test_default_corpus_without_real_text(
    tmp_path: Path, stories: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where TinyStories is not there, the bundled stories are."""
    monkeypatch.setenv("CS336_SHARED", str(tmp_path))
    assert stories == default_corpus()
    tinystories = tmp_path / "corpora" / "tinystories.txt"
    tinystories.parent.mkdir()
    tinystories.write_text("low")
    assert tinystories == default_corpus()
