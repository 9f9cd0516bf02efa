"""Checks of notebook 08: kernels that must give the same result as Python and as machine code.

A kernel first runs in the interpreter on all inputs, then, where numba is, on all of them compiled.
So a wrong answer shows itself in plain Python, where it can be followed; then comes what only
Python's endless integers can hold, and what numba does not know.
"""

from __future__ import annotations

import re
import threading
from collections import Counter
from collections.abc import Callable
from functools import cache, reduce, wraps
from importlib.util import find_spec
from itertools import count
from typing import Any, NamedTuple

import numpy as np

from cs336_basics.corpus import count_bytes
from cs336_basics.learn.checks._frame import check

Kernel = Callable[..., Any]

_WORD = re.compile(rb" ?[A-Za-z]+|.", re.DOTALL)
_INSIDE_WORDS = re.compile(rb"[^\x00-\x20]+")
_SHORT = 15  # bytes of the longest word that fits a key
_SLOTS = 64  # of the table that is filled
_PATIENCE = 1.0  # seconds that a piece waits for another thread to begin one


class Filled(NamedTuple):
    """What a table holds after a text was counted.

    Attributes:
        different: what the kernel returned.
        words: word -> count, read from the table.
    """

    different: Any
    words: dict[bytes, int]


class Counted(NamedTuple):
    """What counting in threads gave.

    Attributes:
        counts: pre-token -> count.
        at_the_same_time: whether two pieces were being counted at one moment.
    """

    counts: Any
    at_the_same_time: bool


class AsMachineCode(NamedTuple):
    """A result of the compiled function where the interpreter gave another."""

    result: Any

    def __repr__(self) -> str:
        return f"{self.result!r} as machine code, and something else as Python"


def count_words(fn: Kernel) -> None:
    """Check a learner's `count_words(data, end)`: stretches of bytes above 32."""
    texts = [
        b"",
        b"a",
        b" ",
        b"ab",
        b" a",
        b"a ",
        b"a b",
        b"a  b",
        b"a\nb\tc",
        b"a-b",
        b"!",
        b"\0a",
    ]
    inputs = [(text, len(text)) for text in [*texts, "é ü".encode(), b"to be or not to be"]]
    inputs.insert(3, (b"a b", 1))
    _check(fn, lambda data, end: len(_INSIDE_WORDS.findall(data[:end])), inputs)


def wrapped(fn: Callable[[int], int]) -> None:
    """Check a learner's `wrapped(number)`: what 64 bits keep of a number, the top one its sign."""
    numbers = [0, 1, -1, 2**63 - 1, 2**63, -(2**63), -(2**63) - 1, 2**64 - 1, 2**64, 2**64 + 5]
    numbers += [3 * 2**63, (2**63 - 1) ** 2, -(10**30)]
    check(fn, _signed, [(number,) for number in numbers])


def end_of_word(fn: Kernel) -> None:
    """Check a learner's `end_of_word(data, place, end)`: one space may stand before letters."""
    texts = [
        b"a",
        b"ab",
        b" a",
        b" ",
        b"  ",
        b"!",
        b"a b",
        b"a!",
        b" !",
        b"  a",
        b"A",
        b"aZ",
        b"7a",
    ]
    texts += [b"a'b", b"a@", b"a[", b"a`", b"a{", "aé".encode(), b" to be or not"]
    inputs = [(text, 0, len(text)) for text in texts]
    inputs += [(b"ab", 1, 2), (b"ab", 0, 1), (b" a", 0, 1), (b"to be", 2, 5), (b"to be", 2, 4)]
    _check(fn, _end_of_word, sorted(inputs, key=lambda each: (each[2], len(each[0]))))


def word_key(fn: Kernel) -> None:
    """Check a learner's `word_key(data, place, length)` against `int.from_bytes`."""

    def expected(data: bytes, place: int, length: int) -> tuple[int, int]:
        word = data[place : place + length]
        low, high = (int.from_bytes(part, "little") for part in (word[:8], word[8:]))
        return _signed(low), _signed(high | length << 56)

    words = [b"a", b"ab", b"a\0", b"\0", b"\xff", b"abcdefgh", b"abcdefghi", b"abcdefg\xff"]
    words += [b" understanding", b"123456789012345", b"\xff" * 15]
    inputs = [(word, 0, len(word)) for word in words]
    inputs += [(b"ab", 1, 1), (b"to be or not", 2, 3), (b"abcdefghijkl", 0, 10)]
    inputs.sort(key=lambda each: each[2])
    _check(fn, expected, inputs, show=_hexadecimal)


def find_slot(fn: Kernel) -> None:
    """Check a learner's `find_slot(lows, highs, mask, low, high)`: look on until free or found."""
    from cs336_basics.compiled.words import slot_of

    def expected(lows: list[int], highs: list[int], mask: int, low: int, high: int) -> int:
        home: int = slot_of(low, high, mask)
        round_from_home = [*range(home, mask + 1), *range(home)]
        free: list[int] = [slot for slot in round_from_home if highs[slot] == 0]
        same = [slot for slot in round_from_home if (lows[slot], highs[slot]) == (low, high)]
        return (same or free)[0]

    _check(fn, expected, _tables(slot_of), show=_hexadecimal)


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
    texts += [b"one two three four five six seven eight nine ten, one two three: one!"]
    form = "what {name} leaves for {arguments}"
    _check(fn, expected, [(text,) for text in texts], use=use, form=form)


def count_in_threads(fn: Callable[..., Counter[str]]) -> None:
    """Check a learner's `count_in_threads(text, threads, count)`: the counts, and that two run."""

    @wraps(fn)
    def run(text: bytes, threads: int) -> Counted:
        watched = _Watched(patience=_PATIENCE if _is_long(text) and threads > 1 else 0)
        return Counted(fn(text, threads, watched), watched.at_the_same_time)

    def expected(text: bytes, threads: int) -> Counted:
        return Counted(count_bytes(text, []), _is_long(text) and threads > 1)

    def same(wanted: Counted, got: Counted) -> bool:
        # A short text may have no safe cut, so nobody demands two pieces of it.
        return wanted.counts == got.counts and wanted.at_the_same_time <= got.at_the_same_time

    inputs = [(b"", 2), (b"a", 2), (b"a b", 1), (b"a b", 2), (b"a bc", 2), (b"a  b", 2)]
    inputs += [("é é".encode(), 2), (b"a   b", 3), (b"it's so", 3), (b"one\n\n two 22 three!!!", 4)]
    inputs += [(b"to be or not to be: " * 10, 2), ("Ça va? Très bien. ".encode() * 9, 3)]
    check(run, expected, inputs, same=same, form="{name}({arguments}, count)")


def chase(fn: Kernel) -> None:
    """Check a learner's `chase(following, place, steps)`."""

    def expected(following: list[int], place: int, steps: int) -> int:
        end: int = reduce(lambda here, _: following[here], range(steps), place)
        return end

    inputs = [([0], 0, 0), ([1, 0], 0, 0), ([1, 0], 0, 1), ([1, 0], 1, 1), ([1, 0], 0, 2)]
    inputs += [([2, 0, 1], 0, steps) for steps in range(1, 5)] + [([2, 0, 4, 1, 3], 3, 7)]
    _check(fn, expected, inputs)


def _check(
    fn: Kernel,
    oracle: Kernel,
    inputs: list[tuple[Any, ...]],
    *,
    use: Callable[[Kernel], Kernel] = lambda kernel: kernel,
    **more: Any,
) -> None:
    """Check a kernel on all inputs in the interpreter, then on all of them as machine code.

    Args:
        fn: the learner's kernel.
        oracle: as in `check`, and so is what follows.
        inputs: the smallest first.
        use: makes of the kernel what takes the inputs and is compared.
    """
    rounds = 2 if find_spec("numba") else 1
    check(use(_both_ways(fn, len(inputs))), oracle, inputs * rounds, **more)


def _both_ways(fn: Kernel, first: int) -> Kernel:
    """Run a kernel as Python for the first calls; from then on both ways, which must agree."""
    python: Kernel = getattr(fn, "py_func", fn)  # the learner may have compiled it already
    calls, code = count(), cache(lambda: _machine_code(python))

    @wraps(fn)
    def run(*arguments: Any) -> Any:
        if next(calls) < first:
            return _signed(python(*arguments))
        result = _signed(python(*_copies(arguments)))
        again = _signed(code()(*map(_as_array, arguments)))
        return result if again == result else AsMachineCode(again)

    return run


def _machine_code(python: Kernel) -> Kernel:
    # Imports numba, which takes a moment: an unfilled stub never comes so far.
    from cs336_basics.learn.machine_code import compiled

    return compiled(python)


def _copies(arguments: tuple[Any, ...]) -> tuple[Any, ...]:
    # The tables that a kernel fills are for its second run.
    return tuple(each.copy() if isinstance(each, np.ndarray) else each for each in arguments)


def _as_array(value: Any) -> Any:
    return np.array(value, np.int64) if isinstance(value, list) else value


def _signed(value: Any) -> Any:
    """Turn integers into what 64 bits keep of them; leave anything else as it is."""
    if isinstance(value, tuple):
        return tuple(map(_signed, value))
    if isinstance(value, bool) or not isinstance(value, int | np.integer):
        return value
    kept = (int(value) % 2**64).to_bytes(8, "little")
    return int.from_bytes(kept, "little", signed=True)


def _hexadecimal(value: Any) -> str:
    """Write keys in hexadecimal, two digits a byte; numbers that are no keys as they are."""
    if isinstance(value, tuple) and all(isinstance(each, int) for each in value):
        return f"({', '.join(f'{each % 2**64:#018x}' for each in value)})"
    if isinstance(value, list):
        return f"[{', '.join(map(_hexadecimal, value))}]"
    is_key = isinstance(value, int) and value >= 1 << 56
    return f"{value:#018x}" if is_key else repr(value)


def _end_of_word(data: bytes, place: int, end: int) -> int:
    found = _WORD.match(data, place, end)
    assert found  # it matches any byte
    return found.end()


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


def _is_long(text: bytes) -> bool:
    return len(text) > 100


class _Watched:
    """Counts a piece, and notes whether another one was being counted meanwhile."""

    def __init__(self, patience: float) -> None:
        self._patience = patience
        self._lock = threading.Lock()
        self._two = threading.Event()
        self._active = 0

    @property
    def at_the_same_time(self) -> bool:
        return self._two.is_set()

    def __call__(self, piece: bytes) -> Counter[str]:
        with self._lock:
            self._active += 1
            if self._active > 1:
                self._two.set()
        self._two.wait(self._patience)
        with self._lock:
            self._active -= 1
        return count_bytes(piece, [])
