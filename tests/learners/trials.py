"""What learners' code is tried on: files to train on, tokenizers to ask, files to cut."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

_PIECES = ["a", "b", "ab", "aa", " ", "  ", "\n", "é", "牛", "'s", "'S", "'ll", "1", "_", "!", "T"]
_SPECIALS = ["<e>", "<|e|>", "a b", ".", "<e>a"]
_LONG = b"the newest of the widest " * 39 + b"x" * 20 + b"<endoftext>" + b"low lower " * 200

Merges = tuple[tuple[bytes, bytes], ...]


class Training(NamedTuple):
    """A file, and the other arguments of `train_bpe`."""

    content: bytes
    vocab_size: int
    special_tokens: tuple[str, ...] | None = ()

    def arguments(self, folder: Path) -> list[Any]:
        """What to call it with, made anew."""
        path = folder / "corpus.txt"
        path.write_bytes(self.content)
        specials = None if self.special_tokens is None else list(self.special_tokens)
        return [path, self.vocab_size, specials]

    def call(self, train_bpe: Any, arguments: list[Any]) -> Any:
        """What it gives back."""
        return train_bpe(*arguments)

    def plain(self, given: Any) -> Any:
        """The answer, whatever it is made of."""
        vocab, merges = given
        return dict(vocab), [tuple(pair) for pair in merges]


class Tokenizing(NamedTuple):
    """The arguments of `Tokenizer`, the name of a method, and its argument."""

    vocab: dict[int, bytes]
    merges: Merges
    special_tokens: tuple[str, ...] | None
    method: str
    argument: Any

    def arguments(self, folder: Path) -> list[Any]:
        """What to call it with, made anew."""
        specials = None if self.special_tokens is None else list(self.special_tokens)
        return [dict(self.vocab), list(self.merges), specials]

    def call(self, tokenizer: Any, arguments: list[Any]) -> Any:
        """What the method gives back."""
        made = tokenizer(*arguments)
        if self.method == "encode_iterable":
            return list(made.encode_iterable(self.argument))
        if self.method == "is lazy":
            rest = iter(self.argument)
            first = next(iter(made.encode_iterable(rest)))
            return first, next(rest, None) is not None
        return getattr(made, self.method)(self.argument)

    def plain(self, given: Any) -> Any:
        """The answer as it is."""
        return given


class Cutting(NamedTuple):
    """The arguments of `find_chunk_boundaries`."""

    content: bytes
    number: int
    token: bytes = b"<e>"

    def arguments(self, folder: Path) -> list[Any]:
        """What to call it with, made anew."""
        return [BytesIO(self.content), self.number, self.token]

    def call(self, find_chunk_boundaries: Any, arguments: list[Any]) -> Any:
        """What it gives back."""
        return find_chunk_boundaries(*arguments)

    def plain(self, given: Any) -> Any:
        """The answer as it is."""
        return given


Trial = Training | Tokenizing | Cutting


@cache
def trainings() -> list[Training]:
    """Files with all that goes wrong, the smallest first."""
    return [
        Training(b"", 257),
        Training(b"", 258, ("<e>",)),
        Training(b"a", 258),
        Training(b"ab", 257, ("<e>",)),
        Training(b"ab", 258, ("<e>",)),
        Training(b"abc", 256),
        Training(b"aaabdaaabac", 262),
        Training(b"low low lower", 300),
        Training(b"hi.<|e|>a\n\n<|e|> <|e|>b.<|e|>.<e>be.", 290, ("<|e|>", "<e>")),
        Training(b"I'll we've I'LL don't v2 v2 my_name my_name 1234567 12345", 300),
        Training(" Café café\n e\u0301te\u0301  The the\n\n \n x".encode(), 300),
        Training("é ñ é ñ ü 牛 牛".encode(), 300),
        Training(b" ab ab  ab\n ab", 300),
        *_random_trainings(),
        Training(b"ca " * 8 + b"ab ab ab abcab abcab", 300),
        Training(_LONG, 400, ("<endoftext>",)),
        Training(_LONG, 400),
    ]


def _random_trainings() -> Iterator[Training]:
    draw = random.Random(26)
    for length in [3, 6, 12, 25, 50] * 6:
        specials = tuple(draw.sample(_SPECIALS, draw.randint(0, 2)))
        few = [*draw.sample(_PIECES, 4), *specials]
        text = "".join(draw.choices(few, k=length))
        yield Training(text.encode("utf-8"), 256 + len(specials) + length, specials)


_MERGES: Merges = (
    (b"b", b"c"),
    (b"a", b"b"),
    (b"ab", b"ab"),
    (b"a", b"a"),
    (b"a", b"bc"),
    (b" ", b"ab"),
    (b"\n", b"\n"),
    (b"'", b"l"),
    (b"'l", b"l"),
    (b" ", b" "),
    (b"aa", b"a"),
    (b"\xc3", b"\xa9"),
    (b"T", b"h"),
    (b"1", b"2"),
    (b"3", b"4"),
    (b"e", b"\xcc"),
    (b"<", b"e"),
    (b"a", b"\xc3\xa9"),
    (b"'", b"L"),
)
_TEXTS = [
    *(
        "abc",
        "abab",
        "aaa",
        "aaaa",
        "bab",
        "  ab",
        "a  b",
        "\n\na\n\n",
        "'ll a'LL",
        "aé",
        "e\u0301",
    ),
    *(
        "<e>",
        "<e><e>",
        "e|<|e|>",
        "ab<e>\n\n <e>.",
        "Th th",
        "1234",
        "a b",
        "a.<e>b",
        " ab ab  ab\nab_1",
    ),
]
_BYTES = [bytes([i]) for i in range(256)]


@cache
def tokenizings() -> list[Tokenizing]:
    """Questions to every method, for vocabularies with their ids in and out of order."""
    made = [left + right for left, right in _MERGES]
    several = ("<e>", "<e><e>", "<|e|>", "a b")
    usual = dict(enumerate([*_BYTES, *made]))
    with_specials = dict(enumerate([*_BYTES, b"<e>", b"<e><e>", b"a b", *made]))
    turned = dict(enumerate([*reversed(made), *_BYTES[:97], b"bab", b"<e>", *_BYTES[97:]]))
    gaps = {2 * i: token for i, token in usual.items()}
    return [
        Tokenizing(vocab, _MERGES, specials, method, argument)
        for vocab, specials in [
            (usual, ()),
            (usual, None),
            (with_specials, several),
            (turned, ("<e>",)),
            (gaps, several),
            (turned, several),
        ]
        for method, argument in _questions(vocab)
    ]


def _questions(vocab: dict[int, bytes]) -> Iterator[tuple[str, Any]]:
    for text in _TEXTS:
        yield "encode", text
        yield "encode_iterable", tuple(text)
        yield "encode_iterable", (text[:2], text[2:], " ab")
    yield "encode_iterable", tuple("ab c\r\n" * 1700)
    yield "is lazy", ("ab ", "ab ") * 9
    yield "decode", [token_id for token_id, token in vocab.items() if token in (b"\r", b"\n")][::-1]
    number = {token: token_id for token_id, token in vocab.items()}
    yield "decode", [number["é".encode()[:1]], number["é".encode()[1:]]]
    ids = list(vocab)
    yield from (("decode", ids[i : i + 3]) for i in range(0, len(ids), 8))


CUTTINGS = [
    Cutting(b"", 3),
    Cutting(b"a", 1),
    Cutting(b"a", 2),
    Cutting(b"aa<e>aa\n\n<e>aa aa<e>", 2),
    Cutting(b"aa<e>aa\n\n<e>aa aa<e>", 6),
    Cutting(b"a" * 9000 + b"<e>" + b"a" * 500, 2),
    Cutting(b"a" * 1500 + b"<e>" + b"a" * 2000 + b"<e>", 3, b"<e>"),
    Cutting(b"a" * 1023 + b"<e>" + b"a" * 1024, 1),
    *(Cutting(b"a" * (2048 - i) + b"<e>" + b"a" * (1024 - i), 2) for i in range(4)),
    *(Cutting(b"a" * (2559 + i) + b"<e>" + b"a" * 510 + b"<e>", 2) for i in range(4)),
]
"""Files to cut at a special token."""
