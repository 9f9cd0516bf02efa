"""Merging one pre-token by rank."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cs336_basics.datatypes import Pair
from cs336_basics.merge_ranks import merge_by_rank, merge_long, merge_short
from cs336_basics.pairs import split_bytes
from cs336_basics.testing import strategies
from cs336_basics.trainers import naive


def specification(pretoken: bytes, ranks: dict[Pair, int]) -> list[bytes]:
    """The rule, word for word: the lowest rank, of equals the leftmost, until none is left."""
    word = split_bytes(pretoken)
    while candidates := [(ranks[p], i) for i, p in enumerate(pairwise(word)) if p in ranks]:
        _, i = min(candidates)
        word[i : i + 2] = [word[i] + word[i + 1]]
    return word


@settings(max_examples=1000)
@given(st.text("ab", max_size=24), st.permutations([(x, y) for x in "ab" for y in "ab"]), st.data())
def test_both_ways_follow_the_rule(
    text: str, first: list[tuple[str, str]], data: st.DataObject
) -> None:
    """For any merge list, even one that no training would give."""
    tokens = ["a", "b", "aa", "ab", "ba", "bb", "aab", "abab"]
    more = data.draw(
        st.lists(st.tuples(st.sampled_from(tokens), st.sampled_from(tokens)), max_size=6)
    )
    ranks = {(x.encode(), y.encode()): i for i, (x, y) in enumerate(first + more)}
    expected = specification(text.encode(), ranks)

    assert merge_short(text.encode(), ranks) == expected
    assert merge_long(text.encode(), ranks) == expected


@given(strategies.tiny_counts("ab"))
def test_a_pre_token_of_the_corpus_encodes_as_training_left_it(counts: dict[bytes, int]) -> None:
    """Applying all merges in order gives what rank by rank gives."""
    merges = [merge.pair for merge in naive.iter_merges(counts)]
    ranks = {pair: i for i, pair in enumerate(merges)}

    for word in counts:
        assert len(merge_by_rank(word, ranks)) == 1  # all pairs were merged, so one token is left


def test_a_hundred_thousand_equal_characters_need_no_square() -> None:
    """All merged in pairs of pairs; a list rebuilt at each merge would take minutes."""
    ranks = {(b"a" * 2**i, b"a" * 2**i): i for i in range(10)}

    assert merge_by_rank(b"a" * 100_000, ranks) == [b"a" * 1024] * 97 + [
        b"a" * 512,
        b"a" * 128,
        b"a" * 32,
    ]


@pytest.mark.parametrize("merge", [merge_short, merge_long])
def test_the_lowest_rank_wins_not_the_first_place(merge) -> None:  # type: ignore[no-untyped-def]
    """In `abc` the pair (b,c) of rank 0 goes before (a,b) of rank 1."""
    assert merge(b"abc", {(b"b", b"c"): 0, (b"a", b"b"): 1}) == [b"a", b"bc"]
