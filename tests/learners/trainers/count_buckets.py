"""Pairs lie in buckets by their count; the best one is in the highest bucket that is not empty."""

import os
import re
from collections import Counter, defaultdict
from itertools import pairwise

import regex

Pair = tuple[bytes, bytes]

PAT = r"""'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"""
LONGEST_FIRST = True


class Buckets:
    """Pair -> count, and count -> its pairs."""

    def __init__(self) -> None:
        self.count_of: dict[Pair, int] = {}
        self.pairs_with: dict[int, set[Pair]] = {}

    def add(self, pair: Pair, by: int) -> None:
        """Move a pair to the bucket of its new count."""
        old = self.count_of.get(pair, 0)
        if old:
            self.pairs_with[old].discard(pair)
            if not self.pairs_with[old]:
                del self.pairs_with[old]
        if old + by > 0:
            self.count_of[pair] = old + by
            self.pairs_with.setdefault(old + by, set()).add(pair)
        else:
            self.count_of.pop(pair, None)

    def best(self) -> Pair | None:
        """The greatest pair of the highest bucket."""
        if not self.pairs_with:
            return None
        return max(self.pairs_with[max(self.pairs_with)])


def pretokenize(text: str, special_tokens: list[str]) -> Counter[str]:
    """Pre-token -> how often."""
    result: Counter[str] = Counter()
    docs = [text]
    if special_tokens:
        by_length = sorted(special_tokens, key=len, reverse=True)
        chosen = by_length if LONGEST_FIRST else special_tokens
        docs = re.split("|".join(map(re.escape, chosen)), text)
    for doc in docs:
        for m in regex.finditer(PAT, doc):
            result[m.group(0)] += 1
    return result


def train_bpe(
    input_path: str | os.PathLike[str], vocab_size: int, special_tokens: list[str]
) -> tuple[dict[int, bytes], list[tuple[bytes, bytes]]]:
    """Train on a file."""
    with open(input_path, "rb") as f:
        text = f.read().decode("utf-8", errors="replace")
    words: dict[int, list[bytes]] = {}
    freq: dict[int, int] = {}
    for k, (pretoken, n) in enumerate(pretokenize(text, special_tokens).items()):
        words[k] = [bytes([b]) for b in pretoken.encode("utf-8")]
        freq[k] = n

    buckets = Buckets()
    occurs_in: dict[Pair, set[int]] = defaultdict(set)
    for k, word in words.items():
        for pair in pairwise(word):
            buckets.add(pair, freq[k])
            occurs_in[pair].add(k)

    vocab = dict(enumerate([bytes([i]) for i in range(256)]))
    for token in special_tokens:
        if token.encode("utf-8") not in set(vocab.values()):
            vocab[len(vocab)] = token.encode("utf-8")

    merges: list[Pair] = []
    for new_id in range(len(vocab), vocab_size):
        best = buckets.best()
        if best is None:
            break
        merges.append(best)
        vocab[new_id] = best[0] + best[1]
        for k in occurs_in.pop(best):
            old = words[k]
            new: list[bytes] = []
            closed = False
            for part in old:
                if new and (new[-1], part) == best and not closed:
                    new[-1] += part
                    closed = True
                else:
                    new.append(part)
                    closed = False
            words[k] = new
            for pair in pairwise(old):
                buckets.add(pair, -freq[k])
            for pair in pairwise(new):
                buckets.add(pair, freq[k])
                occurs_in[pair].add(k)
    return vocab, merges
