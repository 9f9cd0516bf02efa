"""Text to try things on: a page of the bundled stories, and a few lines in other scripts."""

from __future__ import annotations

from functools import lru_cache

from cs336_basics.datasets.bundled import stories_path
from cs336_basics.errors import MissingDataError


@lru_cache(maxsize=8)
def stories(length: int, seed: int) -> str:
    """About `length` characters of the bundled stories, another place for each seed.

    Without the repository around the package there are none: then an empty text.
    """
    try:
        text = stories_path().read_bytes().decode("utf-8")
    except (MissingDataError, OSError):
        return ""
    start = text.index("\n\n", seed * 7919 % (len(text) - 2 * length)) + 2
    return text[start : start + length]


LINES = [
    "Ça va, café?",
    "naïve coöperation",
    "你好,世界!你好",
    "Привет, мир. Привет",
    "٣٤ ½ x² 12",
    "👩🏽 😀😀 ok",
    "안녕하세요 안녕",
    "\ufeffnai\u0308ve e\u0301te\u0301",
]
"""One line each of accents, Chinese, Cyrillic, digits of other scripts, emoji, Korean; and a byte
order mark before letters with accents apart, which `utf-8-sig` and NFC would change."""
