"""Checks of notebook 08: kernels, step by step."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from functools import reduce, wraps
from typing import Any, NamedTuple

import numpy as np

from cs336_basics.learn.checker.frame import check
from cs336_basics.learn.checks._both_ways import Kernel, OnlyItems, check_both_ways, signed

__all__ = ["chase", "count_words", "end_of_word", "fill_table", "find_slot", "word_key", "wrapped"]

_WORD = re.compile(rb" ?[A-Za-z]+|.", re.DOTALL)
_INSIDE_WORDS = re.compile(rb"[^\x00-\x20]+")
_SHORT = 15  # bytes of the longest word that fits a key
_SLOTS = 64  # of the table that is filled


class Filled(NamedTuple):
    """What a table holds after a text was counted.

    Attributes:
        different: what the kernel returned.
        words: word -> count, read from the table.
    """

    different: Any
    words: dict[bytes, int]


def count_words(fn: Kernel) -> None:
    """Check a learner's `count_words(data, end)`: stretches of bytes above 32, by `data[i]`."""
    texts = [b"", b"a", b" ", b"ab", b" a", b"a ", b"a b", b"a  b", b"a\nb\tc", b"a-b", b"!"]
    texts += [b"\0a", "é ü".encode(), b"to be or not to be"]
    inputs = [(text, len(text)) for text in texts]
    inputs.insert(3, (b"a b", 1))
    check_both_ways(
        fn,
        lambda data, end: len(_INSIDE_WORDS.findall(data[:end])),
        inputs,
        view=lambda argument: OnlyItems(argument) if isinstance(argument, bytes) else argument,
    )


def wrapped(fn: Callable[[int], int]) -> None:
    """Check a learner's `wrapped(number)`: what 64 bits keep of a number, the top one its sign."""
    numbers = [0, 1, -1, 2**63 - 1, 2**63, -(2**63), -(2**63) - 1, 2**64 - 1, 2**64, 2**64 + 5]
    numbers += [3 * 2**63, (2**63 - 1) ** 2, -(10**30)]
    check(fn, signed, [(number,) for number in numbers])


def end_of_word(fn: Kernel) -> None:
    """Check a learner's `end_of_word(data, place, end)`: one space may stand before letters."""
    texts = [b"a", b"ab", b" a", b" ", b"  ", b"!", b"a b", b"a!", b" !", b"  a", b"A", b"aZ"]
    texts += [b"7a", b"a'b", b"a@", b"a[", b"a`", b"a{", "aé".encode(), b" to be or not"]
    inputs = [(text, 0, len(text)) for text in texts]
    inputs += [(b"ab", 1, 2), (b"ab", 0, 1), (b" a", 0, 1), (b"to be", 2, 5), (b"to be", 2, 4)]

    def expected(data: bytes, place: int, end: int) -> int:
        return next(_WORD.finditer(data, place, end)).end()

    check_both_ways(fn, expected, sorted(inputs, key=lambda each: (each[2], len(each[0]))))


def word_key(fn: Kernel) -> None:
    """Check a learner's `word_key(data, place, length)` against `int.from_bytes`."""

    def expected(data: bytes, place: int, length: int) -> tuple[int, int]:
        word = data[place : place + length]
        low, high = (int.from_bytes(part, "little") for part in (word[:8], word[8:]))
        return signed(low), signed(high | length << 56)

    words = [b"a", b"ab", b"a\0", b"\0", b"\xff", b"abcdefgh", b"abcdefghi", b"abcdefg\xff"]
    words += [b" understanding", b"123456789012345", b"\xff" * 15]
    inputs = [(word, 0, len(word)) for word in words]
    inputs += [(b"ab", 1, 1), (b"to be or not", 2, 3), (b"abcdefghijkl", 0, 10)]
    inputs.sort(key=lambda each: each[2])
    check_both_ways(fn, expected, inputs, show=_hexadecimal)


def find_slot(fn: Kernel) -> None:
    """Check a learner's `find_slot(lows, highs, mask, low, high)`: look on until free or found."""
    from cs336_basics.compiled.count.words import slot_of

    def expected(lows: list[int], highs: list[int], mask: int, low: int, high: int) -> int:
        home: int = slot_of(low, high, mask)
        round_from_home = [*range(home, mask + 1), *range(home)]
        free: list[int] = [slot for slot in round_from_home if highs[slot] == 0]
        same = [slot for slot in round_from_home if (lows[slot], highs[slot]) == (low, high)]
        return (same or free)[0]

    check_both_ways(fn, expected, _tables(slot_of), show=_hexadecimal)


def fill_table(fn: Kernel) -> None:
    """Check a learner's `fill_table(data, end, lows, highs, counts, mask)`: the table it leaves."""

    def use(kernel: Kernel) -> Kernel:
        @wraps(fn)
        def fill(text: bytes) -> Filled:
            tables = [np.zeros(_SLOTS, np.int64) for _ in range(3)]
            different = kernel(text, len(text), *tables, _SLOTS - 1)
            rows = zip(*(table.tolist() for table in tables), strict=True)
            return Filled(different, {_word(low, high): n for low, high, n in rows if high})

        return fill

    def expected(text: bytes) -> Filled:
        words = Counter(word[:_SHORT] for word in _WORD.findall(text))
        return Filled(len(words), dict(words))

    texts = [b"", b"a", b"aa", b"a a", b" a a", b"a!!", b"to be or not to be", b"an understanding"]
    texts += [b"misunderstandings"]  # longer than a key: cut for the key, and gone on behind it
    texts += [b"one two three four five six seven eight nine ten, one two three: one!"]
    form = "what {name} leaves for {arguments}"
    check_both_ways(fn, expected, [(text,) for text in texts], use=use, form=form)


def chase(fn: Kernel) -> None:
    """Check a learner's `chase(following, place, steps)`."""

    def expected(following: list[int], place: int, steps: int) -> int:
        end: int = reduce(lambda here, _: following[here], range(steps), place)
        return end

    inputs = [([0], 0, 0), ([1, 0], 0, 0), ([1, 0], 0, 1), ([1, 0], 1, 1), ([1, 0], 0, 2)]
    inputs += [([2, 0, 1], 0, steps) for steps in range(1, 5)] + [([2, 0, 4, 1, 3], 3, 7)]
    check_both_ways(fn, expected, inputs)


def _hexadecimal(value: Any) -> str:
    """Write keys in hexadecimal, two digits a byte; numbers that are no keys as they are."""
    if isinstance(value, tuple) and all(isinstance(each, int) for each in value):
        return f"({', '.join(f'{each % 2**64:#018x}' for each in value)})"
    if isinstance(value, list):
        return f"[{', '.join(map(_hexadecimal, value))}]"
    is_key = isinstance(value, int) and value >= 1 << 56
    return f"{value:#018x}" if is_key else repr(value)


def _word(low: int, high: int) -> bytes:
    """Read the word back from its key."""
    parts = (number % 2**64 for number in (low, high))
    return b"".join(part.to_bytes(8, "little") for part in parts)[: high >> 56]


def _tables(slot_of: Callable[[int, int, int], int]) -> list[tuple[Any, ...]]:
    """Small tables to look into: empty, a hit, a slot that is taken, a search past the end."""
    one = 1 << 56  # the second number of every one-byte word
    by_home: dict[int, list[int]] = {}
    for low in range(97, 123):
        by_home.setdefault(slot_of(low, one, 3), []).append(low)
    inputs: list[tuple[Any, ...]] = [([0] * 4, [0] * 4, 3, 97, one)]
    for home, lows in sorted(by_home.items()):
        first, second, third = lows[:3]
        after = (home + 1) % 4
        for taken in ({home: first}, {home: first, after: second}):
            for wanted in (first, second, third):
                table = [taken.get(slot, 0) for slot in range(4)]
                inputs.append((table, [one if low else 0 for low in table], 3, wanted, one))
        # The same eight bytes, another length: another word.
        inputs.append(([first * (s == home) for s in range(4)],
                       [(2 << 56) * (s == home) for s in range(4)], 3, first, one))  # fmt: skip
    return sorted(inputs, key=lambda each: sum(map(bool, each[1])))
