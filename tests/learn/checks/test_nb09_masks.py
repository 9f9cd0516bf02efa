"""Checks of notebook 09: masks, windows and cuts; mistakes meet their smallest input."""

from __future__ import annotations

import runpy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cs336_basics.compiled.scan import masks
from cs336_basics.learn import checks
from cs336_basics.learn.lessons import first_cuts, first_masks
from cs336_basics.merge_ranks import merge_by_rank
from tests.learn.checks.exercises import ExerciseTests

Function = Callable[..., Any]

EXERCISES: dict[str, Function] = {
    "mask": checks.mask,
    "run_starts": checks.run_starts,
    "starts": checks.starts,
    "contractions": checks.contractions,
    "positions": checks.positions,
    "scan": checks.scan,
    "joints": checks.joints,
    "cut": checks.cut,
    "cut_is_exact": checks.cut_is_exact,
}


@pytest.fixture(scope="module")
def solutions(root: Path) -> dict[str, Function]:
    """The functions in the solutions of notebook 09."""
    return runpy.run_path(str(root / "notebooks" / "solutions" / "09_summit.py"))


def mask_by_sum(window: bytes, members: bytes) -> int:
    """Another right way: add powers of two."""
    return sum(2**i for i, byte in enumerate(window) if byte in set(members))


def starts_by_the_library(letters: int, digits: int, white: int, spaces: int) -> int:
    """Another right way: the kernel's own formula."""
    return masks.gpt2_starts(letters, digits, white, spaces, 0)


def positions_by_asking(bits: int) -> list[int]:
    """Right, and asks each bit."""
    return [i for i, digit in enumerate(reversed(bin(bits)[2:])) if digit == "1"]


def scan_token_by_token(end: int, find_starts: Function, find_end: Function) -> list[int]:
    """Right, and uses no windows at all."""
    starts, place = [], 0
    while place < end:
        starts.append(place)
        place = find_end(place)
    return starts


def positions_by_shifting(bits: int) -> list[int]:
    """Right, and asks each bit."""
    found, i = [], 0
    while bits >> i:
        if bits >> i & 1:
            found.append(i)
        i += 1
    return found


def positions_by_clearing(bits: int) -> list[int]:
    """Another right way: `bits & bits - 1` clears the lowest one."""
    found = []
    while bits:
        found.append((bits ^ bits - 1).bit_length() - 1)
        bits &= bits - 1
    return found


def positions_by_halves(bits: int) -> list[int]:
    """Another right way: from the highest one down, then turned round."""
    found = []
    while bits:
        highest = bits.bit_length() - 1
        found.append(highest)
        bits -= 1 << highest
    return found[::-1]


def scan_with_a_window_for_each_token(
    end: int, find_starts: Function, find_end: Function
) -> list[int]:
    """Right, and begins a window at each token."""
    starts, place = [], 0
    while place < end:
        starts.append(place)
        rest = positions_by_clearing(find_starts(place) & (1 << min(60, end - place)) - 1)[1:]
        if not rest and end - place <= 60:
            break
        place = place + rest[0] if rest else find_end(place)
    return starts


def scan_with_a_last_look(end: int, find_starts: Function, find_end: Function) -> list[int]:
    """Another right way: the last token is asked for its end, too."""
    starts, place = [], 0
    while place < end:
        here = positions_by_clearing(find_starts(place) & (1 << min(60, end - place)) - 1)
        starts += [place + i for i in here]
        is_cut = len(here) > 1 and place + 60 < end
        place = starts.pop() if is_cut else find_end(starts[-1])
    return starts


def scan_by_steps(end: int, find_starts: Function, find_end: Function) -> list[int]:
    """Another right way: bit by bit, with the last window on its own."""
    starts, place = [], 0
    while end - place > 60:
        bits = find_starts(place)
        inside = [i for i in range(60) if bits >> i & 1]
        if inside == [0]:
            starts.append(place)
            place = find_end(place)
        else:
            starts += [place + i for i in inside[:-1]]
            place += inside[-1]
    if place < end:
        bits = find_starts(place)
        starts += [place + i for i in range(end - place) if bits >> i & 1]
    return starts


RIGHT: list[tuple[str, Function]] = [
    *((name, getattr(first_masks, name)) for name in ("mask", "starts", "contractions")),
    *((name, getattr(first_masks, name)) for name in ("positions", "scan")),
    *((name, getattr(first_cuts, name)) for name in ("joints", "cut", "cut_is_exact")),
    ("mask", mask_by_sum),
    ("run_starts", lambda bits: (bits ^ bits << 1) & bits),
    ("starts", starts_by_the_library),
    ("positions", positions_by_clearing),
    ("positions", positions_by_halves),
    ("scan", scan_with_a_last_look),
    ("scan", scan_by_steps),
]


def mask_turned_round(window: bytes, members: bytes) -> int:
    """Puts byte 0 at the top, as it is read."""
    return int("0" + "".join("01"[byte in members] for byte in window), 2)


def starts_without(*missing: str) -> Function:
    """Return the formula without some of its parts."""

    def formula(letters: int, digits: int, white: int, spaces: int) -> int:
        others = ~(letters | digits | white)
        same = letters & letters << 1 | others & others << 1
        same |= 0 if "digits" in missing else digits & digits << 1
        before = 0 if "space" in missing else spaces << 1
        found = ~white & ~same & ~before
        found |= 0 if "first" in missing else white & ~(white << 1)
        return found | (0 if "last" in missing else white & ~(white >> 1))

    return formula


def contractions_everywhere(window: bytes, starts: int) -> int:
    """Corrects behind every apostrophe, whether a token starts there or not."""
    for i in range(len(window)):
        for each in (b"'s", b"'t", b"'re", b"'ve", b"'m", b"'ll", b"'d"):
            if window.startswith(each, i):
                starts = starts & ~(1 << i + 1) | 1 << i + len(each)
    return starts


def contractions_without_an_end(window: bytes, starts: int) -> int:
    """Clears the start inside, and forgets the one behind."""
    for i in range(len(window)):
        if starts >> i & 1 and window[i : i + 2] in (b"'s", b"'t", b"'m", b"'d"):
            starts &= ~(1 << i + 1)
        if starts >> i & 1 and window[i : i + 3] in (b"'re", b"'ve", b"'ll"):
            starts &= ~(1 << i + 1)
    return starts


def scan_trusting_all(end: int, find_starts: Function, find_end: Function) -> list[int]:
    """Believes all 64 bits of a window."""
    starts, place = [], 0
    while place < end:
        bits = find_starts(place) & (1 << min(64, end - place)) - 1
        last = end - place if end - place <= 64 else bits.bit_length() - 1
        starts += [place + i for i in range(last) if bits >> i & 1]
        place += last
    return starts


def scan_without_long_tokens(end: int, find_starts: Function, find_end: Function) -> list[int]:
    """Gives up where a window has no start but its first."""
    starts, place = [], 0
    while place < end:
        bits = find_starts(place) & (1 << min(60, end - place)) - 1
        last = end - place if end - place <= 60 else bits.bit_length() - 1
        if last == 0:
            break
        starts += [place + i for i in range(last) if bits >> i & 1]
        place += last
    return starts


def joints_of_whole_tokens(merges: list[tuple[bytes, bytes]]) -> set[tuple[int, int]]:
    """Takes the first bytes of both halves."""
    return {(left[0], right[0]) for left, right in merges}


def cut_without_the_rest(word: bytes, joints: set[tuple[int, int]]) -> list[bytes]:
    """Forgets the last part."""
    parts, start = [], 0
    for i in range(1, len(word)):
        if (word[i - 1], word[i]) not in joints:
            parts.append(word[start:i])
            start = i
    return parts or [word]


def exact_if_of_equal_number(word: bytes, parts: list[bytes], merges: list[Any]) -> bool:
    """Counts the tokens only."""
    ranks = {pair: rank for rank, pair in enumerate(merges)}
    whole = merge_by_rank(word, ranks)
    return len(whole) == sum(len(merge_by_rank(part, ranks)) for part in parts)


WRONG: list[tuple[str, Function, str]] = [
    ("mask", mask_turned_round, "(b'ab', b'a')"),
    ("run_starts", lambda bits: bits & ~(bits >> 1), "(0b11)"),
    ("run_starts", lambda bits: bits, "(0b11)"),
    ("starts", starts_without("digits"), "'11'"),
    ("starts", starts_without("space"), "' a'"),
    ("starts", starts_without("last"), "'a  b'"),
    ("starts", starts_without("first"), "finds in ' '"),
    ("contractions", contractions_everywhere, "''s"),
    ("contractions", contractions_without_an_end, "'sx"),
    ("contractions", lambda window, starts: starts, "'s"),
    ("positions", lambda bits: [bits.bit_length() - 1], "(0b0)"),
    ("positions", positions_by_asking, "0b1000000000"),
    ("positions", positions_by_shifting, "0b1000000000"),
    ("scan", scan_trusting_all, "finds in"),
    ("scan", scan_token_by_token, "finds in 'a b'"),
    ("scan", scan_with_a_window_for_each_token, "finds in"),
    ("scan", scan_without_long_tokens, "a" * 61),
    ("joints", joints_of_whole_tokens, "(b'ab', b'c')"),
    ("cut", cut_without_the_rest, "(b'ab', set())"),
    ("cut_is_exact", lambda word, parts, merges: b"".join(parts) == word, "(b'ab', [b'a', b'b']"),
    ("cut_is_exact", exact_if_of_equal_number, "(b'abc'"),
]


class TestExercises(ExerciseTests):
    """Notebook 09."""

    exercises, right, wrong = EXERCISES, RIGHT, WRONG
