"""Answers in the shapes people return: taken where they are clear, and said what was done."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import repeat
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np
import pytest

from cs336_basics.learn.checker.answers import (
    SWAPPED,
    brief,
    to_ids,
    to_merges,
    to_trained,
    to_vocab,
)
from cs336_basics.learn.checker.notes import Notes
from cs336_basics.learn.checker.outcome import ShapeError
from cs336_basics.storage.byte_map import to_printable
from cs336_basics.vocab import build_vocab

MERGES = [(b" ", b"a"), (b" a", b"b")]
VOCAB = build_vocab(MERGES, ["<e>"])
IDS = {token: token_id for token_id, token in VOCAB.items()}
ID_MERGES = [(IDS[left], IDS[right]) for left, right in MERGES]
FIRST = dict(enumerate([b"<e>", *(VOCAB[i] for i in VOCAB if VOCAB[i] != b"<e>")]))
LAST = dict(enumerate([*(VOCAB[i] for i in VOCAB if VOCAB[i] != b"<e>"), b"<e>"]))


class Result(NamedTuple):
    """What some return: a tuple with names."""

    vocab: Any
    merges: Any


def merges_in(vocab: dict[int, bytes]) -> list[tuple[int, int]]:
    """The merges as ids of this vocabulary."""
    ids = {token: token_id for token_id, token in vocab.items()}
    return [(ids[left], ids[right]) for left, right in MERGES]


@pytest.mark.parametrize(
    ("answer", "note"),
    [
        ((VOCAB, MERGES), ""),
        ([VOCAB, MERGES], ""),
        (Result(VOCAB, MERGES), ""),
        ((VOCAB, MERGES, "and more"), ""),
        ((MERGES, VOCAB), "(merges, vocab) was turned round to (vocab, merges)"),
        ({"merges": MERGES, "vocab": VOCAB}, "a dict was taken for (vocab, merges)"),
        (
            SimpleNamespace(vocab=VOCAB, merges=MERGES),
            "the attributes of a SimpleNamespace were taken for (vocab, merges)",
        ),
        ((IDS, MERGES), "the vocabulary {token: id} was turned round to {id: token}"),
        (
            (list(VOCAB.values()), MERGES),
            "a list of tokens was taken for a vocabulary: the place is the id",
        ),
        ((VOCAB, ID_MERGES), "merges of ids were looked up in the vocabulary"),
        ((VOCAB, [*map(list, MERGES)]), ""),
        ((VOCAB, zip(MERGES, repeat(1))), ""),  # repeat has no end
        (
            (VOCAB, {pair: rank for rank, pair in enumerate(MERGES)}),
            "the merges {pair: rank} were put in the order of their ranks",
        ),
        (
            ({i: bytearray(token) for i, token in VOCAB.items()}, MERGES),
            "tokens of type bytearray were taken for bytes",
        ),
        (
            ({np.int64(i): token for i, token in VOCAB.items()}, MERGES),
            "ids of type int64 were taken for int",
        ),
        (
            ({i: list(token) for i, token in VOCAB.items()}, MERGES),
            "tokens that are lists of byte values were taken for bytes",
        ),
        (
            ({i: to_printable(token) for i, token in VOCAB.items()}, MERGES),
            "tokens in GPT-2's printable form were taken for bytes",
        ),
    ],
)
def test_a_training_is_read(answer: Any, note: str) -> None:
    """Each comes out as the plain vocabulary and the plain merges; what was converted is noted."""
    notes = Notes()

    assert (VOCAB, MERGES) == to_trained(answer, notes)
    assert ((note,) if note else ()) == notes.all


def test_no_merges_may_stand_first_too() -> None:
    """Where there is no room for any, the swapped results are still told apart."""
    notes = Notes()

    assert (VOCAB, []) == to_trained(([], VOCAB), notes)
    assert (SWAPPED,) == notes.all


@pytest.mark.parametrize("vocab", [FIRST, LAST], ids=["first", "last"])
def test_merges_of_ids_are_looked_up_wherever_special_tokens_stand(vocab: dict[int, bytes]) -> None:
    """The ids mean what the learner's own vocabulary says."""
    assert (vocab, MERGES) == to_trained((vocab, merges_in(vocab)), Notes())


def test_json_makes_text_of_ids() -> None:
    """The keys are digits: they are ids, and the values are tokens."""
    vocab: Any = to_vocab(json.loads(json.dumps({1: "a", 2: "b"})), Notes())

    assert {"1": b"a", "2": b"b"} == vocab


@pytest.mark.parametrize(
    ("merges", "expected"),
    [
        ([(b"a", b"b")], [((b"a", b"b"), None)]),
        ([((b"a", b"b"), 2)], [((b"a", b"b"), 2)]),
        ([(b"a", b"b", 2)], [((b"a", b"b"), 2)]),
        ([SimpleNamespace(pair=(b"a", b"b"), count=2)], [((b"a", b"b"), 2)]),
        ([(97, 98), (256, 99)], [((b"a", b"b"), None), ((b"ab", b"c"), None)]),
        (["a b"], [((b"a", b"b"), None)]),
        (iter([("a", "é")]), [((b"a", "é".encode()), None)]),
    ],
)
def test_merges_are_read(merges: Any, expected: Any) -> None:
    """With counts or without; bytes, ids or text; ids above 255 count the merges."""
    assert expected == to_merges(merges, Notes())


def test_endless_merges_are_cut_off() -> None:
    """A generator that never stops is compared like any other."""
    assert 3 == len(to_merges(repeat((b"a", b"a")), Notes(), most=3))


@pytest.mark.parametrize(
    ("ids", "note"),
    [
        ([1, 2], ""),
        ((1, 2), "a tuple of ids was taken for a list"),
        (np.array([1, 2], np.uint16), "a ndarray of ids was taken for a list"),
        ([np.int32(1), 2], ""),
    ],
)
def test_ids_are_read(ids: Any, note: str) -> None:
    """As plain numbers."""
    notes = Notes()
    read = to_ids(ids, notes)

    assert [1, 2] == read
    assert {int} == set(map(type, read))
    assert ((note,) if note else ()) == notes.all


@pytest.mark.parametrize(
    ("read", "answer", "message"),
    [
        (to_trained, None, "expected (vocab, merges), got None (does every path end in a return?)"),
        (to_trained, VOCAB, "expected (vocab, merges), got {0: b'\\x00'"),
        (to_trained, (3, MERGES), "expected a vocabulary {id: bytes}, got 3"),
        (to_trained, (VOCAB, 3), "expected merges, got 3"),
        (to_trained, (VOCAB, [b"ab"]), "expected a pair of tokens, got b'ab'"),
        (to_merges, "a b", "expected merges, got 'a b'"),
        (to_ids, "12", "expected a list of ids, got '12'"),
        (to_ids, [1, "2"], "expected a list of ids, found '2' in it"),
        (to_ids, [None], "expected a list of ids, found None (does every path"),
    ],
)
def test_nonsense_is_refused_with_what_was_expected(
    read: Callable[[Any, Notes], Any], answer: Any, message: str
) -> None:
    """In one line."""
    with pytest.raises(ShapeError) as refused:
        read(answer, Notes())

    assert str(refused.value).startswith(message)
    assert "\n" not in str(refused.value)


def test_brief_survives_what_cannot_be_shown() -> None:
    """A repr that raises, and one that is long."""

    class Shy:
        def __repr__(self) -> str:
            raise ValueError

    assert "a Shy that cannot be shown (ValueError)" == brief(Shy())
    assert 81 == len(brief("x" * 1000))
