"""When to leave the interpreter: are the compiled kernels here, and from which size do they pay?

Small inputs stay in pure Python, which needs no start. Loading the kernels takes a moment, and
compiling them, where the set-up has not, takes longer than most corpora do. Both ways give the same
result, so nobody needs to choose. Whoever wants pure Python all the same sets CS336_BPE_KERNELS=0.
"""

from __future__ import annotations

import importlib.util
import logging
import os
from functools import cache

PATTERNS = frozenset({"gpt2", "cl100k"})
"""Patterns whose scanner is compiled; any other takes the `regex` path."""

FROM_SIZE = 1 << 20  # bytes of text from which loading the kernels is repaid
FROM_SIZE_UNCOMPILED = 1 << 27  # bytes from which compiling them is repaid too

log = logging.getLogger(__name__)


@cache
def are_here() -> bool:
    """Say whether numba is installed, and not switched off."""
    return not _are_off() and importlib.util.find_spec("numba") is not None


def pay(size: int) -> bool:
    """Say whether the kernels are worth starting for `size` bytes of text.

    >>> pay(1000)
    False
    """
    if size < FROM_SIZE:
        return False
    if not are_here():
        _hint_once()
        return False
    from cs336_basics.compiled.kernel_cache import cache_folder

    return size >= FROM_SIZE_UNCOMPILED or any(cache_folder().glob("*.o"))


def can_count(pattern: str, errors: str) -> bool:
    """Say whether the kernels do what is asked; anything else takes the `regex` path.

    >>> can_count("o200k", "strict"), can_count("gpt2", "replace")
    (False, False)
    """
    return are_here() and pattern in PATTERNS and errors == "strict"


def _are_off() -> bool:
    return os.environ.get("CS336_BPE_KERNELS") == "0"


@cache
def _hint_once() -> None:
    if not _are_off():
        log.warning(
            "numba is not installed: pip install 'cs336-bpe[fast]' makes this many times faster"
        )
