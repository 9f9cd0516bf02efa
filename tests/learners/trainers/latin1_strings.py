"""A word is one string, ⟨l⟩⟨o⟩⟨w⟩, with a Latin-1 character for each byte; merging is replacing."""

import os
import re
from collections import defaultdict

import regex

PAT = r"""'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"""
LONGEST_FIRST = True


def write(text: str) -> str:
    """A pre-token with brackets around each of its bytes; no byte is a bracket."""
    return "".join(f"⟨{char}⟩" for char in text.encode("utf-8").decode("latin-1"))


def tokens_of(word: str) -> list[str]:
    """What stands between the brackets."""
    return word[1:-1].split("⟩⟨")


def to_bytes(token: str) -> bytes:
    """A token as the vocabulary has it."""
    return token.encode("latin-1")


def train_bpe(
    input_path: str | os.PathLike[str], vocab_size: int, special_tokens: list[str]
) -> tuple[dict[int, bytes], list[tuple[bytes, bytes]]]:
    """Train on a file."""
    with open(input_path, "rb") as f:
        text = f.read().decode("utf-8", errors="replace")
    if LONGEST_FIRST:
        pattern = "|".join(re.escape(t) for t in sorted(special_tokens, key=len, reverse=True))
    else:
        pattern = "|".join(re.escape(t) for t in special_tokens)
    stories = re.split(pattern, text) if pattern else [text]

    corpus: dict[str, int] = defaultdict(int)
    for story in stories:
        for pretoken in regex.findall(PAT, story):
            corpus[write(pretoken)] += 1

    vocab: dict[int, bytes] = {}
    for i in range(256):
        vocab[i] = bytes([i])
    for special in special_tokens:
        if to_bytes(special.encode("utf-8").decode("latin-1")) not in vocab.values():
            vocab[len(vocab)] = special.encode("utf-8")

    merges = []
    while len(vocab) < vocab_size:
        pairs: dict[tuple[str, str], int] = defaultdict(int)
        for word, freq in corpus.items():
            symbols = tokens_of(word)
            for i in range(len(symbols) - 1):
                pairs[symbols[i], symbols[i + 1]] += freq
        if not pairs:
            break
        left, right = max(pairs, key=lambda pair: (pairs[pair], pair))
        merges.append((to_bytes(left), to_bytes(right)))
        vocab[len(vocab)] = to_bytes(left + right)
        old, new = f"⟨{left}⟩⟨{right}⟩", f"⟨{left}{right}⟩"
        corpus = {word.replace(old, new): freq for word, freq in corpus.items()}
    return vocab, merges
