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

from cs336_basics.compiled.count.words import HIGH, LOW, MORE, SHORT, VALUE, find, high_key, low_key
from cs336_basics.compiled.encode.merge_word import ROOM
from cs336_basics.compiled.encode.state import (
    AHEAD,
    BAD_BYTE,
    CLASSES,
    DOCUMENT,
    DONE,
    END,
    INLINE,
    LONGEST_KEPT,
    MASK,
    NO_ID,
    OUT,
    OUT_FULL,
    OUT_ROOM,
    PATTERN,
    PLACE,
    POOL,
    POOL_FULL,
    POOL_ROOM,
    SCRATCH,
    SCRATCH_FULL,
    SCRATCH_ROOM,
    SLOTS,
    TABLE_FULL,
    USED,
    WANTED,
    WORDS,
)
from cs336_basics.compiled.encode.word_ids import ids_of_new_word
from cs336_basics.compiled.machine.jit import i32s, i64, i64s, inline, kernel, subroutine, u8s
from cs336_basics.compiled.machine.memory import as_i32s, as_i64s, as_u8s, load64, store64
from cs336_basics.compiled.scan.plain import end_of_pretoken
from cs336_basics.compiled.scan.specials import next_special, which_special


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
def copy_ids(at: i64, length: i64, slots: i64s, pool_ids: i32s, out: i32s, written: i64) -> i64:
    """Copy the ids of the slot at `at` to the output; return how many are written now.

    Four at a time, so what stands behind the last one is overwritten: the next word comes there.
    """
    count = slots[at + MORE] >> 32
    if count <= INLINE and length <= SHORT:
        store64(out, written, slots[at + VALUE])
        store64(out, written + 2, slots[at + MORE])
    else:
        first = slots[at + VALUE] + (length if length > SHORT else 0) + 3 >> 2
        for i in range(0, count, 4):
            store64(out, written + i, load64(pool_ids, first + i))
            store64(out, written + i + 2, load64(pool_ids, first + i + 2))
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
        if state[USED] + 5 * LONGEST_KEPT + 4 + AHEAD > state[POOL_ROOM]:
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
    return copy_ids(at, length, slots, as_i32s(state[POOL]), out, written)


@subroutine
def pause(place: i64, written: i64, why: i64, state: i64s) -> i64:
    """Note where to go on when Python has made room; return what is full."""
    state[PLACE] = place
    state[OUT] = written
    return why


@subroutine
def encode_document(
    data: u8s, end: i64, out: i32s, specials: u8s, special_ids: i64s, state: i64s
) -> i64:
    """Encode a document from state[PLACE] on; return DONE or why it stopped there."""
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
            if written + length > state[OUT_ROOM]:
                return pause(place, written, OUT_FULL, state)
            low = low_key(data, place, length, end)
            high = high_key(data, place, length, end)
            now = encode_word(low, high, data, place, length, out, written, state)
            if now < 0:
                return pause(place, written, -1 - now, state)
            written = now
            place = stop
        if place < end:
            if written == state[OUT_ROOM]:
                return pause(place, written, OUT_FULL, state)
            found = which_special(data, place, end, specials)
            out[written] = special_ids[found & 0xFFFFFFFF]
            written += 1
            place += found >> 32
    return pause(place, written, DONE, state)


@kernel
def encode_text(
    data: u8s, ends: i64s, documents: i64, out: i32s, counts: i64s, specials: u8s,
    special_ids: i64s, state: i64s,
) -> i64:  # fmt: skip
    """Encode documents that stand one behind the other, from state[DOCUMENT] on.

    Note in `counts` how many ids are written at the end of each; return DONE or why it stopped.
    """
    for document in range(state[DOCUMENT], documents):
        why = encode_document(data, ends[document], out, specials, special_ids, state)
        if why != DONE:
            state[DOCUMENT] = document
            return why
        counts[document] = state[OUT]
    return DONE
