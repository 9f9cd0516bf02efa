"""Every word is encoded once and kept in a cache."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import pairwise

import regex

PRETOKEN = regex.compile(
    r"""'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"""
)
BORDER = regex.compile(r"(?<=\S)\s")


@lru_cache
def byte_encoder() -> dict[int, str]:
    """GPT-2's printable alphabet."""
    direct = {b for b in range(256) if chr(b).isprintable() and b not in (0x20, 0xA0, 0xAD)}
    others = iter(range(256, 512))
    return {b: chr(b) if b in direct else chr(next(others)) for b in range(256)}


class Tokenizer:
    """BPE with a cache."""

    def __init__(
        self,
        vocab: dict[int, bytes],
        merges: list[tuple[bytes, bytes]],
        special_tokens: list[str] | None = None,
    ) -> None:
        self.vocab = vocab.copy()
        self.inverse = {token: index for index, token in vocab.items()}
        self.ranks = {tuple(merges[i]): i for i in reversed(range(len(merges)))}
        self.special_tokens: dict[str, int] = {}
        for special in special_tokens or []:
            self.special_tokens[special] = self._id_of_special(special)
        ordered = sorted(self.special_tokens, key=len, reverse=True)
        self._special_re = re.compile("|".join(map(re.escape, ordered))) if ordered else None
        self._longest = len(ordered[0]) if ordered else 1
        self._encode_word = lru_cache(maxsize=50_000)(self._encode_new_word)

    def _id_of_special(self, special: str) -> int:
        token = special.encode("utf-8")
        if token not in self.inverse:
            new_id = max(self.vocab.keys(), default=-1) + 1
            self.vocab[new_id] = token
            self.inverse[token] = new_id
        return self.inverse[token]

    @classmethod
    def from_files(
        cls, vocab_filepath: str, merges_filepath: str, special_tokens: list[str] | None = None
    ) -> Tokenizer:
        """Read GPT-2's two files."""
        decoder = {char: byte for byte, char in byte_encoder().items()}

        def unmapped(token: str) -> bytes:
            return bytes(decoder[char] for char in token)

        with open(vocab_filepath, encoding="utf-8") as f:
            vocab = {index: unmapped(token) for token, index in json.load(f).items()}
        with open(merges_filepath, encoding="utf-8") as f:
            lines = f.read().split("\n")
        if lines[0].startswith("#version"):
            del lines[0]
        pairs = [line.split(" ") for line in lines if line]
        return cls(vocab, [(unmapped(a), unmapped(b)) for a, b in pairs], special_tokens)

    def _encode_new_word(self, word: str) -> tuple[int, ...]:
        symbols = [bytes([b]) for b in word.encode("utf-8")]
        while True:
            ranked = [(self.ranks[p], p) for p in pairwise(symbols) if p in self.ranks]
            if not ranked:
                return tuple(self.inverse[symbol] for symbol in symbols)
            _, (first, second) = min(ranked)
            new_symbols: list[bytes] = []
            just_merged = False
            for symbol in symbols:
                if new_symbols and not just_merged and (new_symbols[-1], symbol) == (first, second):
                    new_symbols[-1] = first + second
                    just_merged = True
                else:
                    new_symbols.append(symbol)
                    just_merged = False
            symbols = new_symbols

    def _encode_plain(self, text: str) -> Iterator[int]:
        for match in PRETOKEN.finditer(text):
            yield from self._encode_word(match.group())

    def _encode_all(self, text: str) -> Iterator[int]:
        end = 0
        if self._special_re is not None:
            for match in self._special_re.finditer(text):
                yield from self._encode_plain(text[end : match.start()])
                yield self.special_tokens[match.group()]
                end = match.end()
        yield from self._encode_plain(text[end:])

    def encode(self, text: str) -> list[int]:
        """Text to ids."""
        return list(self._encode_all(text))

    def encode_iterable(self, iterable: Iterable[str]) -> Iterator[int]:
        """Text in pieces to ids."""
        pending = ""
        for piece in iterable:
            pending = pending + piece
            end = self._end_of_settled(pending)
            if end > 0:
                yield from self._encode_all(pending[:end])
                pending = pending[end:]
        yield from self._encode_all(pending)

    def _end_of_settled(self, text: str) -> int:
        """The last border between words before which no special token is still open."""
        limit = len(text) - self._longest + 1
        end = 0
        if self._special_re is not None:
            for match in self._special_re.finditer(text):
                if match.start() < limit:
                    end = match.end()
        for border in BORDER.finditer(text, end):
            if border.start() <= limit:
                end = border.start()
        return end

    def decode(self, ids: list[int]) -> str:
        """Ids to text."""
        content = bytearray()
        for index in ids:
            content.extend(self.vocab[index])
        return content.decode("utf-8", errors="replace")
