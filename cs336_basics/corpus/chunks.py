"""Cut a corpus into ranges of bytes that can be counted independently, anywhere, in any order.

A range is a source and two offsets. It holds no text: the process that counts it opens the source
and reads its own bytes. So a task is small enough to send to another process or another machine.
"""

from __future__ import annotations

import gzip
import io
import zlib
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import BinaryIO, NamedTuple

from cs336_basics.arguments import at_least_one, wrong_type
from cs336_basics.corpus.sources import Source, open_source
from cs336_basics.errors import CorpusError, SpecialTokenError
from cs336_basics.text.encodings import refuse_foreign
from cs336_basics.text.safe_cuts import SafeCuts
from cs336_basics.text.special_tokens import check_special_tokens

BLOCK_SIZE = 1024 * 1024  # bytes counted at once: their words take fifty times as much memory
CHUNK_SIZE = 32 * 1024 * 1024  # bytes of a task: a few seconds of work
MOST_TASKS = 10_000  # of a corpus that would need more, the tasks grow
_SEARCH_SIZE = 16 * 1024  # bytes read at once while looking for a boundary


class Range(NamedTuple):
    """The bytes of a source from `start` up to `end`; with `end` None all of it, unpacked."""

    name: str
    start: int
    end: int | None

    @property
    def size(self) -> int:
        """Bytes in it; 0 where that is not known before it is read."""
        return (self.end or self.start) - self.start

    def __str__(self) -> str:
        where = "all of it" if self.end is None else f"bytes {self.start}-{self.end}"
        return f"{self.name} ({where})"


def find_chunk_boundaries(
    file: BinaryIO,
    desired_num_chunks: int,
    special_tokens: bytes | Iterable[str] | None,
    *,
    pattern: str = "gpt2",
) -> list[int]:
    """Find offsets at which an open file can be cut without changing a single pre-token.

    The file is divided evenly; each boundary moves on to the nearest safe place at or after its
    guess: the start of a special token, or a safe cut of the pattern. Several guesses may meet in
    one place, so fewer chunks may come back than were asked for.

    Args:
        file: open in binary mode, and seekable.
        desired_num_chunks: at least 1.
        special_tokens: a list, or one token as bytes (as in the assignment's own function).
        pattern: the pre-tokenization pattern; for one of your own only special tokens are safe.

    Returns:
        Sorted offsets from 0 to the file's size; `[0]` for an empty file, which has no chunk.

    Raises:
        CorpusError: fewer than one chunk.
        SpecialTokenError: special tokens that cannot be used.
        WrongTypeError: no file that is open in binary mode, or no number.

    >>> import io
    >>> find_chunk_boundaries(io.BytesIO(b"one two<e>three"), 2, ["<e>"])
    [0, 7, 15]

    Source: CS336 assignment 1, section 2.5 (parallelizing pre-tokenization).
    """
    given: object = file
    if isinstance(given, io.TextIOBase) or not (hasattr(file, "seek") and hasattr(file, "read")):
        raise wrong_type("file", file, "a file open in binary mode", "open(path, 'rb')")
    at_least_one("desired_num_chunks", desired_num_chunks)
    if isinstance(special_tokens, bytes):
        special_tokens = [_as_text(special_tokens)]
    specials = check_special_tokens(special_tokens)
    return list(_boundaries(file, desired_num_chunks, specials, pattern))


def _as_text(token: bytes) -> str:
    try:
        return token.decode("utf-8")
    except UnicodeDecodeError:
        raise SpecialTokenError(f"special token {token!r} is not UTF-8") from None


def _boundaries(
    file: BinaryIO, number: int, special_tokens: Sequence[str], pattern: str
) -> Iterator[int]:
    """Yield the boundaries one by one: a large file has many."""
    cuts = SafeCuts(pattern, check_special_tokens(special_tokens))
    size = file.seek(0, 2)
    boundary = 0
    yield boundary
    for i in range(1, number):
        guess = i * size // number
        if guess > boundary:  # otherwise the last boundary has passed this guess already
            boundary = _boundary_after(file, guess, cuts) or size
            yield boundary
    if boundary < size:
        yield size


def _boundary_after(file: BinaryIO, guess: int, cuts: SafeCuts) -> int | None:
    """Return the first safe cut at or after `guess`, or None: a window slides until it is found."""
    begin = max(0, guess - cuts.context)
    file.seek(begin)
    window, start = bytearray(), guess - begin
    while True:
        block = file.read(_SEARCH_SIZE)
        window += block
        # Near the window's end a special token may be half seen: those places wait for more.
        settled = len(window) - cuts.context if block else len(window)
        cut = cuts.first(window, start, final=not block)
        if cut is not None and cut < settled:
            return begin + cut
        if not block:
            return None
        start = max(start, settled)
        passed = max(0, start - cuts.context)
        del window[:passed]
        begin, start = begin + passed, start - passed


def whole_sources(sources: Sequence[Source]) -> list[Range]:
    """Leave every source in one piece."""
    return [Range(each.name, 0, each.size if each.can_seek else None) for each in sources]


def task_size(total: int, tasks: int) -> int:
    """Return how many bytes a task should have, of a corpus of `total` bytes.

    Small enough that a task that was lost is soon done again, and large enough that there are not
    too many answers: one process adds them up.

    Args:
        total: bytes of the corpus.
        tasks: how many there should be at least.

    >>> task_size(2 * 10**9, 8), task_size(10**13, 8)
    (33554432, 1000000000)
    """
    return max(1, min(total // tasks, CHUNK_SIZE), total // MOST_TASKS)


def split_sources(
    sources: Sequence[Source], tasks: int, special_tokens: Sequence[str], pattern: str
) -> list[Range]:
    """Cut a corpus into about `tasks` ranges, or more where they would be too large."""
    size = task_size(sum(source.size for source in sources), tasks)
    return [
        part for source in sources for part in split_source(source, size, special_tokens, pattern)
    ]


def split_source(
    source: Source, chunk_size: int, special_tokens: Sequence[str], pattern: str
) -> Iterator[Range]:
    """Cut a source into ranges of about `chunk_size` bytes; one that cannot seek stays whole."""
    if not source.can_seek:
        yield from whole_sources([source])
        return
    with open_source(source.name) as file:
        number = max(1, -(-source.size // chunk_size))
        for start, end in pairwise(_boundaries(file, number, special_tokens, pattern)):
            yield Range(source.name, start, end)


def read_range(
    part: Range, block_size: int | None = None, errors: str = "strict"
) -> Iterator[bytes]:
    """Yield the bytes of a range, `block_size` at a time (1 MiB if None).

    Args:
        part: what to read.
        block_size: bytes at a time.
        errors: with `strict`, a source that begins like UTF-16 or UTF-32 is refused.

    Raises:
        InvalidUtf8Error: the source begins with the byte order mark of another encoding.
        CorpusError: the file ends before the range does: it changed after it was cut. Or it is no
            whole gzip file.
        OSError: the source cannot be read.
    """
    is_first = part.start == 0
    for block in _read_blocks(part, block_size or BLOCK_SIZE):
        if is_first and errors == "strict":
            refuse_foreign(block, part.name)
        is_first = False
        yield block


def _read_blocks(part: Range, block_size: int) -> Iterator[bytes]:
    # A server answers few large requests sooner than many small ones; the last reads too far.
    read_ahead = 0 if part.end is None else max(1, min(2 * BLOCK_SIZE, part.size // 16))
    with open_source(part.name, read_ahead) as file:
        if part.end is None:
            try:
                while block := file.read(block_size):
                    yield block
            except (EOFError, zlib.error, gzip.BadGzipFile) as error:
                raise CorpusError(f"{part.name}: not a whole gzip file: {error}") from error
            return
        file.seek(part.start)
        left = part.end - part.start
        while left:
            block = file.read(min(block_size, left))
            if not block:
                raise CorpusError(f"{part}: {left} bytes are missing; the file changed meanwhile")
            left -= len(block)
            yield block
