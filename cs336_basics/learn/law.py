"""What the assignment says, and what it leaves open: the law that learners' code is judged by.

The judge is the text of CS336, assignment 1, version 26.0.3. Where it is silent, every choice is
right, and this project's own choice is no more than that. Where it speaks, code that does otherwise
is wrong, even where the assignment's own tests do not look.
"""

from __future__ import annotations

from typing import NamedTuple

VERSION = "26.0.3"
"""The version of the assignment that everything here follows (2026-04-07)."""


class Rule(NamedTuple):
    """A sentence of the law.

    Attributes:
        title: what it is about, in a few words.
        sentence: what the assignment says of it, or leaves unsaid.
    """

    title: str
    sentence: str


OPEN: dict[str, Rule] = {
    "specials-present-already": Rule(
        "a special token that is a single byte, or listed twice",
        "It is to be added to the vocabulary; whether bytes that have an id get a second one is"
        " not said.",
    ),
    "overlapping-specials": Rule(
        "special tokens that overlap, in training",
        "The text is split at special tokens; which of two that overlap wins is not said.",
    ),
    "invalid-utf8": Rule(
        "a file that is not UTF-8",
        "Raise an error, drop the bad bytes or replace them: nothing is said.",
    ),
    "carriage-returns": Rule(
        "line ends written \\r\\n",
        "The input is a text file, and Python's text mode turns \\r\\n into \\n.",
    ),
    "empty-file": Rule(
        "an empty file",
        "An error, or a vocabulary without merges: nothing is said.",
    ),
    "vocab-size-too-small": Rule(
        "a vocab_size below 256 and the special tokens",
        "It is the maximum size of the vocabulary; what happens when even the start is larger is"
        " not said.",
    ),
    "training-without-list": Rule(
        "None for the special tokens in training",
        "The list is asked for; None is not mentioned.",
    ),
    "place-of-specials": Rule(
        "the ids of special tokens",
        "Before the bytes, after them, or after the merges: the tests compare sets.",
    ),
    "hole-in-ids": Rule(
        "a hole in the ids when the pairs run out",
        "Special tokens numbered from the end of vocab_size leave one; nothing is said.",
    ),
    "fewer-chunks": Rule(
        "fewer chunks of a file than there could be",
        "The assignment's own find_chunk_boundaries may return fewer than asked for: it searches"
        " block by block, and misses a special token that lies across two blocks.",
    ),
    "tuples-or-lists": Rule(
        "tuples or lists, dicts or lists",
        "Whatever is clear enough to be compared is converted and compared.",
    ),
    "arguments-changed": Rule(
        "arguments changed in place",
        "Missing special tokens are to be appended to the vocabulary: to the caller's or to a copy"
        " is not said.",
    ),
    "unknown-ids": Rule(
        "decoding an id that is not in the vocabulary",
        "Nothing is said.",
    ),
    "lone-surrogates": Rule(
        "encoding half of a surrogate pair",
        "Such a string is not valid Unicode text; nothing is said.",
    ),
}
"""What the assignment leaves open: name -> rule."""

UNSEEN: dict[str, Rule] = {
    "specials-empty": Rule(
        "special_tokens=[]",
        "The list may be empty: then nothing is cut out of the text.",
    ),
    "pairs-run-out": Rule(
        "pairs that run out",
        "vocab_size is a maximum: training ends early when no pair is left.",
    ),
    "no-room": Rule(
        "no room for a merge",
        "A vocab_size of 256 and the special tokens leaves room for no merge.",
    ),
    "chunks": Rule(
        "chunks of a stream",
        "Tokens must not cross the borders of chunks differently than in the whole text, so the"
        " ids of a stream are those of the text in one piece.",
    ),
    "specials-none": Rule(
        "None for the tokenizer's special tokens",
        "special_tokens=None is the default of the interface.",
    ),
    "specials-missing": Rule(
        "a special token that the vocabulary lacks",
        "It is to be appended to the vocabulary if it is not there already.",
    ),
    "lazy": Rule(
        "a stream larger than memory",
        "encode_iterable is for files that do not fit into memory, so ids must come before the"
        " whole text is read.",
    ),
    "half-characters": Rule(
        "ids that do not make whole characters",
        "Malformed bytes are to be replaced by U+FFFD.",
    ),
    "ids-with-gaps": Rule(
        "a vocabulary with gaps in its ids",
        "The vocabulary is a dict from id to bytes; nothing says that the ids are 0, 1, 2, …",
    ),
    "unreachable-tokens": Rule(
        "a token that no merge makes",
        "Encoding applies the merges in their order; a token that they do not make is not used.",
    ),
    "large-file": Rule(
        "a large file",
        "Chunks of a file must begin where a special token begins; cut anywhere, words are torn.",
    ),
    "from-files": Rule(
        "from_files",
        "The interface asks for a class method that reads the vocabulary and merges from files.",
    ),
}
"""What the assignment says although its tests do not look: name -> rule."""
