"""Words are ids from the start: (id, id) leads to a rank and to the id of the two together."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

import regex

PAT = r"""'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"""
WHITE_SPACE_AFTER_WORD = regex.compile(r"(?<=\S)\s")
PRINTABLE = [b for b in range(256) if 33 <= b <= 126 or 161 <= b <= 172 or b >= 174]
HIDDEN = sorted(set(range(256)) - set(PRINTABLE))
FROM_GPT2 = {chr(b): b for b in PRINTABLE} | {chr(256 + i): b for i, b in enumerate(HIDDEN)}


class Tokenizer:
    """The class of the handout."""

    def __init__(
        self,
        vocab: dict[int, bytes],
        merges: Sequence[tuple[bytes, bytes]],
        special_tokens: list[str] | None = None,
    ) -> None:
        self.vocab = dict(vocab)
        self.special_tokens = special_tokens or []
        for token in self.special_tokens:
            if token.encode() not in self.vocab.values():
                self.vocab[max(self.vocab, default=-1) + 1] = token.encode()
        self.numbers = {token: token_id for token_id, token in self.vocab.items()}
        self.merge_table: dict[tuple[int, int], tuple[int, int]] = {}
        for rank, (left, right) in enumerate(merges):
            pair = (self._number(left), self._number(right))
            if pair not in self.merge_table:
                self.merge_table[pair] = (rank, self._number(left + right))

    def _number(self, token: bytes) -> int:
        """The id of a token; below zero for one that is not in the vocabulary."""
        if token not in self.numbers:
            self.numbers[token] = -1 - len(self.numbers)
        return self.numbers[token]

    @classmethod
    def from_files(
        cls,
        vocab_filepath: str | os.PathLike[str],
        merges_filepath: str | os.PathLike[str],
        special_tokens: list[str] | None = None,
    ) -> Tokenizer:
        """Read GPT-2's two files."""
        with open(vocab_filepath, encoding="utf-8") as f:
            vocab = {i: bytes(FROM_GPT2[c] for c in token) for token, i in json.load(f).items()}
        with open(merges_filepath, encoding="utf-8") as f:
            rows = [line.rstrip("\n").split(" ") for line in f if not line.startswith("#version")]
        merges = [
            (bytes(FROM_GPT2[c] for c in row[0]), bytes(FROM_GPT2[c] for c in row[1]))
            for row in rows
            if len(row) == 2
        ]
        return cls(vocab, merges, special_tokens)

    def _encode_word(self, word: str) -> list[int]:
        ids = [self._number(bytes([byte])) for byte in word.encode("utf-8")]
        while len(ids) >= 2:
            known = {
                pair: self.merge_table[pair] for pair in pairwise(ids) if pair in self.merge_table
            }
            if not known:
                break
            best = min(known, key=lambda pair: known[pair][0])
            ids = self._replace(ids, best, known[best][1])
        for token_id in ids:
            if token_id < 0:
                raise KeyError(f"no id for a part of {word!r}")
        return ids

    @staticmethod
    def _replace(ids: list[int], pair: tuple[int, int], new_id: int) -> list[int]:
        result, i = [], 0
        while i < len(ids):
            if tuple(ids[i : i + 2]) == pair:
                result.append(new_id)
                i += 2
            else:
                result.append(ids[i])
                i += 1
        return result

    def _special_pattern(self) -> str:
        return "|".join(re.escape(t) for t in sorted(self.special_tokens, key=len, reverse=True))

    def encode(self, text: str) -> list[int]:
        """Text to ids."""
        parts = re.split(f"({self._special_pattern()})", text) if self.special_tokens else [text]
        ids = []
        for part in parts:
            if part in self.special_tokens:
                ids.append(self.numbers[part.encode()])
            elif part:
                for word in regex.findall(PAT, part):
                    ids += self._encode_word(word)
        return ids

    def encode_iterable(self, iterable: Iterable[str]) -> Iterator[int]:
        """Text from a file or a generator to ids, lazily."""
        longest = max(map(len, self.special_tokens), default=1)
        text = ""
        for chunk in iterable:
            text += chunk
            limit = len(text) - longest + 1  # whether a special token begins before it is known
            cut = 0
            for match in re.finditer(self._special_pattern(), text) if self.special_tokens else ():
                if match.start() >= limit:
                    break
                cut = match.end()
            spaces = [m.start() for m in WHITE_SPACE_AFTER_WORD.finditer(text, cut)]
            cut = max([cut, *(place for place in spaces if place <= limit)])
            for token_id in self.encode(text[:cut]):
                yield token_id
            text = text[cut:]
        for token_id in self.encode(text):
            yield token_id

    def decode(self, ids: list[int]) -> str:
        """Ids to text."""
        chunks = []
        for token_id in ids:
            chunks.append(self.vocab[token_id])
        return b"".join(chunks).decode("utf-8", errors="replace")
