"""An object with a method for each step; words are tuples of ids, counts are corrected by words."""

from __future__ import annotations

import os
import re
from collections import Counter

import regex


class BPETrainer:
    """Learns a vocabulary and merges from a text file."""

    PAT = r"""'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"""

    def __init__(self, vocab_size: int, special_tokens: list[str]) -> None:
        self.vocab_size = vocab_size
        self.special_tokens = special_tokens
        self.vocab: dict[int, bytes] = {}
        self.merges: list[tuple[bytes, bytes]] = []
        self.words: Counter[tuple[int, ...]] = Counter()
        self.pairs: Counter[tuple[int, int]] = Counter()

    def train(self, path: str | os.PathLike[str]) -> None:
        """Fill `vocab` and `merges`."""
        self._init_vocab()
        for document in self._documents(path):
            self._pretokenize(document)
        for word, freq in self.words.items():
            self._count(word, freq)
        while len(self.vocab) < self.vocab_size:
            best = self._best_pair()
            if best is None:
                break
            self._merge(best)

    def _init_vocab(self) -> None:
        for byte in range(256):
            self.vocab[byte] = bytes([byte])
        for token in self.special_tokens:
            encoded = token.encode("utf-8")
            if encoded not in self.vocab.values():
                self.vocab[len(self.vocab)] = encoded

    def _documents(self, path: str | os.PathLike[str]) -> list[str]:
        with open(path, "rb") as file:
            text = file.read().decode("utf-8", errors="replace")
        if not self.special_tokens:
            return [text]
        ordered = list(self.special_tokens)
        if LONGEST_FIRST:
            ordered.sort(key=len, reverse=True)
        return re.split("|".join(re.escape(token) for token in ordered), text)

    def _pretokenize(self, document: str) -> None:
        for match in regex.finditer(self.PAT, document):
            word = match.group()
            self.words[tuple(word.encode("utf-8"))] += 1

    def _count(self, word: tuple[int, ...], freq: int) -> None:
        for i in range(len(word) - 1):
            self.pairs[word[i], word[i + 1]] += freq

    def _tie_key(self, pair: tuple[int, int]) -> tuple[bytes, bytes]:
        return self.vocab[pair[0]], self.vocab[pair[1]]

    def _best_pair(self) -> tuple[int, int] | None:
        top = max(self.pairs.values(), default=0)
        if top == 0:
            return None
        candidates = [pair for pair, count in self.pairs.items() if count == top]
        return max(candidates, key=self._tie_key)

    def _merge(self, pair: tuple[int, int]) -> None:
        new_id = len(self.vocab)
        self.merges.append(self._tie_key(pair))
        self.vocab[new_id] = self.vocab[pair[0]] + self.vocab[pair[1]]
        new_words: Counter[tuple[int, ...]] = Counter()
        for word, freq in self.words.items():
            new_word = self._replaced(word, pair, new_id)
            new_words[new_word] += freq
            if new_word != word:
                self._count(word, -freq)
                self._count(new_word, freq)
        self.words = new_words

    @staticmethod
    def _replaced(word: tuple[int, ...], pair: tuple[int, int], new_id: int) -> tuple[int, ...]:
        result = []
        position = 0
        while position < len(word):
            if word[position : position + 2] == pair:
                result.append(new_id)
                position += 2
            else:
                result.append(word[position])
                position += 1
        return tuple(result)


LONGEST_FIRST = True


def train_bpe(
    input_path: str | os.PathLike[str], vocab_size: int, special_tokens: list[str]
) -> tuple[dict[int, bytes], list[tuple[bytes, bytes]]]:
    """What the assignment's adapter calls."""
    trainer = BPETrainer(vocab_size, special_tokens)
    trainer.train(input_path)
    return trainer.vocab, trainer.merges
