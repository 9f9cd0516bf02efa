"""Solutions of the exercises in notebook 01."""

from __future__ import annotations

import unicodedata


def my_from_hex(digits: str) -> int:
    """Turn hexadecimal digits into the number they stand for, without `int(digits, 16)`."""
    number = 0
    for digit in digits.upper():
        number = 16 * number + "0123456789ABCDEF".index(digit)
    return number


def my_label(character: str) -> str:
    """Return a character's code point and category, such as `U+0041 Lu`."""
    return f"U+{ord(character):04X} {unicodedata.category(character)}"


def my_visible(text: str) -> str:
    r"""Return the text with each control character written as `\x` and two hex digits."""
    return "".join(
        f"\\x{ord(character):02x}" if unicodedata.category(character) == "Cc" else character
        for character in text
    )


def my_find_controls(text: str) -> list[int]:
    """Return the positions of the control characters in a text."""
    return [i for i, character in enumerate(text) if unicodedata.category(character) == "Cc"]


def my_encode_code_point(code_point: int) -> bytes:
    """Write one code point as UTF-8; ValueError for a surrogate or beyond 0x10FFFF."""
    if 0xD800 <= code_point <= 0xDFFF or code_point > 0x10FFFF:
        raise ValueError(f"{code_point:#x} has no UTF-8 bytes")
    last = 0b1000_0000 | code_point & 0b11_1111
    third = 0b1000_0000 | code_point >> 6 & 0b11_1111
    second = 0b1000_0000 | code_point >> 12 & 0b11_1111
    if code_point < 0x80:
        return bytes([code_point])
    if code_point < 0x800:
        return bytes([0b1100_0000 | code_point >> 6, last])
    if code_point < 0x10000:
        return bytes([0b1110_0000 | code_point >> 12, third, last])
    return bytes([0b1111_0000 | code_point >> 18, second, third, last])


def my_sizes(text: str) -> tuple[int, int, int]:
    """Return the number of bytes in UTF-8, UTF-16 and UTF-32, without a byte order mark."""
    return len(text.encode("utf-8")), len(text.encode("utf-16-le")), len(text.encode("utf-32-le"))


def my_breaking_input() -> bytes:
    """Return valid UTF-8 that a byte-by-byte decoder cannot read."""
    return "é".encode()


def my_undecodable() -> bytes:
    """Return two bytes that are not the UTF-8 of any text."""
    return b"\xc3a"  # C3 opens a character of two bytes, and `a` cannot close it


def my_whole_prefix(data: bytes) -> bytes:
    """Return UTF-8 that was cut anywhere, without the torn character at its end."""
    start = len(data)
    while start > 0 and data[start - 1] & 0b1100_0000 == 0b1000_0000:
        start -= 1  # back over the continuation bytes
    start -= 1  # and to the byte that opens the last character
    if start < 0:
        return data
    lead = data[start]
    length = 1 if lead < 0x80 else 2 if lead < 0xE0 else 3 if lead < 0xF0 else 4
    return data if len(data) - start == length else data[:start]
