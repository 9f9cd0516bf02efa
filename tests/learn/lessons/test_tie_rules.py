"""Training with another tie rule, for notebook 04."""

from __future__ import annotations

from hypothesis import given

from cs336_basics.datatypes import PretokenCounts
from cs336_basics.learn.lessons.tie_rules import with_tie_key
from cs336_basics.pairs import descending
from cs336_basics.testing.strategies import tiny_counts
from cs336_basics.trainers import naive


@given(tiny_counts())
def test_the_right_key_gives_the_merges_of_naive(counts: PretokenCounts) -> None:
    """With the package's own key the tie rule is the package's own."""
    right = with_tie_key(lambda token, number: descending(token))

    assert list(naive.iter_merges(counts)) == list(right(counts))


def test_tokens_are_numbered_as_in_a_vocabulary() -> None:
    """A byte has its own number; merges are numbered from 256 on."""
    seen: dict[bytes, int] = {}

    def key(token: bytes, number: int) -> int:
        seen[token] = number
        return -number

    list(with_tie_key(key)({b"zaaa": 1}))

    assert {b"a": 97, b"z": 122, b"aa": 256, b"aaa": 257, b"zaaa": 258} == seen
