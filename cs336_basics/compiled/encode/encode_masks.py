"""Text to ids in batches: what `encode.encode_text` does, with the scanner of `scan_masks`.

Three steps for about 128 pre-tokens at a time (`batches`). In the second, words too long to be
their own key are cut where no merge can join (`joints`). In the third, a word that the cache knows
costs one comparison and two stores: 16 bytes are copied, three ids and their number, and the output
moves on by that number. Of a word with more ids, four at a time are copied from the pool.

    slot   [ low | high | id id | id n ]
    out    .. id id id n           written += n: the next word overwrites what was too much
"""

from __future__ import annotations

from cs336_basics.compiled.count.batches import HOME, KEY, find_keys
from cs336_basics.compiled.count.batches import PLACE as START
from cs336_basics.compiled.count.words import HIGH, LOW, SHORT, SLOT, length_of
from cs336_basics.compiled.encode.encode import copy_ids, encode_word, pause
from cs336_basics.compiled.encode.merge_word import ROOM
from cs336_basics.compiled.encode.state import (
    AHEAD,
    BAD_BYTE,
    CLASSES,
    CONTEXTS,
    DOCUMENT,
    DONE,
    END,
    JOINTS,
    KEYS,
    LONGEST_KEPT,
    MASK,
    OUT,
    OUT_FULL,
    OUT_ROOM,
    PATTERN,
    PLACE,
    POOL,
    POOL_FULL,
    POOL_ROOM,
    SCRATCH_FULL,
    SCRATCH_ROOM,
    SLOTS,
    STARTS,
    TABLE_FULL,
    USED,
    WANTED,
    WORDS,
)
from cs336_basics.compiled.machine.jit import i32s, i64, i64s, kernel, subroutine, u8s
from cs336_basics.compiled.machine.memory import as_i32s, as_i64s, as_u8s
from cs336_basics.compiled.scan.specials import next_special_by_mask, which_special
from cs336_basics.compiled.scan.windows import find_batch


@subroutine
def room_for_batch(words: i64, size: i64, written: i64, state: i64s) -> i64:
    """Return DONE if there is room for so many new words of so many bytes in all, or what is full.

    A batch is begun only when nothing can be full before its end: it could not be taken up again
    in the middle of a word that was cut.
    """
    if 5 * (state[WORDS] + words) >= 3 * state[MASK]:
        return TABLE_FULL
    if state[USED] + 5 * min(size, words * LONGEST_KEPT) + 8 * words + AHEAD > state[POOL_ROOM]:
        return POOL_FULL
    if written + size > state[OUT_ROOM]:
        return OUT_FULL
    state[WANTED] = ROOM * size
    return SCRATCH_FULL if state[WANTED] > state[SCRATCH_ROOM] else DONE


@subroutine
def encode_document(
    data: u8s, end: i64, limit: i64, out: i32s, specials: u8s, special_ids: i64s, state: i64s
) -> i64:
    """Encode a document from state[PLACE] on; return DONE or why it stopped there.

    Up to `limit` there are bytes that may be read, though they are other documents.
    """
    classes, pattern = as_u8s(state[CLASSES]), state[PATTERN]
    starts, keys, joints = as_i64s(state[STARTS]), as_i64s(state[KEYS]), as_u8s(state[JOINTS])
    contexts = state[CONTEXTS]
    slots, mask, pool_ids = as_i64s(state[SLOTS]), state[MASK], as_i32s(state[POOL])
    last = SLOT * mask + SLOT - 1
    place = state[PLACE]
    written = state[OUT]
    while place < end:
        special = next_special_by_mask(data, place, end, limit, specials)
        while place < special:
            number = find_batch(data, place, special, limit, classes, pattern, starts)
            if number < 0:
                state[PLACE] = -1 - number
                state[END] = special
                return BAD_BYTE
            stop = starts[number]
            number = find_keys(data, limit, number, starts, joints, contexts, keys, slots, mask)
            full = room_for_batch(number, stop - place, written, state)
            if full != DONE:
                return pause(place, written, full, state)
            for i in range(number):
                low, high, at = keys[KEY * i], keys[KEY * i + 1], keys[KEY * i + HOME]
                while slots[at + HIGH] != 0 and (
                    slots[at + LOW] != low or slots[at + HIGH] != high
                ):
                    at = at + SLOT & last
                if slots[at + HIGH] > 0:  # here, and no longer than its key
                    written = copy_ids(at, SHORT, slots, pool_ids, out, written)
                    continue
                place = keys[KEY * i + START]
                now = encode_word(low, high, data, place, length_of(high), out, written, state)
                if now < 0:
                    return -1 - now  # there is room: so it is a token that has no id
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
def encode_batches(
    data: u8s, ends: i64s, documents: i64, out: i32s, counts: i64s, specials: u8s,
    special_ids: i64s, state: i64s,
) -> i64:  # fmt: skip
    """Encode documents that stand one behind the other, from state[DOCUMENT] on.

    Note in `counts` how many ids are written at the end of each; return DONE or why it stopped.
    """
    limit = ends[documents - 1]
    for document in range(state[DOCUMENT], documents):
        why = encode_document(data, ends[document], limit, out, specials, special_ids, state)
        if why != DONE:
            state[DOCUMENT] = document
            return why
        counts[document] = state[OUT]
    return DONE
