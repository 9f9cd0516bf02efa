r"""A pattern of the user's own: compiled so that it means what it means to those who wrote it.

The `regex` package has two sets of rules. By the old ones `[\p{L}&&[^\p{Han}]]` is a set that ends
at the first `]`; by the new ones (VERSION1) it is "letters, but not Chinese ones", as it is to
tiktoken, to Hugging Face and to other readers of patterns. So the new rules hold here, with two
corrections: `||` in a set is two bars, not an operator, and `(?i)` takes one letter for one letter
(`ß` is not `ss`).
"""

from __future__ import annotations

from functools import lru_cache

import regex

from cs336_basics.arguments import expect_text
from cs336_basics.errors import UnknownNameError

_OPERATORS = ("&&", "--", "~~")
_NAMES_A_VERSION = regex.compile(r"\(\?[a-zA-Z]*V[01]")


def compile_pattern(source: str) -> regex.Pattern[str]:
    r"""Compile a pattern of the user's own.

    Raises:
        WrongTypeError: not a string.
        UnknownNameError: it cannot be read, or searches from the right (`(?r)`).

    >>> compile_pattern(r"[\p{L}&&[^\p{Han}]]+").findall("ab 你c")
    ['ab', 'c']
    """
    expect_text("pattern", source)
    return _compile_and_check(source)


@lru_cache(maxsize=32)
def _compile_and_check(source: str) -> regex.Pattern[str]:
    try:
        source.encode("utf-8")  # a lone surrogate could be stored in no file
        compiled = _compile(source)
    except Exception as error:  # regex.error, and ValueError, RecursionError, MemoryError, …
        reason = str(error) or type(error).__name__
        raise UnknownNameError(
            f"pattern {_short(source)} is not a valid regex: {reason}"
        ) from error
    if compiled.flags & regex.REVERSE:
        raise UnknownNameError(
            f"pattern {_short(source)} searches from the right; a text is cut from the left, so "
            "write it without (?r)"
        )
    return compiled


def _compile(source: str) -> regex.Pattern[str]:
    if _NAMES_A_VERSION.search(source):
        return regex.compile(source)
    plain, has_operators = _without_unions(source)
    try:
        return regex.compile(f"(?-f){plain}", regex.VERSION1)
    except regex.error:
        if has_operators:
            raise
        return regex.compile(source)  # `[[]` is a set with a bracket by the old rules alone


def _without_unions(source: str) -> tuple[str, bool]:
    r"""Escape the second of two bars in a set; say whether a set holds another operator.

    >>> _without_unions("[a||b]||c")
    ('[a|\\|b]||c', False)
    """
    written: list[str] = []
    depth, place, has_operators = 0, 0, False
    while place < len(source):
        size = 2 if source[place] == "\\" else 1
        found = source[place : place + size]
        if found == "[":
            depth += 1
            size += source.startswith("^", place + 1)
            size += source.startswith("]", place + size)  # a bracket that comes first is itself
            found = source[place : place + size]
        elif found == "]":
            depth = max(0, depth - 1)
        elif depth and source.startswith("||", place):
            found, size = "|\\|", 2
        elif depth and source.startswith(_OPERATORS, place):
            has_operators = True
        written.append(found)
        place += size
    return "".join(written), has_operators


def _short(source: str) -> str:
    return repr(source) if len(source) <= 200 else f"{source[:200]!r}…"
