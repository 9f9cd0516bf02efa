"""A corpus on disk -> pre-token counts, in bounded memory.

A file is read in blocks. Each block ends at the last safe cut in it; what follows the cut waits for
the next block. So the counts never depend on the block size, and memory is bounded by the block
plus the longest stretch without a safe cut.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import BinaryIO

from cs336_basics.datatypes import PretokenCounts
from cs336_basics.errors import CorpusError
from cs336_basics.pretokenize import count_pretokens
from cs336_basics.safe_cuts import SafeCuts, split_stream
from cs336_basics.special_tokens import check_special_tokens, decode_part, split_on_special

BLOCK_SIZE = 4 * 1024 * 1024  # bytes read at once

Progress = Callable[[int], object]
"""Called with the number of units (here bytes) done since the last call."""


def check_errors(errors: str) -> str:
    """Return `errors` if it is a policy for bad bytes that cannot invent pairs.

    Raises:
        CorpusError: anything but `strict` and `replace`. `ignore` would glue what stood on both
            sides of a bad byte, and so make pairs that are not in the file.
    """
    if errors == "ignore":
        raise CorpusError("errors='ignore' would invent pairs; use 'strict' or 'replace'")
    if errors not in ("strict", "replace"):
        raise CorpusError(f"unknown errors={errors!r}; use 'strict' or 'replace'")
    return errors


def as_paths(paths: str | Path | Sequence[str | Path]) -> list[Path]:
    """Return one path or several as a list.

    Raises:
        CorpusError: an empty list.
    """
    if isinstance(paths, str | Path):
        return [Path(paths)]
    if not paths:
        raise CorpusError("no input file given")
    return [Path(path) for path in paths]


def read_blocks(file: BinaryIO, block_size: int = BLOCK_SIZE) -> Iterator[bytes]:
    """Yield the rest of an open file, `block_size` bytes at a time."""
    while block := file.read(block_size):
        yield block


def count_bytes(
    data: bytes,
    special_tokens: Sequence[str],
    *,
    pattern: str = "gpt2",
    errors: str = "strict",
    source: str = "text",
    offset: int = 0,
) -> Counter[str]:
    """Count the pre-tokens of a piece of UTF-8 that stands at `offset` in `source`.

    Raises:
        InvalidUtf8Error: naming `source` and the first bad offset in it.

    >>> count_bytes(b"to be<e>to be", ["<e>"])
    Counter({'to': 2, ' be': 2})
    """
    parts = split_on_special(data, special_tokens)
    texts = (
        decode_part(part, errors, source, offset + start)
        for start, part, is_special in parts
        if not is_special
    )
    return count_pretokens(texts, pattern)


def count_files(
    paths: str | Path | Sequence[str | Path],
    special_tokens: Sequence[str],
    *,
    pattern: str = "gpt2",
    errors: str = "strict",
    progress: Progress | None = None,
) -> PretokenCounts:
    """Count the pre-tokens of one file or several.

    Args:
        paths: text files, read as bytes: line ends and byte order marks are kept.
        special_tokens: cut out first; no pre-token crosses one.
        pattern: a pattern name, or a `regex` pattern of your own.
        errors: `strict` (invalid UTF-8 is an error) or `replace` (bad bytes become U+FFFD).
        progress: called with the number of bytes done since the last call.

    Raises:
        InvalidUtf8Error: naming the file and the first bad offset in it.
        OSError: a file is missing, a directory, or cannot be read.

    Source: CS336 assignment 1, section 2.4.
    """
    specials = check_special_tokens(special_tokens)
    check_errors(errors)
    cuts = SafeCuts(pattern, specials)
    counts: Counter[str] = Counter()
    for path in as_paths(paths):
        with path.open("rb") as file:
            for offset, piece in split_stream(read_blocks(file), cuts):
                counts.update(
                    count_bytes(
                        piece,
                        specials,
                        pattern=pattern,
                        errors=errors,
                        source=str(path),
                        offset=offset,
                    )
                )
                if progress:
                    progress(len(piece))
    return {pretoken.encode("utf-8"): count for pretoken, count in counts.items()}
