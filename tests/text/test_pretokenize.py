"""Pre-tokens: the named patterns and patterns of one's own."""

from __future__ import annotations

from collections import Counter

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from cs336_basics.errors import UnknownNameError
from cs336_basics.testing import strategies
from cs336_basics.text.pretokenize import PATTERNS, count_pretokens, get_pattern, pretokenize


@pytest.mark.parametrize(
    ("text", "pretokens"),
    [
        ("some text that i'll pre-tokenize",
         ["some", " text", " that", " i", "'ll", " pre", "-", "tokenize"]),
        ("DON'T don't ’t", ["DON", "'", "T", " don", "'t", " ’", "t"]),
        ("a  b\n\n c", ["a", " ", " b", "\n\n", " c"]),
        ("x\n\n", ["x", "\n\n"]),
        ("r2d2 12345", ["r", "2", "d", "2", " 12345"]),
    ],
)  # fmt: skip
def test_gpt2_cuts_as_worked_out_by_hand(text: str, pretokens: list[str]) -> None:
    """A space joins the word after it; contractions are lower case and straight-quoted."""
    assert pretokenize(text) == pretokens


@pytest.mark.parametrize(
    ("pattern", "text", "pretokens"),
    [
        ("cl100k", "Don'T 12345!\n\nx", ["Don", "'T", " ", "123", "45", "!\n\n", "x"]),
        ("o200k", "HelloWorld's 12345!/\nx", ["Hello", "World's", " ", "123", "45", "!/\n", "x"]),
    ],
)
def test_cl100k_and_o200k_cut_as_worked_out_by_hand(
    pattern: str, text: str, pretokens: list[str]
) -> None:
    """Three digits at a time, and line ends stay with the punctuation before them."""
    assert pretokenize(text, pattern) == pretokens


@given(strategies.tricky_text() | st.text(), st.sampled_from([*PATTERNS, r"\w+", r"(a)|b*"]))
def test_joined_pre_tokens_give_the_text_again(text: str, pattern: str) -> None:
    """Nothing is lost, not even by a pattern that does not match everything or holds groups."""
    assert "".join(pretokenize(text, pattern)) == text


@given(st.lists(strategies.tricky_text(), max_size=3), st.sampled_from([*PATTERNS, r"\w+"]))
def test_counting_equals_cutting_and_counting(texts: list[str], pattern: str) -> None:
    """The short cut through white-space stretches changes no count."""
    plain = Counter(pretoken for text in texts for pretoken in pretokenize(text, pattern))

    assert count_pretokens(texts, pattern) == plain


@pytest.mark.parametrize("name", ["gpt3", "", "[", "cl100k_base", "\ud800+"])
def test_an_unknown_name_or_broken_regex_is_refused(name: str) -> None:
    """The error lists the names that exist."""
    with pytest.raises(UnknownNameError, match="gpt2, cl100k, o200k"):
        get_pattern(name)


def test_a_pattern_of_ones_own_has_no_safe_cut() -> None:
    """Nothing is known about it, so nothing is assumed."""
    assert not get_pattern(r"\S+|\s+").is_safe_between("a", " ")


def test_regex_white_space_is_the_unicode_property() -> None:
    """U+0085 and U+00A0 are white space; U+001C and U+200B are not, whatever `str.isspace` says."""
    assert pretokenize("a\x85\xa0\x1c\u200b") == ["a", "\x85", "\xa0", "\x1c\u200b"]
    assert regex.match(r"\s", "\x1c") is None
