"""Merge one word by rank: the merge list as a hash table, and the two ways through a word.

A token is named by a symbol: 0 to 255 are the bytes, the others come as the merges name them. (Ids
will not do: a vocabulary may have gaps, or no token for some bytes.) A merge is one 64-bit integer:

    left symbol, 20 bits | right symbol, 20 bits | rank + 1, 22 bits            0 = empty

Most pairs that are asked for are no merge. A filter of 2^19 bits in front of the table, one bit a
hash, says so at once: it is small enough to stay near the processor, which the table is not.

    table   [ filter: 8,192 numbers ][ merge ][ 0 ][ merge ] ...

A short word is looked through for its lowest rank again and again. Its tokens stay where their
first byte is, and the bits of one integer say which positions are still live, so the neighbours of
a token are found by counting zeros. In a long word a heap finds the next merge. Both give the same
tokens (`merge_ranks` is the same in plain Python).

    word      l  o  w  e  r      ranks  9  4  .  7  .      live  1 1 1 1 1
              l  ow .  e  r             2  .  .  7  .            1 1 . 1 1     after (o,w)
              low.  .  e  r             .  .  .  7  .            1 . . 1 1     after (l,ow)
"""

from __future__ import annotations

from cs336_basics.compiled.jit import i32s, i64, i64s, inline, kernel, subroutine, u8s
from cs336_basics.compiled.memory import leading_zeros, shift_right, trailing_zeros

SYMBOL_BITS, RANK_BITS = 20, 22
NO_RANK = (1 << RANK_BITS) - 1  # above every rank
SHORT_WORD = 64  # bytes: their positions are the bits of an integer; above, a heap is faster
FILTER_BITS = 19
FILTER = 1 << FILTER_BITS - 6  # numbers of the filter; behind them stands the table
ROOM = 8  # scratch numbers for each byte of a word

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


@subroutine
def merge_word(
    data: u8s, place: i64, length: i64, pairs: i64s, mask: i64, byte_ranks: i32s, made: i32s,
    scratch: i64s,
) -> i64:  # fmt: skip
    """Merge the word at `place`; leave its symbols at the start of `scratch`, return how many.

    `byte_ranks` has the rank of each pair of bytes, `made` names the symbol that each merge makes;
    `scratch` has room for ROOM numbers a byte.
    """
    if length > SHORT_WORD:
        return merge_long_word(data, place, length, pairs, mask, made, scratch)
    # Behind the symbols: rank << 6 | position. The smallest is the lowest rank, the leftmost of it.
    entry = length
    for i in range(length):
        scratch[i] = data[place + i]
        scratch[entry + i] = NO_RANK << 6
    for i in range(length - 1):
        scratch[entry + i] = byte_ranks[scratch[i] << 8 | scratch[i + 1]] << 6 | i
    live = -1 if length == 64 else (1 << length) - 1  # the positions where a token starts
    while True:
        best = NO_RANK << 6
        bits = live
        while bits:
            best = min(best, scratch[entry + trailing_zeros(bits)])
            bits &= bits - 1
        rank = best >> 6
        if rank == NO_RANK:
            break
        i = best & 63
        later = live & -2 << i
        j = trailing_zeros(later)
        live ^= 1 << j
        later &= later - 1
        scratch[i] = made[rank]
        scratch[entry + i] = scratch[entry + j] = NO_RANK << 6
        if later:
            rank = rank_of(scratch[i], scratch[trailing_zeros(later)], pairs, mask)
            scratch[entry + i] = rank << 6 | i
        earlier = live & (1 << i) - 1
        if earlier:
            before = 63 - leading_zeros(earlier)
            rank = rank_of(scratch[before], scratch[i], pairs, mask)
            scratch[entry + before] = rank << 6 | before
    symbols = 0
    while live:
        scratch[symbols] = scratch[trailing_zeros(live)]
        symbols += 1
        live &= live - 1
    return symbols


@subroutine
def push(heap: i64s, start: i64, size: i64, entry: i64) -> None:
    """Add an entry to a heap of `size` entries, smallest first, that begins at heap[start]."""
    hole = size
    while hole > 0 and heap[start + (hole - 1 >> 1)] > entry:
        heap[start + hole] = heap[start + (hole - 1 >> 1)]
        hole = hole - 1 >> 1
    heap[start + hole] = entry


@subroutine
def pop(heap: i64s, start: i64, size: i64) -> i64:
    """Take the smallest entry out of a heap of `size` entries."""
    smallest = heap[start]
    size -= 1
    entry = heap[start + size]
    hole = 0
    while 2 * hole + 1 < size:
        child = 2 * hole + 1
        if child + 1 < size and heap[start + child + 1] < heap[start + child]:
            child += 1
        if heap[start + child] >= entry:
            break
        heap[start + hole] = heap[start + child]
        hole = child
    heap[start + hole] = entry
    return smallest


@subroutine
def merge_long_word(
    data: u8s, place: i64, length: i64, pairs: i64s, mask: i64, made: i32s, scratch: i64s
) -> i64:
    """Do what `merge_word` does, in n log n steps.

    The heap holds rank << 32 | position, so the lowest rank comes first, and of one rank the
    leftmost. An entry whose position has another rank by now is passed over.
    """
    # Behind the symbols: the rank at each position, both neighbours, the heap.
    ranks, left, right, heap = length, 2 * length, 3 * length, 4 * length
    entries = 0
    for i in range(length):
        scratch[i] = data[place + i]
        scratch[left + i] = i - 1
        scratch[right + i] = i + 1
    for i in range(length):
        rank = NO_RANK
        if i + 1 < length:
            rank = rank_of(scratch[i], scratch[i + 1], pairs, mask)
        scratch[ranks + i] = rank
        if rank != NO_RANK:
            push(scratch, heap, entries, rank << 32 | i)
            entries += 1
    while entries > 0:
        entry = pop(scratch, heap, entries)
        entries -= 1
        rank, i = entry >> 32, entry & 0xFFFFFFFF
        if scratch[ranks + i] != rank:
            continue
        j = scratch[right + i]
        after = scratch[right + j]
        scratch[i] = made[rank]
        scratch[j] = -1
        scratch[ranks + i] = scratch[ranks + j] = NO_RANK
        scratch[right + i] = after
        if after < length:
            scratch[left + after] = i
            rank = rank_of(scratch[i], scratch[after], pairs, mask)
            scratch[ranks + i] = rank
            if rank != NO_RANK:
                push(scratch, heap, entries, rank << 32 | i)
                entries += 1
        before = scratch[left + i]
        if before >= 0:
            rank = rank_of(scratch[before], scratch[i], pairs, mask)
            scratch[ranks + before] = rank
            if rank != NO_RANK:
                push(scratch, heap, entries, rank << 32 | before)
                entries += 1
    symbols = 0
    for i in range(length):
        if scratch[i] >= 0:
            scratch[symbols] = scratch[i]
            symbols += 1
    return symbols
