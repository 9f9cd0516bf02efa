"""What callers hand in: iterators are walked once, and a wrong type is answered with a sentence."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cs336_basics import Tokenizer, storage, train_bpe
from cs336_basics.arguments import as_list, as_path
from cs336_basics.corpus import count_bytes, count_files
from cs336_basics.corpus.chunks import find_chunk_boundaries
from cs336_basics.corpus.sources import find_sources
from cs336_basics.errors import BPEError, CorpusError
from cs336_basics.text.pretokenize import count_pretokens, get_pattern, pretokenize
from cs336_basics.tokenizer.token_files import encode_file, open_token_file
from cs336_basics.trainers import get_trainer
from cs336_basics.vocab import check_merges, extend_vocab

BYTES = {i: bytes([i]) for i in range(256)}
TOKENIZER = Tokenizer({**BYTES, 256: b"ab"}, [(b"a", b"b")], ["<s>"])
LOW = [(b"o", b"w"), (b"l", b"ow"), (b" ", b"low")]  # the merges of `low low low`, by hand
WRONG: dict[str, Callable[[], object]] = {
    "encode bytes": lambda: TOKENIZER.encode(b"ab"),  # type: ignore[arg-type]
    "encode None": lambda: TOKENIZER.encode(None),  # type: ignore[arg-type]
    "encode a number": lambda: TOKENIZER.encode(7),  # type: ignore[arg-type]
    "encode a list": lambda: TOKENIZER.encode(["ab"]),  # type: ignore[arg-type]
    "encode_array None": lambda: TOKENIZER.encode_array(None),  # type: ignore[arg-type]
    "encode_array a list": lambda: TOKENIZER.encode_array(["a"]),  # type: ignore[arg-type]
    "encode_array errors": lambda: TOKENIZER.encode_array("a", errors=None),  # type: ignore[arg-type]
    "encode_batch a string": lambda: TOKENIZER.encode_batch("ab"),
    "encode_batch bytes": lambda: TOKENIZER.encode_batch([b"ab"]),  # type: ignore[list-item]
    "encode_batch None": lambda: TOKENIZER.encode_batch(None),  # type: ignore[arg-type]
    "encode_iterable None": lambda: TOKENIZER.encode_iterable(None),  # type: ignore[arg-type]
    "encode_iterable bytes": lambda: TOKENIZER.encode_iterable(b"ab"),  # type: ignore[arg-type]
    "encode_iterable a binary file": lambda: list(
        TOKENIZER.encode_iterable(io.BytesIO(b"ab"))  # type: ignore[arg-type]
    ),
    "encode_iterable numbers": lambda: list(TOKENIZER.encode_iterable([1])),  # type: ignore[list-item]
    "tokens bytes": lambda: TOKENIZER.tokens(b"ab"),  # type: ignore[arg-type]
    "allowed_special a number": lambda: TOKENIZER.encode("a", allowed_special=7),  # type: ignore[arg-type]
    "allowed_special lists": lambda: TOKENIZER.encode("a", allowed_special=[["a"]]),  # type: ignore[list-item]
    "decode text": lambda: TOKENIZER.decode("ab"),  # type: ignore[arg-type]
    "decode None": lambda: TOKENIZER.decode(None),  # type: ignore[arg-type]
    "decode one id": lambda: TOKENIZER.decode(97),  # type: ignore[arg-type]
    "decode one id of numpy": lambda: TOKENIZER.decode(np.array(97)),
    "decode lists": lambda: TOKENIZER.decode([[97]]),  # type: ignore[list-item]
    "decode errors": lambda: TOKENIZER.decode([97], errors=None),  # type: ignore[arg-type]
    "decode_bytes text": lambda: TOKENIZER.decode_bytes("ab"),  # type: ignore[arg-type]
    "decode_iterable None": lambda: TOKENIZER.decode_iterable(None),  # type: ignore[arg-type]
    "decode_iterable text": lambda: TOKENIZER.decode_iterable("ab"),  # type: ignore[arg-type]
    "a vocabulary that is a list": lambda: Tokenizer([b"a"], []),  # type: ignore[arg-type]
    "no vocabulary": lambda: Tokenizer(None, []),  # type: ignore[arg-type]
    "no merges": lambda: Tokenizer({0: b"a"}, None),  # type: ignore[arg-type]
    "merges that are text": lambda: Tokenizer({0: b"a"}, "ab"),  # type: ignore[arg-type]
    "special tokens a number": lambda: Tokenizer({0: b"a"}, [], 7),  # type: ignore[arg-type]
    "pattern None": lambda: Tokenizer({0: b"a"}, [], pattern=None),  # type: ignore[arg-type]
    "pattern bytes": lambda: get_pattern(b"gpt2"),  # type: ignore[arg-type]
    "pattern a list": lambda: pretokenize("a", ["gpt2"]),  # type: ignore[arg-type]
    "pretokenize bytes": lambda: pretokenize(b"a"),  # type: ignore[arg-type]
    "count one string": lambda: count_pretokens("a b"),
    "count bytes of text": lambda: count_bytes("a b", []),  # type: ignore[arg-type]
    "load None": lambda: Tokenizer.load(None),  # type: ignore[arg-type]
    "load bytes": lambda: Tokenizer.load(b"t.yaml"),  # type: ignore[arg-type]
    "load a number": lambda: Tokenizer.load(0),  # type: ignore[arg-type]
    "save None": lambda: TOKENIZER.save(None),  # type: ignore[arg-type]
    "from_files None": lambda: Tokenizer.from_files(None, None),  # type: ignore[arg-type]
    "from_tiktoken a list": lambda: Tokenizer.from_tiktoken(
        "t",
        ["<s>"],  # type: ignore[arg-type]
        pattern="gpt2",
    ),
    "check_writable None": lambda: storage.check_writable(None),  # type: ignore[arg-type]
    "train on None": lambda: train_bpe(None, 300, []),  # type: ignore[arg-type]
    "train on bytes": lambda: train_bpe(b"t.txt", 300, []),  # type: ignore[arg-type]
    "train on numbers": lambda: train_bpe([1], 300, []),  # type: ignore[list-item]
    "train to a text": lambda: train_bpe("t", "300", []),  # type: ignore[arg-type]
    "train with a number": lambda: train_bpe("t", 300, [], trainer=7),  # type: ignore[arg-type]
    "train with bad errors": lambda: train_bpe("t", 300, [], errors=7),  # type: ignore[arg-type]
    "train with text workers": lambda: train_bpe(__file__, 300, [], workers="2"),  # type: ignore[arg-type]
    "train with half a worker": lambda: train_bpe(__file__, 300, [], workers=1.5),  # type: ignore[arg-type]
    "train with an odd executor": lambda: train_bpe(__file__, 300, [], executor=2),  # type: ignore[arg-type]
    "train with a text min_count": lambda: train_bpe(__file__, 300, [], min_count="2"),  # type: ignore[arg-type]
    "count None": lambda: count_files(None, []),  # type: ignore[arg-type]
    "sources of a number": lambda: find_sources(7),  # type: ignore[arg-type]
    "trainer None": lambda: get_trainer(None),  # type: ignore[arg-type]
    "boundaries of a path": lambda: find_chunk_boundaries("t.txt", 2, []),  # type: ignore[arg-type]
    "boundaries of a text file": lambda: find_chunk_boundaries(
        io.StringIO("ab"),  # type: ignore[arg-type]
        2,
        [],
    ),
    "boundaries of half a chunk": lambda: find_chunk_boundaries(io.BytesIO(b"ab"), 1.5, []),  # type: ignore[arg-type]
    "encode_file without a tokenizer": lambda: encode_file("t", "t", "t.npy"),  # type: ignore[arg-type]
    "encode_file to None": lambda: encode_file(TOKENIZER, __file__, None),  # type: ignore[arg-type]
    "encode_file of None": lambda: encode_file(TOKENIZER, None, "t.npy"),  # type: ignore[arg-type]
    "open_token_file None": lambda: open_token_file(None),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("call", WRONG.values(), ids=WRONG.keys())
def test_a_wrong_type_is_answered_with_a_sentence(call: Callable[[], object]) -> None:
    """The error is one of ours, and a TypeError too, as Python's own would be."""
    with pytest.raises(BPEError) as caught:
        call()

    assert isinstance(caught.value, TypeError)
    assert len(str(caught.value).split()) > 3


def test_bytes_are_sent_to_where_bytes_go() -> None:
    """The sentence names the method that takes them."""
    with pytest.raises(TypeError, match=r"text is of type bytes, not a string; .*encode_array"):
        TOKENIZER.encode(b"ab")  # type: ignore[arg-type]  # the mistake under test


def once(*items: Any) -> Iterator[Any]:
    """Walk through items; a second walk finds nothing."""
    yield from items


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """A folder with one small text."""
    (tmp_path / "low.txt").write_bytes(b"low low low")
    return tmp_path


@pytest.mark.parametrize("trainer", ["auto", "naive", "heap"])
@pytest.mark.parametrize("pattern", ["gpt2", "o200k"])
def test_training_takes_an_iterator_of_paths(corpus: Path, trainer: str, pattern: str) -> None:
    """`glob` gives an iterator; all its files are read, whatever looks at them first."""
    found = train_bpe(corpus.glob("*.txt"), 259, [], trainer=trainer, pattern=pattern)

    assert found[1] == LOW


def test_counting_takes_an_iterator_of_paths(corpus: Path) -> None:
    """In one process and in two."""
    for workers in (1, 2):
        counts = count_files(corpus.glob("*.txt"), once("<s>"), workers=workers)

        assert counts == {b"low": 1, b" low": 2}


def test_an_empty_glob_is_an_error(corpus: Path) -> None:
    """As an iterator, as a pattern, and as a pattern that only a folder fits."""
    (corpus / "folder.md").mkdir()
    with pytest.raises(CorpusError, match="empty"):
        train_bpe(corpus.glob("*.csv"), 259, [])
    for pattern in ("*.csv", "*.md"):
        with pytest.raises(FileNotFoundError, match="no file matches"):
            train_bpe(corpus / pattern, 259, [])


def test_special_tokens_may_come_from_an_iterator(corpus: Path) -> None:
    """In training, counting, cutting, encoding."""
    vocab, merges = train_bpe(corpus / "low.txt", 259, once("<s>", "<e>"))
    tokenizer = Tokenizer(vocab, merges, once("<s>", "<e>"))

    assert [vocab[256], vocab[257]] == [b"<s>", b"<e>"]
    assert tokenizer.encode("<e><s>") == [257, 256]
    assert find_chunk_boundaries(io.BytesIO(b"a<e>b"), 2, once("<s>", "<e>")) == [0, 5]
    assert count_bytes(b"a<e>b<s>c", once("<s>", "<e>")) == {"a": 1, "b": 1, "c": 1}


def test_merges_texts_chunks_and_ids_may_come_from_iterators() -> None:
    """What a `zip`, a `map` or a generator gives is walked once and kept."""
    tokenizer = Tokenizer({**BYTES, 256: b"ab"}, once((b"a", b"b")))

    assert tokenizer.merges == [(b"a", b"b")]
    assert tokenizer.encode_batch(once("ab", "b")) == [[256], [98]]
    assert list(tokenizer.encode_iterable(once("a", "b"))) == [256]
    assert tokenizer.decode(once(256, 98)) == "abb"
    assert list(tokenizer.decode_iterable(once(256, 98))) == ["ab", "b"]
    assert count_pretokens(once("a b", "a")) == {"a": 2, " b": 1}
    assert check_merges(zip([b"a"], [b"b"], strict=True)) == [(b"a", b"b")]
    assert extend_vocab({0: b"a"}, once("<s>")) == {0: b"a", 1: b"<s>"}


def test_a_path_may_be_any_path_object(tmp_path: Path) -> None:
    """Whatever has `__fspath__`, as for `open`."""

    class Named:
        def __fspath__(self) -> str:
            return str(tmp_path / "t.txt")

    assert as_path("path", Named()) == tmp_path / "t.txt"


def test_one_string_is_no_list() -> None:
    """It would be walked letter by letter."""
    with pytest.raises(TypeError, match="words is of type str, not a list"):
        as_list("words", "ab", "a list")
