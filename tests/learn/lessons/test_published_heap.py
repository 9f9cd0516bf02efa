"""The published heap of notebook 04: the one whose figures the notebook quotes."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from pathlib import Path

import pytest

from cs336_basics.datatypes import PretokenCounts
from cs336_basics.learn.lessons.counterexamples import counterexamples
from cs336_basics.learn.lessons.published_heap import PublishedHeap, published_key
from cs336_basics.learn.lessons.tie_rules import with_tie_key
from cs336_basics.text.pretokenize import pretokenize
from cs336_basics.trainers import heap


@pytest.fixture(scope="module")
def english(shared: Path) -> PretokenCounts:
    """Stanford's test corpus, its words in the order of the text.

    The order moves the pushes by one or two: a count that passes through zero is not pushed then.
    """
    text = (shared / "cs336" / "corpus.en").read_bytes().decode("utf-8")
    return {word.encode("utf-8"): count for word, count in Counter(pretokenize(text)).items()}


def test_it_pushes_as_many_entries_as_were_published(english: PretokenCounts) -> None:
    """243 merges of Stanford's corpus: 1,069 pairs at the start, 166,092 entries pushed."""
    state = PublishedHeap.start(english)
    started_with = len(state.pair_counts)
    # Merge 243 is done when the next one is asked for.
    made = list(islice(state, 244))

    assert (244, 1069, 166_092) == (len(made), started_with, state.pushes)


def test_it_goes_wrong_where_it_was_published_to(english: PretokenCounts) -> None:
    """Its merges are Stanford's up to merge 91; the next one is settled by length."""
    wrong = [merge.pair for merge in islice(PublishedHeap.start(english), 93)]
    right = [merge.pair for merge in islice(heap.iter_merges(english), 93)]

    assert right[:92] == wrong[:92]
    assert ((b"t", b"h"), (b" c", b"om")) == (right[92], wrong[92])


def test_its_only_wrong_merges_are_ties() -> None:
    """On every short word it does what any trainer with its tie rule does."""
    by_length = with_tie_key(lambda token, number: published_key(token))

    found = list(counterexamples(PublishedHeap.start, b"ab", 7))

    assert list(counterexamples(by_length, b"ab", 7)) == found
    assert found[0] == b"baaa"
