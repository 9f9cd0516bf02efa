"""Sizes as people write them."""

from __future__ import annotations

import re
from decimal import Decimal

from cs336_basics.errors import CorpusError

_UNITS = {
    "": 1,
    "b": 1,
    "kb": 10**3,
    "mb": 10**6,
    "gb": 10**9,
    "tb": 10**12,
    "kib": 2**10,
    "mib": 2**20,
    "gib": 2**30,
    "tib": 2**40,
}


def parse_size(text: str) -> int:
    """Number of bytes in a size such as `2GB`: kB, MB, GB count in thousands, KiB, MiB in 1024s.

    Args:
        text: a number and a unit, upper or lower case, with or without a space; no unit is bytes.

    Raises:
        CorpusError: the text is not a size.

    >>> parse_size("2GB"), parse_size("1.5 MiB"), parse_size("300")
    (2000000000, 1572864, 300)
    """
    match = re.fullmatch(r"\s*([0-9]+(?:\.[0-9]+)?)\s*([a-z]*)\s*", text.lower(), re.ASCII)
    if match is None or match[2] not in _UNITS:
        raise CorpusError(
            f"{text!r} is not a size; write a number and a unit, such as 500kB or 2GB"
        )
    return int(Decimal(match[1]) * _UNITS[match[2]])
