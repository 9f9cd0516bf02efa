"""The merge list as a hash table: pair of tokens -> rank.

A token is named by a symbol: 0 to 255 are the bytes, the others come as the merges name them. (Ids
will not do: a vocabulary may have gaps, or no token for some bytes.) A merge is one 64-bit integer:

    left symbol, 20 bits | right symbol, 20 bits | rank + 1, 22 bits            0 = empty

Most pairs that are asked for are no merge. A filter of 2^19 bits in front of the table, one bit a
hash, says so at once: it is small enough to stay near the processor, which the table is not.

    table   [ filter: 8,192 numbers ][ merge ][ 0 ][ merge ] ...
"""

from __future__ import annotations

from cs336_basics.compiled.machine.jit import i32s, i64, i64s, inline, kernel
from cs336_basics.compiled.machine.memory import shift_right

SYMBOL_BITS, RANK_BITS = 20, 22
NO_RANK = (1 << RANK_BITS) - 1  # above every rank
FILTER_BITS = 19
FILTER = 1 << FILTER_BITS - 6  # numbers of the filter; behind them stands the table

_MIX = 0x9E3779B97F4A7C15 - (1 << 64)


@inline
def filter_bit(key: i64) -> i64:
    """Return the bit of the filter that stands for a pair."""
    return shift_right(key * _MIX, 64 - FILTER_BITS)


@inline
def first_slot(key: i64, mask: i64) -> i64:
    """Return the slot where the search for a pair begins."""
    return (key * _MIX >> 26) & mask


@kernel
def fill_pairs(
    left: i32s, right: i32s, merges: i64, pairs: i64s, mask: i64, byte_ranks: i32s
) -> i64:
    """Enter the merges, in rank order, into an empty table; of a repeated one the first counts."""
    entered = 0
    for rank in range(merges):
        key = left[rank] << SYMBOL_BITS | right[rank]
        slot = first_slot(key, mask)
        while pairs[FILTER + slot] != 0 and pairs[FILTER + slot] >> RANK_BITS != key:
            slot = slot + 1 & mask
        if pairs[FILTER + slot] == 0:
            pairs[FILTER + slot] = key << RANK_BITS | rank + 1
            bit = filter_bit(key)
            pairs[bit >> 6] |= 1 << (bit & 63)
            if left[rank] < 256 and right[rank] < 256:
                byte_ranks[left[rank] << 8 | right[rank]] = rank
            entered += 1
    return entered


@inline
def rank_of(left: i64, right: i64, pairs: i64s, mask: i64) -> i64:
    """Return the rank of a pair of symbols; NO_RANK if no merge joins them."""
    key = left << SYMBOL_BITS | right
    bit = filter_bit(key)
    if pairs[bit >> 6] >> (bit & 63) & 1 == 0:
        return NO_RANK
    slot = first_slot(key, mask)
    while pairs[FILTER + slot] != 0:
        if pairs[FILTER + slot] >> RANK_BITS == key:
            return (pairs[FILTER + slot] & NO_RANK) - 1
        slot = slot + 1 & mask
    return NO_RANK
