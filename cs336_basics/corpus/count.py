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
from collections.abc import Callable, Container, Generator, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import closing
from functools import cache, partial

from cs336_basics import kernels
from cs336_basics.arguments import at_least_one, wrong_type
from cs336_basics.corpus.chunks import (
    Range,
    find_chunk_boundaries,
    read_range,
    split_sources,
    whole_sources,
)
from cs336_basics.corpus.sources import Paths, find_sources
from cs336_basics.corpus.table_counts import count_table
from cs336_basics.corpus.tasks import run_here, run_with, until_failure
from cs336_basics.datatypes import PretokenCounts, Progress
from cs336_basics.text.encodings import refuse_marks
from cs336_basics.text.pretokenize import count_pretokens, get_pattern
from cs336_basics.text.safe_cuts import SafeCuts, split_stream
from cs336_basics.text.special_tokens import check_special_tokens, decode_part, split_on_special
from cs336_basics.text.utf8 import check_errors

__all__ = ["check_errors", "count_bytes", "count_files", "find_chunk_boundaries"]

_WORKER_TASKS = 4  # at least: a slow task at the end must not leave the other workers idle
_CLUSTER_TASKS = 64  # at least: an executor does not tell how many workers it has

Run = Callable[
    [Callable[[Range], Counter[str]], Sequence[Range]],
    Generator[tuple[int, Counter[str] | Exception], None, None],
]
"""Calls a function on every part, in any order, and yields (index of the part, result or error)."""

log = logging.getLogger(__name__)


def count_bytes(
    data: bytes,
    special_tokens: Iterable[str] | None,
    *,
    pattern: str = "gpt2",
    errors: str = "strict",
    source: str = "text",
    offset: int = 0,
) -> Counter[str]:
    """Count the pre-tokens of a piece of UTF-8 that is at `offset` in `source`.

    Raises:
        InvalidUtf8Error: naming `source` and the first bad offset in it.
        CorpusError, SpecialTokenError, UnknownNameError, WrongTypeError: a wrong argument.

    >>> count_bytes(b"to be<e>to be", ["<e>"])
    Counter({'to': 2, ' be': 2})
    """
    if not isinstance(data, bytes):
        raise wrong_type("data", data, "bytes", "text.encode() makes bytes of a string")
    specials = check_special_tokens(special_tokens)
    if check_errors(errors) == "strict" and offset == 0:
        refuse_marks(data, source)
    return count_pretokens(_texts(data, specials, errors, source, offset), pattern)


def count_range(
    part: Range,
    special_tokens: Sequence[str],
    pattern: str,
    errors: str,
    progress: Progress | None = None,
) -> Counter[str]:
    """Count one range; this is what a worker does, in this process or on another machine."""

    def texts() -> Iterator[str]:
        blocks = read_range(part, errors=errors)
        for offset, piece in split_stream(blocks, SafeCuts(pattern, special_tokens)):
            yield from _texts(piece, special_tokens, errors, part.name, part.start + offset)
            if progress:
                progress(len(piece))

    return count_pretokens(texts(), pattern)


def _texts(
    data: bytes, special_tokens: Sequence[str], errors: str, source: str, offset: int
) -> Iterator[str]:
    """Yield what is between the special tokens of a piece."""
    for start, part, is_special in split_on_special(data, special_tokens):
        if not is_special:
            yield decode_part(part, errors, source, offset + start)


def count_files(
    paths: Paths,
    special_tokens: Iterable[str] | None,
    *,
    pattern: str = "gpt2",
    workers: int = 1,
    executor: Executor | None = None,
    start_method: str | None = None,
    errors: str = "strict",
    min_count: int = 1,
    progress: Progress | None = None,
    compiled: bool | None = None,
) -> PretokenCounts:
    r"""Count the pre-tokens of a corpus.

    On a Dask cluster (extra `distributed`) each worker opens the source itself and reads its own
    ranges. So it needs this package, and the corpus in a place that all see by the same name: a
    shared folder, an object store, a web server that answers range requests.

        from dask.distributed import Client

        with Client("tcp://scheduler:8786") as client:
            counts = count_files(
                "https://data.example.org/owt_train.txt",
                ["<|endoftext|>"],
                executor=client.get_executor(),
                workers=40,
            )

    Args:
        paths: text files, read as bytes: line ends and byte order marks are kept. Also globs,
            `.gz` files, `-` for standard input, and addresses that fsspec can open. An iterable
            of them is walked once.
        special_tokens: cut out first; no pre-token crosses one.
        pattern: a pattern name, or a `regex` pattern of your own. For one of your own only special
            tokens are safe places to cut.
        workers: processes to count with; 1 starts none. With an executor, which has its own: how
            many to cut the corpus for.
        executor: any `concurrent.futures.Executor` to use instead of processes of our own. A pipe
            is counted by this process all the same.
        start_method: `fork`, `spawn` or `forkserver`; by default what is safe here.
        errors: `strict` (invalid UTF-8 is an error) or `replace` (bad bytes become U+FFFD).
        min_count: leave out pre-tokens that occur less often in the whole corpus.
        progress: called with the number of bytes done since the last call.
        compiled: count in the kernels (see `kernels`), with threads in place of processes, where
            they can do what is asked; None means where they pay.

    Raises:
        InvalidUtf8Error: naming the file and the first bad offset in it, whatever `workers` is.
        CorpusError: an argument is wrong, a file changed meanwhile, or a worker died.
        OSError: a file is missing, a folder, or cannot be read.

    >>> from cs336_basics.datasets import stories_path
    >>> counts = count_files(stories_path(), ["<|endoftext|>"], min_count=16_000)
    >>> sorted(counts.items())
    [(b'\n', 18920), (b' the', 16185), (b'.', 25837)]

    Source: CS336 assignment 1, section 2.5 (parallelizing pre-tokenization).
    """
    specials = check_special_tokens(special_tokens)
    check_errors(errors)
    at_least_one("workers", workers)
    at_least_one("min_count", min_count)
    if not (executor is None or hasattr(executor, "submit")):
        raise wrong_type("executor", executor, "a concurrent.futures.Executor")
    if not get_pattern(pattern).has_safe_cuts:
        _say_once_that_cuts_are_few(pattern)
    sources = find_sources(paths)
    can_compile = kernels.can_count(pattern, errors) and executor is None and start_method is None
    if can_compile and compiled is None:
        compiled = kernels.pay(sum(source.size for source in sources), "count")
    if can_compile and compiled and kernels.start("count"):
        table = count_table(sources, specials, pattern, workers, progress).counts()
        return _frequent(table, min_count)
    count = partial(count_range, special_tokens=specials, pattern=pattern, errors=errors)
    run: Run = run_here
    tasks = _WORKER_TASKS * workers
    if executor is not None:
        tasks = max(_CLUSTER_TASKS, tasks)
        run = partial(run_with, executor)
    elif workers > 1:
        # Here, because most callers count in this process, and start sooner without it.
        from cs336_basics.corpus.processes import run_tasks

        run = partial(run_tasks, workers=workers, start_method=start_method)
    in_parallel = run is not run_here
    if in_parallel:
        parts = split_sources(sources, tasks, specials, pattern)
    else:
        parts = whole_sources(sources)
    # Standard input, and a pipe that the shell made, can be read by this process alone.
    own = {source.name for source in sources if source.is_stream or not in_parallel}
    counts: Counter[str] = Counter()
    with closing(_count_parts(count, parts, own, run, progress)) as outcomes:
        for result in until_failure(parts, outcomes):
            counts.update(result)
    return _frequent({word.encode("utf-8"): n for word, n in counts.items()}, min_count)


def _frequent(counts: PretokenCounts, min_count: int) -> PretokenCounts:
    """Prune the joined counts: what is rare in one chunk may be common in the corpus."""
    if min_count == 1:
        return counts
    return {word: n for word, n in counts.items() if n >= min_count}


def _count_parts(
    count: Callable[..., Counter[str]],
    parts: Sequence[Range],
    own: Container[str],
    run: Run,
    progress: Progress | None,
) -> Generator[tuple[int, Counter[str] | Exception], None, None]:
    """Count parts of the sources in `own` in this process, then the others with `run`."""
    here = [i for i, part in enumerate(parts) if part.name in own]
    away = [i for i, part in enumerate(parts) if part.name not in own]
    for i, outcome in run_here(partial(count, progress=progress), [parts[i] for i in here]):
        yield here[i], outcome
    if not away:
        return
    with closing(run(count, [parts[i] for i in away])) as outcomes:
        for i, outcome in outcomes:
            if progress:
                progress(parts[away[i]].size)
            yield away[i], outcome


@cache
def _say_once_that_cuts_are_few(pattern: str) -> None:
    log.warning(
        "pattern %r is your own: only special tokens are safe places to cut, so memory grows with "
        "the longest stretch without one",
        pattern,
    )
