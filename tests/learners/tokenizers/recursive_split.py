"""A word is split where no merge can ever join, and the parts are encoded by themselves."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

import regex

WORD = regex.compile(r"""'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+""")


class Tokenizer:
    """A tokenizer that looks for borders first."""

    def __init__(
        self,
        vocab: dict[int, bytes],
        merges: list[tuple[bytes, bytes]],
        special_tokens: list[str] | None = None,
    ) -> None:
        self.tokens = dict(vocab)
        self.order = {pair: i for i, pair in reversed(list(enumerate(merges)))}
        self.joints = {
            (left + right)[i : i + 2]
            for left, right in merges
            for i in range(len(left + right) - 1)
        }
        self.specials = list(dict.fromkeys(special_tokens)) if special_tokens else []
        for special in self.specials:
            self.append_if_missing(special.encode("utf-8"))
        self.ids = {token: i for i, token in self.tokens.items()}
        self.specials.sort(key=len, reverse=True)

    def append_if_missing(self, token: bytes) -> None:
        """Give a token the next id, unless it has one."""
        if token not in self.tokens.values():
            highest = max(self.tokens) if self.tokens else -1
            self.tokens[highest + 1] = token

    @classmethod
    def from_files(
        cls, vocab_filepath: str, merges_filepath: str, special_tokens: list[str] | None = None
    ) -> Tokenizer:
        """Read two JSON files: {"97": [97], …} and [[[97], [98]], …]."""
        with open(vocab_filepath, encoding="utf-8") as f:
            vocab = {int(key): bytes(token) for key, token in json.load(f).items()}
        with open(merges_filepath, encoding="utf-8") as f:
            merges = [(bytes(left), bytes(right)) for left, right in json.load(f)]
        return cls(vocab, merges, special_tokens)

    def split(self, word: bytes) -> list[bytes]:
        """Split a word at the border nearest to its middle, and the halves again."""
        for i in sorted(range(1, len(word)), key=lambda i: abs(2 * i - len(word))):
            if word[i - 1 : i + 1] not in self.joints:
                return self.split(word[:i]) + self.split(word[i:])
        return [word]

    def merge(self, part: bytes) -> list[bytes]:
        """Merge what can be merged, lowest rank and leftmost first."""
        tokens = [part[i : i + 1] for i in range(len(part))]
        while True:
            best, at = len(self.order), -1
            for i in range(len(tokens) - 1):
                rank = self.order.get((tokens[i], tokens[i + 1]), len(self.order) * 2 + 1)
                if rank < best or (at < 0 and rank == best):
                    best, at = rank, i
            if at < 0:
                return tokens
            tokens[at : at + 2] = [tokens[at] + tokens[at + 1]]

    def encode_document(self, text: str) -> Iterator[int]:
        """Ids of a text without special tokens."""
        for match in WORD.finditer(text):
            for part in self.split(match.group().encode("utf-8")):
                for token in self.merge(part):
                    yield self.ids[token]

    def encode(self, text: str) -> list[int]:
        """Text to ids."""
        if not self.specials:
            return list(self.encode_document(text))
        ids: list[int] = []
        pattern = "|".join(map(regex.escape, self.specials))
        position = 0
        for match in regex.finditer(pattern, text):
            ids.extend(self.encode_document(text[position : match.start()]))
            ids.append(self.ids[match.group().encode("utf-8")])
            position = match.end()
        ids.extend(self.encode_document(text[position:]))
        return ids

    def encode_iterable(self, iterable: Iterable[str]) -> Iterator[int]:
        """Ids of a text that comes in chunks."""
        waiting = ""
        for chunk in iterable:
            waiting += chunk
            ready = self.ready(waiting)
            yield from self.encode(waiting[:ready])
            waiting = waiting[ready:]
        yield from self.encode(waiting)

    def ready(self, text: str) -> int:
        """How many characters the text to come cannot change any more."""
        last = 0
        for match in regex.finditer(r"\S(?=\s)", text):
            if not any(self.covers(special, text, match.end()) for special in self.specials):
                last = match.end()
        return last

    @staticmethod
    def covers(special: str, text: str, border: int) -> bool:
        """Whether a special token stands across a border, as far as the text is known."""
        starts = range(max(0, border - len(special) + 1), border)
        return any(special.startswith(text[start:][: len(special)]) for start in starts)

    def decode(self, ids: list[int]) -> str:
        """Ids to text."""
        return bytes(byte for i in ids for byte in self.tokens[i]).decode("utf-8", errors="replace")
