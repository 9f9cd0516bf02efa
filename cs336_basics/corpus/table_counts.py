"""A corpus -> pre-token counts in the compiled kernels' own table, by threads.

The same safe cuts as in `corpus`; only the counting of a piece is compiled. No processes are
needed, because kernels run without Python's lock. The table can go to the merge loop as it is, so
a large corpus is trained on without a Python object for each of its words.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cs336_basics.arguments import at_least_one
from cs336_basics.corpus.chunks import read_range, whole_sources
from cs336_basics.corpus.sources import Source
from cs336_basics.datatypes import Progress
from cs336_basics.text.safe_cuts import SafeCuts, split_stream

if TYPE_CHECKING:
    from cs336_basics.compiled.count.word_table import WordTable

_BLOCK = 1024 * 1024  # bytes a thread counts at once: they stay near the processor


def count_table(
    sources: Sequence[Source],
    special_tokens: Sequence[str],
    pattern: str,
    threads: int,
    progress: Progress | None = None,
) -> WordTable:
    """Count the pre-tokens of a corpus into one table.

    Args:
        sources: what to read, in order.
        special_tokens: the checked list.
        pattern: one of `kernels.PATTERNS`.
        threads: how many pieces are counted at a time.
        progress: called with the number of bytes done since the last call.

    Raises:
        CorpusError: fewer than one thread.
        InvalidUtf8Error: naming the file and the first bad offset in it.
        OSError: a file cannot be read.
    """
    from cs336_basics.compiled.count.count_pieces import count_pieces
    from cs336_basics.compiled.count.word_table import WordTable

    at_least_one("workers", threads)
    tokens = [token.encode("utf-8") for token in special_tokens]
    cuts = SafeCuts(pattern, special_tokens)
    tables = (
        count_pieces(
            split_stream(read_range(part, _BLOCK), cuts),
            tokens,
            pattern=pattern,
            threads=threads,
            source=part.name,
            progress=progress,
        )
        for part in whole_sources(sources)
    )
    # The table of the first source takes in the others: for a single file nothing is copied.
    joined = next(tables, None) or WordTable(pattern, tokens)
    for table in tables:
        joined.add(table)
    return joined
