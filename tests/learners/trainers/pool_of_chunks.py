"""The file is cut at a special token into chunks, and a pool of processes counts them."""

import argparse
import os
import re
from collections import Counter
from itertools import pairwise
from multiprocessing import Pool
from typing import BinaryIO

import regex

PAT = r"""'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"""
LONGEST_FIRST = True
NUM_PROCESSES = 4
BLOCK_SIZE = 1024

Task = tuple[str | os.PathLike[str], int, int, str]


def find_chunk_boundaries(
    file: BinaryIO, desired_num_chunks: int, split_special_token: bytes
) -> list[int]:
    """Offsets at which a special token begins, near those that would cut the file evenly."""
    size = file.seek(0, os.SEEK_END)
    boundaries = {0, size}
    for i in range(1, desired_num_chunks):
        position = i * size // desired_num_chunks
        tail = b""
        while True:
            file.seek(position)
            block = file.read(BLOCK_SIZE)
            if not block:
                break
            found = (tail + block).find(split_special_token)
            if found >= 0:
                boundaries.add(position - len(tail) + found)
                break
            position += len(block)
            keep = len(split_special_token) - 1
            tail = (tail + block)[-keep:] if keep else b""
    return sorted(boundaries)


def separator(special_tokens: list[str]) -> str | None:
    """A special token that begins inside no other, so that no cut before it can break one."""
    for candidate in special_tokens:
        tails = [token[i:] for token in special_tokens for i in range(1, len(token))]
        if not any(tail.startswith(candidate) or candidate.startswith(tail) for tail in tails):
            return candidate
    return None


def count_chunk(task: Task) -> Counter[bytes]:
    """Count the pre-tokens of one chunk, in a process of the pool."""
    path, start, end, delimiter = task
    with open(path, "rb") as f:
        f.seek(start)
        chunk = f.read(end - start).decode("utf-8", errors="replace")
    counts: Counter[bytes] = Counter()
    for doc in re.split(delimiter, chunk) if delimiter else [chunk]:
        for match in regex.finditer(PAT, doc):
            counts[match.group().encode("utf-8")] += 1
    return counts


def count_file(path: str | os.PathLike[str], special_tokens: list[str]) -> Counter[bytes]:
    """Count the pre-tokens of a file, with all processes."""
    order = sorted(special_tokens, key=len, reverse=True) if LONGEST_FIRST else special_tokens
    delimiter = "|".join(re.escape(token) for token in order)
    split_token = separator(special_tokens)
    with open(path, "rb") as f:
        if split_token is None:
            boundaries = [0, f.seek(0, os.SEEK_END)]
        else:
            boundaries = find_chunk_boundaries(f, NUM_PROCESSES, split_token.encode("utf-8"))
    tasks = [(path, start, end, delimiter) for start, end in pairwise(boundaries)]
    total: Counter[bytes] = Counter()
    with Pool(NUM_PROCESSES) as pool:
        for counts in pool.imap_unordered(count_chunk, tasks):
            total.update(counts)
    return total


def merge_word(word: list[bytes], first: bytes, second: bytes) -> list[bytes]:
    """Join two tokens wherever they stand side by side."""
    i = 0
    new_word = []
    while i < len(word):
        if word[i] == first and i < len(word) - 1 and word[i + 1] == second:
            new_word.append(first + second)
            i += 2
        else:
            new_word.append(word[i])
            i += 1
    return new_word


def train_bpe(
    input_path: str | os.PathLike[str], vocab_size: int, special_tokens: list[str]
) -> tuple[dict[int, bytes], list[tuple[bytes, bytes]]]:
    """Train on a file."""
    vocab = {i: bytes([i]) for i in range(256)}
    taken = set(vocab.values())
    for token in special_tokens:
        encoded = token.encode("utf-8")
        if encoded not in taken:
            vocab[len(vocab)] = encoded
            taken.add(encoded)

    words = [
        ([bytes([b]) for b in word], count)
        for word, count in count_file(input_path, special_tokens).items()
    ]
    merges: list[tuple[bytes, bytes]] = []
    for _ in range(vocab_size - len(vocab)):
        pair_counts: Counter[tuple[bytes, bytes]] = Counter()
        for word, count in words:
            for pair in pairwise(word):
                pair_counts[pair] += count
        if not pair_counts:
            break
        best, _ = max(pair_counts.items(), key=lambda item: (item[1], item[0]))
        words = [(merge_word(word, *best), count) for word, count in words]
        vocab[len(vocab)] = b"".join(best)
        merges.append(best)
    return vocab, merges


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("input_path")
    parser.add_argument("--vocab-size", type=int, default=10_000)
    parser.add_argument("--special-token", action="append", default=["<|endoftext|>"])
    args = parser.parse_args()
    result = train_bpe(args.input_path, args.vocab_size, args.special_token)
    print("longest token:", max(result[0].values(), key=len))
