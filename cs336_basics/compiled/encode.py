"""Text to ids: scan, look the word up in a cache, copy its ids.

Most words of a text were seen before, so a cache from word to ids answers for them (`words`). A
new word is merged by rank (`ranks`) and kept. Three ids fit the slot; more stand in the pool, and
before them a long word's own bytes:

    slot   [ low | high | id id   | id 3     ]        " the" -> one to three ids
    slot   [ low | high | place   | .. 7     ]        more ids, or a word above 15 bytes
                           │            number of ids
    pool   ... ────────────▼ (bytes of a long word) id id id id id id id ...

The cache is bounded. It grows up to a limit; then it is emptied, and what is common is back at
once. As in `count`, a kernel stops when there is no room, and goes on after Python has made some
(`encoder`).
"""

from __future__ import annotations

from cs336_basics.compiled.jit import i32s, i64, i64s, inline, kernel, subroutine, u8s
from cs336_basics.compiled.ranks import ROOM, merge_word
from cs336_basics.compiled.scan import end_of_pretoken
from cs336_basics.compiled.specials import next_special, which_special
from cs336_basics.compiled.words import (
    HIGH,
    LOW,
    MORE,
    SHORT,
    VALUE,
    find,
    high_key,
    low_key,
)

# What `state` holds: words in the cache, bytes used in the pool, where to go on in the text and in
# the output; the end of the part that holds a bad byte; the symbol that has no id; how many scratch
# numbers are wanted.
WORDS, USED, PLACE, OUT, END, SYMBOL, WANTED = range(7)
DONE, TABLE_FULL, POOL_FULL, SCRATCH_FULL, BAD_BYTE, NO_ID = range(6)

INLINE = 3  # ids that fit a slot
LONGEST_KEPT = 128  # bytes; longer words hardly come twice


@subroutine
def ids_of_word(
    data: u8s, place: i64, length: i64, pairs: i64s, pair_mask: i64, made: i32s,
    ids: i64s, scratch: i64s, state: i64s,
) -> i64:  # fmt: skip
    """Leave the ids of a word at the start of `scratch`; return how many, or -1 if one lacks."""
    count = merge_word(data, place, length, pairs, pair_mask, made, scratch)
    for i in range(count):
        found = ids[scratch[i]]
        if found < 0:
            state[SYMBOL] = scratch[i]
            return -1
        scratch[i] = found
    return count


@subroutine
def keep_word(
    at: i64, low: i64, high: i64, data: u8s, place: i64, length: i64, scratch: i64s, count: i64,
    slots: i64s, pool: u8s, pool_ids: i32s, state: i64s,
) -> None:  # fmt: skip
    """Put a word and its ids, which are in `scratch`, into the empty slot at `at`."""
    slots[at + LOW] = low
    slots[at + HIGH] = high
    if count <= INLINE and length <= SHORT:
        second = scratch[1] if count > 1 else 0
        third = scratch[2] if count > 2 else 0
        slots[at + VALUE] = scratch[0] | second << 32
        slots[at + MORE] = third | count << 32
    else:
        used = state[USED]
        slots[at + VALUE] = used
        slots[at + MORE] = count << 32
        if length > SHORT:
            for i in range(length):
                pool[used + i] = data[place + i]
            used += length
        first = used + 3 >> 2
        for i in range(count):
            pool_ids[first + i] = scratch[i]
        state[USED] = 4 * (first + count)
    state[WORDS] += 1


@inline
def write_ids(at: i64, length: i64, slots: i64s, pool_ids: i32s, out: i32s, written: i64) -> i64:
    """Copy the ids of the slot at `at` to the output; return how many are written now."""
    count = slots[at + MORE] >> 32
    if count <= INLINE and length <= SHORT:
        out[written] = slots[at + VALUE]
        if count > 1:
            out[written + 1] = slots[at + VALUE] >> 32
        if count > 2:
            out[written + 2] = slots[at + MORE]
    else:
        first = slots[at + VALUE] + (length if length > SHORT else 0) + 3 >> 2
        for i in range(count):
            out[written + i] = pool_ids[first + i]
    return written + count


@subroutine
def encode_word(
    low: i64, high: i64, data: u8s, place: i64, length: i64, out: i32s, written: i64,
    slots: i64s, mask: i64, pool: u8s, pool_ids: i32s, pool_room: i64,
    pairs: i64s, pair_mask: i64, made: i32s, ids: i64s, scratch: i64s, scratch_room: i64,
    state: i64s,
) -> i64:  # fmt: skip
    """Write the ids of a word; return how many are written now, or -1 - why that cannot be."""
    at = find(slots, mask, low, high, data, place, length, pool)
    if slots[at + HIGH] == 0:
        if 5 * state[WORDS] >= 3 * mask:
            return -1 - TABLE_FULL
        if state[USED] + 5 * LONGEST_KEPT + 4 > pool_room:
            return -1 - POOL_FULL
        if ROOM * length > scratch_room:
            state[WANTED] = ROOM * length
            return -1 - SCRATCH_FULL
        count = ids_of_word(data, place, length, pairs, pair_mask, made, ids, scratch, state)
        if count < 0:
            return -1 - NO_ID
        if length > LONGEST_KEPT:
            for i in range(count):
                out[written + i] = scratch[i]
            return written + count
        keep_word(at, low, high, data, place, length, scratch, count, slots, pool, pool_ids, state)
    return write_ids(at, length, slots, pool_ids, out, written)


@kernel
def encode_text(
    data: u8s, end: i64, out: i32s, specials: u8s, special_ids: i64s, pattern: i64, classes: u8s,
    slots: i64s, mask: i64, pool: u8s, pool_ids: i32s, pool_room: i64,
    pairs: i64s, pair_mask: i64, made: i32s, ids: i64s, scratch: i64s, scratch_room: i64,
    state: i64s,
) -> i64:  # fmt: skip
    """Encode a text from state[PLACE] on; return DONE or why it stopped there."""
    place = state[PLACE]
    written = state[OUT]
    while place < end:
        special = next_special(data, place, end, specials)
        while place < special:
            stop = end_of_pretoken(data, place, special, classes, pattern)
            if stop < 0:
                state[PLACE] = -1 - stop
                state[END] = special
                return BAD_BYTE
            length = stop - place
            low = low_key(data, place, length, end)
            high = high_key(data, place, length, end)
            now = encode_word(
                low, high, data, place, length, out, written, slots, mask, pool, pool_ids,
                pool_room, pairs, pair_mask, made, ids, scratch, scratch_room, state,
            )  # fmt: skip
            if now < 0:
                state[PLACE] = place
                state[OUT] = written
                return -1 - now
            written = now
            place = stop
        if place < end:
            found = which_special(data, place, end, specials)
            out[written] = special_ids[found & 0xFFFFFFFF]
            written += 1
            place += found >> 32
    state[OUT] = written
    return DONE
