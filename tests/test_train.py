"""From a file to a vocabulary."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from cs336_basics import train_bpe
from cs336_basics.datatypes import Merges
from cs336_basics.errors import BPEError, CorpusError, InvalidUtf8Error
from cs336_basics.trainers import TRAINERS

Write = Callable[[bytes], Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Return a function that writes bytes to a file and returns its path."""

    def write(data: bytes) -> Path:
        path = tmp_path / "corpus.txt"
        path.write_bytes(data)
        return path

    return write


@pytest.mark.parametrize("trainer", TRAINERS)
@pytest.mark.parametrize(
    ("text", "vocab_size", "specials", "merges"),
    [
        (b"baaa", 259, ["<e>"], [(b"a", b"a"), (b"b", b"aa")]),
        (b"abc", 300, ["<e>"], [(b"b", b"c"), (b"a", b"bc")]),
        (b"ab", 300, [], [(b"a", b"b")]),
        (b"", 300, ["<e>"], []),
        (b"a b", 300, [], [(b" ", b"b")]),
        (b"abab", 259, ["<e>"], [(b"a", b"b"), (b"ab", b"ab")]),
        (b" a bb", 257, [], [(b"b", b"b")]),
        (b"a\r\nb\r\nc\r\n", 258, [], [(b"\r", b"\n")]),
        (b"zaaa", 258, [], [(b"a", b"a"), (b"z", b"aa")]),
        (b"aaaaa bc bc bc", 257, [], [(b"a", b"a")]),
    ],
)
def test_published_faults_stay_mended(
    write: Write,
    trainer: str,
    text: bytes,
    vocab_size: int,
    specials: list[str],
    merges: Merges,
) -> None:
    """Ties by length or id, stale heaps, runs, empty input, newlines: each has its right value."""
    vocab, found = train_bpe(write(text), vocab_size, specials, trainer=trainer)

    assert found == merges
    assert len(vocab) == 256 + len(specials) + len(merges)


def test_a_repeated_special_token_takes_one_id(write: Write) -> None:
    """Ids 256, 257, 258 are the token and two merges."""
    vocab, _ = train_bpe(write(b"abab"), 259, ["<s>", "<s>"])

    assert [vocab[i] for i in range(256, len(vocab))] == [b"<s>", b"ab", b"abab"]


def test_no_merge_crosses_a_special_token(write: Write) -> None:
    """Neither across it nor into it."""
    _, merges = train_bpe(write(b"ab<e>cd<e>" * 9), 300, ["<e>"])

    assert merges == [(b"c", b"d"), (b"a", b"b")]


def test_a_byte_order_mark_is_text(write: Write) -> None:
    """U+FEFF is three bytes like any others."""
    _, merges = train_bpe(write("\ufeffa".encode() * 2), 258, [])

    assert merges == [(b"\xef", b"\xbb"), (b"\xef\xbb", b"\xbf")]


def test_several_files_count_as_one_corpus(tmp_path: Path) -> None:
    """Pre-tokens are added up; none crosses from one file into the next."""
    for name in ("one", "two"):
        (tmp_path / name).write_bytes(b"ab")

    _, merges = train_bpe([tmp_path / "one", tmp_path / "two"], 300, [])

    assert merges == [(b"a", b"b")]


def test_replace_never_makes_a_pair_that_is_not_in_the_file(write: Write) -> None:
    """The bad byte between `a` and `b` becomes U+FFFD and keeps them apart."""
    _, merges = train_bpe(write(b"a\xffb a\xffb"), 300, [], errors="replace")

    assert (b"a", b"b") not in merges


def test_invalid_utf8_names_the_file_and_the_first_bad_offset(write: Write) -> None:
    """The first of two bad bytes, counted from the start of the file."""
    path = write(b"ok <e>\xff bad\xfe")

    with pytest.raises(InvalidUtf8Error) as caught:
        train_bpe(path, 300, ["<e>"])
    assert (caught.value.source, caught.value.offset) == (str(path), 6)
    assert str(path) in str(caught.value)
    assert "byte 6" in str(caught.value)


@pytest.mark.parametrize(
    ("vocab_size", "specials", "options"),
    [
        (10, ["<e>"], {}),
        ("300", [], {}),
        (300, "<e>", {}),
        (300, {"<e>"}, {}),
        (300, [""], {}),
        (300, [], {"trainer": "quantum"}),
        (300, [], {"pattern": "gpt9"}),
        (300, [], {"errors": "ignore"}),
        (300, [], {"errors": "maybe"}),
    ],
)
def test_a_wrong_argument_is_named_before_a_file_is_read(
    vocab_size: int, specials: list[str], options: dict[str, str]
) -> None:
    """The file does not even exist."""
    with pytest.raises(BPEError):
        train_bpe("absent.txt", vocab_size, specials, **options)  # type: ignore[arg-type]


@pytest.mark.parametrize("trainer", TRAINERS)
@pytest.mark.parametrize("option", [{"workers": 0}, {"min_count": 0}])
def test_a_number_below_one_is_named_whatever_the_trainer(
    write: Write, trainer: str, option: dict[str, int]
) -> None:
    """The kernels have a path of their own to the counts; it asks the same."""
    with pytest.raises(CorpusError, match="at least 1"):
        train_bpe(write(b"ab"), 300, [], trainer=trainer, **option)  # type: ignore[arg-type]


def test_no_files_at_all_are_an_error() -> None:
    """An empty list is a mistake, not an empty corpus."""
    with pytest.raises(CorpusError):
        train_bpe([], 300, [])


def test_a_missing_file_and_a_folder_are_errors_of_the_system(tmp_path: Path) -> None:
    """The names people know: FileNotFoundError and IsADirectoryError."""
    with pytest.raises(FileNotFoundError):
        train_bpe(tmp_path / "absent", 300, [])
    with pytest.raises(IsADirectoryError):
        train_bpe(tmp_path, 300, [])
