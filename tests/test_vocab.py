"""Ids: bytes, special tokens, merges, in this order."""

from __future__ import annotations

import pytest

from cs336_basics.errors import VocabSizeError
from cs336_basics.vocab import base_vocab, build_vocab, num_merges


def test_the_first_ids_are_the_bytes_in_order() -> None:
    """Id 255 is the byte 0xFF, not forgotten and not moved."""
    vocab = base_vocab([])

    assert [vocab[i] for i in range(len(vocab))] == [bytes([i]) for i in range(256)]


def test_special_tokens_follow_in_the_order_given_and_merges_after_them() -> None:
    """Two special tokens take 256 and 257, the first merge 258."""
    vocab = build_vocab([(b"a", b"b")], ["<b>", "<a>"])

    assert [vocab[i] for i in (256, 257, 258)] == [b"<b>", b"<a>", b"ab"]


def test_a_special_token_that_is_a_single_byte_reuses_its_id() -> None:
    """The special token `a` is id 97 and leaves its place to a merge."""
    assert len(base_vocab(["a"])) == 256
    assert num_merges(257, ["a"]) == 1


@pytest.mark.parametrize("vocab_size", [0, 10, 256, -1])
def test_too_small_a_vocabulary_is_an_error_that_names_the_minimum(vocab_size: int) -> None:
    """With one special token the least is 257."""
    with pytest.raises(VocabSizeError, match="257"):
        num_merges(vocab_size, ["<s>"])


@pytest.mark.parametrize("vocab_size", ["300", 300.0, None, True])
def test_a_vocabulary_size_must_be_an_int(vocab_size: object) -> None:
    """Text, floats and truth values are refused by name."""
    with pytest.raises(VocabSizeError, match="must be an int"):
        num_merges(vocab_size, [])  # type: ignore[arg-type]  # the mistake under test
