"""Pre-tokens: the text is cut by another rule than GPT-2's, or is another text when it is cut."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable

import regex

from cs336_basics.learn.checker.cases import Training
from cs336_basics.learn.mistakes._mistake import CUTTING, TRAINING, Mistake
from cs336_basics.learn.mistakes.recipe import REFERENCE
from cs336_basics.pairs import split_bytes
from cs336_basics.text import pretokenize


def _by(pattern: str) -> Callable[[str], list[str]]:
    return regex.compile(pattern).findall


def _with_space_before(text: str) -> list[str]:
    return REFERENCE.pretokenize(text if text.startswith(" ") else " " + text)


def _lower(text: str) -> list[str]:
    return REFERENCE.pretokenize(text.lower())


def _composed(text: str) -> list[str]:
    return REFERENCE.pretokenize(unicodedata.normalize("NFC", text))


_GPT4_IN_MINBPE = (
    r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}+|\p{N}{1,3}"
    r"| ?[^\s\p{L}\p{N}]++[\r\n]*|\s*[\r\n]|\s+(?!\S)|\s+"
)
_GPT2_ON_BYTES = regex.compile(pretokenize.get_pattern("gpt2").source.encode())


def _on_bytes(text: str) -> list[str]:
    """Every byte of a letter that is not ASCII is punctuation here, so none is cut in two."""
    return [each.decode("utf-8") for each in _GPT2_ON_BYTES.findall(text.encode("utf-8"))]


def _characters(pretoken: bytes) -> list[bytes]:
    try:
        return [character.encode("utf-8") for character in pretoken.decode("utf-8")]
    except UnicodeDecodeError:
        return split_bytes(pretoken)


PRETOKENS = [
    Mistake(
        name="pretokens-none",
        seen_by=CUTTING,
        example=Training(b"a ", 257),
        parts={"pretokenize": lambda text: [text]},
    ),
    Mistake(
        name="pretokens-split-space",
        seen_by=CUTTING,
        example=Training(b" a", 257),
        parts={"pretokenize": lambda text: text.split(" ")},
    ),
    Mistake(
        name="pretokens-split-white-space",
        seen_by=CUTTING,
        example=Training(b"\n\n", 257),
        parts={"pretokenize": str.split},
    ),
    Mistake(
        name="pretokens-space-apart",
        seen_by=CUTTING,
        example=Training(b" a", 257),
        parts={"pretokenize": _by(r"'(?:[sdmt]|ll|ve|re)|\p{L}+|\p{N}+|[^\s\p{L}\p{N}]+|\s+")},
        variants=(
            {
                "pretokenize": _by(
                    r"'(?:[sdmt]|ll|ve|re)|\p{L}+|\p{N}+|[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"
                )
            },
        ),
    ),
    Mistake(
        name="pretokens-no-look-ahead",
        seen_by=CUTTING,
        example=Training(b"  a", 257),
        parts={
            "pretokenize": _by(r"'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+")
        },
    ),
    Mistake(
        name="pretokens-ascii",
        seen_by=CUTTING,
        example=Training("aé".encode(), 258),
        parts={
            "pretokenize": _by(
                r"'(?:[sdmt]|ll|ve|re)| ?[A-Za-z]+| ?[0-9]+| ?[^\sA-Za-z0-9]+|\s+(?!\S)|\s+"
            )
        },
    ),
    Mistake(
        name="pretokens-on-bytes",
        seen_by=CUTTING,
        example=Training("!\u00a0".encode(), 258),
        parts={"pretokenize": _on_bytes},
    ),
    Mistake(
        name="pretokens-word-class",
        seen_by=CUTTING,
        example=Training(b"a1", 257),
        parts={"pretokenize": _by(r"'(?:[sdmt]|ll|ve|re)| ?\w+| ?[^\s\w]+|\s+(?!\S)|\s+")},
    ),
    Mistake(
        name="pretokens-no-contractions",
        seen_by=CUTTING,
        example=Training(b"'s", 257),
        parts={"pretokenize": _by(r" ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+")},
    ),
    Mistake(
        name="pretokens-contractions-any-case",
        seen_by=CUTTING,
        example=Training(b"'S", 257),
        parts={
            "pretokenize": _by(
                r"'(?i:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"
            )
        },
    ),
    Mistake(
        name="pretokens-digits-in-threes",
        seen_by=CUTTING,
        example=Training(b"1234", 257),
        parts={
            "pretokenize": _by(
                r"'(?:[sdmt]|ll|ve|re)| ?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"
            )
        },
    ),
    Mistake(
        name="pretokens-gpt4",
        seen_by=CUTTING,
        example=Training(b"!a", 257),
        parts={"pretokenize": _by(pretokenize.get_pattern("cl100k").source)},
        variants=({"pretokenize": _by(_GPT4_IN_MINBPE)},),
    ),
    Mistake(
        name="pretokens-space-added",
        seen_by=CUTTING,
        example=Training(b"a", 257),
        parts={"pretokenize": _with_space_before},
        variants=({"pretokenize": lambda text: REFERENCE.pretokenize(" " + text)},),
    ),
    Mistake(
        name="pretokens-lower-case",
        seen_by=CUTTING,
        example=Training(b"AA", 257),
        parts={"pretokenize": _lower},
    ),
    Mistake(
        name="pretokens-composed",
        seen_by=CUTTING,
        example=Training("e\u0301".encode(), 257),
        parts={"pretokenize": _composed},
    ),
    Mistake(
        name="pretokens-characters",
        seen_by=TRAINING,
        example=Training("é".encode(), 257),
        parts={"split": _characters},
    ),
]
