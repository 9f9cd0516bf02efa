"""Merge one word by rank: the lowest rank first, the leftmost of equal ones first.

The tokens of a word stay where their first byte is, and the bits of one integer say at which
positions a token still starts; so the neighbours of a token are found by counting zeros. Rank and
position are one number, and the smallest of these numbers is the next merge.

    word      l  o  w  e  r      ranks  9  4  .  7  .      live  1 1 1 1 1
              l  ow .  e  r             2  .  .  7  .            1 1 . 1 1     after (o,w)
              low.  .  e  r             .  .  .  7  .            1 . . 1 1     after (l,ow)

A word above 64 bytes has more positions than an integer has bits: `merge_long_word`. Both give the
tokens of `merge_ranks`, which is the same in plain Python.
"""

from __future__ import annotations

from cs336_basics.compiled.encode.merge_long_word import merge_long_word
from cs336_basics.compiled.encode.ranks import NO_RANK, rank_of
from cs336_basics.compiled.machine.jit import i32s, i64, i64s, subroutine, u8s
from cs336_basics.compiled.machine.memory import leading_zeros, trailing_zeros

SHORT_WORD = 64  # bytes
ROOM = 8  # scratch numbers for each byte of a word


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
