r"""What kind of character each code point is: letter, digit, white space or none of these.

The kinds come from the installed `regex`, so a compiled pattern agrees with the pattern it stands
for. (`unicodedata` may know another version of Unicode; `str.isspace` calls U+001C a space, `\s`
of `regex` does not.)

The table has two levels, because most of its pages of 128 code points are alike. The first 8,704
bytes name the page of each block; then come the pages that differ, ASCII first:

    kind of U+00E9 = classes[8704 + 128 * classes[0xE9 >> 7] + (0xE9 & 127)]

`character` reads one from UTF-8, and checks its bytes as Python's own decoder does.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import regex
from numpy.typing import NDArray

from cs336_basics.compiled.machine.code_hash import code_hash
from cs336_basics.compiled.machine.jit import i64, inline, subroutine, u8s
from cs336_basics.compiled.machine.kernel_cache import keep, read_kept

OTHER, LETTER, DIGIT, WHITE, NEWLINE = range(5)
"""The kinds. NEWLINE is a carriage return or a line feed; it is white space as well."""

PAGE = 128  # code points a page
ASCII = 0x110000 // PAGE  # where the first page stands, behind the page numbers

TABLE = f"classes-{regex.__version__}"  # the name it is kept under
_PATTERNS = {LETTER: r"\p{L}+", DIGIT: r"\p{N}+", WHITE: r"\s+", NEWLINE: r"[\r\n]+"}


@inline
def class_of(classes: u8s, code_point: i64) -> i64:
    """Return the kind of a code point."""
    return classes[ASCII + PAGE * classes[code_point >> 7] + (code_point & 127)]


@inline
def is_continuation(byte: i64) -> bool:
    """Return True for the bytes 10xxxxxx, which never start a character."""
    return byte & 0xC0 == 0x80


@subroutine
def character(data: u8s, place: i64, end: i64, classes: u8s) -> i64:
    """Return length * 8 + kind of the character at `place`; 0 if none starts there."""
    first = data[place]
    if first < 0x80:
        return 8 + class_of(classes, first)
    if place + 1 >= end or not is_continuation(data[place + 1]):
        return 0
    code = (first & 0x1F) << 6 | data[place + 1] & 0x3F
    if first < 0xE0:
        return 16 + class_of(classes, code) if first >= 0xC2 else 0
    if place + 2 >= end or not is_continuation(data[place + 2]):
        return 0
    code = code << 6 | data[place + 2] & 0x3F
    if first < 0xF0:
        code &= 0xFFFF
        return 24 + class_of(classes, code) if code >= 0x800 and code >> 11 != 0x1B else 0
    if place + 3 >= end or not is_continuation(data[place + 3]):
        return 0
    code = (code & 0x7FFF) << 6 | data[place + 3] & 0x3F
    return 32 + class_of(classes, code) if first < 0xF8 and 0x10000 <= code < 0x110000 else 0


@lru_cache(maxsize=1)
def class_table() -> NDArray[np.uint8]:
    """Return the table; it is built once for each version of `regex` and kept.

    >>> table = class_table().tolist()
    >>> [class_of(table, ord(character)) for character in "a5 \\n!"]
    [1, 2, 3, 4, 0]
    """
    table = read_kept(TABLE, code_hash(_build))
    if table is None:
        table = _build().tobytes()
        keep(TABLE, code_hash(_build), table)
    return np.frombuffer(table, np.uint8)


def _build() -> NDArray[np.uint8]:
    """Ask `regex` about every code point, and fold equal pages."""
    everything = "".join(map(chr, range(0x110000)))
    kinds = np.full(0x110000, OTHER, np.uint8)
    for kind, pattern in _PATTERNS.items():
        for match in regex.finditer(pattern, everything):
            kinds[match.start() : match.end()] = kind
    numbers: dict[bytes, int] = {}
    pages = [page.tobytes() for page in kinds.reshape(-1, PAGE)]
    index = bytes(numbers.setdefault(page, len(numbers)) for page in pages)
    return np.frombuffer(index + b"".join(numbers), np.uint8)
