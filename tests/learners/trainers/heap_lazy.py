"""A heap of pairs, the best on top; entries whose count is out of date are thrown away."""

from __future__ import annotations

import heapq
import os
import re
from collections import Counter
from itertools import pairwise

import regex

PAT = r"""'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"""
LONGEST_FIRST = True

Pair = tuple[bytes, bytes]


class Reversed:
    """A pair that is smaller the greater its bytes are, since heapq pops the smallest."""

    __slots__ = ("pair",)

    def __init__(self, pair: Pair) -> None:
        self.pair = pair

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Reversed) and self.pair == other.pair

    def __lt__(self, other: Reversed) -> bool:
        return self.pair > other.pair


def read_words(path: str | os.PathLike[str], special_tokens: list[str]) -> Counter[str]:
    """The pre-tokens of a file."""
    with open(path, "rb") as f:
        content = f.read().decode("utf-8", errors="replace")
    if LONGEST_FIRST:
        special_tokens = sorted(special_tokens, key=len, reverse=True)
    docs = re.split("|".join(map(re.escape, special_tokens)), content) if special_tokens else None
    counter: Counter[str] = Counter()
    for doc in docs or [content]:
        counter.update(regex.findall(PAT, doc))
    return counter


def apply_merge(word: list[bytes], pair: Pair) -> list[bytes]:
    """Join the pair, from left to right."""
    merged: list[bytes] = []
    i = 0
    while i < len(word):
        if tuple(word[i : i + 2]) == pair:
            merged.append(pair[0] + pair[1])
            i += 2
        else:
            merged.append(word[i])
            i += 1
    return merged


def train_bpe(
    input_path: str | os.PathLike[str], vocab_size: int, special_tokens: list[str]
) -> tuple[dict[int, bytes], list[tuple[bytes, bytes]]]:
    """Train on a file."""
    counter = read_words(input_path, special_tokens)
    words = [[bytes([b]) for b in word.encode("utf-8")] for word in counter]
    freqs = list(counter.values())

    pair_freqs: Counter[Pair] = Counter()
    holders: dict[Pair, set[int]] = {}
    for i, word in enumerate(words):
        for pair in pairwise(word):
            pair_freqs[pair] += freqs[i]
            holders.setdefault(pair, set()).add(i)
    heap = [(-n, Reversed(pair)) for pair, n in pair_freqs.items()]
    heapq.heapify(heap)

    vocab = {i: bytes([i]) for i in range(256)}
    for token in special_tokens:
        if token.encode("utf-8") not in vocab.values():
            vocab[len(vocab)] = token.encode("utf-8")

    merges: list[Pair] = []
    while len(vocab) < vocab_size and heap:
        negative, entry = heapq.heappop(heap)
        best = entry.pair
        if pair_freqs[best] != -negative or negative == 0:
            continue  # an old entry; a newer one is in the heap
        merges.append(best)
        vocab[len(vocab)] = best[0] + best[1]
        changed: Counter[Pair] = Counter()
        for i in holders.pop(best):
            old, words[i] = words[i], apply_merge(words[i], best)
            for pair in pairwise(old):
                changed[pair] -= freqs[i]
            for pair in pairwise(words[i]):
                changed[pair] += freqs[i]
                holders.setdefault(pair, set()).add(i)
        for pair, by in changed.items():
            if by != 0:
                pair_freqs[pair] += by
                heapq.heappush(heap, (-pair_freqs[pair], Reversed(pair)))
    return vocab, merges
