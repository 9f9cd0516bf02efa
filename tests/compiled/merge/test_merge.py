"""The compiled training loop gives the merges of `naive`."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given

from cs336_basics.compiled.count.word_table import WordTable
from cs336_basics.compiled.merge import merge_loop
from cs336_basics.compiled.merge.merge_loop import MergeLoop
from cs336_basics.corpus import count_files
from cs336_basics.datatypes import PretokenCounts
from cs336_basics.testing.strategies import byte_counts, tiny_counts
from cs336_basics.trainers import compiled, heap, naive


@given(tiny_counts("ab") | tiny_counts("abc", 12) | tiny_counts("\x00a", 10) | byte_counts())
def test_merges_equal_those_of_naive(counts: PretokenCounts) -> None:
    """Pairs and counts are the same, merge for merge, to the last one."""
    assert list(naive.iter_merges(counts)) == list(compiled.iter_merges(counts))


def test_a_token_and_the_token_with_a_zero_byte_are_told_apart() -> None:
    """`a` is less than `a` and a zero byte, though the first bytes of both are the same number."""
    counts = {b"a\0": 9, b"xa\0y": 5, b"za": 5, b"xay": 3, b"a\0\0": 4, b"a\0a": 4, b"aa": 4}

    assert list(naive.iter_merges(counts)) == list(compiled.iter_merges(counts))


def test_counts_may_pass_32_bits() -> None:
    """A word that occurs 2^33 times counts as often."""
    merges = list(compiled.iter_merges({b"ab": 2**33, b"abab": 2**60}))

    assert [((b"a", b"b"), 2**33 + 2**61), ((b"ab", b"ab"), 2**60)] == merges


@pytest.mark.parametrize("often", [2**61, 2**62, 2**63, 2**70])
def test_counts_may_pass_63_bits(often: int) -> None:
    """Counts that the arrays cannot hold are added up all the same."""
    counts = {b"ab": often, b"abab": often + 1, b"ba": 3}

    assert list(naive.iter_merges(counts)) == list(compiled.iter_merges(counts))


def test_words_that_fill_the_arrays_are_trained_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """More bytes of words than a place can name, with the limit set low: the heap does them."""
    text = b"to be or not to be that is the question"
    table = WordTable()
    table.count(text)
    expected = list(heap.iter_merges(table.counts()))
    monkeypatch.setattr(merge_loop, "_MOST_BYTES", 20)

    assert expected == list(compiled.iter_merges(table.counts()))
    assert expected == list(compiled.iter_merges_of_table(table))


def test_room_is_made_while_merging() -> None:
    """A corpus whose lists grow far beyond their first size gives the merges of the heap."""
    chance = np.random.default_rng(1)
    words = {chance.integers(97, 101, size).astype(np.uint8).tobytes() for size in range(300)}
    counts = dict.fromkeys(sorted(words), 1)

    expected = list(islice(heap.iter_merges(counts), 1000))

    assert expected == list(islice(compiled.iter_merges(counts), 1000))


def test_a_run_shows_token_numbers_and_counts() -> None:
    """The loop names bytes by their value and new tokens from 256 on."""
    loop = MergeLoop(b" lot low ", np.array([3, 3], np.int32), np.array([2, 5], np.int64))

    merged = loop.run(10).tolist()

    low, o, w, t = (ord(letter) for letter in "lowt")
    assert [[low, o, 7], [256, w, 5], [256, t, 2]] == merged


def test_bundled_stories_give_the_merges_of_the_heap(stories: Path) -> None:
    """2,000 merges of the bundled corpus are the same."""
    counts = count_files(stories, ["<|endoftext|>"])

    expected = list(islice(heap.iter_merges(counts), 2000))

    assert expected == list(islice(compiled.iter_merges(counts), 2000))


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["tinystories", "tinyshakespeare", "c4_sample", "chinese", "hindi", "korean"]
)
def test_shared_corpora_give_the_merges_of_the_heap(shared: Path, name: str) -> None:
    """3,000 merges of a real corpus are the same."""
    counts = count_files(shared / "corpora" / f"{name}.txt", ["<|endoftext|>"])

    expected = list(islice(heap.iter_merges(counts), 3000))

    assert expected == list(islice(compiled.iter_merges(counts), 3000))
