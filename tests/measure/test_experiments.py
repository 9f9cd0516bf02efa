"""What is measured about a tokenizer is what its name says."""

from __future__ import annotations

import pytest

from cs336_basics.datatypes import TokenizerData
from cs336_basics.measure import experiments
from cs336_basics.tokenizer import Tokenizer

OX = Tokenizer({0: b"\xe7", 1: b"\x89", 2: b"\x9b", 3: b"a", 4: b"aa"}, [(b"a", b"a")])


@pytest.mark.parametrize(
    ("training", "expected"),
    [
        ({"corpus": [{"name": "a.txt", "size": 5_600_000}]}, "a.txt, 5.6 MB"),
        ({"corpus": [{"name": "a.txt", "size": 100_000}, {"name": "-"}]}, "a.txt, 0.1 MB; -"),
        (None, "its file does not say"),
    ],
)
def test_a_vocabulary_says_what_it_was_trained_on(
    training: dict[str, object] | None, expected: str
) -> None:
    """Of one file, of several of which one is a pipe, or not at all."""
    assert expected == experiments.trained_on(TokenizerData({}, [], [], "gpt2", training))


def test_a_ratio_is_all_bytes_over_all_tokens() -> None:
    """Bytes, not characters; and no mean of means: `牛` is 3/3, `aaaa` 4/2."""
    assert 7 / 5 == experiments.bytes_per_token(OX, ["牛", "aaaa"])
    assert 1.0 == experiments.bytes_per_token(OX, ["牛"])


def test_bytes_are_those_of_the_vocabulary() -> None:
    """Not those of a text read from a single id: a lone byte is one byte, and U+FFFD three."""
    ids = OX.encode("牛")

    assert 1 == sum(len(OX.vocab[i]) for i in ids) / len(ids)
    assert 3 == sum(len(OX.decode([i]).encode()) for i in ids) / len(ids)


def test_the_matrix_has_a_row_for_each_tokenizer() -> None:
    """And in it a column for each corpus."""
    plain = Tokenizer({3: b"a"}, [])

    matrix = experiments.compression_matrix({"ox": OX, "plain": plain}, {"x": ["aa"], "y": ["a"]})

    assert {"ox": {"x": 2.0, "y": 1.0}, "plain": {"x": 1.0, "y": 1.0}} == matrix


def test_speed_is_bytes_a_second() -> None:
    """A number above zero, and the tokenizer's own memory is not touched."""
    assert experiments.bytes_per_second(OX, "aa" * 1000, rounds=1) > 0


@pytest.mark.parametrize(
    ("token", "kind"),
    [
        (b" the", "word, with its space"),
        (b" don", "word, with its space"),
        (b"ing", "word or piece of one"),
        ("Ã©".encode(), "word or piece of one"),
        (" été".encode(), "word, with its space"),
        ("牛".encode(), "other scripts"),
        ("牛".encode()[:2], "piece of a character"),
        (b"2024", "digits"),
        (b" 7", "digits"),
        (b"```", "punctuation"),
        ("──".encode(), "punctuation"),
        (b"\n  ", "white space"),
    ],
)
def test_a_token_is_of_one_kind(token: bytes, kind: str) -> None:
    """By what a reader would call it."""
    assert kind == experiments.token_kind(token)
    assert kind in experiments.KINDS
