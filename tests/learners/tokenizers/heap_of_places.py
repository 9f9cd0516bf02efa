"""A word is a linked list of places, and a heap gives the place whose merge comes first."""

from __future__ import annotations

import heapq
import json
from collections.abc import Iterable, Iterator

import regex

GPT2_PATTERN = r"""'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"""

Merges = list[tuple[bytes, bytes]]


def unicode_to_bytes() -> dict[str, int]:
    """Printable character -> byte, as in GPT-2's files."""
    kept = list(range(ord("!"), ord("~") + 1))
    kept += list(range(ord("¡"), ord("¬") + 1)) + list(range(ord("®"), ord("ÿ") + 1))
    moved = [b for b in range(256) if b not in kept]
    table = {chr(b): b for b in kept}
    table.update({chr(256 + n): b for n, b in enumerate(moved)})
    return table


class Tokenizer:
    """Byte-level BPE."""

    def __init__(
        self, vocab: dict[int, bytes], merges: Merges, special_tokens: list[str] | None = None
    ) -> None:
        self.vocab = {**vocab}
        self.special_tokens = special_tokens[:] if special_tokens else []
        for special in self.special_tokens:
            if special.encode("utf-8") not in self.vocab.values():
                new_id = max(self.vocab) + 1 if self.vocab else 0
                self.vocab[new_id] = special.encode("utf-8")
        self.bytes_to_id = {v: k for k, v in self.vocab.items()}
        self.rank = dict(reversed([(pair, i) for i, pair in enumerate(merges)]))
        alternatives = sorted(self.special_tokens, key=len, reverse=True)
        self.split_pattern = "|".join(regex.escape(s) for s in alternatives)

    @classmethod
    def from_files(
        cls, vocab_filepath: str, merges_filepath: str, special_tokens: list[str] | None = None
    ) -> Tokenizer:
        """Read GPT-2's two files."""
        table = unicode_to_bytes()
        with open(vocab_filepath, encoding="utf-8") as f:
            written = json.load(f)
        vocab = {i: bytes([table[char] for char in token]) for token, i in written.items()}
        merges: Merges = []
        with open(merges_filepath, encoding="utf-8") as f:
            for number, line in enumerate(f):
                if number == 0 and line.startswith("#version"):
                    continue
                if line.strip():
                    a, b = line.rstrip("\n").split(" ")
                    merges.append((bytes(table[c] for c in a), bytes(table[c] for c in b)))
        return cls(vocab, merges, special_tokens)

    def _bpe(self, word: bytes) -> list[bytes]:
        piece: list[bytes | None] = [word[i : i + 1] for i in range(len(word))]
        after = list(range(1, len(word) + 1))
        before = list(range(-1, len(word) - 1))
        heap: list[tuple[int, int, bytes, bytes]] = []

        def push(place: int) -> None:
            if place < 0 or after[place] >= len(word):
                return
            left, right = piece[place], piece[after[place]]
            if left is not None and right is not None and (left, right) in self.rank:
                heapq.heappush(heap, (self.rank[left, right], place, left, right))

        for place in range(len(word) - 1):
            push(place)
        while heap:
            _, place, left, right = heapq.heappop(heap)
            follower = after[place]
            if piece[place] != left or follower >= len(word) or piece[follower] != right:
                continue  # one of the two has been merged since
            piece[place] = left + right
            piece[follower] = None
            after[place] = after[follower]
            if after[place] < len(word):
                before[after[place]] = place
            push(before[place])
            push(place)
        return [token for token in piece if token is not None]

    def _cut(self, text: str) -> list[str]:
        if not self.special_tokens:
            return [text]
        return regex.split(f"({self.split_pattern})", text)

    def encode(self, text: str) -> list[int]:
        """Text to ids."""
        result: list[int] = []
        for n, segment in enumerate(self._cut(text)):
            if n % 2 == 1:
                result.append(self.bytes_to_id[segment.encode("utf-8")])
            else:
                for word in regex.findall(GPT2_PATTERN, segment):
                    result += [self.bytes_to_id[t] for t in self._bpe(word.encode("utf-8"))]
        return result

    def encode_iterable(self, iterable: Iterable[str]) -> Iterator[int]:
        """Chunks of text to ids, as soon as they are certain."""
        rest = ""
        for chunk in iterable:
            rest += chunk
            safe = [m.start() for m in regex.finditer(r"(?<=\S)\s", rest)]
            while safe and self._torn(rest, safe[-1]):
                safe.pop()
            if safe:
                yield from self.encode(rest[: safe[-1]])
                rest = rest[safe[-1] :]
        yield from self.encode(rest)

    def _torn(self, text: str, cut: int) -> bool:
        """Whether a special token may reach across a cut, also one that has not ended yet."""
        for special in self.special_tokens:
            for inside in range(1, len(special)):
                if text[:cut].endswith(special[:inside]):
                    rest = text[cut : cut + len(special) - inside]
                    if special[inside:].startswith(rest):
                        return True
        return False

    def decode(self, ids: list[int]) -> str:
        """Ids to text."""
        tokens = [self.vocab[i] for i in ids]
        return b"".join(tokens).decode("utf-8", "replace")
