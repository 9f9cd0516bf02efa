"""Train in machine code: the loop of `heap`, with arrays for dicts (see `compiled.merge`).

What the arrays cannot hold, and all of it where the kernels cannot be used, `heap` does.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from cs336_basics import kernels
from cs336_basics.compiled.count.word_table import WordTable
from cs336_basics.compiled.merge.merge_loop import MergeLoop
from cs336_basics.datatypes import Merge, PretokenCounts
from cs336_basics.pairs import split_bytes
from cs336_basics.trainers import heap

_FIRST_BATCH, _LARGEST_BATCH = 8, 4096  # merges a call of the kernel


def iter_merges(counts: PretokenCounts) -> Iterator[Merge]:
    """Yield the most frequent pair and its count, merge it everywhere, repeat until none is left.

    >>> [merge.pair for merge in iter_merges({b"baaa": 1})]
    [(b'a', b'a'), (b'b', b'aa'), (b'baa', b'a')]
    """
    if not kernels.start("merge"):
        return heap.iter_merges(counts)
    words = [word for word in counts if len(word) > 1]  # a single byte holds no pair
    try:
        lengths = np.fromiter(map(len, words), np.int32, len(words))
        frequencies = np.fromiter(map(counts.__getitem__, words), np.int64, len(words))
        return spell(MergeLoop(b" ".join([b"", *words, b""]), lengths, frequencies))
    except OverflowError:
        return heap.iter_merges(counts)


def iter_merges_of_table(table: WordTable) -> Iterator[Merge]:
    """Train on a table of the counting kernels as it is, without a Python object for each word."""
    try:
        return spell(MergeLoop(*table.row()))
    except OverflowError:
        return heap.iter_merges(table.counts())


def spell(loop: MergeLoop) -> Iterator[Merge]:
    """Yield the merges of a loop with bytes in the place of token numbers.

    The loop runs ahead in batches that grow, so stopping early wastes little.
    """
    tokens = split_bytes(bytes(range(256)))
    batch = _FIRST_BATCH
    while True:
        merged = loop.run(batch).tolist()
        for left, right, count in merged:
            pair = tokens[left], tokens[right]
            tokens.append(pair[0] + pair[1])
            yield Merge(pair, count)
        if len(merged) < batch:
            return
        batch = min(2 * batch, _LARGEST_BATCH)
