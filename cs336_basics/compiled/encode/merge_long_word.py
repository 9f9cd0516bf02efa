"""Merge one long word by rank: a heap finds the next merge, a linked list closes the gaps.

100,000 equal letters are one pre-token too. Looking through all ranks for each of 75,000 merges
would take hours; this takes milliseconds. The heap holds rank << 32 | position, so the lowest rank
comes first, and of one rank the leftmost. An entry whose position has another rank by now is passed
over.

    symbols     97  97  97  97        ranks   5  5  5  .     left  . 0 1 2    right  1 2 3 4
                300 -1  97  97                .  .  5  .           . . 0 2           2 . 3 4
"""

from __future__ import annotations

from cs336_basics.compiled.encode.ranks import NO_RANK, rank_of
from cs336_basics.compiled.machine.jit import i32s, i64, i64s, subroutine, u8s


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
    """Do what `merge_word.merge_word` does, in n log n steps."""
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
