"""The scanners, called from Python: where the pre-tokens of a text end, and what a bad byte is."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cs336_basics.compiled.machine.jit import address
from cs336_basics.compiled.scan.classes import class_table
from cs336_basics.compiled.scan.plain import PATTERNS, scan
from cs336_basics.compiled.scan.windows import ROOM, scan_masks
from cs336_basics.errors import InvalidUtf8Error


def pretoken_ends(
    text: bytes, pattern: str = "gpt2", *, kernel: str = "masks"
) -> NDArray[np.int64]:
    """Return the offset behind each pre-token of a text without special tokens.

    Args:
        text: UTF-8.
        pattern: `gpt2` or `cl100k`.
        kernel: `masks`, or `plain`: slower, and the specification.

    Raises:
        InvalidUtf8Error: at the offset where Python's own decoder stops.

    >>> pretoken_ends(b"it's so").tolist()
    [2, 4, 7]
    """
    ends, classes = np.empty(len(text), np.int64), class_table()
    arguments = text, len(text), address(classes), PATTERNS[pattern]
    if kernel == "plain":
        found = scan(*arguments, address(ends))
    else:
        starts = np.empty(ROOM, np.int64)
        found = scan_masks(*arguments, address(starts), address(ends))
    if found < 0:
        raise bad_byte(text, -1 - found)
    return ends[:found]


def bad_byte(
    text: bytes, place: int, end: int | None = None, source: str = "text", offset: int = 0
) -> InvalidUtf8Error:
    """Return the error for a place where no character starts, with the reason Python gives.

    Args:
        text: the bytes that were read; they stand at `offset` in `source`.
        place: where in `text` no character starts.
        end: where in `text` the part without special tokens ends.
        source: the file's name.
        offset: where in it `text` starts.
    """
    part = text[place:end]
    try:
        part[:4].decode("utf-8")
    except UnicodeDecodeError as error:
        return InvalidUtf8Error(source, offset + place, part[: error.end], error.reason)
    raise AssertionError(f"a character does start at byte {place} of {source}")
