"""Checks of notebook 09: masks and windows."""

from __future__ import annotations

from functools import wraps
from itertools import product
from typing import Any

import regex

from cs336_basics.compiled.machine.memory import mask64
from cs336_basics.compiled.scan import masks
from cs336_basics.learn.checker.frame import check
from cs336_basics.learn.checks._roads import Function, Road, ShortCut, by_road
from cs336_basics.text.pretokenize import get_pattern

__all__ = ["contractions", "mask", "positions", "run_starts", "scan", "starts"]

WINDOW, TRUSTED = 64, 60
_STEPS = 60  # of Python's interpreter for a one; to ask all 64 bits takes hundreds
_GPT2 = regex.compile(get_pattern("gpt2").source)
# Each kind alone, beside itself and beside each other kind; runs of white space at every place.
_TEXTS = ["a", "1", "!", " ", "\n", *map("".join, product("a1! \n", repeat=2))]
_TEXTS += ["a b", "a  b", "a\n b", "a \nb", " a  ", "a1b", "1!2", "ab cd", "to be, or 2 bees!"]
_TEXTS += ["see  2 dogs!", "x = 10\n\n  y", "\n\n\n", "!! ?? ", "word " * 12, "a" * 60]
_QUOTED = ["'", "a'", "'a", "'s", "a's", "'sx", "it's so", "I'll", "I'l", "'re", "'rest", "''s"]
_QUOTED += [" 's", "\n's", "s's's", "'S", "we've 2'd", "'t'm'd", "don't 'stop'", "'ve'll'", "1's's"]
_LONG = ["a", "a b", "ab " * 19, "ab " * 20, "ab " * 21, "a" * 59, "a" * 60, "a" * 61, "a" * 200]
_LONG += ["x " + "a" * 59 + " b", "x " + "a" * 58 + " b c", "to be or not " * 12, " " * 130 + "a"]
_LONG += ["a" * 61 + " b" * 31, "  ".join(["it's", "a" * 70, "!!!"] * 4)]


def mask(fn: Function) -> None:
    """Check a learner's `mask(window, members)`: bit i says whether byte i is a member."""

    def expected(window: bytes, members: bytes) -> int:
        return int("0" + "".join("01"[byte in members] for byte in reversed(window)), 2)

    windows = [b"", b"a", b"b", b"ab", b"ba", b"aab", b"bbb", b"to be or not to be", bytes(64)]
    inputs = [(window, b"a") for window in windows] + [(window, b"ob ") for window in windows]
    inputs += [(b"a" * 64, b"a"), (b"aa", b""), (bytes(range(64)), bytes(range(0, 64, 3)))]
    check(fn, expected, sorted(inputs, key=lambda each: len(each[0])))


def run_starts(fn: Function) -> None:
    """Check a learner's `run_starts(bits)`: the first bit of each run of ones."""

    def expected(bits: int) -> int:
        return sum(1 << i for i in range(64) if (bits >> i & 1) > (bits << 1 >> i & 1))

    numbers = [0, 1, 2, 3, 4, 5, 6, 7, 0b11011, 0b1110011, 0b1010101, 1 << 63, (1 << 64) - 1]
    check(fn, expected, [(number,) for number in numbers], show=_bits)


def starts(fn: Function) -> None:
    """Check a learner's `starts(letters, digits, white, spaces)` against the regular expression."""

    @wraps(fn)
    def use(text: str) -> str:
        found: int = fn(*_kinds(text.encode()))
        return _drawn(found, len(text))

    form = "the starts that {name} finds in {arguments}"
    check(use, _drawn_starts, [(text,) for text in _TEXTS], form=form)


def contractions(fn: Function) -> None:
    """Check a learner's `contractions(window, starts)` against the regular expression."""

    @wraps(fn)
    def use(text: str) -> str:
        window = text.encode()
        letters, digits, white, spaces = _kinds(window)
        known = masks.gpt2_starts(letters, digits, white, spaces, 0) % (1 << WINDOW)
        return _drawn(fn(window, known), len(window))

    form = "the starts in {arguments}, corrected by {name}"
    inputs = [(text,) for text in sorted([*_TEXTS[:12], *_QUOTED], key=len)]
    check(use, _drawn_starts, inputs, form=form)


def positions(fn: Function) -> None:
    """Check a learner's `positions(bits)`: where the ones are, in as many steps as there are."""

    def expected(bits: int) -> list[int]:
        return [i for i in range(64) if bits >> i & 1]

    def fault(road: Road, found: Any) -> str | None:
        if road.steps <= _STEPS * (1 + len(found)):
            return None
        return f"it takes {road.steps} instructions of Python: ask for the ones, not for every bit"

    numbers = [0, 1, 2, 3, 4, 0b1010, 0b110011, 1 << 63, 1 << 63 | 1, (1 << 64) - 1]
    check(
        by_road(fn, fault, plain=len(numbers)),
        expected,
        [(number,) for number in [*numbers, 1 << 63]],
        show=_bits,
    )


def scan(fn: Function) -> None:
    """Check a learner's `scan(end, find_starts, find_end)`: all starts, window by window.

    The last four bits of a window are wrong on purpose, and so are those behind the end. `find_end`
    is for tokens longer than a window; that it is asked for the last one of a text does no harm.
    """

    @wraps(fn)
    def use(text: str) -> Any:
        ends = _ends(text)
        true_starts = {0, *ends[:-1]}
        windows, asked = list[int](), list[int]()

        def find_starts(place: int) -> int:
            windows.append(place)
            if place not in true_starts:
                raise ValueError(f"a window was begun at {place}, where no pre-token starts")
            trusted = min(TRUSTED, len(text) - place)
            bits = sum(1 << i for i in range(trusted) if place + i in true_starts)
            return bits | (1 << WINDOW) - (1 << trusted)

        def find_end(place: int) -> int:
            end = min(end for end in ends if end > place)
            if end - place < TRUSTED and end < len(text):
                asked.append(place)
            return end

        found: list[int] = fn(len(text), find_starts, find_end)
        if asked:
            how = f"`find_end` is slow, and was called for short tokens, such as that at {asked[0]}"
            return ShortCut(found, how)
        needed = _windows(len(text), true_starts)
        if len(windows) > 2 * needed + 1:
            return ShortCut(found, f"it takes {len(windows)} windows where {needed} are enough")
        return found

    inputs = sorted(_LONG, key=len)
    form = "the starts that {name} finds in {arguments}"
    check(use, lambda text: [0, *_ends(text)[:-1]], [(text,) for text in inputs], form=form)


def _windows(end: int, starts: set[int]) -> int:
    """Count the windows of a text, by the three rules of the notebook."""
    place = number = 0
    while place < end:
        number += 1
        seen = [start for start in starts if place < start < place + TRUSTED]
        behind = min((start for start in starts if start > place), default=end)
        place = end if end - place <= TRUSTED else max(seen, default=behind)
    return number


def _kinds(window: bytes) -> tuple[int, int, int, int]:
    """Return the masks of letters, digits, white space and spaces; behind the end all is white."""
    padded = bytearray(window.ljust(WINDOW, b" "))
    ranges = (0x20, ord("a"), 26), (0, ord("0"), 10), (0, 9, 5), (0, ord(" "), 1)
    letters, digits, others, spaces = (mask64(padded, 0, *each) % (1 << WINDOW) for each in ranges)
    inside = (1 << len(window)) - 1
    return letters, digits, others | spaces, spaces & inside


def _ends(text: str) -> list[int]:
    return [match.end() for match in _GPT2.finditer(text)]


def _drawn_starts(text: str) -> str:
    places = {match.start() for match in _GPT2.finditer(text)}
    return _drawn(sum(1 << place for place in places), len(text))


def _drawn(bits: int, size: int) -> str:
    """Draw a mask as the notebook does, bit 0 on the left: `1..1`."""
    return "".join(".1"[bits >> i & 1] for i in range(size))


def _bits(value: Any) -> str:
    """Write a mask in binary, as Python does: bit 0 on the right."""
    return bin(value) if isinstance(value, int) else repr(value)
