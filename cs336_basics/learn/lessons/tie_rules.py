"""Train with another tie rule: what comes out when a heap sorts equal pairs in some other way.

For notebook 04, where five keys that look right meet the smallest word that breaks them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from cs336_basics.datatypes import Merge, PretokenCounts
from cs336_basics.trainers.incremental import State, indexed
from cs336_basics.vocab import NUM_BYTES

TieKey = Callable[[bytes, int], Any]
"""(token, its id) -> something to sort by. Of equally frequent pairs the smallest key wins."""


def with_tie_key(key: TieKey) -> Callable[[PretokenCounts], Iterator[Merge]]:
    """Make a trainer whose ties are settled by a key for each half, as in a heap.

    Tokens are numbered as in a vocabulary: the bytes 0–255 first, then one number a merge.

    Args:
        key: (token, id) -> anything that sorts. It is asked once for each token.

    >>> plain = with_tie_key(lambda token, number: token)  # among equals, the smallest pair
    >>> [merge.pair for merge in plain({b"abc": 1})]
    [(b'a', b'b'), (b'ab', b'c')]
    """

    def iter_merges(counts: PretokenCounts) -> Iterator[Merge]:
        state = State.start(counts)
        keys = {bytes([byte]): key(bytes([byte]), byte) for byte in set(b"".join(counts))}
        number = NUM_BYTES

        while state.pair_counts:
            count = max(state.pair_counts.values())
            equals = [pair for pair, each in state.pair_counts.items() if each == count]
            pair = min(equals, key=lambda pair: (keys[pair[0]], keys[pair[1]]))
            yield Merge(pair, count)
            new = b"".join(pair)
            if new not in keys:
                keys[new] = key(new, number)
            number += 1
            indexed(state, pair)

    return iter_merges
