"""Special tokens: what may be one, and how they are found."""

from __future__ import annotations

import pytest
from hypothesis import given

from cs336_basics.errors import SpecialTokenError
from cs336_basics.testing import strategies
from cs336_basics.text.special_tokens import check_special_tokens, split_on_special


@pytest.mark.parametrize(
    "tokens", ["<s>", {"<s>"}, [""], ["<s>", 1], [b"<s>"], ["\ud800"], 7, ("a", None)]
)
def test_what_cannot_be_a_list_of_special_tokens_is_refused(tokens: object) -> None:
    """A plain string, a set, an empty token, bytes and a lone surrogate each get a clear error."""
    with pytest.raises(SpecialTokenError):
        check_special_tokens(tokens)  # type: ignore[arg-type]  # the mistake under test


def test_a_repeat_is_the_same_token() -> None:
    """Order is kept, the second mention dropped."""
    assert check_special_tokens(("<s>", "<e>", "<s>")) == ["<s>", "<e>"]


def test_none_means_no_special_tokens() -> None:
    """The assignment's tokenizer may be given None."""
    assert check_special_tokens(None) == []


def split(text: str, tokens: list[str]) -> list[str]:
    """Cut a text at its special tokens and return the pieces as text."""
    return [part.decode() for _, part, _ in split_on_special(text.encode(), tokens)]


@pytest.mark.parametrize(
    ("text", "tokens", "pieces"),
    [
        ("a<|endoftext|>b|c<d", ["<|endoftext|>"], ["a", "<|endoftext|>", "b|c<d"]),
        ("x<e><e>y", ["<e>", "<e><e>"], ["x", "<e><e>", "y"]),
        ("aba", ["ab", "ba"], ["ab", "a"]),
        ("a.*b", [".*"], ["a", ".*", "b"]),
        ("", ["<e>"], []),
        ("abc", [], ["abc"]),
    ],
)
def test_the_leftmost_and_then_the_longest_special_token_is_found(
    text: str, tokens: list[str], pieces: list[str]
) -> None:
    """Characters that mean something in a regex mean themselves."""
    assert split(text, tokens) == pieces


@given(strategies.tricky_text(), strategies.special_tokens())
def test_splitting_loses_nothing(text: str, tokens: list[str]) -> None:
    """Pieces and offsets put the text together again, and no plain piece holds a special token."""
    data = text.encode()
    pieces = list(split_on_special(data, tokens))

    assert b"".join(part for _, part, _ in pieces) == data
    for offset, part, is_special in pieces:
        assert data[offset : offset + len(part)] == part
        assert is_special == (part.decode() in tokens)
        if not is_special:
            assert not any(token.encode() in part for token in tokens)
