"""Checks of notebook 01: they take every right answer, and show a wrong one its smallest input."""

from __future__ import annotations

import runpy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cs336_basics.learn import checks
from cs336_basics.learn.checks import CheckFailed
from cs336_basics.text import utf8

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


HEXADECIMAL = "0123456789ABCDEF"


def from_hex_in_pieces(digits: str) -> int:
    """A short cut: two digits at a time, and still `int` with a base."""
    return sum(int(digits[::-1][i : i + 2][::-1], 16) << 4 * i for i in range(0, len(digits), 2))


def from_hex_by_floats(digits: str) -> Any:
    """Right until the digits of a float end, and 65.0 in the place of 65 before that."""
    return sum(HEXADECIMAL.index(d.upper()) * 16.0**i for i, d in enumerate(reversed(digits)))


def printable_only(text: str) -> str:
    """Writes whatever does not print, control character or not."""
    return "".join(
        c if c.isprintable() else f"\\x{ord(c):02x}"
        for c in text
        if c.isprintable() or ord(c) < 256
    )


def encode_by_helper(code_point: int) -> bytes:
    """A short cut that hides in a function beside it."""
    return _by_python(code_point)


def _by_python(code_point: int) -> bytes:
    return b"".join(map(str.encode, map(chr, [code_point])))


MISTAKES: list[tuple[str, Function, str]] = [
    ("from_hex", lambda digits: int(digits, 16), "it uses `int(…, base)`"),
    ("from_hex", lambda digits: int(f"0x{digits}", base=0), "it uses `int(…, base)`"),
    ("from_hex", lambda digits: eval(f"0x{digits}"), "it uses `eval`"),
    ("from_hex", lambda digits: int.from_bytes(bytes.fromhex(digits.zfill(20))), "it uses `from"),
    ("from_hex", from_hex_in_pieces, "it uses `int(…, base)`"),
    ("from_hex", from_hex_by_floats, "0.0"),
    ("visible", printable_only, r"('\xa0')"),
    ("visible", lambda text: "".join(repr(c)[1:-1] if c < " " else c for c in text), r"('\n')"),
    (
        "find_controls",
        lambda text: [i for i, c in enumerate(text) if not c.isprintable()],
        r"('\x9f\xa0é')",
    ),
    ("encode_code_point", lambda point: chr(point).encode(), "it uses `chr`"),
    ("encode_code_point", lambda point: bytes(f"{point:c}", "utf-8"), "it uses `bytes(text, …)`"),
    ("encode_code_point", encode_by_helper, "it uses `chr`"),
    ("encode_code_point", lambda point: utf8.encode_code_point(point), "`encode_code_point`"),
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
    ("encode_code_point", lambda point: bytes([point & 0xFF]), "(0x80)"),
    ("encode_code_point", encode_with_a_wrong_border, "(0x80)"),
    ("encode_code_point", encode_without_range, "(0xD800)"),
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


def from_hex_by_places(digits: str) -> int:
    """Another right way: each digit by its place, from the right."""
    return sum(HEXADECIMAL.index(d) * 16**i for i, d in enumerate(reversed(digits.upper())))


def from_hex_by_ord(digits: str) -> int:
    """Another right way: decimal digits by `int`, letters by their code points."""
    number = 0
    for digit in digits:
        value = int(digit) if digit.isdigit() else ord(digit.lower()) - ord("a") + 10
        number = number << 4 | value
    return number


def visible_by_replacing(text: str) -> str:
    """Another right way: one control character after the other."""
    for point in [*range(32), *range(127, 160)]:
        text = text.replace(chr(point), f"\\x{point:02x}")
    return text


def encode_with_divmod(code_point: int) -> bytes:
    """Another right way: six bits at a time from the right, then the first byte."""
    if not 0 <= code_point <= 0x10FFFF or 0xD800 <= code_point < 0xE000:
        raise ValueError(code_point)
    if code_point < 128:
        return code_point.to_bytes(1, "big")
    tail: list[int] = []
    room = 0x20
    while code_point >= room or not tail:
        code_point, six = divmod(code_point, 64)
        tail.insert(0, 128 + six)
        room = 0x40 >> len(tail)
    return bytes([256 - 2 * room + code_point, *tail])


@pytest.mark.parametrize(
    ("name", "right"),
    [
        ("encode_code_point", utf8.encode_code_point),  # the library version, as it is shown
        ("encode_code_point", encode_with_divmod),
        ("from_hex", from_hex_by_places),
        ("from_hex", from_hex_by_ord),
        ("visible", visible_by_replacing),
    ],
)
def test_other_right_answers_pass(
    name: str, right: Function, capsys: pytest.CaptureFixture[str]
) -> None:
    """There is more than one right way, and the check takes each."""
    getattr(checks, name)(right)

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
