"""An index tells which words hold a pair; only those are walked, and only neighbours change."""

import os
import re
from collections import Counter, defaultdict

import regex

PAT = r"""'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"""
LONGEST_FIRST = True


def split_on_specials(text: str, special_tokens: list[str]) -> list[str]:
    """The stretches of text between the special tokens."""
    if not special_tokens:
        return [text]
    tokens = sorted(special_tokens, key=len, reverse=True) if LONGEST_FIRST else special_tokens
    return re.split("|".join(re.escape(t) for t in tokens), text)


def train_bpe(
    input_path: str | os.PathLike[str], vocab_size: int, special_tokens: list[str]
) -> tuple[dict[int, bytes], list[tuple[bytes, bytes]]]:
    """Train on a file."""
    with open(input_path, "rb") as f:
        text = f.read().decode("utf-8", errors="replace")
    pretokens: Counter[bytes] = Counter()
    for chunk in split_on_specials(text, special_tokens):
        pretokens.update(m.group().encode("utf-8") for m in regex.finditer(PAT, chunk))

    words = [[bytes([b]) for b in pretoken] for pretoken in pretokens]
    freqs = list(pretokens.values())
    counts: dict[tuple[bytes, bytes], int] = defaultdict(int)
    where: dict[tuple[bytes, bytes], set[int]] = defaultdict(set)

    def change(pair: tuple[bytes, bytes], by: int, idx: int) -> None:
        counts[pair] += by
        if by > 0:
            where[pair].add(idx)

    for idx, word in enumerate(words):
        for i in range(len(word) - 1):
            change((word[i], word[i + 1]), freqs[idx], idx)

    vocab: dict[int, bytes] = {i: bytes([i]) for i in range(256)}
    for token in special_tokens:
        if token.encode() not in vocab.values():
            vocab[len(vocab)] = token.encode()

    merges: list[tuple[bytes, bytes]] = []
    while len(vocab) < vocab_size:
        best = max(counts, key=lambda p: (counts[p], p), default=None)
        if best is None or counts[best] <= 0:
            break
        left, right = best
        new = left + right
        merges.append(best)
        vocab[len(vocab)] = new
        for idx in where.pop(best):
            word, freq = words[idx], freqs[idx]
            i = 0
            while i < len(word) - 1:
                if word[i] == left and word[i + 1] == right:
                    if i > 0:
                        change((word[i - 1], left), -freq, idx)
                        change((word[i - 1], new), freq, idx)
                    if i + 2 < len(word):
                        change((right, word[i + 2]), -freq, idx)
                        change((new, word[i + 2]), freq, idx)
                    word[i : i + 2] = [new]
                i += 1
        del counts[best]
    return vocab, merges
