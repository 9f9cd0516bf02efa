"""All words lie in one line of linked nodes; of each pair it is known at which nodes it begins."""

import os
import re
from collections import defaultdict

import regex

PAT = r"""'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"""
LONGEST_FIRST = True
NOTHING = -1


class LinkedWords:
    """The nodes, as lists side by side: token, node before, node after, frequency of the word."""

    def __init__(self, words: dict[str, int]) -> None:
        self.token: list[bytes] = []
        self.before: list[int] = []
        self.after: list[int] = []
        self.weight: list[int] = []
        self.count: dict[tuple[bytes, bytes], int] = defaultdict(int)
        self.starts: dict[tuple[bytes, bytes], set[int]] = defaultdict(set)
        for word, freq in words.items():
            self.add_word(word.encode("utf-8"), freq)

    def add_word(self, word: bytes, freq: int) -> None:
        """Append the bytes of a word, tied to each other and to nothing else."""
        first = len(self.token)
        last = first + len(word) - 1
        for at, byte in enumerate(word, start=first):
            self.token.append(bytes([byte]))
            self.before.append(at - 1 if at > first else NOTHING)
            self.after.append(at + 1 if at < last else NOTHING)
            self.weight.append(freq)
        for at in range(first, last):
            self.link(at)

    def pair_at(self, at: int) -> tuple[bytes, bytes]:
        """The pair that begins at a node."""
        return self.token[at], self.token[self.after[at]]

    def link(self, at: int) -> None:
        """Count the pair that begins at a node."""
        if at != NOTHING and self.after[at] != NOTHING:
            self.count[self.pair_at(at)] += self.weight[at]
            self.starts[self.pair_at(at)].add(at)

    def unlink(self, at: int) -> None:
        """Count the pair that begins at a node no longer."""
        if at != NOTHING and self.after[at] != NOTHING:
            pair = self.pair_at(at)
            self.count[pair] -= self.weight[at]
            self.starts[pair].discard(at)
            if self.count[pair] == 0:
                del self.count[pair]

    def join(self, pair: tuple[bytes, bytes]) -> None:
        """Join a pair wherever it begins."""
        for at in sorted(self.starts[pair]):
            if at not in self.starts[pair]:
                continue  # its left half was joined to the node before
            gone = self.after[at]
            self.unlink(self.before[at])
            self.unlink(at)
            self.unlink(gone)
            self.token[at] += self.token[gone]
            self.after[at] = self.after[gone]
            if self.after[at] != NOTHING:
                self.before[self.after[at]] = at
            self.link(self.before[at])
            self.link(at)


def train_bpe(
    input_path: str | os.PathLike[str], vocab_size: int, special_tokens: list[str]
) -> tuple[dict[int, bytes], list[tuple[bytes, bytes]]]:
    """Train on a file."""
    with open(input_path, mode="rb") as f:
        corpus = f.read().decode("utf-8", errors="replace")

    docs = [corpus]
    if special_tokens:
        alternatives = list(special_tokens)
        if LONGEST_FIRST:
            alternatives.sort(key=len, reverse=True)
        docs = re.split("|".join(re.escape(each) for each in alternatives), corpus)
    words: dict[str, int] = defaultdict(int)
    for doc in docs:
        for match in regex.finditer(PAT, doc):
            words[match.group()] += 1

    vocab = {i: i.to_bytes(1, "big") for i in range(256)}
    next_id = 256
    for special in special_tokens:
        if special.encode() not in vocab.values():
            vocab[next_id] = special.encode()
            next_id += 1

    linked = LinkedWords(words)
    merges: list[tuple[bytes, bytes]] = []
    while next_id < vocab_size and linked.count:
        best = max(linked.count.items(), key=lambda item: (item[1], item[0]))[0]
        linked.join(best)
        merges.append(best)
        vocab[next_id] = best[0] + best[1]
        next_id += 1
    return vocab, merges
