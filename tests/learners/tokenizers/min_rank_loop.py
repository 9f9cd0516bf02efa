"""The pair of the lowest rank is merged, until none is left; files are as GPT-2 has them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator

import regex

PAT = r"""'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"""


def gpt2_bytes_to_unicode() -> dict[int, str]:
    """Byte -> the printable character that GPT-2's files have for it."""
    shown = [*range(33, 127), *range(161, 173), *range(174, 256)]
    table = {b: chr(b) for b in shown}
    for b in range(256):
        if b not in table:
            table[b] = chr(256 + len(table) - len(shown))
    return table


BYTE_TO_CHAR = gpt2_bytes_to_unicode()
CHAR_TO_BYTE = {char: byte for byte, char in BYTE_TO_CHAR.items()}


class Tokenizer:
    """Text to ids and back."""

    def __init__(
        self,
        vocab: dict[int, bytes],
        merges: list[tuple[bytes, bytes]],
        special_tokens: list[str] | None = None,
    ) -> None:
        self.vocab = dict(vocab)
        self.special_tokens = sorted(special_tokens or [], key=len, reverse=True)
        for token in special_tokens or []:
            if token.encode("utf-8") not in self.vocab.values():
                self.vocab[max(self.vocab, default=-1) + 1] = token.encode("utf-8")
        self.token_to_id = {token: token_id for token_id, token in self.vocab.items()}
        self.ranks: dict[tuple[bytes, bytes], int] = {}
        for rank, (left, right) in enumerate(merges):
            self.ranks.setdefault((left, right), rank)

    @classmethod
    def from_files(
        cls, vocab_filepath: str, merges_filepath: str, special_tokens: list[str] | None = None
    ) -> Tokenizer:
        """Read vocab.json and merges.txt as GPT-2 has them."""
        with open(vocab_filepath, encoding="utf-8") as f:
            vocab = {token_id: cls._unprintable(token) for token, token_id in json.load(f).items()}
        merges = []
        with open(merges_filepath, encoding="utf-8") as f:
            for line in f:
                halves = line.rstrip("\n").split(" ")
                if len(halves) == 2 and not line.startswith("#version"):
                    merges.append((cls._unprintable(halves[0]), cls._unprintable(halves[1])))
        return cls(vocab, merges, special_tokens)

    @staticmethod
    def _unprintable(token: str) -> bytes:
        return bytes(CHAR_TO_BYTE[char] for char in token)

    def _merge_word(self, word: bytes) -> list[bytes]:
        parts = [bytes([b]) for b in word]
        while len(parts) > 1:
            pairs = [(parts[i], parts[i + 1]) for i in range(len(parts) - 1)]
            best = min(pairs, key=lambda pair: self.ranks.get(pair, float("inf")))
            if best not in self.ranks:
                break
            merged = []
            i = 0
            while i < len(parts):
                if parts[i] == best[0] and i + 1 < len(parts) and parts[i + 1] == best[1]:
                    merged.append(parts[i] + parts[i + 1])
                    i += 2
                else:
                    merged.append(parts[i])
                    i += 1
            parts = merged
        return parts

    def _encode_text(self, text: str) -> list[int]:
        ids: list[int] = []
        for match in regex.finditer(PAT, text):
            word = match.group().encode("utf-8")
            ids.extend(self.token_to_id[token] for token in self._merge_word(word))
        return ids

    def encode(self, text: str) -> list[int]:
        """Text to ids."""
        if not self.special_tokens:
            return self._encode_text(text)
        ids: list[int] = []
        delimiter = "(" + "|".join(re.escape(token) for token in self.special_tokens) + ")"
        for part in re.split(delimiter, text):
            if part in self.special_tokens:
                ids.append(self.token_to_id[part.encode("utf-8")])
            else:
                ids.extend(self._encode_text(part))
        return ids

    def encode_iterable(self, iterable: Iterable[str]) -> Iterator[int]:
        """Chunks to ids; a chunk is encoded up to the last place that no more text can change."""
        buffer = ""
        for chunk in iterable:
            buffer += chunk
            cut = self._safe_cut(buffer)
            yield from self.encode(buffer[:cut])
            buffer = buffer[cut:]
        yield from self.encode(buffer)

    def _safe_cut(self, text: str) -> int:
        for match in regex.finditer(r"(?r)(?<=\S)\s", text):
            if not self._is_in_special_token(text, match.start()):
                return match.start()
        return 0

    def _is_in_special_token(self, text: str, cut: int) -> bool:
        for token in self.special_tokens:
            for begin in range(max(0, cut - len(token) + 1), cut):
                if token.startswith(text[begin : begin + len(token)]):
                    return True
        return False

    def decode(self, ids: list[int]) -> str:
        """Ids to text."""
        return b"".join(self.vocab[token_id] for token_id in ids).decode("utf-8", errors="replace")
