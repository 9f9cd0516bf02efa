"""Ids: bytes, special tokens, merges, in this order."""

from __future__ import annotations

import numpy as np
import pytest

from cs336_basics.errors import VocabSizeError, VocabularyError
from cs336_basics.vocab import base_vocab, build_vocab, check_merges, extend_vocab, num_merges


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


def test_a_vocabulary_ends_where_ids_end() -> None:
    """Four bytes hold 2^32 numbers."""
    assert num_merges(2**32, []) == 2**32 - 256
    with pytest.raises(VocabSizeError, match="too large"):
        num_merges(2**32 + 1, [])


@pytest.mark.parametrize("vocab_size", ["300", 300.0, None, True])
def test_a_vocabulary_size_must_be_an_int(vocab_size: object) -> None:
    """Text, floats and truth values are refused by name."""
    with pytest.raises(VocabSizeError, match="must be an int"):
        num_merges(vocab_size, [])  # type: ignore[arg-type]  # the mistake under test


def test_a_vocabulary_size_of_numpy_is_an_int_too() -> None:
    """What an experiment counts with `np.arange` needs no cast."""
    merges = num_merges(np.int64(300), [])  # type: ignore[arg-type]  # a number like any other

    assert (merges, type(merges)) == (44, int)


def test_a_new_special_token_takes_the_id_after_the_greatest() -> None:
    """Gaps stay gaps, and what is there already keeps its id; the caller's dict is not touched."""
    vocab = {3: b"a", 7: b"b"}

    assert extend_vocab(vocab, ["<s>", "b", "<e>"]) == {3: b"a", 7: b"b", 8: b"<s>", 9: b"<e>"}
    assert vocab == {3: b"a", 7: b"b"}


def test_ids_of_numpy_become_plain_ints() -> None:
    """JSON could not write them."""
    [token_id] = extend_vocab({np.int64(5): b"a"}, [])  # type: ignore[dict-item]  # as above

    assert type(token_id) is int


@pytest.mark.parametrize(
    ("vocab", "named"),
    [({-1: b"a"}, "-1"), ({2**32: b"a"}, "4294967296"), ({"0": b"a"}, "'0'"), ({0: "a"}, "'a'"),
     ({1.5: b"a"}, "1.5")],
)  # fmt: skip
def test_what_no_file_of_ids_could_hold_is_refused(vocab: dict[int, bytes], named: str) -> None:
    """Negative ids, ids of more than four bytes, text in the place of bytes."""
    with pytest.raises(VocabularyError, match=named):
        extend_vocab(vocab, [])


@pytest.mark.parametrize("merge", [(b"a",), (b"a", b"b", b"c"), ("a", "b"), "ab", b"ab"])
def test_a_merge_that_is_not_two_byte_strings_is_named_by_rank(merge: tuple[bytes, bytes]) -> None:
    """The first is right, the second is not; lists are as good as tuples."""
    assert check_merges([[b"a", b"b"]]) == [(b"a", b"b")]  # type: ignore[list-item]  # from JSON
    with pytest.raises(VocabularyError, match="merge 1"):
        check_merges([(b"a", b"b"), merge])
