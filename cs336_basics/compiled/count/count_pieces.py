"""Count a text that comes in pieces, with several threads.

Each thread has a table of its own and takes the next piece when it is done with one. Kernels run
without Python's lock, so two threads count on two cores.

    pieces ──▶ thread 1: scan ─▶ find ─▶ +1   table 1 ─┐
           ╲─▶ thread 2: scan ─▶ find ─▶ +1   table 2 ─┴─▶ one table ─▶ {word: count}, or merges
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor

from cs336_basics.compiled.count.word_table import DEFAULT_KERNEL, WordTable
from cs336_basics.errors import InvalidUtf8Error


def count_pieces(
    pieces: Iterable[tuple[int, bytes]],
    special_tokens: Iterable[bytes] = (),
    *,
    pattern: str = "gpt2",
    threads: int = 1,
    kernel: str = DEFAULT_KERNEL,
    source: str = "text",
    progress: Callable[[int], object] | None = None,
) -> WordTable:
    """Count the pre-tokens of a text that comes in pieces.

    Args:
        pieces: (offset, bytes) in order; each piece can be counted on its own. They are fetched one
            at a time, by whichever thread is free.
        special_tokens: cut out first; no pre-token crosses one.
        pattern: `gpt2` or `cl100k`.
        threads: how many pieces are counted at a time.
        kernel: `masks` or `plain`.
        source: the file's name, for errors.
        progress: called with the number of bytes done since the last call.

    Raises:
        InvalidUtf8Error: naming `source` and the first bad offset in it, for any number of threads.

    >>> count_pieces([(0, b"to be"), (5, b" or not to be")], threads=2).counts()[b" be"]
    2
    """
    specials = list(special_tokens)
    iterator, lock = iter(pieces), threading.Lock()
    errors: list[InvalidUtf8Error] = []
    stopped = threading.Event()

    def work() -> WordTable:
        table = WordTable(pattern, specials, kernel=kernel)
        # After an error no piece is begun, but those before it are finished: theirs comes first.
        while not errors and not stopped.is_set():
            with lock:
                offset, piece = next(iterator, (0, b""))
            if not piece:
                break
            try:
                table.count(piece, source, offset)
            except InvalidUtf8Error as error:
                errors.append(error)
            if progress:
                progress(len(piece))
        return table

    if threads == 1:
        tables = [work()]
    else:
        with ThreadPoolExecutor(threads) as pool:
            futures = [pool.submit(work) for _ in range(threads)]
            try:
                tables = [future.result() for future in futures]
            except BaseException:  # Ctrl-C too: the pool waits for its threads, so let them end
                stopped.set()
                raise
    if errors:
        raise min(errors, key=lambda error: error.offset)
    first, *others = tables
    for other in others:
        first.add(other)
    return first
