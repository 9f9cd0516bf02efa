"""Keep the pair counts between merges and change only what a merge changes.

Four updates, in the order in which people find them. All give the merges of `naive`; each visits
less than the one before:

    rescan      walks every word, recounts those that changed
    touched     asks first, in C, whether a word can hold the pair at all
    neighbours  corrects the counts of the pairs around each merge, not those of the whole word
    indexed     knows for each pair which words hold it, and visits nothing else
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Self

from cs336_basics.datatypes import Merge, Pair, PretokenCounts
from cs336_basics.pairs import count_pairs, merge_changes, merge_word, rank, split_bytes


@dataclass
class State:
    """Everything that training remembers between two merges.

    Attributes:
        words: each distinct pre-token as a list of tokens.
        frequencies: how often the word at the same position occurs in the corpus.
        pair_counts: pair -> how often it occurs; no zeros are kept.
        where: pair -> positions in `words` that hold it, or held it once (`indexed` alone).
    """

    words: list[list[bytes]]
    frequencies: list[int]
    pair_counts: dict[Pair, int]
    where: defaultdict[Pair, set[int]] = field(default_factory=lambda: defaultdict(set))

    @classmethod
    def start(cls, counts: PretokenCounts) -> Self:
        """Split every pre-token into bytes and count the pairs once."""
        words = [split_bytes(pretoken) for pretoken in counts]
        frequencies = list(counts.values())
        return cls(words, frequencies, count_pairs(zip(words, frequencies, strict=True)))

    def build_index(self) -> None:
        """Fill `where`: which words hold each pair."""
        for i, word in enumerate(self.words):
            for pair in pairwise(word):
                self.where[pair].add(i)

    def add(self, pair: Pair, change: int) -> None:
        """Change the count of a pair, and forget the pair when none is left.

        A zero that stays would be a candidate for the maximum, and the dict would only ever grow.
        """
        count = self.pair_counts.get(pair, 0) + change
        if count:
            self.pair_counts[pair] = count
        else:
            self.pair_counts.pop(pair, None)

    def replace(self, i: int, merged: list[bytes]) -> None:
        """Put `merged` in the place of word `i`: its old pairs go, its new ones come."""
        frequency = self.frequencies[i]
        for pair in pairwise(self.words[i]):
            self.add(pair, -frequency)
        for pair in pairwise(merged):
            self.add(pair, frequency)
        self.words[i] = merged


Update = Callable[[State, Pair], None]
"""Merge a pair in every word that holds it, and keep the state true."""


def rescan(state: State, pair: Pair) -> None:
    """Walk every word; recount the words that changed."""
    for i, word in enumerate(state.words):
        merged = merge_word(word, pair)
        if len(merged) < len(word):
            state.replace(i, merged)


def touched(state: State, pair: Pair) -> None:
    """Walk only the words in which both halves of the pair occur; recount those that changed.

    `in` on a list runs in C, so most words are dismissed without a step of Python in them.
    """
    left, right = pair
    for i, word in enumerate(state.words):
        if left in word and right in word:
            merged = merge_word(word, pair)
            if len(merged) < len(word):
                state.replace(i, merged)


def neighbours(state: State, pair: Pair) -> None:
    """Walk the words `touched` walks; correct only the pairs around each merge."""
    left, right = pair
    for i, word in enumerate(state.words):
        if left in word and right in word:
            state.words[i], changes = merge_changes(word, pair)
            for changed, change in changes.items():
                state.add(changed, change * state.frequencies[i])


def indexed(state: State, pair: Pair) -> None:
    """Visit only the words that hold the pair; correct the pairs around each merge.

    A word that has lost a pair stays in that pair's set. It costs one look when the pair is merged,
    less than keeping the sets exact.
    """
    if not state.where:
        state.build_index()
    for i in state.where.pop(pair, ()):
        state.words[i], changes = merge_changes(state.words[i], pair)
        for changed, change in changes.items():
            state.add(changed, change * state.frequencies[i])
            if change > 0:
                state.where[changed].add(i)


UPDATES: dict[str, Update] = {
    "rescan": rescan,
    "touched": touched,
    "neighbours": neighbours,
    "indexed": indexed,
}


def with_update(update: Update) -> Callable[[PretokenCounts], Iterator[Merge]]:
    """Make a trainer that keeps its state true by `update`: one of the four above, or your own.

    >>> list(with_update(rescan)({b"abab": 1}))
    [Merge(pair=(b'a', b'b'), count=2), Merge(pair=(b'ab', b'ab'), count=1)]
    """

    def iter_merges(counts: PretokenCounts) -> Iterator[Merge]:
        state = State.start(counts)
        while state.pair_counts:
            pair, count = max(state.pair_counts.items(), key=rank)
            yield Merge(pair, count)
            update(state, pair)

    return iter_merges


iter_merges = with_update(indexed)
