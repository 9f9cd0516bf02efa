"""Pairs of neighbouring tokens: counting them, merging one, and the rule that settles ties.

Everything that BPE does to a word is here. A *word* is a pre-token on its way through training:
a list of tokens, at first one token a byte.

Source: CS336 assignment 1, section 2.4 (BPE tokenizer training).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from cs336_basics.datatypes import Pair
from cs336_basics.vocab import NUM_BYTES


def split_bytes(pretoken: bytes) -> list[bytes]:
    """Split a pre-token into the tokens training starts from, one for each byte.

    >>> split_bytes(b"low")
    [b'l', b'o', b'w']
    """
    return [pretoken[i : i + 1] for i in range(len(pretoken))]


def count_pairs(words: Iterable[tuple[Sequence[bytes], int]]) -> dict[Pair, int]:
    """Count every pair of neighbours in (word, frequency) items; overlaps count.

    >>> count_pairs([([b"a", b"a", b"a", b"a"], 1), ([b"a", b"b"], 5)])
    {(b'a', b'a'): 3, (b'a', b'b'): 5}
    """
    counts: dict[Pair, int] = {}
    for word, frequency in words:
        for pair in pairwise(word):
            counts[pair] = counts.get(pair, 0) + frequency
    return counts


def merge_word(word: Sequence[bytes], pair: Pair) -> list[bytes]:
    """Join `pair` wherever it is in `word`, from left to right and without overlap.

    >>> merge_word([b"a", b"a", b"a"], (b"a", b"a"))
    [b'aa', b'a']
    """
    left, right = pair
    merged: list[bytes] = []
    i = 0
    while i < len(word):
        if word[i] == left and i + 1 < len(word) and word[i + 1] == right:
            merged.append(left + right)
            i += 2
        else:
            merged.append(word[i])
            i += 1
    return merged


def rank(item: tuple[Pair, int]) -> tuple[int, Pair]:
    """Order (pair, count) items: THE tie rule. The greatest is merged next.

    The highest count wins; among equals the lexicographically greatest pair of byte strings.

    >>> max([((b"A", b"B"), 5), ((b"B", b"ZZ"), 5), ((b"BA", b"A"), 5)], key=rank)
    ((b'BA', b'A'), 5)
    """
    pair, count = item
    return count, pair


_FLIP = bytes(NUM_BYTES - 1 - byte for byte in range(NUM_BYTES))
_END = chr(NUM_BYTES)


def descending(token: bytes) -> str:
    """Turn a token into a string that sorts the other way round, for a heap that pops the smallest.

    Flipping each byte (`255 - byte`) is not enough: `a` must come after `ab`, and a prefix sorts
    first. A last character above every byte puts that right. Comparing two such strings is one call
    in C, where a class with its own `__lt__` would run Python for every comparison.

    >>> sorted([b"a", b"ab", b"b"], key=descending)
    [b'b', b'ab', b'a']
    """
    return token.translate(_FLIP).decode("latin-1") + _END


def merge_changes(word: Sequence[bytes], pair: Pair) -> tuple[list[bytes], dict[Pair, int]]:
    """Do what `merge_word` does, and say how the word's own pair counts change.

    Each merge is done in the word as the merges before it left it: its left neighbour may be a
    token made a moment ago. That is why `abab` and `aaaa` come out right. Changes of zero are left
    out.

    >>> merge_changes([b"a", b"b", b"a", b"b"], (b"a", b"b"))
    ([b'ab', b'ab'], {(b'a', b'b'): -2, (b'b', b'a'): -1, (b'ab', b'ab'): 1})
    """
    left, right = pair
    new = left + right
    merged: list[bytes] = []
    changes: dict[Pair, int] = {}
    i, last = 0, len(word) - 1
    while i <= last:
        token = word[i]
        if token != left or i == last or word[i + 1] != right:
            merged.append(token)
            i += 1
            continue
        changes[pair] = changes.get(pair, 0) - 1
        if merged:
            before = merged[-1]
            changes[before, left] = changes.get((before, left), 0) - 1
            changes[before, new] = changes.get((before, new), 0) + 1
        i += 2
        if i <= last:
            after = word[i]
            changes[right, after] = changes.get((right, after), 0) - 1
            changes[new, after] = changes.get((new, after), 0) + 1
        merged.append(new)
    return merged, {changed: change for changed, change in changes.items() if change}
