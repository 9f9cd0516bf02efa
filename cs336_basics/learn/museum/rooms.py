"""The rooms: for each family of the catalogue its number, its question, and what is right there."""

from __future__ import annotations

from dataclasses import dataclass

from cs336_basics.corpus import count_bytes
from cs336_basics.datasets import stories_path
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
from cs336_basics.pairs import rank
from cs336_basics.trainers.incremental import State, rescan


@dataclass(frozen=True)
class Room:
    """A room of the museum.

    Attributes:
        number: from 1 on, in the order in which text goes through BPE.
        name: the family of the catalogue that hangs here.
        question: the paragraph at its door.
        opening: a case that shows how it ought to be.
        exhibits: the mistakes, in order.
    """

    number: int
    name: str
    question: str
    opening: Case
    exhibits: tuple[Mistake, ...]


_FIRST_BYTES, _FIRST_MERGES, _END = 1_000, 40, "<|endoftext|>"


def ties_among(number: int) -> int:
    """How many of the first merges of a piece of the stories are decided by the tie rule.

    >>> ties_among(40)
    29
    """
    pretokens = count_bytes(stories_path().read_bytes()[:_FIRST_BYTES], [_END])
    state = State.start({pretoken.encode(): n for pretoken, n in pretokens.items()})
    ties = 0
    for _ in range(number):
        pair, count = max(state.pair_counts.items(), key=rank)
        ties += list(state.pair_counts.values()).count(count) > 1
        rescan(state, pair)
    return ties


_DOORS: dict[str, tuple[str, Case]] = {
    "Reading the file": (
        "A file is bytes. Before anything is learned, somebody opens it, and reading looks so"
        " harmless that nobody tests it. What can be lost between the disk and the first"
        " pre-token? Here is a small file from Windows, with an empty line and a space at its"
        " end. Every byte of it counts.",
        Training(b"I see.\r\n\r\nYou see? ", 259),
    ),
    "Special tokens": (
        "A special token such as `<|e|>` is a wall between two documents. It is never learned,"
        " and nothing is learned across it. How many ways are there to build that wall, and to"
        " leave a hole in it? This is how the text should fall apart:",
        Training(b"one<|e|>one two<|e|>two", 260, ("<|e|>",)),
    ),
    "Pre-tokens": (
        "A merge never crosses the border between two pre-tokens, so the pattern decides what"
        " can become a token at all. GPT-2's has six branches and two oddities. Which of them"
        " did you leave out? Look where the spaces go, and the apostrophe:",
        Training("I'll take  2 cafés".encode(), 259),
    ),
    "Counting": (
        "How often does a pair occur? Once for each place where it stands, times the number of"
        " times its word occurs; and after each merge, the same question again. That is all."
        " Watch the counts:",
        Counts({b"banana": 3, b"bandana": 1}, 4),
    ),
    "Ties": (
        "Two pairs are equally frequent. Which of them goes first? On a small text that is asked"
        f" again and again: at {ties_among(_FIRST_MERGES)} of the first {_FIRST_MERGES} merges of"
        f" the first {_FIRST_BYTES:,} bytes of our stories. Whoever breaks ties differently trains"
        " another tokenizer. The rule: the greatest pair wins, compared as a tuple of bytes. Here"
        " nearly everything occurs once:",
        Counts({b"low": 1, b"wool": 1}, 4),
    ),
    "Merging": (
        "The pair is found. What happens to the words that hold it? It is replaced wherever it"
        " stands, from left to right, each token in one merge only, and nothing else is touched."
        " Five lines of code, and a favourite place for mistakes. Runs of one letter bring them"
        " out:",
        Counts({b"aaaab": 1, b"abab": 1}, 4),
    ),
    "Vocabulary": (
        "The merges are right. What is left is to number the tokens: 256 bytes, the special"
        " tokens, one token for each merge, and `vocab_size` of them at most. How hard can it be"
        " to count to 256? Here is one with a special token and room for two merges:",
        Training(b"abc abc", 259, ("<e>",)),
    ),
    "Encoding": (
        "Training is over, the merges are in your hands, and a new text comes in. Which merge"
        " comes first? The one that was learned first. Whoever takes a short cut gets other ids,"
        " and the model sees a language that it was never taught. This is the example of the"
        " assignment:",
        Encoding(
            "the cat ate",
            [(b"t", b"h"), (b" ", b"c"), (b" ", b"a"), (b"th", b"e"), (b" a", b"t")],
            (),
            dict(
                enumerate([b" ", b"a", b"c", b"e", b"h", b"t", b"th", b" c", b" a", b"the", b" at"])
            ),
        ),
    ),
    "Decoding": (
        "Ids become bytes, bytes become text. What could go wrong? A token is bytes, and bytes"
        " need not be a whole character; and a model may write any id after any other. In the"
        " example a character is spread over three tokens, and the last one stands alone:",
        Decoding((32, 0xE7, 0x89, 0x9B, 33, 0xC3)),
    ),
    "Chunks": (
        "A file that is counted by several processes must be cut first, and every cut is a"
        " chance to tear something. Where would you cut? A good place is the beginning of a"
        " special token. Another, for GPT-2's pattern, is before white space that follows a word:"
        " the library takes whichever comes first. (The assignment, and exercise 5.5, know special"
        " tokens alone.) Here three chunks were asked for:",
        Cutting(b"one two<e>three<e>four five", 3, b"<e>"),
    ),
    "Files": (
        "Everything was right in memory. Then it is written to a file and read again, perhaps a"
        " month later, perhaps by somebody else. Does every byte come back? Tokens are not text,"
        " and files like to be. What is right is our own YAML here; a mistake may live in a file"
        " of another form. Three awkward tokens:",
        Saving({0: b"\x80", 1: b"#", 2: b"#\n"}, [(b"#", b"\n")]),
    ),
}

ROOMS: tuple[Room, ...] = tuple(
    Room(number, name, *_DOORS[name], tuple(family))
    for number, (name, family) in enumerate(FAMILIES.items(), start=1)
)
"""In the order of the catalogue: a family without a door of its own is an error."""

_NUMBERS = {
    mistake.name: f"{room.number}.{place}"
    for room in ROOMS
    for place, mistake in enumerate(room.exhibits, start=1)
}
_NAMES = {number: name for name, number in _NUMBERS.items()}


def number_of(name: str) -> str:
    """Where a mistake hangs.

    >>> number_of("ties-first-seen")
    '5.1'
    """
    return _NUMBERS[name]


def mistake_at(number: str) -> Mistake:
    """The mistake that hangs at a number, or that has this name.

    Raises:
        LookupError: nothing hangs there.

    >>> mistake_at("5.1").name
    'ties-first-seen'
    """
    name = _NAMES.get(number, number)
    if name not in MISTAKES:
        raise LookupError(f"no exhibit {number!r}: they are numbered 1.1, 1.2, … by room and place")
    return MISTAKES[name]
