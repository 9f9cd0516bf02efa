"""Texts that are not UTF-8 at all are recognised, and the advice is to convert them."""

from __future__ import annotations

import gzip
import pickle
from pathlib import Path

import pytest
from hypothesis import given

from cs336_basics import Tokenizer, train_bpe
from cs336_basics.corpus import count_bytes, count_files
from cs336_basics.errors import BPEError, CorpusError, InvalidUtf8Error
from cs336_basics.testing import strategies
from cs336_basics.text.encodings import refuse_foreign
from cs336_basics.tokenizer.token_files import encode_file

BYTES = Tokenizer({i: bytes([i]) for i in range(256)}, [])
TEXT = "Once upon a time there was a café.\r\n" * 20
WITH_MARK = ["utf-16", "utf-32", "utf-16-be", "utf-32-be"]


def marked(encoding: str) -> bytes:
    """Return the text with a byte order mark, which `utf-16` and `utf-32` write by themselves."""
    return ("" if encoding in ("utf-16", "utf-32") else "\ufeff").encode(encoding) + TEXT.encode(
        encoding
    )


@pytest.mark.parametrize("encoding", WITH_MARK)
@pytest.mark.parametrize("workers", [1, 2])
def test_a_text_with_a_mark_is_named(encoding: str, workers: int, tmp_path: Path) -> None:
    """In training and in encoding; replacing bad bytes would make it half zeros."""
    path = tmp_path / "corpus.txt"
    path.write_bytes(marked(encoding))
    name = encoding[:6].upper()

    for read in (
        lambda: train_bpe(path, 300, [], workers=workers),
        lambda: encode_file(BYTES, path, tmp_path / "ids.npy", workers=workers),
    ):
        with pytest.raises(InvalidUtf8Error, match=f"this looks like {name}.* -f {name}") as caught:
            read()
        assert "replace" not in str(caught.value)
        assert str(path) in str(caught.value)
    assert [each.name for each in tmp_path.iterdir()] == ["corpus.txt"]


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
def test_a_text_without_a_mark_is_named(encoding: str, tmp_path: Path) -> None:
    """English in UTF-16 is valid UTF-8 with zeros: nothing else would say a word."""
    path = tmp_path / "corpus.txt"
    path.write_bytes("low low lower\n".encode(encoding))

    with pytest.raises(
        CorpusError, match=encoding.upper().replace("-LE", "LE").replace("-BE", "BE")
    ):
        train_bpe(path, 300, [])


def test_a_packed_text_is_recognised_too(tmp_path: Path) -> None:
    """It is the text that counts, not the file."""
    path = tmp_path / "corpus.txt.gz"
    path.write_bytes(gzip.compress(marked("utf-16")))

    with pytest.raises(InvalidUtf8Error, match="UTF-16"):
        count_files(path, [])


def test_bytes_are_recognised_by_their_mark() -> None:
    """`encode_array` and `count_bytes` are given bytes without a file."""
    for read in (
        lambda: BYTES.encode_array(marked("utf-16")),
        lambda: count_bytes(marked("utf-16"), []),
    ):
        with pytest.raises(InvalidUtf8Error, match="text: this looks like UTF-16"):
            read()


def test_replace_reads_whatever_it_is(tmp_path: Path) -> None:
    """Who asks for it gets it."""
    path = tmp_path / "corpus.txt"
    path.write_bytes("ab".encode("utf-16"))

    assert sum(count_files(path, [], errors="replace").values()) > 0


def test_the_error_comes_home_from_a_worker() -> None:
    """With all it says."""
    error = InvalidUtf8Error("corpus.txt", 0, b"\xff", "invalid start byte", "UTF-16")

    assert str(pickle.loads(pickle.dumps(error))) == str(error)


@pytest.mark.parametrize(
    "data",
    [
        bytes(5000),
        b"a\0\0b" * 100,
        b"\0\x01" * 100,
        b"ab\0" * 100,
        "\ufeffab".encode(),
        b"\xfe",
        b"",
    ],
)
def test_other_bytes_are_not_taken_for_it(data: bytes) -> None:
    """Zeros, binary data, a byte order mark of UTF-8."""
    assert refuse_foreign(data, "text") is None  # type: ignore[func-returns-value]


@given(strategies.tricky_text())
def test_text_in_utf8_is_never_taken_for_it(text: str) -> None:
    """Whatever characters it holds."""
    try:
        refuse_foreign(text.encode(), "text")
    except BPEError as error:
        raise AssertionError(text) from error
