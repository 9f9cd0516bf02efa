"""Checks of notebook 01: code points, hexadecimal, UTF-8 by hand, what does not decode."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cs336_basics.learn.checker.frame import check, check_answer
from cs336_basics.learn.checks._roads import by_road, without
from cs336_basics.learn.checks._spies import BYTES_FROM_TEXT, NUMBER_FROM_DIGITS

__all__ = ["breaking_input", "encode_code_point", "find_controls", "from_hex", "label", "sizes"]
__all__ += ["undecodable", "visible", "whole_prefix"]

_READS_HEX = [NUMBER_FROM_DIGITS, "eval", "exec", "compile", "literal_eval", "fromhex", "unhexlify"]
_READS_HEX += ["from_bytes", "a2b_hex", "decode", "unpack", "loads", "safe_load"]
"""What turns hexadecimal digits into a number or into bytes by itself."""

_WRITES_UTF8 = ["chr", "encode", BYTES_FROM_TEXT, "eval", "exec", "encode_code_point", "dumps"]
_WRITES_UTF8 += ["quote", "utf_8_encode", "getencoder", "iterencode", "write_text"]
"""What turns a code point into a character, or a character into bytes."""

_SEEN_OR_NOT = "\u00a0\u00ad\u200b\u200d\u2028\u2029\u3000\ue000\ufeff\uffff\U000e0001"
"""Characters that do not print and are no control characters: spaces, marks, private ones."""

_CONTROLS = [*range(0x20), *range(0x7F, 0xA0)]
"""The control characters, by their two blocks and not by their category."""


def from_hex(fn: Callable[[str], int]) -> None:
    """Check a learner's `from_hex`: hexadecimal digits to a number, without `int(digits, 16)`."""
    digits = ["0", "9", "A", "f", "10", "FF", "4F60", "10FFFF", "aBcDeF", "FEDCBA9876543210FF"]
    inputs = [(text,) for text in digits]
    check(
        by_road(fn, without(fn, *_READS_HEX), plain=len(inputs)),
        oracle=lambda text: int(text, 16),
        inputs=[*inputs, ("4F60",)],
        same=lambda expected, got: type(got) is int and got == expected,  # 65.0 is no whole number
    )


def label(fn: Callable[[str], str]) -> None:
    """Check a learner's `label`: a character to its code point and category."""
    by_hand = {
        "A": "U+0041 Lu",
        chr(0): "U+0000 Cc",
        "é": "U+00E9 Ll",
        "你": "U+4F60 Lo",
        "😀": "U+1F600 So",
        "\u00a0": "U+00A0 Zs",
        chr(0xD800): "U+D800 Cs",
        chr(0x10FFFF): "U+10FFFF Cn",
    }
    check(fn, oracle=by_hand.__getitem__, inputs=[(character,) for character in by_hand])


def visible(fn: Callable[[str], str]) -> None:
    """Check a learner's `visible`: a text with its control characters written as `\\x..`."""
    by_hand = {
        "": "",
        "low": "low",
        "\x00": "\\x00",
        "\n": "\\x0a",
        "\x7f": "\\x7f",
        "\x85": "\\x85",
        "é 你": "é 你",
        "low\x00er": "low\\x00er",
        "\\'\"": "\\'\"",  # `repr` writes a second backslash
        "\x1b[1mlow\x1b[0m": "\\x1b[1mlow\\x1b[0m",
    }
    by_hand |= {character: character for character in _SEEN_OR_NOT}
    by_hand |= {chr(point): f"\\x{point:02x}" for point in _CONTROLS}
    check(fn, oracle=by_hand.__getitem__, inputs=[(text,) for text in by_hand])


def find_controls(fn: Callable[[str], list[int]]) -> None:
    """Check a learner's `find_controls`: where the control characters of a text stand."""

    def oracle(text: str) -> list[int]:
        return [i for i, c in enumerate(text) if ord(c) in _CONTROLS]

    texts = ["", "a", "\x00", "a\x00", "\x00\x00", "low\x00er", "a\tb\n", "\x1b[1m", "\x9f\xa0é"]
    texts += [*map(chr, _CONTROLS), *_SEEN_OR_NOT]
    check(fn, oracle, [(text,) for text in texts])


def encode_code_point(fn: Callable[[int], bytes]) -> None:
    """Check a learner's `encode_code_point`: one code point to its UTF-8 bytes, by hand."""

    def oracle(code_point: int) -> bytes:
        try:
            return chr(code_point).encode("utf-8")
        except ValueError:
            raise ValueError(f"{code_point:#x} has no UTF-8 bytes") from None

    points = [0x41, 0x00, 0x7F, 0x80, 0xE9, 0x7FF, 0x800, 0x4F60, 0xD7FF, 0xE000, 0xFFFF, 0x10000]
    points += [0x1F600, 0x10FFFF, 0xD800, 0xDABC, 0xDFFF, 0x110000]
    check(
        by_road(fn, without(fn, *_WRITES_UTF8), plain=len(points)),
        oracle,
        [(point,) for point in [*points, 0x4F60]],
        show=lambda value: f"0x{value:X}" if isinstance(value, int) else repr(value),
    )


def sizes(fn: Callable[[str], tuple[int, int, int]]) -> None:
    """Check a learner's `sizes`: bytes of a text in UTF-8, UTF-16 and UTF-32, without a BOM."""

    def oracle(text: str) -> tuple[int, int, int]:
        beyond = sum(character > "\uffff" for character in text)  # two units each in UTF-16
        return len(text.encode("utf-8")), 2 * (len(text) + beyond), 4 * len(text)

    texts = ["", "A", "é", "你", "😀", "low", "Aé你😀", "👩\u200d🚀"]
    check(fn, oracle, [(text,) for text in texts])


def breaking_input(fn: Callable[[], bytes]) -> None:
    """Check a learner's `breaking_input`: good UTF-8 on which decoding byte by byte goes wrong."""

    def fault(data: Any) -> str | None:
        if not isinstance(data, bytes):
            return "a bytes object, such as b'abc' or 'abc'.encode()"
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError:
            return "valid UTF-8: the right decoder must be able to read it"
        if text.isascii():
            return "an input that wrong_decode gets wrong; it reads this one well"
        return None

    check_answer(fn, fault)


def undecodable(fn: Callable[[], bytes]) -> None:
    """Check a learner's `undecodable`: two bytes that are no text at all."""

    def fault(data: Any) -> str | None:
        if not isinstance(data, bytes) or len(data) != 2:
            return "a bytes object of length 2"
        try:
            return f"bytes that do not decode; these give {data.decode('utf-8')!r}"
        except UnicodeDecodeError:
            return None

    check_answer(fn, fault)


def whole_prefix(fn: Callable[[bytes], bytes]) -> None:
    """Check a learner's `whole_prefix`: UTF-8 that was cut anywhere, without its torn character."""

    def oracle(data: bytes) -> bytes:
        for end in range(len(data), 0, -1):
            try:
                data[:end].decode("utf-8")
            except UnicodeDecodeError:
                continue
            return data[:end]
        return b""

    text = "aé你😀".encode()
    smallest = [b"", b"a", "é".encode(), "é".encode()[:1], "你".encode()[:2]]
    check(fn, oracle, [(data,) for data in [*smallest, *(text[:n] for n in range(2, len(text)))]])
