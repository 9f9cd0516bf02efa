"""The plainest plan: words are tuples of bytes, and all pairs are counted again for each merge."""

import os
import re
from collections import Counter
from itertools import pairwise

import regex

PAT = r"""'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"""
LONGEST_FIRST = True  # where two special tokens begin together


def pretokenize(text: str, special_tokens: list[str]) -> Counter[tuple[bytes, ...]]:
    """Count the words of a text, each as a tuple of single bytes."""
    if LONGEST_FIRST:
        special_tokens = sorted(special_tokens, key=len, reverse=True)
    parts = [text]
    if special_tokens:
        parts = re.split("|".join(re.escape(token) for token in special_tokens), text)
    words: Counter[tuple[bytes, ...]] = Counter()
    for part in parts:
        for word in regex.findall(PAT, part):
            words[tuple(bytes([b]) for b in word.encode("utf-8"))] += 1
    return words


def count_pairs(words: Counter[tuple[bytes, ...]]) -> Counter[tuple[bytes, bytes]]:
    """Count each pair of neighbours, as often as its words occur."""
    counts: Counter[tuple[bytes, bytes]] = Counter()
    for word, freq in words.items():
        for pair in pairwise(word):
            counts[pair] += freq
    return counts


def merge(word: tuple[bytes, ...], pair: tuple[bytes, bytes]) -> tuple[bytes, ...]:
    """Join the pair wherever it stands in the word."""
    out = []
    i = 0
    while i < len(word):
        if i + 1 < len(word) and (word[i], word[i + 1]) == pair:
            out.append(word[i] + word[i + 1])
            i += 2
        else:
            out.append(word[i])
            i += 1
    return tuple(out)


def train_bpe(
    input_path: str | os.PathLike[str], vocab_size: int, special_tokens: list[str]
) -> tuple[dict[int, bytes], list[tuple[bytes, bytes]]]:
    """Train on a file."""
    with open(input_path, "rb") as f:
        text = f.read().decode("utf-8", errors="replace")
    words = pretokenize(text, special_tokens)

    vocab = {i: bytes([i]) for i in range(256)}
    for token in special_tokens:
        if token.encode("utf-8") not in vocab.values():
            vocab[len(vocab)] = token.encode("utf-8")

    merges: list[tuple[bytes, bytes]] = []
    while len(vocab) < vocab_size:
        counts = count_pairs(words)
        if not counts:
            break
        best = max(counts, key=lambda pair: (counts[pair], pair))
        merges.append(best)
        vocab[len(vocab)] = best[0] + best[1]
        merged: Counter[tuple[bytes, ...]] = Counter()
        for word, freq in words.items():
            merged[merge(word, best)] += freq
        words = merged
    return vocab, merges
