"""Solutions of notebook 06: from merges to ids and back, in memory, in streams and in files."""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Self

import regex

from cs336_basics import Tokenizer
from cs336_basics.datatypes import Merges, Pair, Vocab
from cs336_basics.text.pretokenize import pretokenize


def my_merge_by_rank(pretoken: bytes, ranks: dict[Pair, int]) -> list[bytes]:
    """Merge the neighbours of the lowest rank, the leftmost first, until none have a rank."""
    word = [bytes([byte]) for byte in pretoken]
    while found := [(ranks[pair], i) for i, pair in enumerate(pairwise(word)) if pair in ranks]:
        _, i = min(found)
        word[i : i + 2] = [word[i] + word[i + 1]]
    return word


def my_encode(text: str, vocab: Vocab, merges: Merges) -> list[int]:
    """Turn text into ids: pre-tokens, merges by rank, look-up."""
    ids = {token: token_id for token_id, token in vocab.items()}
    ranks = {pair: rank for rank, pair in enumerate(merges)}
    return [
        ids[token]
        for pretoken in pretokenize(text)
        for token in my_merge_by_rank(pretoken.encode("utf-8"), ranks)
    ]


def my_decode(ids: list[int], vocab: Vocab) -> str:
    """Turn ids into text: join all bytes first, then read them as UTF-8."""
    return b"".join([vocab[token_id] for token_id in ids]).decode("utf-8", errors="replace")


def my_decode_iterable(ids: Iterable[int], vocab: Vocab) -> Iterator[str]:
    """Turn a stream of ids into pieces of text, never with half a character."""
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    for token_id in ids:
        if text := decoder.decode(vocab[token_id]):
            yield text
    if text := decoder.decode(b"", final=True):
        yield text


def my_split_keep_special(text: str, special_tokens: list[str]) -> list[str]:
    """Cut a text at its special tokens and keep them, each a piece of its own."""
    if not special_tokens:
        return [text] if text else []
    longest_first = sorted(special_tokens, key=len, reverse=True)
    pattern = "|".join(re.escape(token) for token in longest_first)
    # In brackets: then `split` returns what it cut at, too.
    return [piece for piece in re.split(f"({pattern})", text) if piece]


def my_last_safe_cut(text: str) -> int:
    """Find the last place before white space that follows something visible; 0 if there is none."""
    return max((match.start() for match in regex.finditer(r"(?<=\S)\s", text)), default=0)


def my_encode_iterable(
    chunks: Iterable[str], vocab: Vocab, merges: Merges, special_tokens: list[str]
) -> Iterator[int]:
    """Turn a stream of text into ids; hold back what the next chunk may still change."""
    tokenizer = Tokenizer(vocab, merges, special_tokens)
    held = ""
    for chunk in chunks:
        held += chunk
        cut = my_last_safe_cut(held)
        while any(
            held.startswith(special, start) or special.startswith(held[start:])
            for special in special_tokens
            for start in range(max(0, cut - len(special) + 1), cut)
        ):
            cut = my_last_safe_cut(held[:cut])
        yield from tokenizer.encode(held[:cut])
        held = held[cut:]
    yield from tokenizer.encode(held)


def my_byte_map() -> dict[int, str]:
    """Give each byte a printable character, as GPT-2 does."""
    printable = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    characters = {byte: chr(byte) for byte in printable}
    others = [byte for byte in range(256) if byte not in characters]
    return characters | {byte: chr(256 + i) for i, byte in enumerate(others)}


def my_save_gpt2(vocab: Vocab, merges: Merges) -> tuple[str, str]:
    """Write a vocabulary and merges as the text of vocab.json and of merges.txt."""
    characters = my_byte_map()

    def printable(token: bytes) -> str:
        return "".join(characters[byte] for byte in token)

    keys = {printable(token): token_id for token_id, token in vocab.items()}
    lines = ["#version: 0.2"]
    lines += [f"{printable(left)} {printable(right)}" for left, right in merges]
    return json.dumps(keys), "\n".join(lines) + "\n"


def my_load_gpt2(vocab_json: str, merges_txt: str) -> tuple[Vocab, Merges]:
    """Read the text of vocab.json and of merges.txt."""
    byte_of = {character: byte for byte, character in my_byte_map().items()}

    def token(printable: str) -> bytes:
        return bytes(byte_of[character] for character in printable)

    vocab = {token_id: token(key) for key, token_id in json.loads(vocab_json).items()}
    lines = merges_txt.split("\n")  # not splitlines: a token may hold other line ends
    if lines[0].startswith("#version"):
        lines = lines[1:]
    merges = []
    for line in lines:
        if line:
            left, right = line.split(" ")
            merges.append((token(left), token(right)))
    return vocab, merges


class my_Tokenizer:
    """Encode text with a vocabulary and its merges, and decode ids."""

    def __init__(
        self, vocab: Vocab, merges: Merges, special_tokens: list[str] | None = None
    ) -> None:
        """Keep vocabulary and ranks; a special token that is new takes the next id."""
        self.vocab = dict(vocab)
        self.special_tokens = list(special_tokens or [])
        for special in self.special_tokens:
            if special.encode("utf-8") not in self.vocab.values():
                self.vocab[max(self.vocab, default=-1) + 1] = special.encode("utf-8")
        self.ids = {token: token_id for token_id, token in self.vocab.items()}
        self.ranks = {pair: rank for rank, pair in enumerate(merges)}
        self.known: dict[str, list[int]] = {}

    @classmethod
    def from_files(
        cls,
        vocab_path: str | Path,
        merges_path: str | Path,
        special_tokens: list[str] | None = None,
    ) -> Self:
        """Read GPT-2's vocab.json and merges.txt."""
        files = [Path(path).read_bytes().decode("utf-8") for path in (vocab_path, merges_path)]
        vocab, merges = my_load_gpt2(*files)
        return cls(vocab, merges, special_tokens)

    def encode(self, text: str) -> list[int]:
        """Turn text into ids."""
        ids: list[int] = []
        for piece in my_split_keep_special(text, self.special_tokens):
            if piece in self.special_tokens:
                ids.append(self.ids[piece.encode("utf-8")])
                continue
            for pretoken in pretokenize(piece):
                if pretoken not in self.known:  # most words come again and again
                    tokens = my_merge_by_rank(pretoken.encode("utf-8"), self.ranks)
                    self.known[pretoken] = [self.ids[token] for token in tokens]
                ids += self.known[pretoken]
        return ids

    def encode_iterable(self, chunks: Iterable[str]) -> Iterator[int]:
        """Turn a stream of text into ids, whatever way it is cut into chunks."""
        held = ""
        for chunk in chunks:
            held += chunk
            cut = my_last_safe_cut(held)
            while self._inside_special(held, cut):
                cut = my_last_safe_cut(held[:cut])
            yield from self.encode(held[:cut])
            held = held[cut:]
        yield from self.encode(held)

    def _inside_special(self, text: str, cut: int) -> bool:
        """Say whether a special token stands across a cut, or may once more text has come."""
        return any(
            text.startswith(special, start) or special.startswith(text[start:])
            for special in self.special_tokens
            for start in range(max(0, cut - len(special) + 1), cut)
        )

    def decode(self, ids: list[int]) -> str:
        """Turn ids into text."""
        return my_decode(ids, self.vocab)
