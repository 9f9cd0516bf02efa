"""Special tokens: they are not cut out of the text as they should be."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

import regex

from cs336_basics.datatypes import PretokenCounts, Vocab
from cs336_basics.learn.checker.cases import Encoding, Training
from cs336_basics.learn.mistakes._errors import NoSpecialTokens, Raise
from cs336_basics.learn.mistakes._mistake import CUTTING, ENCODING, Mistake
from cs336_basics.learn.mistakes.recipe import REFERENCE, Appended
from cs336_basics.text.pretokenize import get_pattern
from cs336_basics.vocab import base_vocab

Part = tuple[str, bool]

_END = "<|endoftext|>"
_PATTERN = get_pattern("gpt2").source


def _uncut(text: str, specials: Sequence[str]) -> list[Part]:
    return [(text, False)] if text else []


def _kept_as_text(text: str, specials: Sequence[str]) -> list[Part]:
    return [(part, False) for part, _ in REFERENCE.cut(text, specials)]


def _removed(text: str, specials: Sequence[str]) -> list[Part]:
    for token in _longest_first(specials):
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


def _longest_first(specials: Sequence[str]) -> list[str]:
    return sorted(specials, key=len, reverse=True)


def _unescaped_longest_first(text: str, specials: Sequence[str]) -> list[Part]:
    return _unescaped(text, _longest_first(specials))


def _in_parentheses_longest_first(text: str, specials: Sequence[str]) -> list[Part]:
    return _unescaped_in_parentheses(text, _longest_first(specials))


def _as_given(text: str, specials: Sequence[str]) -> list[Part]:
    return _matches(text, "|".join(map(re.escape, specials)))


def _shortest_first(text: str, specials: Sequence[str]) -> list[Part]:
    return _as_given(text, sorted(specials, key=len))


def _first_special_only(text: str, specials: Sequence[str]) -> list[Part]:
    return REFERENCE.cut(text, specials[:1])


def _longest_special_only(text: str, specials: Sequence[str]) -> list[Part]:
    return REFERENCE.cut(text, _longest_first(specials)[:1])


def _last_special_only(text: str, specials: Sequence[str]) -> list[Part]:
    return REFERENCE.cut(text, specials[-1:])


def _each_character(text: str) -> list[Part]:
    """As `re.split("", text)` does."""
    return [(character, False) for character in text]


def _each_byte(text: str) -> list[Part]:
    """The same for a pattern of bytes: nothing is left to merge, in no character either."""
    return [(character, False) for character in text if character.isascii()]


def _some_wanted(vocab: Vocab, specials: Sequence[str]) -> Appended:
    """A tokenizer that cannot be made without special tokens."""
    if not specials:
        raise NoSpecialTokens("list index out of range")
    return REFERENCE.append(vocab, specials)


def _end_of_text_only(text: str, specials: Sequence[str] = ()) -> list[Part]:
    return REFERENCE.cut(text, [_END])


def _end_of_text_as_well(text: str, specials: Sequence[str]) -> list[Part]:
    return REFERENCE.cut(text, list(dict.fromkeys([*specials, _END])))


def _end_of_text_if_named(text: str, specials: Sequence[str]) -> list[Part]:
    return REFERENCE.cut(text, [each for each in specials if each == _END])


def _end_of_text_in_vocab(counts: PretokenCounts, specials: Sequence[str]) -> list[bytes]:
    return list(base_vocab([_END]).values())


@lru_cache(maxsize=256)
def _with_branches(specials: tuple[str, ...]) -> regex.Pattern[str]:
    return regex.compile("|".join([*map(regex.escape, _longest_first(specials)), _PATTERN]))


def _first_branch(text: str, specials: Sequence[str]) -> list[Part]:
    found = _with_branches(tuple(specials)).findall(text)
    return [(part, part in specials) for part in found]


def _last_branch(text: str, specials: Sequence[str]) -> list[Part]:
    return [(part, part in specials) for part in REFERENCE.pretokenize(text)]


def _first_branch_counted(text: str, specials: Sequence[str]) -> list[Part]:
    return [(part, False) for part, _ in _first_branch(text, specials)]


def _cut_already(text: str) -> list[str]:
    return [text]


SPECIALS = [
    Mistake(
        name="specials-as-text",
        seen_by=CUTTING,
        example=Training(b"<|e|>", 258, ("<|e|>",)),
        parts={"cut": _uncut},
    ),
    Mistake(
        name="specials-kept-as-words",
        seen_by=CUTTING,
        example=Training(b"a <|e|>", 258, ("<|e|>",)),
        parts={"cut": _kept_as_text},
    ),
    Mistake(
        name="specials-branch",
        seen_by=CUTTING,
        example=Training(b".<e>", 258, ("<e>",)),
        parts={"cut": _first_branch},
        variants=(
            {"cut": _last_branch},
            {
                "cut": _first_branch_counted,
                "pretokenize": _cut_already,
                "uncut": lambda text: [(each, False) for each in REFERENCE.pretokenize(text)],
            },
        ),
    ),
    Mistake(
        name="specials-empty-pattern",
        seen_by=CUTTING,
        example=Training(b"ab", 257),
        parts={"uncut": _each_character},
        variants=({"uncut": _each_byte},),
    ),
    Mistake(
        name="specials-empty-refused",
        seen_by=CUTTING,
        example=Training(b"a", 256),
        parts={"uncut": Raise(NoSpecialTokens, "empty separator")},
        variants=(
            {"uncut": Raise(AttributeError, "'NoneType' object has no attribute 'split'")},
            {"append": _some_wanted},
            {"append": _some_wanted, "uncut": Raise(NoSpecialTokens, "empty separator")},
        ),
    ),
    Mistake(
        name="specials-hard-coded",
        seen_by=CUTTING,
        example=Training(b"<|e|>", 258, ("<|e|>",)),
        parts={"cut": _end_of_text_only, "uncut": _end_of_text_only},
        variants=(
            {"cut": _end_of_text_only},
            {"cut": _end_of_text_if_named},
            {"cut": _end_of_text_as_well, "uncut": _end_of_text_as_well},
            {"cut": _end_of_text_as_well},
            {"uncut": _end_of_text_only},
            {
                "cut": _end_of_text_only,
                "uncut": _end_of_text_only,
                "base": _end_of_text_in_vocab,
            },
        ),
    ),
    Mistake(
        name="specials-removed",
        seen_by=CUTTING,
        example=Training(b"a<e>b", 258, ("<e>",)),
        parts={"cut": _removed},
    ),
    Mistake(
        name="specials-unescaped",
        seen_by=CUTTING,
        example=Training(b"be", 258, ("<|e|>",)),
        parts={"cut": _unescaped},
        variants=(
            {"cut": _unescaped_in_parentheses},
            {"cut": _unescaped_longest_first},
            {"cut": _in_parentheses_longest_first},
        ),
    ),
    Mistake(
        name="specials-shortest-first",
        seen_by=ENCODING,
        example=Encoding("<e><e>", [], ("<e>", "<e><e>")),
        parts={"cut": _shortest_first},
        variants=({"cut": _as_given},),
    ),
    Mistake(
        name="specials-first-only",
        seen_by=CUTTING,
        example=Training(b"<|b|>", 259, ("<|a|>", "<|b|>")),
        parts={"cut": _first_special_only},
        variants=({"cut": _longest_special_only}, {"cut": _last_special_only}),
    ),
]
"""Mistakes with the special tokens of a text."""
