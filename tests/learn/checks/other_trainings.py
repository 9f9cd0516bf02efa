"""Trainings as other people write them: right, and not like ours. The checks must take them."""

from __future__ import annotations

import heapq
import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path
from typing import Any

import regex

PATTERN = r"""'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"""


def cut_out(text: str, specials: Iterable[str]) -> list[str]:
    """The text split at special tokens, the longest first; tokens stand at odd places."""
    tokens = sorted(set(specials), key=len, reverse=True)
    return re.split(f"({'|'.join(map(re.escape, tokens))})", text) if tokens else [text]


def count_words(path: Any, specials: Iterable[str]) -> Counter[str]:
    """How often each pre-token occurs in a file."""
    text = Path(path).read_bytes().decode("utf-8")
    return Counter(
        word for part in cut_out(text, specials)[::2] for word in regex.findall(PATTERN, part)
    )


# 1. With ids, as lectures on BPE do it.


def merge_ids(ids: list[int], pair: tuple[int, int], new: int) -> list[int]:
    """Put `new` in the place of the pair."""
    merged, i = list[int](), 0
    while i < len(ids):
        if i + 1 < len(ids) and (ids[i], ids[i + 1]) == pair:
            merged.append(new)
            i += 2
        else:
            merged.append(ids[i])
            i += 1
    return merged


def train_with_ids(input_path: Any, vocab_size: int, special_tokens: list[str]) -> Any:
    """Merges of ids; special tokens come last in the vocabulary."""
    specials = list(dict.fromkeys(special_tokens))
    vocab = {i: bytes([i]) for i in range(256)}
    extra = [token.encode() for token in specials if token.encode() not in vocab.values()]
    words = [(list(w.encode()), n) for w, n in count_words(input_path, specials).items()]
    merges = []
    while len(vocab) + len(extra) < vocab_size:
        stats: dict[tuple[int, int], int] = {}
        for ids, n in words:
            for pair in pairwise(ids):
                stats[pair] = stats.get(pair, 0) + n
        if not stats:
            break
        best = max(stats, key=lambda pair: (stats[pair], vocab[pair[0]], vocab[pair[1]]))
        new = len(vocab)
        words = [(merge_ids(ids, best, new), n) for ids, n in words]
        merges.append(best)
        vocab[new] = vocab[best[0]] + vocab[best[1]]
    for token in extra:
        vocab[len(vocab)] = token
    return vocab, merges


# 2. With tuples of bytes in a dict, and counts that are corrected.


def train_with_tuples(input_path: Any, vocab_size: int, special_tokens: list[str]) -> Any:
    """Words are keys; only those that hold the pair are counted anew."""
    words: Counter[tuple[bytes, ...]] = Counter()
    for word, n in count_words(input_path, special_tokens).items():
        words[tuple(bytes([b]) for b in word.encode())] += n
    pairs: Counter[tuple[bytes, bytes]] = Counter()
    for tokens, n in words.items():
        for pair in pairwise(tokens):
            pairs[pair] += n
    tokens_of = [bytes([b]) for b in range(256)]
    tokens_of += [
        t for t in dict.fromkeys(s.encode() for s in special_tokens) if t not in tokens_of
    ]
    merges = []
    while len(tokens_of) < vocab_size and (pairs := +pairs):
        _, best = max((n, pair) for pair, n in pairs.items())
        merges.append(best)
        tokens_of.append(best[0] + best[1])
        for tokens in [tokens for tokens in words if best in pairwise(tokens)]:
            n = words.pop(tokens)
            rest, new = list(tokens), list[bytes]()
            while rest:
                if tuple(rest[:2]) == best:
                    new.append(best[0] + best[1])
                    del rest[:2]
                else:
                    new.append(rest.pop(0))
            for pair in pairwise(tokens):
                pairs[pair] -= n
            for pair in pairwise(new):
                pairs[pair] += n
            words[tuple(new)] += n
    return dict(enumerate(tokens_of)), merges


# 3. With a heap and an index, as an object with attributes.


class Descending:
    """A pair that sorts the other way round."""

    def __init__(self, pair: tuple[bytes, bytes]) -> None:
        self.pair = pair

    def __lt__(self, other: Descending) -> bool:
        return self.pair > other.pair


class HeapTrainer:
    """A training as an object: `vocab` (special tokens first) and `merges`."""

    def __init__(self, input_path: Any, vocab_size: int, special_tokens: list[str]) -> None:
        found = count_words(input_path, special_tokens)
        words = [[bytes([b]) for b in word.encode()] for word in found]
        often = list(found.values())
        counts: dict[tuple[bytes, bytes], int] = defaultdict(int)
        places: dict[tuple[bytes, bytes], set[int]] = defaultdict(set)
        for i, word in enumerate(words):
            for pair in pairwise(word):
                counts[pair] += often[i]
                places[pair].add(i)
        heap = [(-n, Descending(pair)) for pair, n in counts.items()]
        heapq.heapify(heap)
        single = {bytes([b]) for b in range(256)}
        first = [t for t in dict.fromkeys(s.encode() for s in special_tokens) if t not in single]
        self.vocab = dict(enumerate([*first, *(bytes([b]) for b in range(256))]))
        self.merges: list[tuple[bytes, bytes]] = []
        while heap and len(self.vocab) < vocab_size:
            n, top = heapq.heappop(heap)
            if -n != counts[top.pair] or not n:
                continue
            left, right = top.pair
            self.merges.append(top.pair)
            self.vocab[len(self.vocab)] = left + right
            changed = set()
            for i in places.pop(top.pair):
                before = words[i]
                words[i] = after = self.merged(before, left, right)
                for sign, word in ((-1, before), (1, after)):
                    for pair in pairwise(word):
                        counts[pair] += sign * often[i]
                        changed.add(pair)
                        if sign > 0:
                            places[pair].add(i)
            for pair in changed:
                if counts[pair] > 0:
                    heapq.heappush(heap, (-counts[pair], Descending(pair)))

    @staticmethod
    def merged(word: list[bytes], left: bytes, right: bytes) -> list[bytes]:
        """Walk once, and join a token to the one before it."""
        merged: list[bytes] = []
        waiting = False  # whether the last token came of a merge, and may not be merged again
        for token in word:
            if merged and not waiting and (merged[-1], token) == (left, right):
                merged[-1] += token
                waiting = True
            else:
                merged.append(token)
                waiting = False
        return merged


TRAININGS = [train_with_ids, train_with_tuples, HeapTrainer]


# Trainers of counts.


def iter_merges_by_sorting(counts: dict[bytes, int]) -> list[tuple[bytes, bytes]]:
    """A list, without counts, found by sorting."""
    words = {tuple(bytes([b]) for b in word): n for word, n in counts.items()}
    merges: list[tuple[bytes, bytes]] = []
    while True:
        found: Counter[tuple[bytes, bytes]] = Counter()
        for word, n in words.items():
            for i in range(1, len(word)):
                found[word[i - 1], word[i]] += n
        if not found:
            return merges
        best = sorted(found.items(), key=lambda item: (item[1], item[0]))[-1][0]
        merges.append(best)
        new: dict[tuple[bytes, ...], int] = {}
        for word, n in words.items():
            tokens, i = list(word), 0
            while i < len(tokens) - 1:
                if tokens[i] == best[0] and tokens[i + 1] == best[1]:
                    tokens[i : i + 2] = [best[0] + best[1]]
                i += 1
            key = tuple(tokens)
            new[key] = new.get(key, 0) + n
        words = new
