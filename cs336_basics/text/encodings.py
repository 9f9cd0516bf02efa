"""Texts that are not UTF-8 at all: UTF-16 and UTF-32, recognised by how they begin.

Windows programs write them. Read as UTF-8 with bad bytes replaced, such a text would be half zeros,
so the way on is to convert it.
"""

from __future__ import annotations

import codecs

from cs336_basics.errors import CorpusError, InvalidUtf8Error

_MARKS = {  # those of UTF-32 first: the first one begins like the mark of UTF-16
    codecs.BOM_UTF32_LE: ("UTF-32", 0),
    codecs.BOM_UTF32_BE: ("UTF-32", 2),
    codecs.BOM_UTF16_LE: ("UTF-16", 0),
    codecs.BOM_UTF16_BE: ("UTF-16", 0),
}
"""Byte order mark -> the encoding, and where its first byte is that UTF-8 does not allow."""

_LOW_BYTES = {"UTF-32LE": (4, 0), "UTF-32BE": (4, 3), "UTF-16LE": (2, 0), "UTF-16BE": (2, 1)}
"""Encoding -> bytes of a character, and which of them says most: in a text it is never zero."""

_LOOK_AT = 4096  # bytes
_LEAST = 8  # bytes: fewer say too little


def refuse_marks(data: bytes, source: str) -> None:
    """Refuse bytes that begin with the byte order mark of UTF-16 or UTF-32.

    Raises:
        InvalidUtf8Error: naming the encoding, the source, and the first byte that is not UTF-8.

    >>> refuse_marks("low".encode("utf-16"), "low.txt")
    Traceback (most recent call last):
    cs336_basics.errors.InvalidUtf8Error: low.txt: this looks like UTF-16, not UTF-8 (invalid at \
byte 0); convert it, for example with: iconv -f UTF-16 -t UTF-8 OLD > NEW
    """
    for mark, (name, offset) in _MARKS.items():
        if data.startswith(mark):
            bad = mark[offset : offset + 1]
            raise InvalidUtf8Error(source, offset, bad, "invalid start byte", looks_like=name)


def refuse_foreign(data: bytes, source: str) -> None:
    """Refuse the beginning of a text that is UTF-16 or UTF-32, with a byte order mark or without.

    Without one, English in UTF-16 is valid UTF-8: every other character is a zero. So it is refused
    as text that was never meant, and not as invalid.

    Raises:
        InvalidUtf8Error: as `refuse_marks`.
        CorpusError: naming the encoding, where there is no mark.
    """
    refuse_marks(data, source)
    if name := _name_without_mark(data[:_LOOK_AT]):
        raise CorpusError(
            f"{source}: this looks like {name} without a byte order mark; convert it, for example "
            f"with: iconv -f {name} -t UTF-8 OLD > NEW (errors='replace' reads it as it is)"
        )


def _name_without_mark(head: bytes) -> str | None:
    """Name the encoding in which these bytes, many of them zero, are printable text.

    >>> _name_without_mark("low low".encode("utf-16-be")), _name_without_mark(bytes(100))
    ('UTF-16BE', None)
    """
    if len(head) < _LEAST or 4 * head.count(0) < len(head):
        return None
    for name, (size, low) in _LOW_BYTES.items():
        if 0 in head[low::size]:
            continue
        try:
            # Incremental, because the end may be half a character.
            text = codecs.getincrementaldecoder(name)().decode(head)
        except UnicodeDecodeError:
            continue
        latin = sum(character <= "\xff" for character in text)  # that is where the zeros come from
        if 2 * latin > len(text) and all(c.isprintable() or c.isspace() for c in text):
            return name
    return None
