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
        title="there is no pre-tokenizing: merges cross from word to word",
        why="Without pre-tokens the whole text is one long word. Frequent endings join with"
        " the space and the beginning of the next word, and the vocabulary fills with pieces"
        " such as `e the`. The encoder cuts pre-tokens first, so it can never use them.",
        notebook="02",
        seen_by=CUTTING,
        example=Training(b"a ", 257),
        parts={"pretokenize": lambda text: [text]},
    ),
    Mistake(
        name="pretokens-split-space",
        title="the text is split at spaces, and the spaces are lost",
        why="`text.split(' ')` throws the spaces away: the tokenizer never learns one, and"
        " decoding cannot bring them back. GPT-2's pattern keeps each space with the word"
        " after it.",
        notebook="02",
        seen_by=CUTTING,
        example=Training(b" a", 257),
        parts={"pretokenize": lambda text: text.split(" ")},
    ),
    Mistake(
        name="pretokens-split-white-space",
        title="the text is split at all white space, which is lost",
        why="`text.split()` throws away spaces, tabs and line ends alike. None of them can be"
        " encoded then, and decoding gives one long word. The pattern must match every"
        " character of the text.",
        notebook="02",
        seen_by=CUTTING,
        example=Training(b"\n\n", 257),
        parts={"pretokenize": str.split},
    ),
    Mistake(
        name="pretokens-space-apart",
        title="the space is a pre-token of its own, not part of the word after it",
        why="In GPT-2's pattern each word may begin with one space: ` ?\\p{L}+`. Without the `"
        " ?` the space stands alone, and no token such as ` the` is ever learned.",
        notebook="02",
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
        title="a run of white space is taken whole, with the space of the next word",
        why="`\\s+(?!\\S)` stops one short of the next word, so that the last space stays with"
        " it: in `a  b` the pre-tokens are `a`, ` ` and ` b`. Without the look-ahead a run"
        " takes that space too.",
        notebook="02",
        seen_by=CUTTING,
        example=Training(b"  a", 257),
        parts={
            "pretokenize": _by(r"'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+")
        },
    ),
    Mistake(
        name="pretokens-ascii",
        title="letters are only a to z, and digits only 0 to 9",
        why="`[a-zA-Z]` instead of `\\p{L}` is the usual way round a `re` that does not know"
        " `\\p{L}`. It tears every word at its accents: in `café` the `é` is punctuation. Use"
        " the package `regex`.",
        notebook="02",
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
        title="the pattern is applied to bytes, where `\\p{L}` and `\\s` know ASCII only",
        why="It saves decoding the file, and for English nothing changes. But in a pattern of bytes"
        " every byte from 128 on is neither a letter nor white space: `é` becomes punctuation, and"
        " so do the no-break space U+00A0 and the wide space U+3000, which join the `!` before"
        " them. Decode first, apply the pattern to text, and encode each pre-token again.",
        notebook="02",
        seen_by=CUTTING,
        example=Training("!\u00a0".encode(), 258),
        parts={"pretokenize": _on_bytes},
    ),
    Mistake(
        name="pretokens-word-class",
        title="words are `\\w+`, which takes digits and underscores for letters",
        why="`\\w` looks like the letter class that `re` has. But it holds digits and the"
        " underscore too: `v2` and `my_name` become one pre-token each, and numbers mix with"
        " words.",
        notebook="02",
        seen_by=CUTTING,
        example=Training(b"a1", 257),
        parts={"pretokenize": _by(r"'(?:[sdmt]|ll|ve|re)| ?\w+| ?[^\s\w]+|\s+(?!\S)|\s+")},
    ),
    Mistake(
        name="pretokens-no-contractions",
        title="contractions such as `'ll` are not kept together",
        why="The first branch of GPT-2's pattern takes `'s`, `'t`, `'ll` and their like before"
        " anything else can. Without it `I'll` is cut into `I`, `'` and `ll`.",
        notebook="02",
        seen_by=CUTTING,
        example=Training(b"'s", 257),
        parts={"pretokenize": _by(r" ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+")},
    ),
    Mistake(
        name="pretokens-contractions-any-case",
        title="contractions are matched in capitals too",
        why="GPT-2 was trained with small letters there, `'s` and not `'S`, perhaps by"
        " oversight. GPT-4's pattern has `(?i:…)`. To get GPT-2's tokens, its oversights must"
        " be kept.",
        notebook="02",
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
        title="numbers are cut into groups of three digits",
        why="That is the rule of GPT-4's pattern, `\\p{N}{1,3}`. GPT-2's takes a number whole,"
        " with a space before it. A tokenizer must be used with the pattern it was trained"
        " with.",
        notebook="02",
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
        title="the pattern is GPT-4's, not GPT-2's",
        why="Both are in every article about tokenizers, and both look alike. GPT-4's lets a"
        " word begin with any one character, takes digits in threes, and keeps line ends with"
        " the punctuation before them. The assignment asks for GPT-2's.",
        notebook="05",
        seen_by=CUTTING,
        example=Training(b"!a", 257),
        parts={"pretokenize": _by(pretokenize.get_pattern("cl100k").source)},
        variants=({"pretokenize": _by(_GPT4_IN_MINBPE)},),
    ),
    Mistake(
        name="pretokens-space-added",
        title="a space is put before the text",
        why="Some libraries do so by default, so that the first word of a text is the same token"
        " as later ones. But then decoding gives a text that begins with a space nobody wrote,"
        " and after each special token there is one more. GPT-2 adds nothing.",
        notebook="06",
        seen_by=CUTTING,
        example=Training(b"a", 257),
        parts={"pretokenize": _with_space_before},
        variants=({"pretokenize": lambda text: REFERENCE.pretokenize(" " + text)},),
    ),
    Mistake(
        name="pretokens-lower-case",
        title="the text is made lower case",
        why="`text.lower()` is a habit from counting words, where `The` and `the` should be one."
        " A tokenizer must give back what it was given, capitals too. Let it learn both.",
        notebook="02",
        seen_by=CUTTING,
        example=Training(b"AA", 257),
        parts={"pretokenize": _lower},
    ),
    Mistake(
        name="pretokens-composed",
        title="accents are composed first, as `unicodedata.normalize` does",
        why="`é` can be one code point, or an `e` and an accent after it. They look the same, so"
        " normalizing seems kind. But the bytes differ, and decoding must give back those that"
        " were written. Byte-level BPE normalizes nothing.",
        notebook="01",
        seen_by=CUTTING,
        example=Training("e\u0301".encode(), 257),
        parts={"pretokenize": _composed},
    ),
    Mistake(
        name="pretokens-characters",
        title="training starts from characters, not from bytes",
        why="`list('é')` is one character, but two bytes. Starting from characters, no merge"
        " is needed to make `é`, so every merge list of a text with accents differs, and a"
        " character that training has not seen cannot be encoded at all. Encode to UTF-8"
        " first, then split.",
        notebook="01",
        seen_by=TRAINING,
        example=Training("é".encode(), 257),
        parts={"split": _characters},
    ),
]
