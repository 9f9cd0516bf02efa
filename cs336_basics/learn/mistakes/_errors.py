"""How learners' code fails: an error in a recipe is of every kind that real code raises there."""

from __future__ import annotations

from typing import Any, NoReturn


class AnyOfThese(
    ValueError,
    IndexError,
    KeyError,
    TypeError,
    RuntimeError,
    AssertionError,
    ZeroDivisionError,
    UnboundLocalError,
):
    """An error of many kinds: code that is wrong in one way still fails in its own."""


class NoPairLeft(AnyOfThese):
    """What code raises that asks an empty collection for its best pair."""


class NoSpecialTokens(AnyOfThese):
    """What code raises that cannot do without special tokens."""


class NoRoom(AnyOfThese):
    """What code raises that cannot make a vocabulary without merges."""


class NoList(TypeError, ValueError, AssertionError):
    """What code raises that is given None in the place of a list."""


class NoSuchId(KeyError, IndexError):
    """What code raises that looks up an id that is not there."""


class Raise:
    """A part of a recipe that always fails: it raises an error, whatever it is given.

    >>> Raise(NoSuchId, 256)()
    Traceback (most recent call last):
    cs336_basics.learn.mistakes._errors.NoSuchId: 256
    """

    def __init__(self, kind: type[Exception], reason: object) -> None:
        self.kind, self.reason = kind, reason

    def __call__(self, *arguments: Any) -> NoReturn:
        """Fail."""
        raise self.kind(self.reason)
