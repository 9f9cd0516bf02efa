r"""Single parts of a regular expression in tokenizer.json: escapes, properties, letters.

Each is written so that it means the same on the other side, or refused.

Source: Oniguruma's doc/RE (syntax of Ruby), and trials on every character.
"""

from __future__ import annotations

import re
from functools import cache

ESCAPE = re.compile(
    r"\\(?:[pP](?:\{[^{}]*\}|[A-Za-z])|x\{[0-9A-Fa-f]{1,6}\}|x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}"
    r"|U[0-9A-Fa-f]{8}|.)",
    re.DOTALL,
)
_HEX = "0-9A-Fa-f"
# Our \w has two joiners that theirs has not. Theirs has six signs more, but not inside a set.
OUR_WORDS = r"\w\u200c\u200d"  # in their dialect, as members of a set
_THEIR_WORDS = r"[\w&&[^\u200c\u200d]]"  # in ours, as the one inside a set
_MORE_WORDS = "²³¹¼½¾"

_CASED = frozenset(
    ("lu", "ll", "lt", "uppercase", "lowercase", "uppercaseletter", "lowercaseletter")
)
_ALIKE = """
l lm lo m mn mc me n nd nl no p pc pd ps pe pi pf po s sm sc sk so z zs zl zp cc
letter mark number punctuation symbol separator alphabetic whitespace ideographic any
arabic armenian bengali bopomofo braille cherokee coptic cyrillic devanagari ethiopic
georgian greek gujarati gurmukhi han hangul hebrew hiragana kannada katakana khmer lao latin
malayalam mongolian myanmar oriya runic sinhala syriac tamil telugu thaana thai tibetan
tifinagh yi
"""
_NAMES = _CASED | frozenset(_ALIKE.split())
"""Properties that both engines know by these names, and that hold the same characters."""

_TURKISH = frozenset("iIıİ")  # our engine takes the four for one letter


class Different(Exception):
    """A part of a pattern that the other side would read otherwise, or not at all."""


def translate_escape(text: str, *, ours: bool, in_set: bool, caseless: bool) -> str:
    r"""Write one escape in the other dialect.

    Args:
        text: a backslash and what belongs to it.
        ours: whether it is one of ours.
        in_set: whether it is inside square brackets.
        caseless: whether the case of letters does not count here.

    Raises:
        Different: it means something else there, or nothing.

    >>> [translate_escape(r"\w", ours=each, in_set=False, caseless=False) for each in (True, False)]
    ['[\\w\\u200c\\u200d]', '[[\\w&&[^\\u200c\\u200d]]²³¹¼½¾]']
    """
    kind = text[1:2]
    if kind in "sSdDrntfva" or (kind in "RAK" and not in_set):
        return text
    if kind in "pP":
        return _property(text, ours=ours, caseless=caseless)
    if kind in "xuU" and len(text) > 2:
        return _numbered(text, ours=ours)
    if kind in "wW":
        return _word(kind, ours=ours, in_set=in_set)
    if kind in "zZ" and not in_set:
        theirs = r"\Z" if kind == "z" else r"(?=\n?\Z)"
        return r"\z" if ours else theirs
    if kind in "hHe" and not ours:
        plain = {"h": f"[{_HEX}]", "H": f"[^{_HEX}]", "e": r"\x1b"}[kind]
        return _HEX if in_set and kind == "h" else plain
    if kind in "NO" and not ours and not in_set:
        return "." if kind == "N" else r"[\s\S]"
    if not (kind.isascii() and kind.isalnum()):
        return text
    raise Different(f"{text} means something else there" if ours else f"{text} is not known here")


def _property(text: str, *, ours: bool, caseless: bool) -> str:
    name = text[2:].strip("{}").removeprefix("^")
    plain = re.sub(r"[\s_-]", "", name).lower()
    if plain not in _NAMES:
        raise Different(f"{text} is not a property that both sides are known to have")
    if caseless and plain in _CASED:
        raise Different(f"{text} heeds the case there in spite of (?i)")
    if text[2] != "{" and not ours:
        raise Different(f"{text} is not a property there; {text[:2]}{{{name}}} is")
    return text if text[2] == "{" else f"{text[:2]}{{{name}}}"


def _numbered(text: str, *, ours: bool) -> str:
    """Translate a character given by its number: each side has one form that the other has not."""
    number = int(text[2:].strip("{}"), 16)
    if ours:
        return text if number < 0x80 or text[1] == "u" else f"\\x{{{number:X}}}"
    if text[1:3] == "x{":
        return f"\\U{number:08X}"
    if text[1] == "U" or (text[1] == "x" and number >= 0x80):
        raise Different(
            f"{text} is one byte there" if text[1] == "x" else f"{text} is unknown there"
        )
    return text


def _word(kind: str, *, ours: bool, in_set: bool) -> str:
    sign = "^" * (kind == "W")
    if in_set and not sign:
        return OUR_WORDS if ours else _THEIR_WORDS
    inside = OUR_WORDS if ours else _THEIR_WORDS + _MORE_WORDS * (not in_set)
    return f"[{sign}{inside}]"


def translate_posix(text: str, *, ours: bool) -> str:
    r"""Write a class such as `[:alpha:]`, which is inside a set, in the other dialect.

    Raises:
        Different: it holds other characters there.

    >>> translate_posix("[:^digit:]", ours=False)
    '\\D'
    """
    name = text.strip("[:^]")
    if name in ("digit", "space") and not ours:
        return "\\" + (name[0].upper() if "^" in text else name[0])
    if name in ("alpha", "space", "upper", "lower", "xdigit"):
        return text
    raise Different(f"{text} holds other characters {'there' if ours else 'here'}")


def check_caseless(letters: str) -> None:
    """Refuse letters that the engines take for others, where the case does not count.

    Theirs takes `ss` for `ß`, ours does not; ours takes `İ` for `i`, theirs does not.

    Raises:
        Different: naming them.

    >>> check_caseless("'ll")
    """
    folded = letters.casefold()
    joined = next((each for each in _joined() if each in folded), None)
    if joined or _TURKISH & set(letters):
        odd = joined or min(_TURKISH & set(letters))
        raise Different(f"with (?i), {odd!r} is not taken for the same letters there")


@cache
def _joined() -> tuple[str, ...]:
    """Return what single letters are folded to in several: `ss`, `st`, `ffi`, …"""
    folded = {chr(number).casefold() for number in range(0x110000)}
    return tuple(sorted(each for each in folded if len(each) > 1))
