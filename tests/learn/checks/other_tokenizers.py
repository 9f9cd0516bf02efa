"""Tokenizers as other people write them: right, and not like ours. The checks must take them."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, Self

import regex

from tests.learn.checks.other_trainings import PATTERN, HeapTrainer, cut_out


class _Base(ABC):
    def __init__(self, vocab: Any, merges: Any, special_tokens: Any = None) -> None:
        self.specials = list(dict.fromkeys(special_tokens or []))
        self.token_of = dict(vocab)
        self.id_of = {token: i for i, token in self.token_of.items()}
        for token in (each.encode() for each in self.specials):
            if token not in self.id_of:
                new = max(self.token_of, default=-1) + 1
                self.token_of[new], self.id_of[token] = token, new
        self.rank: dict[tuple[bytes, bytes], int] = {}
        for pair in merges:
            self.rank.setdefault(tuple(pair), len(self.rank))

    @abstractmethod
    def tokens(self, word: bytes) -> list[bytes]:
        """Cut a pre-token into tokens."""

    @classmethod
    def from_files(cls, vocab_path: Any, merges_path: Any, special_tokens: Any = None) -> Self:
        """Read GPT-2's two files, each character by its place in the printable form."""
        plain = [*range(33, 127), *range(161, 173), *range(174, 256)]
        odd = [b for b in range(256) if b not in plain]
        byte = {**{chr(b): b for b in plain}, **{chr(256 + i): b for i, b in enumerate(odd)}}

        def read(token: str) -> bytes:
            return bytes(byte[character] for character in token)

        vocab = json.loads(Path(vocab_path).read_text("utf-8"))
        lines = Path(merges_path).read_text("utf-8").split("\n")
        if lines[0].startswith("#version"):
            del lines[0]
        merges = [tuple(map(read, line.split(" "))) for line in lines if line]
        return cls({i: read(token) for token, i in vocab.items()}, merges, special_tokens)

    def encode(self, text: str) -> list[int]:
        ids = []
        for i, part in enumerate(cut_out(text, self.specials)):
            if i % 2:
                ids.append(self.id_of[part.encode()])
                continue
            for match in regex.finditer(PATTERN, part):
                ids += [self.id_of[token] for token in self.tokens(match.group().encode())]
        return ids

    def encode_iterable(self, chunks: Iterable[str]) -> Iterator[int]:
        """Up to the last white space behind a letter, where no special token could stand across."""
        held = ""
        for chunk in chunks:
            held += chunk
            cuts = [m.start() + 1 for m in regex.finditer(r"\S(?=\s)", held)]
            while cuts and self._torn(held, cuts[-1]):
                cuts.pop()
            if cuts:
                yield from self.encode(held[: cuts[-1]])
                held = held[cuts[-1] :]
        yield from self.encode(held)

    def _torn(self, text: str, cut: int) -> bool:
        longest = max(map(len, self.specials), default=0)
        for start in range(max(0, cut - longest), cut):
            rest = text[start:]
            if any(
                len(s) > cut - start and (rest.startswith(s) or s.startswith(rest))
                for s in self.specials
            ):
                return True
        return False

    def decode(self, ids: Iterable[int]) -> str:
        return b"".join(map(self.token_of.__getitem__, ids)).decode("utf-8", errors="replace")


class MergeByMerge(_Base):
    """Applies every merge in its turn."""

    def tokens(self, word: bytes) -> list[bytes]:
        """Walk through the whole list of merges."""
        tokens = [bytes([b]) for b in word]
        for left, right in self.rank:
            i = 0
            while i < len(tokens) - 1:
                if (tokens[i], tokens[i + 1]) == (left, right):
                    tokens[i : i + 2] = [left + right]
                i += 1
        return tokens


class LowestRank(_Base):
    """Looks for the lowest rank, again and again, and remembers words."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.known: dict[bytes, list[bytes]] = {}

    def tokens(self, word: bytes) -> list[bytes]:
        """As GPT-2's own encoder does it."""
        if word not in self.known:
            tokens = [word[i : i + 1] for i in range(len(word))]
            while len(tokens) > 1:
                pairs = list(pairwise(tokens))
                best = min(pairs, key=lambda pair: self.rank.get(pair, len(self.rank)))
                if best not in self.rank:
                    break
                tokens = HeapTrainer.merged(tokens, *best)
            self.known[word] = tokens
        return list(self.known[word])


class ByNumbers(_Base):
    """Works on ids alone, and merges the first of the lowest pairs one at a time."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.made = {pair: pair[0] + pair[1] for pair in self.rank}

    def tokens(self, word: bytes) -> list[bytes]:
        """One place, then look again."""
        tokens = [bytes([b]) for b in word]
        while True:
            ranked = [
                (self.rank[pair], i) for i, pair in enumerate(pairwise(tokens)) if pair in self.rank
            ]
            if not ranked:
                return tokens
            _, i = min(ranked)
            tokens = [*tokens[:i], self.made[tokens[i], tokens[i + 1]], *tokens[i + 2 :]]


TOKENIZERS = [MergeByMerge, LowestRank, ByNumbers]
