"""Checks of notebook 01: they take every right answer, and show a wrong one its smallest input."""

from __future__ import annotations

import runpy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cs336_basics import utf8
from cs336_basics.learn import checks
from cs336_basics.learn.checks import CheckFailed

Function = Callable[..., Any]

EXERCISES = [
    "breaking_input",
    "encode_code_point",
    "find_controls",
    "from_hex",
    "label",
    "sizes",
    "undecodable",
    "visible",
    "whole_prefix",
]


def encode_without_range(code_point: int) -> bytes:
    """Right for every character, and silent about what is none."""
    return chr(code_point).encode("utf-8", "surrogatepass") if code_point < 0x110000 else b""


def encode_with_a_wrong_border(code_point: int) -> bytes:
    """`<=` where `<` belongs: U+0080 becomes one byte."""
    return bytes([code_point]) if code_point <= 0x80 else utf8.encode_code_point(code_point)


def drop_last_continuations(data: bytes) -> bytes:
    """Takes every character at the end for a torn one."""
    return data.rstrip(bytes(range(0x80, 0x100)))


MISTAKES: list[tuple[str, Function, str]] = [
    ("from_hex", lambda digits: int(digits), "('A')"),
    ("from_hex", lambda digits: sum("0123456789ABCDEF".index(d) for d in digits.upper()), "('10')"),
    ("from_hex", lambda digits: int(digits, 16) if digits.isupper() else int(digits), "('f')"),
    ("label", lambda c: f"U+{ord(c):x} Lu", "('A')"),
    ("label", lambda c: f"U+{ord(c):04X} Lu", "('\\x00')"),
    ("visible", lambda text: text, "('\\x00')"),
    ("visible", lambda text: repr(text)[1:-1], "('\\n')"),
    ("visible", lambda text: text.encode("ascii", "backslashreplace").decode(), "('\\x00')"),
    ("find_controls", lambda text: [i for i, c in enumerate(text) if c == "\0"], "('a\\tb\\n')"),
    ("find_controls", lambda text: [text.find("\0")], "('')"),
    ("find_controls", lambda text: [i for i, c in enumerate(text) if ord(c) < 32], "\\x9f"),
    ("encode_code_point", lambda point: bytes([point & 0xFF]), "(128)"),
    ("encode_code_point", encode_with_a_wrong_border, "(128)"),
    ("encode_code_point", encode_without_range, "(55296)"),
    ("sizes", lambda text: tuple(len(text.encode(f"utf-{n}")) for n in (8, 16, 32)), "('')"),
    ("sizes", lambda text: (len(text), 2 * len(text), 4 * len(text)), "('é')"),
    ("sizes", lambda text: (len(text.encode()), 2 * len(text), 4 * len(text)), "('😀')"),
    ("breaking_input", lambda: b"low", "valid"),
    ("breaking_input", lambda: b"\xff", "valid"),
    ("breaking_input", lambda: "é", "valid"),
    ("undecodable", lambda: b"\xc3\xa9", "'é'"),
    ("undecodable", lambda: b"ab", "'ab'"),
    ("undecodable", lambda: b"\xff", "length 2"),
    ("whole_prefix", lambda data: data, "(b'\\xc3')"),
    ("whole_prefix", lambda data: data[:-1], "(b'a')"),
    ("whole_prefix", drop_last_continuations, "(b'\\xc3\\xa9')"),
]


@pytest.fixture(scope="module")
def solutions(root: Path) -> dict[str, Function]:
    """What the solution module of notebook 01 defines."""
    return runpy.run_path(str(root / "notebooks" / "solutions" / "01_unicode_utf8.py"))


@pytest.mark.parametrize("name", EXERCISES)
def test_the_solution_passes(
    solutions: dict[str, Function], name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Ours is right."""
    getattr(checks, name)(solutions[f"my_{name}"])

    assert "passed" in capsys.readouterr().out


def test_the_package_s_own_function_passes(capsys: pytest.CaptureFixture[str]) -> None:
    """The library version that the notebook shows meets the exercise."""
    checks.encode_code_point(utf8.encode_code_point)

    assert "passed" in capsys.readouterr().out


@pytest.mark.parametrize(("name", "wrong", "smallest"), MISTAKES)
def test_a_mistake_is_shown_with_its_smallest_input(
    name: str, wrong: Function, smallest: str
) -> None:
    """Each mistake is one that people make."""
    with pytest.raises(CheckFailed) as caught:
        getattr(checks, name)(wrong)

    if smallest != "valid":
        assert smallest in str(caught.value)


def test_every_exercise_has_a_mistake_that_its_check_finds() -> None:
    """A check that nothing fails would prove nothing."""
    assert set(EXERCISES) == {name for name, _, _ in MISTAKES}
