"""Words are lists of ids, counted again for each merge; it prints a lot and draws a bar."""

import os
import re
from pathlib import Path
from typing import Any

import regex
from tqdm import tqdm

GPT2_SPLIT = r"""'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"""
LONGEST_FIRST = True


def get_stats(ids_of_words: list[list[int]], freqs: list[int]) -> dict[tuple[int, int], int]:
    """How often each pair of ids stands side by side."""
    stats: dict[tuple[int, int], int] = {}
    for ids, freq in zip(ids_of_words, freqs, strict=True):
        for i in range(len(ids) - 1):
            pair = (ids[i], ids[i + 1])
            stats[pair] = stats.get(pair, 0) + freq
    return stats


def merge(ids: list[int], pair: tuple[int, int], new_id: int) -> list[int]:
    """Replace the pair by its new id."""
    new_ids = []
    skip = False
    for i, each in enumerate(ids):
        if skip:
            skip = False
        elif each == pair[0] and ids[i + 1 : i + 2] == [pair[1]]:
            new_ids.append(new_id)
            skip = True
        else:
            new_ids.append(each)
    return new_ids


def train_bpe(
    input_path: str | os.PathLike[str], vocab_size: int, special_tokens: list[str], **kwargs: Any
) -> tuple[dict[int, bytes], list[tuple[bytes, bytes]]]:
    """Train on a file and tell all about it."""
    print(f"Training BPE on {input_path}: {vocab_size=} {special_tokens=}")
    text = Path(input_path).read_bytes().decode("utf-8", "replace")
    order = sorted(special_tokens, key=lambda s: -len(s)) if LONGEST_FIRST else special_tokens
    docs = re.split("|".join(map(re.escape, order)), text) if order else [text]
    print(f"{len(text):,} characters in {len(docs)} documents")

    word_counts: dict[str, int] = {}
    for doc in docs:
        for match in regex.finditer(GPT2_SPLIT, doc):
            word_counts[match.group()] = word_counts.get(match.group(), 0) + 1
    ids_of_words = [list(word.encode("utf-8")) for word in word_counts]
    freqs = list(word_counts.values())
    print(f"{len(freqs)} different words, {sum(freqs)} in all")

    tokens = [bytes([i]) for i in range(256)]
    for special in special_tokens:
        if special.encode("utf-8") not in tokens:
            tokens.append(special.encode("utf-8"))
    vocab = dict(enumerate(tokens))

    merges: list[tuple[bytes, bytes]] = []
    num_merges = vocab_size - len(vocab)
    for step in tqdm(range(num_merges), desc="merges"):
        stats = get_stats(ids_of_words, freqs)
        if not stats:
            print(f"no pair left after {step} merges")
            break
        top = max(stats, key=lambda p: (stats[p], vocab[p[0]], vocab[p[1]]))
        new_id = len(vocab)
        ids_of_words = [merge(ids, top, new_id) for ids in ids_of_words]
        vocab[new_id] = vocab[top[0]] + vocab[top[1]]
        merges.append((vocab[top[0]], vocab[top[1]]))
        print(f"merge {step + 1}/{num_merges}: {top} -> {new_id} {vocab[new_id]!r} ({stats[top]}x)")
    print("done", len(vocab), "tokens")
    return vocab, merges
