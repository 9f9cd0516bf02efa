"""What the kernels are compared with: `regex`, and random texts that find differences."""

from __future__ import annotations

import random
from itertools import accumulate

import regex

from cs336_basics.testing.strategies import TRICKY
from cs336_basics.text.pretokenize import PATTERNS

COMPILED = {name: regex.compile(PATTERNS[name].source) for name in ("gpt2", "cl100k")}

# Every kind of white space, what looks like one and is none, and bytes of every length.
ALPHABET = [
    *TRICKY,
    *"\u1680\u2000\u200a\u2029\u202f\u205f\x1d\x1e\x00\x7f",
    *"'sS'lL'vE'rE'T",
    "\u212a",
    "\U00010400",
    "\u0e31",
]


def ends_by_regex(text: str, pattern: str) -> list[int]:
    """Return the byte offset behind each pre-token, as the regular expression sees them."""
    return list(accumulate(len(piece.encode()) for piece in COMPILED[pattern].findall(text)))


def fuzz_texts(how_many: int, seed: int = 0, longest: int = 14) -> list[str]:
    """Return random texts; one character in ten comes from anywhere in Unicode."""
    chance = random.Random(seed)

    def character() -> str:
        if chance.random() < 0.9:
            return str(chance.choice(ALPHABET))
        return chr(chance.choice([chance.randrange(0xD800), chance.randrange(0xE000, 0x110000)]))

    return [
        "".join(character() for _ in range(chance.randint(0, longest))) for _ in range(how_many)
    ]


def damaged(how_many: int, seed: int = 0) -> list[bytes]:
    """Return random bytes, most of them no UTF-8: texts with bytes changed, lost or added."""
    chance = random.Random(seed)
    starts = bytes.fromhex("80 8f 90 9f a0 bf c0 c1 c2 df e0 ed ef f0 f4 f5 ff")
    found = []
    for text in fuzz_texts(how_many, seed, longest=8):
        data = bytearray(text.encode())
        for _ in range(chance.randint(1, 2)):
            place, byte = chance.randint(0, len(data)), chance.choice(starts)
            data[place : place + chance.randint(0, 1)] = chance.choice([b"", bytes([byte])])
        found.append(bytes(data))
    return found
