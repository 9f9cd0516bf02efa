"""The other libraries, and this project, do the same work: their answers are compared."""

from __future__ import annotations

from pathlib import Path

import pytest

from cs336_basics.measure.clock.isolated import call
from cs336_basics.measure.peers import (
    array_peers,
    count_peers,
    encode_peers,
    minbpe_style,
    suites,
    train_peers,
)
from cs336_basics.trainers.naive import iter_merges

TEXT = "low lower newest widest<|endoftext|>low lower\n\n\nslow " * 30


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """A text of a few documents."""
    path = tmp_path / "corpus.txt"
    path.write_text(TEXT, encoding="utf-8")
    return path


def test_minbpe_style_makes_the_same_merges_where_no_tie_decides() -> None:
    """It counts and merges as `naive` does; only its tie rule is another."""
    counts = {b"aaab": 9, b"aac": 4, b"bc": 2}
    assert [merge.count for merge in iter_merges(counts)] == [
        merge.count for merge in minbpe_style.iter_merges(counts)
    ]


@pytest.mark.parametrize("name", ["hf_tokenizers", "rustbpe", "ffbpe", "gigatoken"])
def test_training_peers(name: str, corpus: Path) -> None:
    """Each peer trains on the file and makes as many merges; some tokens are also ours."""
    pytest.importorskip({"hf_tokenizers": "tokenizers"}.get(name, name))
    ours = train_peers.ours(str(corpus), 270, "heap")
    theirs = getattr(train_peers, name)(str(corpus), 270)
    assert 13 == ours["amount"]
    assert 13 == theirs["amount"]
    assert len(set(ours["tokens"]) & set(theirs["tokens"])) >= 5


@pytest.mark.parametrize(
    ("name", "equal"),
    [("plain_loop", True), ("hf_tokenizers", False), ("ffbpe", True), ("gigatoken", True)],
)
def test_counting_peers(name: str, equal: bool, corpus: Path) -> None:
    """Counts are those of `count_files`; HF reads line by line, so three line ends fall apart."""
    if name != "plain_loop":
        pytest.importorskip({"hf_tokenizers": "tokenizers"}.get(name, name))
    ours = count_peers.ours(str(corpus))
    theirs = getattr(count_peers, name)(str(corpus))
    assert equal == (ours["digest"] == theirs["digest"])


@pytest.mark.parametrize("kernel", ["plain", "masks"])
def test_kernels_count_alike(kernel: str, corpus: Path) -> None:
    """Both kernels take part, and count what `count_files` counts."""
    pytest.importorskip("numba")
    expected = count_peers.ours(str(corpus))
    assert expected["digest"] == count_peers.kernel(str(corpus), kernel)["digest"]


def test_two_threads_encode_the_documents_to_the_same_ids(corpus: Path) -> None:
    """This project's threads and the peer's make the same ids of all documents."""
    pytest.importorskip("gigatoken")
    pytest.importorskip("numba")
    ours = array_peers.two_threads(str(corpus))
    assert ours["digest"] == array_peers.gigatoken_batch(str(corpus))["digest"]


@pytest.mark.parametrize("kernel", ["plain", "masks"])
def test_kernels_encode_to_the_ids_of_tiktoken(kernel: str, corpus: Path) -> None:
    """Both kernels take part; tiktoken's array has the same ids."""
    pytest.importorskip("tiktoken")
    pytest.importorskip("numba")
    expected = array_peers.tiktoken_array(str(corpus))
    assert expected["digest"] == array_peers.array(str(corpus), kernel)["digest"]


def test_kernels_encode_alike_with_a_vocabulary_of_the_text(corpus: Path) -> None:
    """Both are given the same vocabulary, and it is no GPT-2's."""
    pytest.importorskip("numba")
    plain, masks = (array_peers.array(str(corpus), each, 270) for each in ("plain", "masks"))

    assert plain["digest"] == masks["digest"] != encode_peers.ours(str(corpus))["digest"]


def test_a_file_is_encoded_alike_without_kernels(corpus: Path) -> None:
    """The switch is an environment variable; the file is the same."""
    target = "cs336_basics.measure.peers.encode_peers:ours_to_file"
    digests = [
        call(target, {"corpus": str(corpus)}, environment=environment).result["digest"]
        for environment in (None, suites.TABLES["environments"]["pure Python"])
    ]
    assert digests[0] == digests[1]


@pytest.mark.parametrize(
    "name", ["ours", "hf_tokenizers", "fastokens", "gigatoken", "gigatoken_array"]
)
def test_encoding_peers(name: str, corpus: Path) -> None:
    """All encode with the same GPT-2 vocabulary: their ids are tiktoken's."""
    pytest.importorskip("tiktoken")
    if name != "ours":
        pytest.importorskip({"hf_tokenizers": "tokenizers"}.get(name, name.removesuffix("_array")))
    expected = encode_peers.tiktoken(str(corpus))
    found = getattr(array_peers if name.endswith("_array") else encode_peers, name)(str(corpus))
    assert expected["digest"] == found["digest"]
    assert {"cold", "warm"} == set(found["seconds"])
