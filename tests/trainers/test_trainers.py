"""Every rung of the ladder gives the merges of `naive`."""

from __future__ import annotations

import gc
from itertools import islice, pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings

from cs336_basics.corpus import count_files
from cs336_basics.datatypes import Pair, PretokenCounts
from cs336_basics.errors import UnknownNameError
from cs336_basics.pairs import merge_changes
from cs336_basics.testing import strategies
from cs336_basics.trainers import TRAINERS, get_trainer, heap, naive

FASTER = [name for name in TRAINERS if name != "naive"]


@settings(max_examples=2000)
@given(strategies.tiny_counts("ab") | strategies.tiny_counts("abc", 5))
def test_all_trainers_equal_naive_on_tiny_alphabets(counts: PretokenCounts) -> None:
    """Merge for merge and count for count, where nearly half of all merges are ties."""
    expected = list(naive.iter_merges(counts))

    for name in FASTER:
        assert list(TRAINERS[name](counts)) == expected, name


@settings(max_examples=300)
@given(strategies.byte_counts())
def test_all_trainers_equal_naive_on_random_bytes(counts: PretokenCounts) -> None:
    """Bytes that are no UTF-8, and counts beyond 32 bits."""
    expected = list(naive.iter_merges(counts))

    for name in FASTER:
        assert list(TRAINERS[name](counts)) == expected, name


@settings(max_examples=500)
@given(strategies.tiny_counts("ab") | strategies.tiny_counts("abc", 12))
def test_no_token_is_made_twice(counts: PretokenCounts) -> None:
    """Equal bytes are cut alike by the same merges, so no second merge makes the same token."""
    made = [b"".join(merge.pair) for merge in naive.iter_merges(counts)]

    assert len(made) == len(set(made))


@given(strategies.tiny_counts("ab"))
def test_counts_never_increase(counts: PretokenCounts) -> None:
    """Each merge is at most as frequent as the one before, and never below one."""
    merges = list(naive.iter_merges(counts))

    assert all(before.count >= after.count >= 1 for before, after in pairwise(merges))


@pytest.mark.parametrize("name", TRAINERS)
class TestWorkedByHand:
    """Small inputs with results worked out on paper."""

    @pytest.mark.parametrize(
        ("word", "pairs"),
        [
            (b"baaa", [(b"a", b"a"), (b"b", b"aa"), (b"baa", b"a")]),
            (b"zaaa", [(b"a", b"a"), (b"z", b"aa"), (b"zaa", b"a")]),
            (b"abc", [(b"b", b"c"), (b"a", b"bc")]),
            (b"abab", [(b"a", b"b"), (b"ab", b"ab")]),
            (b"aaaa", [(b"a", b"a"), (b"aa", b"aa")]),
            (b"abababa", [(b"b", b"a"), (b"ba", b"ba"), (b"baba", b"ba"), (b"a", b"bababa")]),
            (b"a", []),
            (b"", []),
        ],
    )
    def test_one_word(self, name: str, word: bytes, pairs: list[tuple[bytes, bytes]]) -> None:
        """Ties, runs, back-to-back matches, and words with nothing to merge."""
        assert [merge.pair for merge in TRAINERS[name]({word: 1})] == pairs

    def test_the_tie_does_not_depend_on_the_order_of_the_text(self, name: str) -> None:
        """`cd` wins over `ab` wherever it stands."""
        for word in (b"ababXcdcd", b"cdcdXabab"):
            assert next(TRAINERS[name]({word: 1})) == ((b"c", b"d"), 2)

    def test_the_example_of_wikipedia(self, name: str) -> None:
        """`aaabdaaabac` gives aa (4), aaa (2), aaab (2): `aa` + `a` beats `a` + `b`."""
        merges = list(islice(TRAINERS[name]({b"aaabdaaabac": 1}), 3))

        assert [(b"".join(pair), count) for pair, count in merges] == [
            (b"aa", 4),
            (b"aaa", 2),
            (b"aaab", 2),
        ]

    def test_the_example_of_the_assignment(self, name: str) -> None:
        """low ×5, lower ×2, widest ×3, newest ×6 give st, est, ow, low, west, ne."""
        counts = {b"low": 5, b"lower": 2, b"widest": 3, b"newest": 6}

        merged = [b"".join(merge.pair) for merge in islice(TRAINERS[name](counts), 6)]

        assert merged == [b"st", b"est", b"ow", b"low", b"west", b"ne"]

    def test_no_words_give_no_merges(self, name: str) -> None:
        """An empty corpus stops at once, without an error."""
        assert list(TRAINERS[name]({})) == []

    def test_the_counts_given_are_not_changed(self, name: str) -> None:
        """The caller's dict is the caller's."""
        counts = {b"abab": 2, b"ba": 1}
        list(TRAINERS[name](counts))

        assert counts == {b"abab": 2, b"ba": 1}

    def test_stanfords_reference_merges(
        self, name: str, reference: list[tuple[bytes, bytes]], shared: Path
    ) -> None:
        """The 243 merges that the assignment's own test asks for, in its order."""
        counts = count_files(shared / "cs336" / "corpus.en", ["<|endoftext|>"])

        assert [merge.pair for merge in islice(TRAINERS[name](counts), 243)] == reference


@pytest.fixture(scope="session")
def reference(shared: Path) -> list[tuple[bytes, bytes]]:
    """Stanford's merges for corpus.en at 500, read with a byte map made from the definition."""
    printable = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    shifted = [byte for byte in range(256) if byte not in printable]
    to_byte = {chr(byte): byte for byte in printable}
    to_byte |= {chr(256 + i): byte for i, byte in enumerate(shifted)}
    text = (shared / "cs336" / "train-bpe-reference-merges.txt").read_text(encoding="utf-8")
    merges = []
    for line in text.splitlines():
        left, right = line.split(" ")
        merges.append(
            (bytes(map(to_byte.__getitem__, left)), bytes(map(to_byte.__getitem__, right)))
        )
    return merges


@pytest.mark.slow
@pytest.mark.parametrize("corpus", ["tinystories", "multilingual", "udhr"])
def test_heap_equals_indexed_on_real_text(corpus: str, shared: Path) -> None:
    """2,000 merges of real text, in one language and in many."""
    counts = count_files(shared / "corpora" / f"{corpus}.txt", ["<|endoftext|>"])

    merges = list(islice(heap.iter_merges(counts), 2000))

    assert merges == list(islice(TRAINERS["incremental"](counts), 2000))


def test_the_heap_pushes_each_changed_pair_once_a_merge(stories: Path) -> None:
    """Pushes stay near the number of pairs that exist, not the number of places they stand in."""
    counts = count_files(stories, ["<|endoftext|>"])
    merges = heap.iter_merges(counts)
    start = merges.stats.pushes
    places = sum(merge.count for merge in islice(merges, 200))

    assert 0 < merges.stats.pushes - start < places / 10


@given(strategies.tiny_counts("abcd", 12))
def test_the_heap_stays_small(counts: PretokenCounts) -> None:
    """Stale entries never outnumber the live ones by more than the small constant."""
    merges = heap.HeapMerges(counts)
    for _ in merges:
        live = len(merges._state.pair_counts)
        assert merges.stats.size <= 2 * live + heap._SMALL


def test_an_unknown_trainer_is_refused() -> None:
    """The error lists the trainers that exist."""
    with pytest.raises(UnknownNameError, match="naive"):
        get_trainer("quantum")


@pytest.mark.parametrize("was_on", [True, False])
@pytest.mark.parametrize("end", ["asked for all", "deleted", "abandoned", "an error"])
def test_the_heap_leaves_the_garbage_collector_as_it_was(
    monkeypatch: pytest.MonkeyPatch, was_on: bool, end: str
) -> None:
    """It is off while a merge is made, and as it was between two merges and afterwards."""
    seen: list[bool] = []

    def watched(word: list[bytes], pair: Pair) -> tuple[list[bytes], dict[Pair, int]]:
        seen.append(gc.isenabled())
        if end == "an error":
            raise MemoryError
        return merge_changes(word, pair)

    monkeypatch.setattr("cs336_basics.trainers.heap.merge_changes", watched)
    (gc.enable if was_on else gc.disable)()
    try:
        merges = iter(heap.iter_merges({b"abcabc": 1}))
        between = [gc.isenabled() for _ in islice(merges, 1)]
        if end == "an error":
            with pytest.raises(MemoryError):
                next(merges)
        elif end == "asked for all":
            between += [gc.isenabled() for _ in merges]
        elif end == "deleted":
            del merges
        after = gc.isenabled()
    finally:
        gc.enable()

    assert {after, *between} == {was_on}
    assert set(seen) <= {False}
    assert seen or end in ("deleted", "abandoned")
