"""Pair counts are kept from merge to merge: a changed word takes its old pairs out, its new in."""

from __future__ import annotations

import os
import re
from itertools import pairwise

import regex as rx

Word = tuple[bytes, ...]
Pair = tuple[bytes, bytes]

SPLIT = rx.compile(r"""'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+""")
LONGEST_FIRST = True


def word_table(text: str, special_tokens: list[str]) -> dict[Word, int]:
    """Word -> how often it occurs; no word reaches into a special token."""
    if LONGEST_FIRST:
        special_tokens = sorted(special_tokens, key=len, reverse=True)
    segments = [text]
    if special_tokens:
        delimiter = "|".join(map(re.escape, special_tokens))
        segments = re.split(delimiter, text)
    table: dict[Word, int] = {}
    for segment in segments:
        for m in SPLIT.finditer(segment):
            raw = m.group(0).encode("utf-8")
            word = tuple(raw[i : i + 1] for i in range(len(raw)))
            table[word] = table.get(word, 0) + 1
    return table


def joined(word: Word, pair: Pair) -> Word:
    """Join the pair wherever it stands in the word."""
    result: list[bytes] = []
    rest = list(reversed(word))
    while rest:
        token = rest.pop()
        if rest and (token, rest[-1]) == pair:
            token += rest.pop()
        result.append(token)
    return tuple(result)


def train_bpe(
    input_path: str | os.PathLike[str], vocab_size: int, special_tokens: list[str]
) -> tuple[dict[int, bytes], list[tuple[bytes, bytes]]]:
    """Train on a file."""
    with open(input_path, "rb") as file:
        data = file.read()
    words = word_table(data.decode("utf-8", "replace"), special_tokens)

    pair_counts: dict[Pair, int] = {}
    for word, n in words.items():
        for pair in pairwise(word):
            pair_counts[pair] = pair_counts.get(pair, 0) + n

    known = [bytes((b,)) for b in range(256)]
    for name in special_tokens:
        if name.encode() not in known:
            known.append(name.encode())

    merges: list[Pair] = []
    while len(known) + len(merges) < vocab_size and pair_counts:
        most = max(pair_counts.values())
        best = max(pair for pair, n in pair_counts.items() if n == most)
        merges.append(best)
        for word, n in list(words.items()):
            new_word = joined(word, best)
            if new_word == word:
                continue
            del words[word]
            words[new_word] = n
            for pair in pairwise(word):
                pair_counts[pair] -= n
            for pair in pairwise(new_word):
                pair_counts[pair] = pair_counts.get(pair, 0) + n
        pair_counts = {pair: n for pair, n in pair_counts.items() if n > 0}
    return dict(enumerate(known + [a + b for a, b in merges])), merges
