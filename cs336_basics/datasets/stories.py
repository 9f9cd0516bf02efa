"""Short children's stories without end: the same bytes for the same seed, on every machine."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from cs336_basics.datasets.storyteller import Storyteller
from cs336_basics.errors import CorpusError
from cs336_basics.files import write_whole

BLOCK_BYTES = 1 << 20
Progress = Callable[[int], object]


def generate_stories(size: int, seed: int = 0) -> Iterator[bytes]:
    """Yield at least `size` bytes of stories, in blocks of about a megabyte of whole stories.

    Every story ends with a line ``<|endoftext|>``; the last one is the first that reaches `size`,
    so the total passes it by less than one story. A longer run begins with all of a shorter
    one's stories. The text is ASCII. Memory stays at one block.

    Args:
        size: number of bytes wanted, 0 or more.
        seed: which stories: a whole number, 0 or more.

    Raises:
        CorpusError: `size` or `seed` is negative (`Random(-1)` would repeat `Random(1)`).

    >>> sum(map(len, generate_stories(10_000))) >= 10_000
    True
    """
    if size < 0 or seed < 0:
        raise CorpusError(f"size and seed must be 0 or more, got size={size} and seed={seed}")
    return _blocks(size, seed)


def _blocks(size: int, seed: int) -> Iterator[bytes]:
    tell = Storyteller(seed).tell
    remaining = size
    while remaining > 0:
        stories = []
        room = min(remaining, BLOCK_BYTES)
        while room > 0:
            stories.append(tell())
            room -= len(stories[-1])  # ASCII: a character is a byte
        block = "".join(stories).encode("ascii")
        remaining -= len(block)
        yield block


def write_stories(
    path: str | Path, size: int, seed: int = 0, progress: Progress | None = None
) -> None:
    """Write `generate_stories(size, seed)` to a file that is whole or absent.

    Args:
        path: where to write; an existing file is replaced at the end.
        size: number of bytes wanted, 0 or more.
        seed: which stories: a whole number, 0 or more.
        progress: called with the number of bytes written since the last call.

    Raises:
        CorpusError: `size` or `seed` is negative.
        OSError: the folder is missing or full.
    """
    blocks = generate_stories(size, seed)
    with write_whole(path) as file:
        for block in blocks:
            file.write(block)
            if progress:
                progress(len(block))
