"""The ids of a word that the cache does not know: it is a token, or it is merged.

Four of five words of a story are tokens as they stand, and need no merging. `known` has each short
token that encodes to itself, as a table of words (`words`) behind a filter of 2^19 bits.
"""

from __future__ import annotations

from cs336_basics.compiled.count.words import (
    HIGH,
    LOW,
    SHORT,
    VALUE,
    find,
    high_key,
    low_key,
    slot_of,
)
from cs336_basics.compiled.encode.merge_word import merge_word
from cs336_basics.compiled.encode.ranks import FILTER, FILTER_BITS
from cs336_basics.compiled.encode.state import (
    BYTE_RANKS,
    IDS,
    KNOWN,
    KNOWN_MASK,
    MADE,
    PAIR_MASK,
    PAIRS,
    SCRATCH,
    SYMBOL,
)
from cs336_basics.compiled.machine.jit import i64, i64s, inline, kernel, subroutine, u8s
from cs336_basics.compiled.machine.memory import as_i32s, as_i64s


@inline
def known_slots(state: i64s) -> i64s:
    """Return the slots of the known words: they stand behind their filter."""
    return as_i64s(state[KNOWN] + 8 * FILTER)


@kernel
def find_known(texts: u8s, ends: i64s, tokens: i64, state: i64s) -> i64:
    """Enter the short tokens that encode to themselves, as words; return how many there are."""
    known, slots, mask = as_i64s(state[KNOWN]), known_slots(state), state[KNOWN_MASK]
    entered = place = 0
    for token in range(tokens):
        length = ends[token] - place
        if length <= SHORT and ids_of_word(texts, place, length, state) == 1:
            low = low_key(texts, place, length, ends[tokens - 1])
            high = high_key(texts, place, length, ends[tokens - 1])
            at = find(slots, mask, low, high, texts, place, length, texts)
            slots[at + LOW] = low
            slots[at + HIGH] = high
            slots[at + VALUE] = as_i64s(state[SCRATCH])[0]
            bit = slot_of(low, high, (1 << FILTER_BITS) - 1)
            known[bit >> 6] |= 1 << (bit & 63)
            entered += 1
        place = ends[token]
    return entered


@subroutine
def ids_of_new_word(low: i64, high: i64, data: u8s, place: i64, length: i64, state: i64s) -> i64:
    """Do what `ids_of_word` does; a word that is a token needs no merging."""
    bit = slot_of(low, high, (1 << FILTER_BITS) - 1)
    if length <= SHORT and as_i64s(state[KNOWN])[bit >> 6] >> (bit & 63) & 1:
        slots = known_slots(state)
        at = find(slots, state[KNOWN_MASK], low, high, data, place, length, data)
        if slots[at + HIGH] != 0:
            as_i64s(state[SCRATCH])[0] = slots[at + VALUE]
            return 1
    return ids_of_word(data, place, length, state)


@subroutine
def ids_of_word(data: u8s, place: i64, length: i64, state: i64s) -> i64:
    """Leave the ids of a word at the start of the scratch numbers; return how many, or -1."""
    ids, scratch = as_i32s(state[IDS]), as_i64s(state[SCRATCH])
    count = merge_word(
        data, place, length, as_i64s(state[PAIRS]), state[PAIR_MASK],
        as_i32s(state[BYTE_RANKS]), as_i32s(state[MADE]), scratch,
    )  # fmt: skip
    for i in range(count):
        found = ids[scratch[i]]
        if found < 0:
            state[SYMBOL] = scratch[i]
            return -1
        scratch[i] = found
    return count
