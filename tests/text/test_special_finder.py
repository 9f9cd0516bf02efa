"""Special tokens are found alike, however many there are."""

from __future__ import annotations

import re
import time
from string import ascii_lowercase

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cs336_basics.storage.printable import read_vocab_keys
from cs336_basics.text import special_finder
from cs336_basics.text.special_finder import SpecialFinder
from cs336_basics.text.special_tokens import choose_allowed, split_on_special

tokens = st.lists(st.binary(min_size=1, max_size=4) | st.text("ab<", min_size=1, max_size=4)
                  .map(str.encode), unique=True, max_size=6)  # fmt: skip
data = st.text("ab<", max_size=30).map(str.encode) | st.binary(max_size=30)


def expected_spans(text: bytes, known: list[bytes]) -> list[tuple[int, int]]:
    """Find them with one regular expression, the longest first."""
    longest_first = sorted(known, key=len, reverse=True)
    branches = b"|".join(map(re.escape, longest_first)) or rb"[^\s\S]"
    return [match.span() for match in re.finditer(branches, text)]


@pytest.mark.parametrize("few", [0, 16])
@given(text=data, known=tokens)
def test_both_ways_find_what_a_regular_expression_finds(
    few: int, text: bytes, known: list[bytes]
) -> None:
    """A few tokens and many: leftmost, then longest, at random bytes too."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(special_finder, "_FEW", few)
        found = list(SpecialFinder(known).spans(text))

    assert found == expected_spans(text, known)


@given(text=data, known=tokens)
def test_a_place_is_straddled_where_a_token_lies_across_it(text: bytes, known: list[bytes]) -> None:
    """Any token, also one that would not be found because another is."""
    finder = SpecialFinder(known)
    everywhere = [
        (place, place + len(token))
        for token in known
        for place in range(len(text))
        if text.startswith(token, place)
    ]

    assert [finder.straddles(text, cut) for cut in range(len(text))] == [
        any(start < cut < end for start, end in everywhere) for cut in range(len(text))
    ]


@given(text=data, known=tokens)
def test_the_first_torn_token_is_the_one_that_may_go_on(text: bytes, known: list[bytes]) -> None:
    """The text ends in the beginning of a token."""
    torn = [
        place
        for place in range(len(text))
        if any(token.startswith(text[place:]) and token != text[place:] for token in known)
    ]

    assert SpecialFinder(known).first_torn(text) == min(torn, default=len(text))


def test_the_expression_does_not_grow_with_the_tokens() -> None:
    """A thousand reserved tokens begin alike: the text is searched for that beginning alone."""
    known = [b"<|reserved_%d|>" % i for i in range(1000)]

    assert SpecialFinder(known).pattern == SpecialFinder(known[:1]).pattern


def test_many_tokens_are_found() -> None:
    """Twenty thousand words, each a token of its own."""
    words = [f"w{i}" for i in range(20_000)]
    text = "w19999w12 w7w"

    pieces = [part.decode() for _, part, _ in split_on_special(text.encode(), words)]

    assert pieces == ["w19999", "w12", " ", "w7", "w"]


def test_the_time_hardly_depends_on_how_many_tokens_there_are() -> None:
    """Tried one by one at every byte, thousands of words took hundreds of times as long as ten."""
    words = [f"{letter}x{i}".encode() for i in range(400) for letter in ascii_lowercase]
    text = b"the quick brown fox jumps over the lazy dog " * 200

    def seconds(finder: SpecialFinder) -> float:
        start = time.process_time()
        assert [] == list(finder.spans(text))
        return time.process_time() - start

    few, many = SpecialFinder(words[:10]), SpecialFinder(words)
    ratios = [seconds(many) / max(seconds(few), 1e-4) for _ in range(3)]

    assert min(ratios) < 30


class Compared(str):
    """A string that counts how often it is compared."""

    times = 0
    __hash__ = str.__hash__

    def __eq__(self, other: object) -> bool:
        Compared.times += 1
        return str.__eq__(self, other) is True


@pytest.mark.parametrize("kind", [list, tuple, set])
def test_each_token_is_looked_up_and_not_searched_for(kind: type) -> None:
    """So the work grows with their number, and not with its square."""
    known = [Compared(f"<{i}>") for i in range(1000)]
    Compared.times = 0

    assert choose_allowed(known, kind(known)) == known
    assert Compared.times < 10 * len(known)


def test_the_keys_of_a_vocabulary_are_looked_up_too() -> None:
    """A GPT-2 folder with many special tokens."""
    known = [Compared(f"é {i}") for i in range(1000)]
    Compared.times = 0
    vocab = read_vocab_keys({f"é {i}": i for i in range(1000)}, [], known, "vocab.json")

    assert len(vocab) == len(known)
    assert Compared.times < 10 * len(known)
