"""Cutting: the file is read wrongly, or its special tokens are not cut out as they should be."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from cs336_basics.learn.cases import Encoding, Training
from cs336_basics.learn.mistakes._mistake import CUTTING, TRAINING, Mistake
from cs336_basics.learn.recipe import REFERENCE

Part = tuple[str, bool]


def _translated(content: bytes) -> Iterable[str]:
    return [content.decode("utf-8").replace("\r\n", "\n").replace("\r", "\n")]


def _by_line(content: bytes) -> Iterable[str]:
    return content.decode("utf-8").splitlines(keepends=True)


def bad_bytes_dropped(content: bytes) -> Iterable[str]:
    """Read as `errors="ignore"` does.

    >>> bad_bytes_dropped(b"a\\xffb")
    ['ab']
    """
    return [content.decode("utf-8", "ignore")]


def _quarters(content: bytes) -> Iterable[str]:
    size = max(1, -(-len(content) // 4))
    parts = (content[i : i + size] for i in range(0, len(content), size))
    return [part.decode("utf-8", "ignore") for part in parts]


def _stripped(content: bytes) -> Iterable[str]:
    return [content.decode("utf-8").strip()]


def _lines_stripped(content: bytes) -> Iterable[str]:
    return [line.strip() for line in content.decode("utf-8").split("\n")]


def _uncut(text: str, specials: Sequence[str]) -> list[Part]:
    return [(text, False)] if text else []


def _kept_as_text(text: str, specials: Sequence[str]) -> list[Part]:
    return [(part, False) for part, _ in REFERENCE.cut(text, specials)]


def _removed(text: str, specials: Sequence[str]) -> list[Part]:
    for token in sorted(specials, key=len, reverse=True):
        text = text.replace(token, "")
    return _uncut(text, specials)


def _matches(text: str, pattern: str) -> list[Part]:
    """Cut a text by a pattern: (part, was it matched)."""
    parts, end = list[Part](), 0
    for match in re.finditer(pattern, text) if pattern else ():
        parts += [(text[end : match.start()], False), (match.group(), True)]
        end = match.end()
    return [part for part in [*parts, (text[end:], False)] if part[0]]


def _unescaped(text: str, specials: Sequence[str]) -> list[Part]:
    """As `re.split` does: what the pattern matches by accident is gone."""
    found = _matches(text, "|".join(specials))
    return [(part, matched) for part, matched in found if not matched or part in specials]


def _unescaped_in_parentheses(text: str, specials: Sequence[str]) -> list[Part]:
    """As `re.split` with parentheses does: what is matched by accident stays, as its own part."""
    return [(part, part in specials) for part, _ in _matches(text, "|".join(specials))]


def _as_given(text: str, specials: Sequence[str]) -> list[Part]:
    return _matches(text, "|".join(map(re.escape, specials)))


def _shortest_first(text: str, specials: Sequence[str]) -> list[Part]:
    return _as_given(text, sorted(specials, key=len))


def _first_special_only(text: str, specials: Sequence[str]) -> list[Part]:
    return REFERENCE.cut(text, specials[:1])


READING = [
    Mistake(
        name="reading-newlines-translated",
        title="the file is opened in text mode, which turns `\\r\\n` and `\\r` into `\\n`",
        why="`open(path)` translates line ends: a `\\r` never reaches the trainer. Text from"
        " Windows then trains another tokenizer than the bytes in the file. Open it with"
        " `newline=''`, or in binary and decode.",
        notebook="02",
        seen_by=TRAINING,
        example=Training(b"\r\n", 257),
        parts={"read": _translated},
    ),
    Mistake(
        name="reading-by-line",
        title="the file is pre-tokenized line by line",
        why="Reading line by line saves memory, but a pre-token may hold several line ends: an"
        " empty line between two paragraphs is one pre-token `\\n\\n`. Cut lines see only"
        " single line ends. Cut where no pre-token reaches across, and nowhere else.",
        notebook="05",
        seen_by=TRAINING,
        example=Training(b"\n\n", 257),
        parts={"read": _by_line},
    ),
    Mistake(
        name="reading-errors-ignored",
        title="bad bytes are dropped, which joins their neighbours",
        why="`errors='ignore'` deletes what it cannot decode. What stood on its left and on"
        " its right now stand side by side, and a pair is counted that is not in the file."
        " Refuse the file, or replace each bad byte by U+FFFD.",
        notebook="05",
        seen_by=TRAINING,
        example=Training(b"a\xffb", 257),
        parts={"read": bad_bytes_dropped},
    ),
    Mistake(
        name="reading-cut-anywhere",
        title="the file is cut into chunks at equal sizes, through words and characters",
        why="Four workers, four quarters: the cuts fall into the middle of words, even of"
        " characters. The halves are counted as words of their own, and decoding with"
        " `errors='ignore'` hides the torn characters. Move each cut on to a safe place.",
        notebook="05",
        seen_by=TRAINING,
        example=Training(b"ab", 257),
        parts={"read": _quarters},
    ),
    Mistake(
        name="reading-stripped",
        title="white space at both ends of the text is stripped",
        why="`text.strip()` looks like tidying up. But the spaces and line ends at the ends of"
        " a document are text like any other, and the tokenizer will meet them again.",
        notebook="02",
        seen_by=TRAINING,
        example=Training(b" a", 257),
        parts={"read": _stripped},
    ),
    Mistake(
        name="reading-lines-stripped",
        title="every line is stripped, so line ends are never learned",
        why="`for line in file: line.strip()` throws all line ends away, and the spaces before"
        " them. No token with a line end is learned, and encoding must spell each of them out.",
        notebook="02",
        seen_by=TRAINING,
        example=Training(b"a\n b", 257),
        parts={"read": _lines_stripped},
    ),
]

SPECIALS = [
    Mistake(
        name="specials-as-text",
        title="special tokens are not cut out of the text",
        why="If the text is pre-tokenized with the special tokens in it, training learns their"
        " pieces (`<|`, `endoftext`), and encoding spells them instead of giving their one id."
        " First cut the text at the special tokens, then pre-tokenize what lies between.",
        notebook="02",
        seen_by=CUTTING,
        example=Training(b"<|e|>", 258, ("<|e|>",)),
        parts={"cut": _uncut},
    ),
    Mistake(
        name="specials-kept-as-words",
        title="the text is cut at special tokens, but the tokens themselves stay in it as words",
        why="`re.split` with a pattern in parentheses gives back what it split at. In training"
        " these parts must be left out; in encoding they must become their id. Pre-tokenizing"
        " them like the rest learns their pieces.",
        notebook="02",
        seen_by=CUTTING,
        example=Training(b"a <|e|>", 258, ("<|e|>",)),
        parts={"cut": _kept_as_text},
    ),
    Mistake(
        name="specials-removed",
        title="special tokens are deleted, which joins what stood on both sides",
        why="`text.replace(token, '')` glues the end of one document to the beginning of the"
        " next. Pairs are counted that are not in the file. Split the text; do not shorten it.",
        notebook="02",
        seen_by=CUTTING,
        example=Training(b"a<e>b", 258, ("<e>",)),
        parts={"cut": _removed},
    ),
    Mistake(
        name="specials-unescaped",
        title="special tokens go into a regular expression without `re.escape`",
        why="In a pattern `|` means “or”. So `<|endoftext|>` matches a single `<`, the word"
        " `endoftext`, and a single `>`, everywhere. A dot or a plus in a special token does"
        " similar harm. Escape every token.",
        notebook="02",
        seen_by=CUTTING,
        example=Training(b"be", 258, ("<|e|>",)),
        parts={"cut": _unescaped},
        variants=({"cut": _unescaped_in_parentheses},),
    ),
    Mistake(
        name="specials-shortest-first",
        title="where two special tokens start together, the shorter one is taken",
        why="A regular expression takes the first branch that fits, so the order of the"
        " branches decides. If `<e>` stands before `<e><e>`, the longer one is never found."
        " Sort by length, the longest first.",
        notebook="06",
        seen_by=CUTTING,
        example=Encoding("<e><e>", [], ("<e>", "<e><e>")),
        parts={"cut": _shortest_first},
        variants=({"cut": _as_given},),
    ),
    Mistake(
        name="specials-first-only",
        title="only the first special token of the list is cut out",
        why="`special_tokens[0]` works as long as there is one. The others then stay in the"
        " text as ordinary words.",
        notebook="02",
        seen_by=CUTTING,
        example=Training(b"<|b|>", 259, ("<|a|>", "<|b|>")),
        parts={"cut": _first_special_only},
    ),
]
