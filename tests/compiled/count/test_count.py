"""Counting in machine code gives the counts of plain Python."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cs336_basics.compiled.count.count_pieces import count_pieces
from cs336_basics.compiled.count.word_table import WordTable
from cs336_basics.compiled.merge.merge_loop import MergeLoop
from cs336_basics.corpus import count_bytes, count_files
from cs336_basics.errors import InvalidUtf8Error
from cs336_basics.testing.strategies import special_tokens, tricky_text
from cs336_basics.text.safe_cuts import SafeCuts, split_stream
from cs336_basics.trainers import compiled

PATTERNS = ["gpt2", "cl100k"]
each_kernel = pytest.mark.parametrize("kernel", ["plain", "masks"])


def in_python(text: bytes, specials: list[str], pattern: str) -> dict[bytes, int]:
    """Count with `regex` and a dict."""
    counts = count_bytes(text, specials, pattern=pattern)
    return {word.encode(): count for word, count in counts.items()}


def pieces_of(
    path: Path, specials: list[str], pattern: str, block: int
) -> Iterator[tuple[int, bytes]]:
    """Read a file in blocks and cut them where it is safe."""
    with path.open("rb") as file:
        blocks = iter(lambda: file.read(block), b"")
        yield from split_stream(blocks, SafeCuts(pattern, specials))


@each_kernel
@pytest.mark.parametrize("pattern", PATTERNS)
@given(text=tricky_text(60), specials=special_tokens())
def test_counts_equal_those_of_plain_python(
    kernel: str, pattern: str, text: str, specials: list[str]
) -> None:
    """The counts are the same, with special tokens that nest and overlap."""
    table = WordTable(pattern, [token.encode() for token in specials], kernel=kernel)
    table.count(text.encode())

    assert in_python(text.encode(), specials, pattern) == table.counts()


@each_kernel
@pytest.mark.parametrize("pattern", PATTERNS)
@given(data=st.binary(max_size=12) | st.text(max_size=6).map(str.encode), specials=special_tokens())
def test_the_first_bad_byte_is_named(
    kernel: str, pattern: str, data: bytes, specials: list[str]
) -> None:
    """Offset, bytes and reason of the error are those of plain Python."""
    errors: list[tuple[int, bytes, str] | None] = [None, None]
    try:
        count_bytes(data, specials, pattern=pattern, offset=7)
    except InvalidUtf8Error as error:
        errors[0] = error.offset, error.object, error.reason
    try:
        table = WordTable(pattern, [token.encode() for token in specials], kernel=kernel)
        table.count(data, offset=7)
    except InvalidUtf8Error as error:
        errors[1] = error.offset, error.object, error.reason

    assert errors[0] == errors[1]


@each_kernel
@pytest.mark.parametrize("size", [0, 1, 7, 8, 9, 15, 16, 17, 23, 24, 25, 100])
def test_words_of_every_size_are_told_apart(size: int, kernel: str) -> None:
    """Two words of a size that differ in one byte are two words, wherever that byte is."""
    words = [b"a" * size] + [b"a" * i + b"b" + b"a" * (size - i - 1) for i in range(size)]
    table = WordTable(kernel=kernel)
    for word in words:
        table.count(word)
        table.count(word)

    assert dict.fromkeys((word for word in words if word), 2) == table.counts()


@each_kernel
def test_tables_and_arenas_grow(kernel: str) -> None:
    """100,000 words, short and long, keep their counts while room is made for them."""
    chance = random.Random(3)
    words = [
        "".join(chance.choices("abcdefgh", k=chance.choice([3, 8, 14, 20, 40])))
        for _ in range(100_000)
    ]
    text = " ".join(words).encode()
    table = WordTable(kernel=kernel)
    table.count(text)

    assert in_python(text, [], "gpt2") == table.counts()


@pytest.mark.parametrize("threads", [1, 2, 3])
@pytest.mark.parametrize("block", [4096, 1 << 22])
def test_pieces_and_threads_change_nothing(stories: Path, threads: int, block: int) -> None:
    """Any number of threads and any block size give the counts of the whole file."""
    specials = ["<|endoftext|>"]

    pieces = pieces_of(stories, specials, "gpt2", block)
    table = count_pieces(pieces, [b"<|endoftext|>"], threads=threads)

    assert count_files(stories, specials) == table.counts()


@pytest.mark.parametrize("threads", [1, 2])
def test_the_earliest_error_is_reported(threads: int) -> None:
    """Two bad pieces give the error of the first, whichever thread meets one first."""
    good = b" words" * 50_000
    pieces = [(0, good), (300_000, good + b" \xff"), (600_002, b"\xfe"), (600_003, good)]

    with pytest.raises(InvalidUtf8Error) as caught:
        count_pieces(pieces, threads=threads, source="book.txt")

    assert ("book.txt", 600_001) == (caught.value.source, caught.value.offset)


def test_progress_adds_up() -> None:
    """Every byte of every piece is reported."""
    done: list[int] = []
    count_pieces([(0, b"one"), (3, b" two")], threads=2, progress=done.append)

    assert 7 == sum(done)


def test_an_error_of_the_source_comes_through() -> None:
    """A file that fails while it is read makes the counting fail, and the threads stop."""

    def failing() -> Iterator[tuple[int, bytes]]:
        yield 0, b"one"
        raise OSError("the disk is gone")

    with pytest.raises(OSError, match="the disk is gone"):
        count_pieces(failing(), threads=2)


def test_counts_may_pass_32_bits() -> None:
    """Adding a table to another doubles its counts, far beyond 2^32."""
    table = WordTable()
    table.count(b"a" + b" supercalifragilistic")
    for _ in range(40):
        twin = WordTable()
        twin.add(table)
        table.add(twin)

    assert {b"a": 2**40, b" supercalifragilistic": 2**40} == table.counts()


def test_merges_start_from_the_table_without_a_dict(stories: Path) -> None:
    """The row of words gives the merges that the dict of counts gives."""
    table = WordTable("gpt2", [b"<|endoftext|>"])
    table.count(stories.read_bytes()[:200_000])

    direct = list(compiled.spell(MergeLoop(*table.row())))

    assert list(compiled.iter_merges(table.counts())) == direct
    assert len(direct) > 1000


@pytest.mark.slow
@each_kernel
@pytest.mark.parametrize("pattern", PATTERNS)
@pytest.mark.parametrize(
    "name", ["tinystories", "c4_sample", "multilingual", "udhr", "chinese", "japanese", "hindi"]
)
def test_shared_corpora_count_the_same(shared: Path, name: str, pattern: str, kernel: str) -> None:
    """A real corpus, two threads and nested special tokens give the counts of plain Python."""
    path, specials = shared / "corpora" / f"{name}.txt", ["<|endoftext|>", "<|end", "the ", ". "]
    expected = count_files(path, specials, pattern=pattern)

    pieces = pieces_of(path, specials, pattern, 1 << 20)
    table = count_pieces(
        pieces, [s.encode() for s in specials], pattern=pattern, threads=2, kernel=kernel
    )

    assert expected == table.counts()
    assert np.int64(sum(expected.values())) == table.row()[2].sum()
