"""Text to ids: scan, look the word up in a cache, copy its ids.

Most words of a text were seen before, so a cache from word to ids answers for them (`words`). A
new word is merged by rank (`ranks`) and kept. Three ids fit the slot; more stand in the pool, and
before them a long word's own bytes:

    slot   [ low | high | id id   | id 3     ]        " the" -> one to three ids
    slot   [ low | high | place   | .. 7     ]        more ids, or a word above 15 bytes
                           │            number of ids
    pool   ... ────────────▼ (bytes of a long word) id id id id id id id ...

All that an encoder is stands in one array of numbers, its `state`: counters, sizes, and the
addresses of its other arrays. When there is no room, a kernel stops and says where; Python makes
some (`encoder`), and the kernel goes on from there.
"""

from __future__ import annotations

from cs336_basics.compiled.jit import i32s, i64, i64s, inline, kernel, subroutine, u8s
from cs336_basics.compiled.memory import as_i32s, as_i64s, as_u8s
from cs336_basics.compiled.ranks import FILTER, FILTER_BITS, ROOM, merge_word
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
    slot_of,
)

# What `state` holds: where to go on in the text and in the output; words in the cache, bytes used
# in the pool; after a stop the end of the part that holds a bad byte, the symbol that has no id, or
# how many scratch numbers are wanted;
PLACE, OUT, WORDS, USED, END, SYMBOL, WANTED = range(7)
# the pattern, the number of slots less one, and sizes;
PATTERN, MASK, PAIR_MASK, POOL_ROOM, SCRATCH_ROOM, KNOWN_MASK = range(7, 13)
# the addresses of the tables, which do not change, and of the cache, which does.
CLASSES, JOINTS, PAIRS, BYTE_RANKS, MADE, IDS, KNOWN = range(13, 20)
SLOTS, POOL, SCRATCH, STARTS, KEYS = range(20, 25)
SIZE_OF_STATE = 25

DONE, TABLE_FULL, POOL_FULL, SCRATCH_FULL, BAD_BYTE, NO_ID = range(6)

INLINE = 3  # ids that fit a slot
LONGEST_KEPT = 128  # bytes; longer words hardly come twice


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


@subroutine
def keep_word(
    at: i64, low: i64, high: i64, data: u8s, place: i64, length: i64, count: i64, state: i64s
) -> None:
    """Put a word and its ids, which are the scratch numbers, into the empty slot at `at`."""
    slots, scratch = as_i64s(state[SLOTS]), as_i64s(state[SCRATCH])
    slots[at + LOW] = low
    slots[at + HIGH] = high
    if count <= INLINE and length <= SHORT:
        second = scratch[1] if count > 1 else 0
        third = scratch[2] if count > 2 else 0
        slots[at + VALUE] = scratch[0] | second << 32
        slots[at + MORE] = third | count << 32
    else:
        pool, pool_ids = as_u8s(state[POOL]), as_i32s(state[POOL])
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
def copy_ids(at: i64, length: i64, out: i32s, written: i64, state: i64s) -> i64:
    """Copy the ids of the slot at `at` to the output; return how many are written now."""
    slots = as_i64s(state[SLOTS])
    count = slots[at + MORE] >> 32
    if count <= INLINE and length <= SHORT:
        out[written] = slots[at + VALUE]
        if count > 1:
            out[written + 1] = slots[at + VALUE] >> 32
        if count > 2:
            out[written + 2] = slots[at + MORE]
    else:
        pool_ids = as_i32s(state[POOL])
        first = slots[at + VALUE] + (length if length > SHORT else 0) + 3 >> 2
        for i in range(count):
            out[written + i] = pool_ids[first + i]
    return written + count


@subroutine
def encode_word(
    low: i64, high: i64, data: u8s, place: i64, length: i64, out: i32s, written: i64, state: i64s
) -> i64:
    """Write the ids of a word; return how many are written now, or -1 - why that cannot be."""
    slots, mask = as_i64s(state[SLOTS]), state[MASK]
    at = find(slots, mask, low, high, data, place, length, as_u8s(state[POOL]))
    if slots[at + HIGH] == 0:
        if 5 * state[WORDS] >= 3 * mask:
            return -1 - TABLE_FULL
        if state[USED] + 5 * LONGEST_KEPT + 4 > state[POOL_ROOM]:
            return -1 - POOL_FULL
        if ROOM * length > state[SCRATCH_ROOM]:
            state[WANTED] = ROOM * length
            return -1 - SCRATCH_FULL
        count = ids_of_new_word(low, high, data, place, length, state)
        if count < 0:
            return -1 - NO_ID
        if length > LONGEST_KEPT:
            scratch = as_i64s(state[SCRATCH])
            for i in range(count):
                out[written + i] = scratch[i]
            return written + count
        keep_word(at, low, high, data, place, length, count, state)
    return copy_ids(at, length, out, written, state)


@kernel
def encode_text(
    data: u8s, end: i64, out: i32s, specials: u8s, special_ids: i64s, state: i64s
) -> i64:
    """Encode a text from state[PLACE] on; return DONE or why it stopped there."""
    classes, pattern = as_u8s(state[CLASSES]), state[PATTERN]
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
            now = encode_word(low, high, data, place, length, out, written, state)
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
