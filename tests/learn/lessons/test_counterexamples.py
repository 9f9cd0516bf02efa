"""The search for the smallest word on which a trainer is wrong."""

from __future__ import annotations

import pytest

from cs336_basics.datatypes import Merge
from cs336_basics.learn.lessons.counterexamples import counterexamples, merges_of, words
from cs336_basics.learn.lessons.tie_rules import with_tie_key
from cs336_basics.trainers import TRAINERS, Trainer


def test_words_come_by_length_then_alphabet() -> None:
    """Short words come first, and a letter given twice counts once."""
    assert [b"a", b"b", b"aa", b"ab", b"ba", b"bb"] == list(words(b"bab", 2))


@pytest.mark.parametrize("trainer", [name for name in TRAINERS if name != "compiled"])
def test_our_trainers_have_none(trainer: str) -> None:
    """No word of two letters up to eight tells our trainers from naive."""
    assert [] == list(counterexamples(TRAINERS[trainer]))


def test_a_tie_fault_is_found_at_once() -> None:
    """In `aab` two pairs are equal; a trainer that takes the smaller, (a, a), is out."""
    smallest_of_equals = with_tie_key(lambda token, number: token)

    assert b"aab" == next(counterexamples(smallest_of_equals))


@pytest.mark.parametrize(
    ("trainer", "expected"),
    [
        (lambda counts: iter(()), []),
        (lambda counts: iter([counts[b"missing"]]), "KeyError"),
        (lambda counts: iter([Merge((b"a", b"a"), 0)] * 99), [Merge((b"a", b"a"), 0)] * 2),
    ],
)
def test_any_end_of_a_trainer_is_an_answer(trainer: Trainer, expected: object) -> None:
    """No merges, an error, or merges without end: each can be compared."""
    assert expected == merges_of(trainer, b"aa")
