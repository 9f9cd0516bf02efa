"""All merges are applied to each word, one after the other, in the order in which they came."""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Iterator
from typing import Any

import regex as re


class Tokenizer:
    """The tokenizer of the assignment."""

    PAT = re.compile(r"""'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+""")

    def __init__(
        self, vocab: dict[int, bytes], merges: Any, special_tokens: list[str] | None = None
    ) -> None:
        self.id_to_token = dict(vocab)
        self.merges = list(merges)
        self.specials = [] if special_tokens is None else list(special_tokens)
        self._add_missing()
        self.token_to_id = {token: i for i, token in self.id_to_token.items()}
        longest_first = sorted(self.specials, key=lambda token: (-len(token), token))
        self.special_pattern = re.compile("|".join(re.escape(token) for token in longest_first))
        self.longest = max((len(token) for token in self.specials), default=0)

    def _add_missing(self) -> None:
        known = set(self.id_to_token.values())
        next_id = max(self.id_to_token) + 1 if self.id_to_token else 0
        for token in self.specials:
            if token.encode() not in known:
                known.add(token.encode())
                self.id_to_token[next_id] = token.encode()
                next_id += 1

    @classmethod
    def from_files(
        cls, vocab_filepath: str, merges_filepath: str, special_tokens: list[str] | None = None
    ) -> Tokenizer:
        """Read what `pickle.dump(vocab, file)` and `pickle.dump(merges, file)` wrote."""
        with open(vocab_filepath, "rb") as vocab_file, open(merges_filepath, "rb") as merges_file:
            return cls(pickle.load(vocab_file), pickle.load(merges_file), special_tokens)

    def _tokens(self, pretoken: str) -> list[bytes]:
        word = [bytes([byte]) for byte in pretoken.encode("utf-8")]
        for left, right in self.merges:
            if left not in word or right not in word:
                continue
            i = 0
            while i < len(word) - 1:
                if word[i] == left and word[i + 1] == right:
                    word[i] = left + right
                    del word[i + 1]
                i += 1
        return word

    def _spans(self, text: str) -> Iterator[tuple[str, bool]]:
        """The text in order: (stretch, whether it is a special token)."""
        start = 0
        for match in self.special_pattern.finditer(text) if self.specials else ():
            yield text[start : match.start()], False
            yield match.group(), True
            start = match.end()
        yield text[start:], False

    def encode(self, text: str) -> list[int]:
        """Text to ids."""
        ids = []
        for stretch, is_special in self._spans(text):
            if is_special:
                ids.append(self.token_to_id[stretch.encode("utf-8")])
                continue
            for pretoken in self.PAT.findall(stretch):
                for token in self._tokens(pretoken):
                    ids.append(self.token_to_id[token])
        return ids

    def encode_iterable(self, iterable: Iterable[str]) -> Iterator[int]:
        """A stream to ids, holding back what more text may change."""
        held = ""
        for chunk in iterable:
            held += chunk
            settled = self._settled(held)
            yield from self.encode(held[:settled])
            held = held[settled:]
        if held:
            yield from self.encode(held)

    def _settled(self, text: str) -> int:
        """Up to where nothing can change: the last two pre-tokens can, as `'l` + `l` shows."""
        known = len(text) - max(self.longest, 1) + 1  # behind it a special token may begin unseen
        start = 0
        for match in self.special_pattern.finditer(text) if self.specials else ():
            if match.start() >= known:
                break
            start = match.end()
        ends = [match.end() for match in self.PAT.finditer(text, start, max(start, known))]
        words = [end for end in ends[:-2] if not text[end - 1].isspace()]  # a cut looks like an end
        return words[-1] if words else start

    def decode(self, ids: list[int]) -> str:
        """Ids to text."""
        data = b""
        for i in ids:
            data += self.id_to_token[i]
        return data.decode("utf-8", errors="replace")
