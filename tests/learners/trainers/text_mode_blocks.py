"""The file is opened as text and read block by block; special tokens are found on the way."""

import os
import re
from collections.abc import Iterator

import regex

LONGEST_FIRST = True
BLOCK_SIZE = 1000  # characters

WORDS = regex.compile(
    r"""'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"""
)


def iter_documents(path: str | os.PathLike[str], special_tokens: list[str]) -> Iterator[str]:
    """The stretches between special tokens; one that a block may have torn waits for the next."""
    order = sorted(special_tokens, key=len, reverse=True) if LONGEST_FIRST else special_tokens
    delimiter = re.compile("|".join(map(re.escape, order)))
    longest = max(map(len, order), default=0)
    buffer = ""
    with open(path, encoding="utf-8", errors="replace", newline="") as file:
        while block := file.read(BLOCK_SIZE):
            buffer += block
            done = 0
            for match in delimiter.finditer(buffer) if special_tokens else ():
                if match.start() + longest > len(buffer):
                    break
                yield buffer[done : match.start()]
                done = match.end()
            buffer = buffer[done:]
    yield from delimiter.split(buffer) if special_tokens else [buffer]


def count_words(path: str | os.PathLike[str], special_tokens: list[str]) -> dict[str, int]:
    """How often each pre-token occurs."""
    counts: dict[str, int] = {}
    for document in iter_documents(path, special_tokens):
        for match in WORDS.finditer(document):
            counts[match.group()] = counts.get(match.group(), 0) + 1
    return counts


def positions(word: list[bytes], pair: tuple[bytes, bytes]) -> list[int]:
    """Where the pair begins, without overlap."""
    found: list[int] = []
    for i in range(len(word) - 1):
        if (word[i], word[i + 1]) == pair and (not found or found[-1] != i - 1):
            found.append(i)
    return found


def train_bpe(
    input_path: str | os.PathLike[str], vocab_size: int, special_tokens: list[str]
) -> tuple[dict[int, bytes], list[tuple[bytes, bytes]]]:
    """Train on a file."""
    tokens = [bytes([i]) for i in range(256)]
    for special in special_tokens:
        if special.encode("utf-8") not in tokens:
            tokens.append(special.encode("utf-8"))

    table = [
        ([bytes([b]) for b in word.encode("utf-8")], n)
        for word, n in count_words(input_path, special_tokens).items()
    ]
    merges: list[tuple[bytes, bytes]] = []
    while len(tokens) < vocab_size:
        best: tuple[bytes, bytes] | None = None
        best_count = 0
        counts: dict[tuple[bytes, bytes], int] = {}
        for word, n in table:
            for i in range(1, len(word)):
                pair = (word[i - 1], word[i])
                counts[pair] = counts.get(pair, 0) + n
        for pair, count in counts.items():
            if best is None or count > best_count or (count == best_count and pair > best):
                best, best_count = pair, count
        if best is None:
            break
        merges.append(best)
        tokens.append(best[0] + best[1])
        for word, _ in table:
            for i in reversed(positions(word, best)):
                word[i : i + 2] = [best[0] + best[1]]
    return dict(enumerate(tokens)), merges
