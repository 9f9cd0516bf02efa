"""Spies in the place of types: no profiler sees that a type was called."""

from __future__ import annotations

import builtins
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

NUMBER_FROM_DIGITS = "int(…, base)"
BYTES_FROM_TEXT = "bytes(text, …)"
"""How calls of types are named that do the work of an exercise."""


@contextmanager
def spied_types(called: Counter[str]) -> Iterator[None]:
    """Count calls such as `int(digits, 16)` and `bytes(text, "utf-8")` until the end of the block.

    Digits one at a time are no short cut.

    >>> with spied_types(called := Counter()):
    ...     int("ff", 16)
    255
    >>> called
    Counter({'int(…, base)': 1})
    """

    def of_number(given: Any = 0, *base: Any, **named: Any) -> None:
        if (base or named) and len(given) > 1:
            called[NUMBER_FROM_DIGITS] += 1

    def of_bytes(given: Any = b"", *_: Any, **named: Any) -> None:
        if isinstance(given, str):
            called[BYTES_FROM_TEXT] += 1

    spies = {"int": of_number, "bytes": of_bytes, "bytearray": of_bytes}
    stand_ins: dict[str, Any] = {
        name: _spy(getattr(builtins, name), note) for name, note in spies.items()
    }
    with patch.multiple(builtins, **stand_ins):
        yield


def _spy(kind: Any, note: Callable[..., None]) -> type:
    """A stand-in for a type that notes how it is called, and makes what the type itself makes."""

    class Spy(type):
        def __call__(cls, *arguments: Any, **named: Any) -> Any:
            note(*arguments, **named)
            return kind(*arguments, **named)

        def __instancecheck__(cls, value: Any) -> bool:
            return isinstance(value, kind)

    return Spy(kind.__name__, (kind,), {})
