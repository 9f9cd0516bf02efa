"""Is there memory for one very long word? Asked before it is taken: later the system ends somebody.

A text is read piece by piece, so its size does not matter. But a piece ends between words, and a
word without an end (a file of zeros, a small `.gz` that becomes gigabytes) must be held whole.
"""

from __future__ import annotations

from cs336_basics.errors import CorpusError

_SMALL = 1 << 28  # bytes that are not worth asking for


def expect_room(size: int, each: int, what: str) -> None:
    """Refuse what would take more memory than is free now.

    Args:
        size: how long the word is, in bytes.
        each: bytes of memory that a byte of it takes.
        what: to do with it.

    Raises:
        CorpusError: there is not so much memory.

    >>> expect_room(10**18, 46, "encode")
    Traceback (most recent call last):
    cs336_basics.errors.CorpusError: to encode 1,000,000,000,000 MB of text without a place to cut \
it takes 46,000,000,000,000 MB of memory, more than is free; is it text?
    """
    if size * each > _SMALL and size * each > _free():
        raise CorpusError(
            f"to {what} {size // 10**6:,} MB of text without a place to cut it takes "
            f"{size * each // 10**6:,} MB of memory, more than is free; is it text?"
        )


def _free() -> int:
    import psutil  # here: for nearly all texts nobody asks

    return int(psutil.virtual_memory().available)
