"""All words in one flat array of ids, with a border behind each; processes count the documents."""

from __future__ import annotations

import os
import re
from array import array
from collections import Counter
from concurrent.futures import ProcessPoolExecutor

import regex

PAT = regex.compile(r"""'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+""")
LONGEST_FIRST = True
BORDER = -1
WORKERS = 2


def count_documents(documents: list[str]) -> Counter[str]:
    """Count the pre-tokens of some documents, in a process of its own."""
    counts: Counter[str] = Counter()
    for document in documents:
        counts.update(match.group() for match in PAT.finditer(document))
    return counts


def count_in_parallel(documents: list[str]) -> Counter[str]:
    """Deal the documents out to the workers and add up what they found."""
    shares = [documents[i::WORKERS] for i in range(WORKERS)]
    with ProcessPoolExecutor(max_workers=WORKERS) as executor:
        return sum(executor.map(count_documents, shares), Counter())


def pair_counts(flat: array[int], weights: array[int]) -> dict[tuple[int, int], int]:
    """Count the pairs of ids that no border parts."""
    counts: dict[tuple[int, int], int] = {}
    word = 0
    for i in range(len(flat) - 1):
        if flat[i] == BORDER:
            word += 1
        elif flat[i + 1] != BORDER:
            pair = (flat[i], flat[i + 1])
            counts[pair] = counts.get(pair, 0) + weights[word]
    return counts


def merged(flat: array[int], pair: tuple[int, int], new_id: int) -> array[int]:
    """A copy with the pair replaced."""
    out = array("l")
    i, n = 0, len(flat)
    while i < n:
        if i + 1 < n and flat[i] == pair[0] and flat[i + 1] == pair[1]:
            out.append(new_id)
            i += 2
        else:
            out.append(flat[i])
            i += 1
    return out


def train_bpe(
    input_path: str | os.PathLike[str], vocab_size: int, special_tokens: list[str]
) -> tuple[dict[int, bytes], list[tuple[bytes, bytes]]]:
    """Train on a file."""
    with open(input_path, "rb") as f:
        text = f.read().decode("utf-8", errors="replace")
    documents = [text]
    if len(special_tokens) > 0:
        names = sorted(special_tokens, key=len, reverse=True) if LONGEST_FIRST else special_tokens
        documents = re.split("|".join(re.escape(t) for t in names), text)
    counts = count_in_parallel(documents)

    flat, weights = array("l"), array("l")
    for word, count in counts.items():
        flat.extend(word.encode("utf-8"))
        flat.append(BORDER)
        weights.append(count)

    vocab: dict[int, bytes] = {i: bytes([i]) for i in range(256)}
    for token in special_tokens:
        if token.encode("utf-8") not in vocab.values():
            vocab[len(vocab)] = token.encode("utf-8")

    merges: list[tuple[bytes, bytes]] = []
    while len(vocab) < vocab_size:
        stats = pair_counts(flat, weights)
        if not stats:
            break
        highest = max(stats.values())
        ties = [pair for pair in stats if stats[pair] == highest]
        ties.sort(key=lambda pair: (vocab[pair[0]], vocab[pair[1]]))
        left, right = ties[-1]
        new_id = len(vocab)
        flat = merged(flat, (left, right), new_id)
        vocab[new_id] = vocab[left] + vocab[right]
        merges.append((vocab[left], vocab[right]))
    return vocab, merges
