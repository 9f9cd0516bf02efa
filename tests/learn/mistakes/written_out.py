"""Mistakes of the catalogue as somebody writes them, by other plans than the recipe's.

Nothing here uses the package: a word is a list of ids or of bytes, and every function is whole.
"""

from __future__ import annotations

import re
from bisect import insort
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from typing import Any, BinaryIO

import regex

GPT2 = r"'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"

Pair = tuple[bytes, bytes]
Words = Counter[bytes]
Vocab = dict[int, bytes]


def joined(word: list[Any], pair: tuple[Any, Any], new: Any) -> list[Any]:
    """The word with a pair joined, by a stack."""
    stack: list[Any] = []
    waiting = False  # the token on top may still be the left half of the pair
    for token in word:
        if waiting and stack[-1] == pair[0] and token == pair[1]:
            stack[-1], waiting = new, False
        else:
            stack.append(token)
            waiting = True
    return stack


def learned(words: Words, vocab_size: int, specials: list[str]) -> tuple[Vocab, list[Pair]]:
    """Train on words of ids, counting anew each time."""
    vocab = {i: bytes([i]) for i in range(256)}
    for special in specials:
        vocab[len(vocab)] = special.encode()
    lists, merges = [(list(word), n) for word, n in words.items()], list[Pair]()
    while len(vocab) < vocab_size:
        found = Counter[tuple[int, int]]()
        for ids, n in lists:
            for pair in pairwise(ids):
                found[pair] += n
        if not found:
            break
        best = max(found, key=lambda pair: (found[pair], vocab[pair[0]], vocab[pair[1]]))
        new = len(vocab)
        vocab[new] = vocab[best[0]] + vocab[best[1]]
        merges.append((vocab[best[0]], vocab[best[1]]))
        lists = [(joined(ids, best, new), n) for ids, n in lists]
    return vocab, merges


def parts_of(text: str, specials: list[str]) -> list[str]:
    """What stands between special tokens."""
    longest_first = sorted(specials, key=len, reverse=True)
    return re.split("|".join(map(re.escape, longest_first)), text) if specials else [text]


def counted(parts: Iterable[str]) -> Words:
    """How often each pre-token occurs."""
    return Counter(word.encode() for part in parts for word in regex.findall(GPT2, part))


def trainer(words_of: Callable[[bytes, list[str]], Words]) -> Any:
    """A `train_bpe` that counts words in its own way."""

    def train_bpe(input_path: Any, vocab_size: int, special_tokens: list[str]) -> Any:
        with open(input_path, "rb") as file:
            return learned(words_of(file.read(), special_tokens), vocab_size, special_tokens)

    return train_bpe


def all_words(content: bytes, specials: list[str]) -> Words:
    """What is right."""
    return counted(parts_of(content.decode(), specials))


def empty_pattern(content: bytes, specials: list[str]) -> Words:
    """Split by the joined special tokens, be there some or none."""
    longest_first = sorted(specials, key=len, reverse=True)
    pattern = "|".join(map(re.escape, longest_first))
    return counted(regex.split(pattern, content.decode()))


def at_least_one_special(content: bytes, specials: list[str]) -> Words:
    """Replace all special tokens by the first, and split there."""
    text, first = content.decode(), specials[0]
    for special in sorted(specials, key=len, reverse=True):
        text = text.replace(special, f"\0{first}\0")
    return counted(text.split(f"\0{first}\0"))


def branch_of_the_pattern(content: bytes, specials: list[str]) -> Words:
    """One pattern for all."""
    branches = [*map(regex.escape, sorted(specials, key=len, reverse=True)), GPT2]
    found = regex.finditer("|".join(branches), content.decode())
    return Counter(match.group().encode() for match in found if match.group() not in specials)


def end_of_text_alone(content: bytes, specials: list[str]) -> Words:
    """Split at `<|endoftext|>`."""
    return counted(content.decode().split("<|endoftext|>"))


def pattern_on_bytes(content: bytes, specials: list[str]) -> Words:
    """Never decode."""
    found = Counter[bytes]()
    marks = sorted((special.encode() for special in specials), key=len, reverse=True)
    for part in re.split(b"|".join(map(re.escape, marks)), content) if marks else [content]:
        found.update(regex.findall(GPT2.encode(), part))
    return found


def behind_the_next_space(content: bytes, specials: list[str]) -> Words:
    """Two halves; the second begins behind a space."""
    half = len(content) // 2
    while half < len(content) and content[half : half + 1] != b" ":
        half += 1
    pieces = content[: half + 1], content[half + 1 :]
    return counted(part for piece in pieces for part in parts_of(piece.decode(), specials))


def up_to_the_last_line_end(content: bytes, specials: list[str]) -> Words:
    """Count whole lines."""
    text = content.decode()
    return counted(parts_of(text[: text.rfind("\n") + 1], specials))


def one_merge_at_least(input_path: Any, vocab_size: int, special_tokens: list[str]) -> Any:
    """Refuse a vocabulary without merges."""
    assert vocab_size - 256 - len(special_tokens) > 0
    return trainer(all_words)(input_path, vocab_size, special_tokens)


def from_both_sides(counts: dict[bytes, int]) -> Iterator[tuple[Pair, int]]:
    """Go to each new token, and correct the pairs on its left and on its right."""
    words = [([bytes([byte]) for byte in word], n) for word, n in counts.items()]
    pairs = Counter[Pair]()
    for word, n in words:
        for pair in pairwise(word):
            pairs[pair] += n
    while pairs := +pairs:  # without zeros and what is below
        (left, right), count = max(pairs.items(), key=lambda item: (item[1], item[0]))
        yield (left, right), count
        del pairs[left, right]
        new = left + right
        for k, (word, n) in enumerate(words):
            after = joined(word, (left, right), new)
            if len(after) < len(word):
                befores, behinds = [None, *after[:-1]], [*after[1:], None]
                for before, token, behind in zip(befores, after, behinds, strict=True):
                    if token == new and before is not None:
                        pairs[right if before == new else before, left] -= n
                        pairs[before, new] += n
                    if token == new and behind is not None:
                        pairs[right, left if behind == new else behind] -= n
                        pairs[new, behind] += n
                del pairs[left, right]
            words[k] = after, n


def forgotten_by_the_index(counts: dict[bytes, int]) -> Iterator[tuple[Pair, int]]:
    """Whatever a word has lost once, it is said to hold no more."""
    words = [[bytes([byte]) for byte in word] for word in counts]
    numbers, pairs = list(counts.values()), Counter[Pair]()
    holders: dict[Pair, set[int]] = {}
    for k, word in enumerate(words):
        for pair in pairwise(word):
            pairs[pair] += numbers[k]
            holders.setdefault(pair, set()).add(k)
    while pairs := +pairs:
        best, count = max(pairs.items(), key=lambda item: (item[1], item[0]))
        yield best, count
        for k in holders.pop(best, ()):
            lost, words[k] = Counter(pairwise(words[k])), joined(words[k], best, b"".join(best))
            won = Counter(pairwise(words[k]))
            for pair, times in (lost - won).items():
                pairs[pair] -= times * numbers[k]
                holders.get(pair, set()).discard(k)
            for pair, times in (won - lost).items():
                pairs[pair] += times * numbers[k]
                holders.setdefault(pair, set()).add(k)
        del pairs[best]


def pushed_when_rising(counts: dict[bytes, int]) -> Iterator[tuple[Pair, int]]:
    """A sorted list in the place of a heap; what falls is not put into it again."""
    words = [([bytes([byte]) for byte in word], n) for word, n in counts.items()]

    def count() -> Counter[Pair]:
        found = Counter[Pair]()
        for word, n in words:
            for pair in pairwise(word):
                found[pair] += n
        return found

    now = count()
    queue = sorted((n, pair) for pair, n in now.items())
    while queue:
        n, best = queue.pop()
        if now[best] != n:
            continue
        yield best, n
        words = [(joined(word, best, b"".join(best)), n) for word, n in words]
        before, now = now, count()
        for pair, number in now.items():
            if number > before[pair]:
                insort(queue, (number, pair))


def merges_of_nothing(counts: dict[bytes, int]) -> Iterator[tuple[Pair, int]]:
    """The best pair so far is nothing at first, and nothing is merged like anything else."""
    words = [([bytes([byte]) for byte in word], n) for word, n in counts.items()]
    while True:
        pairs, best, most = Counter[Pair](), (b"", b""), 0
        for word, n in words:
            for pair in pairwise(word):
                pairs[pair] += n
        for pair, n in pairs.items():
            if (n, pair) > (most, best):
                best, most = pair, n
        yield best, most
        words = [(joined(word, best, b"".join(best)), n) for word, n in words]


class Plain:
    """A right tokenizer, all in one: each mistake below changes one method."""

    def __init__(self, vocab: Vocab, merges: list[Pair], special_tokens: Any = None) -> None:
        self.vocab, self.merges = dict(vocab), list(merges)
        self.specials = sorted(special_tokens or [], key=len, reverse=True)
        for special in special_tokens or []:
            self.append(special.encode())
        self.ids = {token: token_id for token_id, token in reversed(self.vocab.items())}

    def append(self, token: bytes) -> None:
        """Give a special token that is missing the next id."""
        if token not in self.vocab.values():
            self.vocab[max(self.vocab, default=-1) + 1] = token

    def word(self, word: bytes) -> list[bytes]:
        """Merge by rank, one place at a time."""
        tokens = [bytes([byte]) for byte in word]
        while True:
            ranked = [
                (self.merges.index(pair), i)
                for i, pair in enumerate(pairwise(tokens))
                if pair in self.merges
            ]
            if not ranked:
                return tokens
            _, i = min(ranked)
            tokens[i : i + 2] = [tokens[i] + tokens[i + 1]]

    def text(self, text: str) -> list[int]:
        """Encode text without special tokens."""
        words = regex.findall(GPT2, text)
        return [self.ids[token] for word in words for token in self.word(word.encode())]

    def special(self, special: str) -> list[int]:
        """Encode a special token."""
        return [self.ids[special.encode()]]

    def encode(self, text: str) -> list[int]:
        """Cut at the leftmost special token, again and again."""
        found: list[int] = []
        while text:
            at = [(text.find(each), -len(each), each) for each in self.specials if each in text]
            place, _, special = min(at, default=(len(text), 0, ""))
            found += self.text(text[:place]) + (self.special(special) if special else [])
            text = text[place + len(special) :]
        return found

    def encode_iterable(self, chunks: Iterable[str]) -> Iterator[int]:
        """Right for what the tests here ask, where streams are not the question."""
        yield from self.encode("".join(chunks))

    def decode(self, ids: Iterable[int]) -> str:
        """Join, then decode."""
        return b"".join(self.vocab[token_id] for token_id in ids).decode("utf-8", "replace")


def wrong(**methods: Any) -> type[Plain]:
    """The plain tokenizer with other methods."""
    return type("Wrong", (Plain,), methods)


def refuses_none(self: Any, vocab: Vocab, merges: list[Pair], special_tokens: Any = None) -> None:
    """Walk over the list, be it one or not."""
    Plain.__init__(self, vocab, merges, [each for each in special_tokens])


def makes_a_list(self: Any, vocab: Vocab, merges: list[Pair], special_tokens: Any = None) -> None:
    """Turn the vocabulary into a list."""
    tokens = [vocab[i] for i in range(len(vocab))]
    Plain.__init__(self, dict(enumerate(tokens)), merges, special_tokens)


def overwrites(self: Any, word: bytes) -> list[bytes]:
    """Apply each merge to the bytes."""
    tokens = [bytes([byte]) for byte in word]
    result = tokens
    for pair in self.merges:
        result = joined(tokens, pair, b"".join(pair))
    return result


def in_chunks(change: Callable[[Any, str], Iterable[int]]) -> Any:
    """Do something with each chunk."""

    def encode_iterable(self: Any, chunks: Iterable[str]) -> Iterator[int]:
        for chunk in chunks:
            yield from change(self, chunk)

    return encode_iterable


def buffered(self: Any, chunks: Iterable[str]) -> Iterator[int]:
    """Encode whatever is there when there are a hundred characters."""
    buffer = ""
    for chunk in chunks:
        buffer += chunk
        if len(buffer) >= 100:
            yield from self.encode(buffer)
            buffer = ""
    yield from self.encode(buffer)


def up_to_a_space(self: Any, chunks: Iterable[str]) -> Iterator[int]:
    """Keep what is behind the last space, for ever."""
    buffer = ""
    for chunk in chunks:
        buffer += chunk
        head, space, tail = buffer.rpartition(" ")
        if head:
            yield from self.encode(head)
            buffer = space + tail


GPT2_CHARACTERS = dict(
    zip(
        [*range(33, 127), *range(161, 173), *range(174, 256), *range(33), *range(127, 161), 173],
        map(chr, [*range(33, 127), *range(161, 173), *range(174, 256), *range(256, 324)]),
        strict=True,
    )
)


def one_block_after_the_other(file: BinaryIO, number: int, token: bytes) -> list[int]:
    """As the starter code of the assignment looks for a special token, in blocks of 4,096."""
    size = file.seek(0, 2)
    places = [i * (size // number) for i in range(number + 1)]
    places[-1] = size
    for i in range(1, number):
        at = places[i]
        file.seek(at)
        while block := file.read(4096):
            if token in block:
                places[i] = at + block.index(token)
                break
            at += 4096
        else:
            places[i] = size
    return sorted(set(places))


TRAINERS: dict[str, Any] = {
    "specials-empty-pattern": trainer(empty_pattern),
    "specials-empty-refused": trainer(at_least_one_special),
    "specials-branch": trainer(branch_of_the_pattern),
    "specials-hard-coded": trainer(end_of_text_alone),
    "pretokens-on-bytes": trainer(pattern_on_bytes),
    "reading-cut-at-space": trainer(behind_the_next_space),
    "reading-end-lost": trainer(up_to_the_last_line_end),
    "vocab-no-room-refused": one_merge_at_least,
}
"""Name of a mistake -> a `train_bpe` with it."""

MERGERS: dict[str, Any] = {
    "counts-doubled": from_both_sides,
    "counts-index-dropped": forgotten_by_the_index,
    "counts-pushed-when-rising": pushed_when_rising,
    "stop-empty-merges": merges_of_nothing,
}
"""Name of a mistake -> an `iter_merges` with it."""

TOKENIZERS: dict[str, Any] = {
    "specials-not-appended": wrong(append=lambda self, token: None),
    "specials-next-id-from-len": wrong(
        append=lambda self, token: (
            None if token in self.vocab.values() else self.vocab.update({len(self.vocab): token})
        )
    ),
    "specials-second-id": wrong(
        append=lambda self, token: self.vocab.update({max(self.vocab, default=-1) + 1: token}),
        special=lambda self, special: [
            max(i for i, token in self.vocab.items() if token == special.encode())
        ],
    ),
    "specials-none-refused": wrong(__init__=refuses_none),
    "ids-without-gaps": wrong(__init__=makes_a_list),
    "encoding-original-word": wrong(word=overwrites),
    "encoding-whole-word": wrong(word=lambda self, word: [word]),
    "encoding-byte-map-twice": wrong(
        word=lambda self, word: Plain.word(
            self, "".join(GPT2_CHARACTERS[byte] for byte in word).encode()
        )
    ),
    "encoding-newlines-translated": wrong(
        text=lambda self, text: Plain.text(self, "\n".join(re.split("\r\n|\r", text)))
    ),
    "decoding-byte-map-twice": wrong(
        decode=lambda self, ids: "".join(GPT2_CHARACTERS[b] for i in ids for b in self.vocab[i])
    ),
    "decoding-newlines-translated": wrong(
        decode=lambda self, ids: "\n".join(Plain.decode(self, ids).split("\r\n"))
    ),
    "streaming-joined-first": Plain,
    "streaming-newline-added": wrong(
        encode_iterable=in_chunks(lambda self, chunk: self.encode(chunk + "\n"))
    ),
    "streaming-line-ends": wrong(
        encode_iterable=in_chunks(
            lambda self, chunk: [i for line in chunk.split("\n") for i in self.encode(line)]
        )
    ),
    "streaming-buffer": wrong(encode_iterable=buffered),
    "streaming-not-flushed": wrong(encode_iterable=up_to_a_space),
}
"""Name of a mistake -> a tokenizer with it."""

CUTTERS: dict[str, Any] = {"chunks-straddling": one_block_after_the_other}
"""Name of a mistake -> a `find_chunk_boundaries` with it."""
