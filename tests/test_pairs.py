"""Counting, merging, and the one tie rule."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cs336_basics.pairs import (
    count_pairs,
    descending,
    merge_changes,
    merge_word,
    rank,
    split_bytes,
)

TOKENS = st.lists(st.sampled_from([b"a", b"b", b"ab", b"aa"]), max_size=12)


def test_counting_includes_overlaps() -> None:
    """`aaaaa` holds (a,a) four times, which beats (b,c) three times."""
    counts = count_pairs([(split_bytes(b"aaaaa"), 1), (split_bytes(b"bc"), 3)])

    assert counts == {(b"a", b"a"): 4, (b"b", b"c"): 3}


@pytest.mark.parametrize(
    ("word", "pair", "merged"),
    [
        (b"aaa", (b"a", b"a"), [b"aa", b"a"]),
        (b"aaaa", (b"a", b"a"), [b"aa", b"aa"]),
        (b"abab", (b"a", b"b"), [b"ab", b"ab"]),
        (b"ba", (b"a", b"b"), [b"b", b"a"]),
        (b"a", (b"a", b"a"), [b"a"]),
        (b"", (b"a", b"a"), []),
    ],
)
def test_merging_goes_left_to_right_without_overlap(
    word: bytes, pair: tuple[bytes, bytes], merged: list[bytes]
) -> None:
    """A run of three becomes a pair and a rest, never the other way round."""
    assert merge_word(split_bytes(word), pair) == merged


@pytest.mark.parametrize(
    ("pairs", "greatest"),
    [
        # The token is compared, not its length: BA is longer than B, and greater.
        ([(b"A", b"B"), (b"A", b"C"), (b"B", b"ZZ"), (b"BA", b"A")], (b"BA", b"A")),
        # Space is the byte 0x20, not the printable stand-in U+0120.
        ([(b" ", b"a"), (b" ", b"b"), (b"b", b"b")], (b"b", b"b")),
        # A longer token does not win by being longer.
        ([(b"aa", b"a"), (b"b", b"aa")], (b"b", b"aa")),
        # A newer token does not win by having a higher id.
        ([(b"aa", b"a"), (b"z", b"aa")], (b"z", b"aa")),
        # A prefix is smaller than what it begins.
        ([(b"a", b"z"), (b"ab", b"a")], (b"ab", b"a")),
    ],
)
def test_ties_go_to_the_lexicographically_greatest_pair(
    pairs: list[tuple[bytes, bytes]], greatest: tuple[bytes, bytes]
) -> None:
    """Of equal counts the greatest pair of byte strings wins, in whatever order they come."""
    for order in (pairs, pairs[::-1]):
        assert max([(pair, 5) for pair in order], key=rank)[0] == greatest


@given(st.lists(st.tuples(st.binary(max_size=4), st.binary(max_size=4)), max_size=20))
def test_descending_sorts_exactly_the_other_way_round(pairs: list[tuple[bytes, bytes]]) -> None:
    """The heap's key and the tie rule are one order, prefixes and high bytes included."""
    by_key = sorted(pairs, key=lambda pair: (descending(pair[0]), descending(pair[1])))

    assert by_key == sorted(pairs, reverse=True)


@given(TOKENS, st.sampled_from([(b"a", b"b"), (b"a", b"a"), (b"ab", b"ab"), (b"b", b"a")]))
def test_changes_are_the_difference_of_a_full_recount(
    word: list[bytes], pair: tuple[bytes, bytes]
) -> None:
    """`merge_changes` agrees with `merge_word` and with counting before and after."""
    merged, changes = merge_changes(word, pair)
    difference = Counter(pairwise(merged))
    difference.subtract(Counter(pairwise(word)))

    assert merged == merge_word(word, pair)
    assert changes == {changed: change for changed, change in difference.items() if change}
