"""The scanner finds the pre-tokens that `regex` finds."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from cs336_basics.compiled.scan import PATTERNS, pretoken_ends
from cs336_basics.errors import InvalidUtf8Error
from tests.compiled.oracle import damaged, ends_by_regex, fuzz_texts

CONTEXTS = ["a{}b ", " {}", "'{}", "1{}1'", "!{}\n", "\n{} {}\t"]


@pytest.mark.parametrize("pattern", PATTERNS)
def test_scanner_agrees_with_regex_on_random_texts(pattern: str) -> None:
    """The ends are those of the regular expression, in 20,000 random texts."""
    wrong = [
        text
        for text in fuzz_texts(20_000)
        if pretoken_ends(text.encode(), pattern).tolist() != ends_by_regex(text, pattern)
    ]

    assert wrong == []


@pytest.mark.parametrize("pattern", PATTERNS)
def test_scanner_splits_the_handworked_example(pattern: str) -> None:
    """A sentence with a contraction, a number, punctuation and a line end is cut as by hand."""
    by_hand = {
        "gpt2": ["It", "'s", " 12345", "!!", "\n\n", " ok"],
        "cl100k": ["It", "'s", " ", "123", "45", "!!\n\n", " ok"],
    }
    text = b"It's 12345!!\n\n ok"

    cuts = [0, *pretoken_ends(text, pattern).tolist()]

    pieces = [text[start:end].decode() for start, end in pairwise(cuts)]
    assert by_hand[pattern] == pieces


@pytest.mark.parametrize("pattern", PATTERNS)
@pytest.mark.parametrize("size", [0, 1, 15, 16, 17, 63, 64, 65])
def test_scanner_takes_texts_of_any_size(pattern: str, size: int) -> None:
    """A text of so many bytes is one word, and its end is found."""
    assert [size][: size and 1] == pretoken_ends(b"a" * size, pattern).tolist()


@pytest.mark.parametrize("pattern", PATTERNS)
def test_scanner_finds_the_byte_that_pythons_decoder_finds(pattern: str) -> None:
    """Offset, length and reason of the first bad bytes are those of `bytes.decode`."""
    bad = 0
    for data in damaged(20_000):
        expected = None
        try:
            data.decode()
        except UnicodeDecodeError as error:
            expected = error.start, data[error.start : error.end], error.reason
            bad += 1
        actual = None
        try:
            pretoken_ends(data, pattern)
        except InvalidUtf8Error as error:
            actual = error.offset, error.object, error.reason

        assert expected == actual, data
    assert bad > 10_000


@pytest.mark.slow
@pytest.mark.parametrize("context", CONTEXTS)
@pytest.mark.parametrize("pattern", PATTERNS)
def test_scanner_agrees_with_regex_on_every_code_point(pattern: str, context: str) -> None:
    """Each of the 1,112,064 characters, in this context, is cut as the regular expression cuts."""
    characters = [chr(code) for code in range(0x110000) if not 0xD800 <= code < 0xE000]
    text = "".join(context.format(character, character) for character in characters)

    expected, actual = ends_by_regex(text, pattern), pretoken_ends(text.encode(), pattern)

    assert np.array_equal(expected, actual)
