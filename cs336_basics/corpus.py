"""A corpus -> pre-token counts: any size, any number of workers, one answer.

A file is cut into ranges at safe cuts (`chunks`). A range is read in blocks, and each block is
counted up to its last safe cut; what follows waits for the next block. So the counts depend on
neither the ranges nor the blocks, and memory is bounded by

    workers x (block + longest stretch without a safe cut) + the distinct pre-tokens.

Source: CS336 assignment 1, sections 2.4 and 2.5.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Executor, as_completed
from functools import cache, partial
from pathlib import Path

from cs336_basics.chunks import Range, find_chunk_boundaries, read_range, split_source
from cs336_basics.datatypes import PretokenCounts
from cs336_basics.errors import CorpusError
from cs336_basics.pretokenize import count_pretokens, get_pattern
from cs336_basics.processes import run_tasks, task_error
from cs336_basics.safe_cuts import SafeCuts, split_stream
from cs336_basics.sources import Source, find_sources
from cs336_basics.special_tokens import check_special_tokens, decode_part, split_on_special

__all__ = ["check_errors", "count_bytes", "count_files", "find_chunk_boundaries"]

_CHUNK_SIZE = 32 * 1024 * 1024  # bytes of a task at most: small enough to balance, and to resend
_CHUNKS_PER_WORKER = 4  # so that a slow chunk at the end does not leave the others idle

Progress = Callable[[int], object]
"""Called with the number of units (here bytes) done since the last call."""

log = logging.getLogger(__name__)


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


def count_range(
    part: Range,
    special_tokens: Sequence[str],
    pattern: str,
    errors: str,
    progress: Progress | None = None,
) -> Counter[str]:
    """Count one range; this is what a worker does, in this process or on another machine."""
    counts: Counter[str] = Counter()
    for offset, piece in split_stream(read_range(part), SafeCuts(pattern, special_tokens)):
        counts.update(
            count_bytes(
                piece,
                special_tokens,
                pattern=pattern,
                errors=errors,
                source=part.name,
                offset=part.start + offset,
            )
        )
        if progress:
            progress(len(piece))
    return counts


def count_files(
    paths: str | Path | Sequence[str | Path],
    special_tokens: Sequence[str],
    *,
    pattern: str = "gpt2",
    workers: int = 1,
    executor: Executor | None = None,
    start_method: str | None = None,
    errors: str = "strict",
    min_count: int = 1,
    progress: Progress | None = None,
) -> PretokenCounts:
    """Count the pre-tokens of a corpus.

    Args:
        paths: text files, read as bytes: line ends and byte order marks are kept. Also globs,
            `.gz` files, `-` for standard input, and addresses that fsspec can open.
        special_tokens: cut out first; no pre-token crosses one.
        pattern: a pattern name, or a `regex` pattern of your own. For one of your own only special
            tokens are safe places to cut.
        workers: processes to count with; 1 starts none.
        executor: any `concurrent.futures.Executor` to use instead, that of a Dask cluster included;
            its workers must be able to open the paths.
        start_method: `fork`, `spawn` or `forkserver`; by default what is safe here.
        errors: `strict` (invalid UTF-8 is an error) or `replace` (bad bytes become U+FFFD).
        min_count: leave out pre-tokens that occur less often in the whole corpus.
        progress: called with the number of bytes done since the last call.

    Raises:
        InvalidUtf8Error: naming the file and the first bad offset in it, whatever `workers` is.
        CorpusError: an argument is wrong, a file changed meanwhile, or a worker died.
        OSError: a file is missing, a folder, or cannot be read.
    """
    specials = check_special_tokens(special_tokens)
    check_errors(errors)
    for name, value in (("workers", workers), ("min_count", min_count)):
        if value < 1:
            raise CorpusError(f"{name} is {value}; it must be at least 1")
    if not get_pattern(pattern).has_safe_cuts:
        _say_once_that_cuts_are_few(pattern)
    sources = find_sources(paths)
    count = partial(count_range, special_tokens=specials, pattern=pattern, errors=errors)
    counts: Counter[str] = Counter()
    if executor is None and workers == 1:
        for source in sources:
            end = source.size if source.can_seek else None
            if end != 0:
                counts.update(count(Range(source.name, 0, end), progress=progress))
    else:
        parts = list(_split(sources, workers, specials, pattern))
        if executor is None:
            results = run_tasks(count, parts, workers, start_method)
        else:
            results = _submit(executor, count, parts)
        for part, result in _in_order_of_failure(parts, results):
            counts.update(result)
            if progress:
                progress((part.end or 0) - part.start)
    if min_count > 1:
        # Only now: a pre-token that is rare in one chunk may be common in the corpus.
        counts = Counter({word: n for word, n in counts.items() if n >= min_count})
    return {pretoken.encode("utf-8"): n for pretoken, n in counts.items()}


def _split(
    sources: Sequence[Source], workers: int, special_tokens: Sequence[str], pattern: str
) -> Iterator[Range]:
    total = sum(source.size for source in sources)
    chunk_size = max(1, min(_CHUNK_SIZE, total // (workers * _CHUNKS_PER_WORKER)))
    for source in sources:
        yield from split_source(source, chunk_size, special_tokens, pattern)


def _submit(
    executor: Executor, count: Callable[[Range], Counter[str]], parts: Sequence[Range]
) -> Generator[tuple[int, Counter[str] | Exception], None, None]:
    futures = {executor.submit(count, part): index for index, part in enumerate(parts)}
    try:
        for future in as_completed(list(futures)):
            index = futures.pop(future)
            error = future.exception()
            if error is None:
                yield index, future.result()
            elif isinstance(error, Exception):
                yield index, error
            else:
                raise error
    finally:
        for future in futures:
            future.cancel()


def _in_order_of_failure(
    parts: Sequence[Range], results: Generator[tuple[int, Counter[str] | Exception], None, None]
) -> Iterator[tuple[Range, Counter[str]]]:
    """Pass results on; if parts failed, raise the error of the first of them in the corpus.

    A later part may fail sooner, so after a failure the parts before it are still waited for.
    """
    failed: dict[int, Exception] = {}
    open_parts = set(range(len(parts)))
    for index, result in results:
        open_parts.discard(index)
        if isinstance(result, Exception):
            failed[index] = result
        elif not failed:
            yield parts[index], result
        if failed and min(failed) < min(open_parts, default=len(parts)):
            break
    results.close()  # ends the workers
    if failed:
        first = min(failed)
        raise task_error(parts[first], failed[first])


@cache
def _say_once_that_cuts_are_few(pattern: str) -> None:
    log.warning(
        "pattern %r is your own: only special tokens are safe places to cut, so memory grows with "
        "the longest stretch without one",
        pattern,
    )
