"""Merge a pre-token by rank: the heart of encoding.

Of all neighbours that are a pair of the merge list, the pair with the lowest rank is merged; where
it is there more than once, the leftmost first. Then look again, until no neighbours are a pair.

Two ways to the same result. A word is short, so looking at every pair each time is fastest. But
100,000 equal characters are one pre-token too: there a heap finds the next pair and a linked list
closes the gap, in n log n steps instead of n².

Source: CS336 assignment 1, section 2.6.1 (encoding text).
"""

from __future__ import annotations

import heapq
import sys
from collections.abc import Mapping
from itertools import pairwise

from cs336_basics.datatypes import Pair
from cs336_basics.pairs import split_bytes

Ranks = Mapping[Pair, int]
"""Pair -> its position in the merge list; low ranks merge first."""

_NO_PAIR = sys.maxsize  # no rank is this high
_SHORT = 64  # tokens; above, the heap is faster


def merge_by_rank(pretoken: bytes, ranks: Ranks) -> list[bytes]:
    """Merge the bytes of a pre-token until no pair of the merge list is left.

    >>> merge_by_rank(b"abc", {(b"a", b"b"): 0, (b"b", b"c"): 1})
    [b'ab', b'c']
    """
    if len(pretoken) > _SHORT:
        return merge_long(pretoken, ranks)
    return merge_short(pretoken, ranks)


def merge_short(pretoken: bytes, ranks: Ranks) -> list[bytes]:
    """Look at every pair, merge the best, repeat.

    >>> merge_short(b"aaa", {(b"a", b"a"): 0})
    [b'aa', b'a']
    """
    word = split_bytes(pretoken)
    pair_ranks = [ranks.get(pair, _NO_PAIR) for pair in pairwise(word)]
    while pair_ranks:
        rank = min(pair_ranks)
        if rank == _NO_PAIR:
            break
        i = pair_ranks.index(rank)
        word[i : i + 2] = [word[i] + word[i + 1]]
        del pair_ranks[i]
        if i > 0:
            pair_ranks[i - 1] = ranks.get((word[i - 1], word[i]), _NO_PAIR)
        if i < len(pair_ranks):
            pair_ranks[i] = ranks.get((word[i], word[i + 1]), _NO_PAIR)
    return word


def merge_long(pretoken: bytes, ranks: Ranks) -> list[bytes]:
    """Take the next pair from a heap; skip entries that no longer hold.

    `left[i]` and `right[i]` are the positions of the neighbours of token `i`, and `pair_ranks[i]`
    is the rank of the pair it begins; a token that was merged into the one before it becomes empty.
    An entry is `rank * end + i`: one number, so the lowest rank comes first, and then the leftmost.

    >>> merge_long(b"aaa", {(b"a", b"a"): 0})
    [b'aa', b'a']
    """
    word = split_bytes(pretoken)
    end = len(word)
    left, right = list(range(-1, end - 1)), list(range(1, end + 1))
    pair_ranks = [ranks.get(pair, _NO_PAIR) for pair in pairwise(word)]
    heap = [rank * end + i for i, rank in enumerate(pair_ranks) if rank != _NO_PAIR]
    heapq.heapify(heap)
    pair_ranks.append(_NO_PAIR)  # the last token begins no pair
    while heap:
        rank, i = divmod(heapq.heappop(heap), end)
        if pair_ranks[i] != rank:
            continue  # one of the two was merged with another neighbour meanwhile
        j = right[i]
        word[i], word[j], pair_ranks[j] = word[i] + word[j], b"", _NO_PAIR
        right[i] = right[j]
        if right[i] < end:
            left[right[i]] = i
        for k in (i, left[i]):
            if k >= 0:
                follows = word[right[k]] if right[k] < end else b""
                pair_ranks[k] = ranks.get((word[k], follows), _NO_PAIR)
                if pair_ranks[k] != _NO_PAIR:
                    heapq.heappush(heap, pair_ranks[k] * end + k)
    return [token for token in word if token]
