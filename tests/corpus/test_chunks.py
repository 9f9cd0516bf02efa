"""Ranges of bytes that can be counted on their own."""

from __future__ import annotations

import io
from itertools import pairwise
from pathlib import Path
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cs336_basics.corpus import chunks
from cs336_basics.corpus.chunks import (
    Range,
    find_chunk_boundaries,
    read_range,
    split_source,
    task_size,
)
from cs336_basics.corpus.sources import find_sources
from cs336_basics.errors import CorpusError, SpecialTokenError
from cs336_basics.testing import strategies
from cs336_basics.text.pretokenize import PATTERNS
from cs336_basics.text.safe_cuts import SafeCuts

END = "<|endoftext|>"


def boundaries(data: bytes, number: int, specials: bytes | list[str], **options: str) -> list[int]:
    """Boundaries in bytes that stand for an open file."""
    return find_chunk_boundaries(io.BytesIO(data), number, specials, **options)


@pytest.mark.parametrize(
    ("data", "number", "specials", "expected"),
    [
        (b"", 4, [], [0]),
        (b"one two", 1, [], [0, 7]),
        (b"one two", 2, [], [0, 3, 7]),
        (b"onetwo", 2, [], [0, 6]),
        (b"one two<e>three", 2, ["<e>"], [0, 7, 15]),
        (b"aaa<e>bbb", 3, ["<e>"], [0, 3, 9]),  # the guess at 3 is good already
        (b"aaaaaaaaa<e>", 3, ["<e>"], [0, 9, 12]),  # two guesses meet in one place
        (b"aaaa a b c d", 2, ["a b"], [0, 8, 12]),  # 6 would cut the special token in two
        (b"a b", 100, [], [0, 1, 3]),  # more chunks than places
    ],
)
def test_boundaries_as_worked_out_by_hand(
    data: bytes, number: int, specials: list[str], expected: list[int]
) -> None:
    """Each guess moves on to the nearest safe place; places are sorted and distinct."""
    assert boundaries(data, number, specials) == expected


def test_one_special_token_may_be_given_as_bytes() -> None:
    """As in the function that the assignment hands out."""
    data = b"aa<|endoftext|>bb<|endoftext|>cc"

    assert boundaries(data, 2, END.encode()) == boundaries(data, 2, [END]) == [0, 17, 32]


def test_special_tokens_are_checked() -> None:
    """A plain string is a list of characters to Python, and a mistake to us."""
    with pytest.raises(SpecialTokenError):
        boundaries(b"ab", 2, END)  # type: ignore[arg-type]


@pytest.mark.parametrize("number", [0, -1])
def test_fewer_than_one_chunk_is_an_error(number: int) -> None:
    """Also a ValueError, for those who catch that."""
    with pytest.raises(ValueError, match=f"desired_num_chunks is {number}; it must be at least 1"):
        boundaries(b"one two", number, [])


def test_a_text_without_a_safe_cut_stays_whole() -> None:
    """A fixed look-ahead would cut this inside a character."""
    data = ("a" + "牛奶" * 4000 + END + "羊" * 100).encode()

    cuts = boundaries(data, 4, [END])

    assert cuts == [0, 1 + 6 * 4000, len(data)]
    for start, end in pairwise(cuts):
        data[start:end].decode("utf-8")  # strict: no character is torn


@pytest.mark.parametrize("size", [1, 2, 5, 14])
def test_a_boundary_that_straddles_two_reads_is_found(size: int) -> None:
    """The special token comes in two or in thirteen pieces."""
    data = b"a" * 21 + END.encode() + b"b" * 9

    with patch.object(chunks, "_SEARCH_SIZE", size):
        assert boundaries(data, 3, [END]) == [0, 21, len(data)]


@settings(max_examples=400)
@given(
    strategies.corpora(),
    st.sampled_from([*PATTERNS, r"\w+|\W+"]),
    st.integers(1, 12),
    st.integers(1, 20),
)
def test_boundaries_are_the_first_safe_cuts_after_the_guesses(
    corpus: tuple[str, list[str]], pattern: str, number: int, size: int
) -> None:
    """However small the reads are, a window finds what one look at the whole text finds."""
    text, specials = corpus
    data = text.encode()
    cuts = list(SafeCuts(pattern, specials).iter_cuts(data))
    guesses = [i * len(data) // number for i in range(1, number)]
    nearest = [min((cut for cut in cuts if cut >= guess), default=len(data)) for guess in guesses]

    with patch.object(chunks, "_SEARCH_SIZE", size):
        found = boundaries(data, number, specials, pattern=pattern)

    nearest_but_zero = [cut for guess, cut in zip(guesses, nearest, strict=True) if guess > 0]
    assert found == sorted({0, *nearest_but_zero, len(data)})


def test_for_a_pattern_of_ones_own_only_special_tokens_are_boundaries() -> None:
    """Nobody knows what it does at a space."""
    data = b"one two<e>three four"

    assert boundaries(data, 4, ["<e>"], pattern=r"\S+\s+") == [0, 7, 20]


@given(st.binary(max_size=50), st.data())
def test_a_range_reads_its_own_bytes(data: bytes, draw: st.DataObject) -> None:
    """In blocks, and nothing beyond its end."""
    start = draw.draw(st.integers(0, len(data)))
    end = draw.draw(st.integers(start, len(data)))
    size = draw.draw(st.integers(1, 10))

    with patch.object(chunks, "open_source", lambda *_: io.BytesIO(data)):
        blocks = list(read_range(Range("name", start, end), size))

    assert b"".join(blocks) == data[start:end]
    assert all(len(block) <= size for block in blocks)


def test_a_file_that_has_become_shorter_is_an_error(tmp_path: Path) -> None:
    """It was cut when it was longer; what is there now is another text."""
    path = tmp_path / "corpus.txt"
    path.write_bytes(b"0123456789")

    with pytest.raises(CorpusError) as caught:
        list(read_range(Range(str(path), 5, 15)))
    assert str(caught.value) == (
        f"{path} (bytes 5-15): 5 bytes are missing; the file changed meanwhile"
    )


def test_a_source_is_cut_into_ranges_of_about_a_size(tmp_path: Path) -> None:
    """They follow each other without a gap."""
    path = tmp_path / "corpus.txt"
    path.write_bytes(b"one two " * 100)

    parts = list(split_source(find_sources(path)[0], 100, [], "gpt2"))

    assert [part.name for part in parts] == [str(path)] * 8
    assert [part.start for part in parts[1:]] == [part.end for part in parts[:-1]]
    assert (parts[0].start, parts[-1].end) == (0, 800)
    assert all(90 <= part.size <= 110 for part in parts)


@pytest.mark.parametrize(
    ("total", "tasks", "number"),
    [
        (0, 8, 0),
        (1000, 8, 8),
        (2 * 10**9, 8, 60),  # 32 MiB each
        (15 * 10**12, 8, 10_000),  # 1.5 GB each
    ],
)
def test_tasks_are_neither_too_large_nor_too_many(total: int, tasks: int, number: int) -> None:
    """As many as asked for; more where they would be large; never more than can be joined."""
    assert -(-total // task_size(total, tasks)) == number


def test_a_range_says_where_it_is() -> None:
    """This is what an error names."""
    assert str(Range("a.txt", 10, 20)) == "a.txt (bytes 10-20)"
    assert str(Range("a.txt.gz", 0, None)) == "a.txt.gz (all of it)"
