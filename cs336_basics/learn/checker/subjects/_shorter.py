"""Shorter sequences, from which simpler cases are made."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

Item = TypeVar("Item")


def shorter(items: Sequence[Item]) -> Iterator[list[Item]]:
    """Leave out a half, then a quarter, …, then single items; each time every part in turn.

    >>> list(shorter("abcd"))
    [['c', 'd'], ['a', 'b'], ['b', 'c', 'd'], ['a', 'c', 'd'], ['a', 'b', 'd'], ['a', 'b', 'c']]
    """
    size = len(items) // 2 or len(items)
    while size:
        for start in range(0, len(items), size):
            yield [*items[:start], *items[start + size :]]
        size //= 2


def plainer(items: Sequence[Item], plain: Sequence[Item]) -> Iterator[list[Item]]:
    """Put something plain in the place of all items, then of each that is not plain.

    >>> list(plainer("xa", "ab"))
    [['a', 'a'], ['a', 'a'], ['b', 'a']]
    """
    yield [plain[0]] * len(items)
    for i, item in enumerate(items):
        if item not in plain:
            for each in plain:
                yield [*items[:i], each, *items[i + 1 :]]
