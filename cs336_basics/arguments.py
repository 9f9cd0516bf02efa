"""What callers hand in: the type that is asked for, or one sentence that says which it is.

Python would fail somewhere inside (`'bytes' object has no attribute 'isascii'`), or not at all: a
string is a sequence of strings, and an iterator that was walked once is empty.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from reprlib import Repr
from typing import TypeVar

from cs336_basics.errors import CorpusError, WrongTypeError

Item = TypeVar("Item")
_MOST_BITS = 128  # of a number that is written out
_SHORT = Repr()
_SHORT.maxstring = _SHORT.maxother = 80  # characters


def wrong_type(what: str, value: object, expected: str, advice: str = "") -> WrongTypeError:
    """Return the error for a value of another type.

    Args:
        what: the name of the argument.
        value: what was handed in.
        expected: the right type in words.
        advice: what to do instead, if that is known.

    >>> str(wrong_type("text", b"ab", "a string", "decode it first"))
    'text is of type bytes, not a string; decode it first'
    """
    given = "None" if value is None else f"of type {type(value).__name__}"
    return WrongTypeError(f"{what} is {given}, not {expected}{advice and '; '}{advice}")


def shown(value: object) -> str:
    """Write a value for an error message: in short, also where Python refuses to write a number.

    >>> shown("300"), shown(1 << 50_000)
    ("'300'", 'a number of 50,001 bits')
    """
    if isinstance(value, int) and value.bit_length() > _MOST_BITS:
        return f"a number of {value.bit_length():,} bits"
    return _SHORT.repr(value)


def expect_text(what: str, value: object, advice: str = "") -> None:
    """Refuse what is not a string.

    Raises:
        WrongTypeError: naming the argument and its type.

    >>> expect_text("text", None)
    Traceback (most recent call last):
    cs336_basics.errors.WrongTypeError: text is None, not a string
    """
    if not isinstance(value, str):
        raise wrong_type(what, value, "a string", advice)


def as_path(what: str, value: object) -> Path:
    """Return a path given as a string or a path object.

    Raises:
        WrongTypeError: it is neither.

    >>> as_path("path", "low.txt").suffix
    '.txt'
    """
    if isinstance(value, os.PathLike):
        value = os.fspath(value)
    if isinstance(value, str):
        return Path(value)
    advice = "os.fsdecode makes a string of it" if isinstance(value, bytes) else ""
    raise wrong_type(what, value, "a path", advice)


def as_list(what: str, values: Iterable[Item], expected: str) -> list[Item]:
    """Walk an iterable once and keep what it held: an iterator has nothing for a second walk.

    Raises:
        WrongTypeError: it cannot be walked, or is one string or one bytes object.

    >>> as_list("merges", zip([b"a"], [b"b"]), "a list of pairs")
    [(b'a', b'b')]
    """
    if isinstance(values, str | bytes | bytearray) or not isinstance(values, Iterable):
        raise wrong_type(what, values, expected)
    return list(values)


def at_least_one(name: str, value: int) -> None:
    """Refuse a number of workers, chunks, … below one.

    Args:
        name: what it is a number of.
        value: what was handed in.

    Raises:
        CorpusError: it is below one.
        WrongTypeError: it is not a whole number.

    >>> at_least_one("workers", 0)
    Traceback (most recent call last):
    cs336_basics.errors.CorpusError: workers is 0; it must be at least 1
    """
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise wrong_type(name, value, "an int")
    if value < 1:
        raise CorpusError(f"{name} is {value}; it must be at least 1")
