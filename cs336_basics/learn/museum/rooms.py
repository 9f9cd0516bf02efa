"""The rooms: each family of the catalogue with its number, and a case of what is right there."""

from __future__ import annotations

from dataclasses import dataclass

from cs336_basics.learn.checker.cases import (
    Case,
    Counts,
    Cutting,
    Decoding,
    Encoding,
    Saving,
    Training,
)
from cs336_basics.learn.mistakes import FAMILIES, MISTAKES, Mistake


@dataclass(frozen=True)
class Room:
    """A room of the museum.

    Attributes:
        number: from 1 on, in the order in which text goes through BPE.
        name: the family of the catalogue.
        opening: a case that shows how it ought to be.
        exhibits: the mistakes, in order.
    """

    number: int
    name: str
    opening: Case
    exhibits: tuple[Mistake, ...]


_OPENINGS: dict[str, Case] = {
    "Reading the file": Training(b"I see.\r\n\r\nYou see? ", 259),
    "Special tokens": Training(b"one<|e|>one two<|e|>two", 260, ("<|e|>",)),
    "Pre-tokens": Training("I'll take  2 cafés".encode(), 259),
    "Counting": Counts({b"banana": 3, b"bandana": 1}, 4),
    "Ties": Counts({b"low": 1, b"wool": 1}, 4),
    "Merging": Counts({b"aaaab": 1, b"abab": 1}, 4),
    "Vocabulary": Training(b"abc abc", 259, ("<e>",)),
    "Encoding": Encoding(
        "the cat ate",
        [(b"t", b"h"), (b" ", b"c"), (b" ", b"a"), (b"th", b"e"), (b" a", b"t")],
        (),
        dict(enumerate([b" ", b"a", b"c", b"e", b"h", b"t", b"th", b" c", b" a", b"the", b" at"])),
    ),
    "Decoding": Decoding((32, 0xE7, 0x89, 0x9B, 33, 0xC3)),
    "Chunks": Cutting(b"one two<e>three<e>four five", 3, b"<e>"),
    "Files": Saving({0: b"\x80", 1: b"#", 2: b"#\n"}, [(b"#", b"\n")]),
}

ROOMS: tuple[Room, ...] = tuple(
    Room(number, name, _OPENINGS[name], tuple(family))
    for number, (name, family) in enumerate(FAMILIES.items(), start=1)
)
"""In the order of the catalogue: a family without an opening of its own is an error."""

_NUMBERS = {
    mistake.name: f"{room.number}.{place}"
    for room in ROOMS
    for place, mistake in enumerate(room.exhibits, start=1)
}
_NAMES = {number: name for name, number in _NUMBERS.items()}


def number_of(name: str) -> str:
    """The room and the place of a mistake.

    >>> number_of("ties-first-seen")
    '5.1'
    """
    return _NUMBERS[name]


def mistake_at(number: str) -> Mistake:
    """The mistake at a number such as `5.1`, or the one that has this name.

    Raises:
        LookupError: nothing is there.

    >>> mistake_at("5.1").name
    'ties-first-seen'
    """
    name = _NAMES.get(number, number)
    if name not in MISTAKES:
        raise LookupError(f"no exhibit {number!r}: they are numbered 1.1, 1.2, … by room and place")
    return MISTAKES[name]
