"""Text to ids in batches: what `encode.encode_text` does, with the scanner of `scan_masks`.

Three steps for about 128 pre-tokens at a time (`batches`). Between the first and the second, words
too long to be their own key are cut where no merge can join (`joints`). In the third, a word that
the cache knows costs one comparison and two stores: 16 bytes are copied, three ids and their
number, and the output moves on by that number.

    slot   [ low | high | id id | id n ]
    out    .. id id id n           written += n: the next word overwrites what was too much
"""

from __future__ import annotations

from cs336_basics.compiled.batches import KEY, find_keys
from cs336_basics.compiled.encode import (
    BAD_BYTE,
    CLASSES,
    DONE,
    END,
    INLINE,
    JOINTS,
    KEYS,
    LONGEST_KEPT,
    MASK,
    OUT,
    PARTS,
    PATTERN,
    PLACE,
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
    encode_word,
)
from cs336_basics.compiled.jit import i32s, i64, i64s, kernel, subroutine, u8s
from cs336_basics.compiled.joints import may_join
from cs336_basics.compiled.memory import as_i64s, as_u8s, store64
from cs336_basics.compiled.ranks import ROOM
from cs336_basics.compiled.scan_masks import find_batch
from cs336_basics.compiled.specials import next_special_by_mask, which_special
from cs336_basics.compiled.words import HIGH, LOW, MORE, SHORT, VALUE

MOST_PARTS = 1024  # words that a batch may be cut into


@subroutine
def cut_words(data: u8s, number: i64, starts: i64s, joints: u8s, parts: i64s) -> i64:
    """Cut the long words of a batch where no merge can join; return how many words there are now.

    A word for whose parts there might be no room stays whole.
    """
    found = 0
    for i in range(number):
        place = starts[i]
        end = starts[i + 1]
        parts[found] = place
        found += 1
        if end - place > SHORT and found + end - place + number - i <= MOST_PARTS:
            for at in range(place + 1, end):
                parts[found] = at
                found += 0 if may_join(joints, data[at - 1], data[at]) else 1
    parts[found] = starts[number]
    return found


@subroutine
def room_for_batch(words: i64, size: i64, state: i64s) -> i64:
    """Return DONE if there is room for so many new words of so many bytes in all, or what is full.

    A batch is begun only when nothing can be full before its end: it could not be taken up again
    in the middle of a word that was cut.
    """
    if 5 * (state[WORDS] + words) >= 3 * state[MASK]:
        return TABLE_FULL
    if state[USED] + 5 * min(size, words * LONGEST_KEPT) + 8 * words > state[POOL_ROOM]:
        return POOL_FULL
    state[WANTED] = ROOM * size
    return SCRATCH_FULL if state[WANTED] > state[SCRATCH_ROOM] else DONE


@kernel
def encode_batches(
    data: u8s, end: i64, out: i32s, specials: u8s, special_ids: i64s, state: i64s
) -> i64:
    """Encode a text from state[PLACE] on; return DONE or why it stopped there."""
    classes, pattern = as_u8s(state[CLASSES]), state[PATTERN]
    starts, parts, keys = as_i64s(state[STARTS]), as_i64s(state[PARTS]), as_i64s(state[KEYS])
    slots, mask = as_i64s(state[SLOTS]), state[MASK]
    place = state[PLACE]
    written = state[OUT]
    while place < end:
        special = next_special_by_mask(data, place, end, specials)
        while place < special:
            number = find_batch(data, place, special, end, classes, pattern, starts)
            if number < 0:
                state[PLACE] = -1 - number
                state[END] = special
                return BAD_BYTE
            stop = starts[number]
            number = cut_words(data, number, starts, as_u8s(state[JOINTS]), parts)
            full = room_for_batch(number, stop - place, state)
            if full != DONE:
                state[PLACE] = place
                state[OUT] = written
                return full
            find_keys(data, end, number, parts, keys, slots, mask)
            for i in range(number):
                low, high, at = keys[KEY * i], keys[KEY * i + 1], keys[KEY * i + 2]
                if slots[at + LOW] == low and slots[at + HIGH] == high and high > 0:
                    count = slots[at + MORE] >> 32
                    if count <= INLINE:
                        store64(out, written, slots[at + VALUE])
                        store64(out, written + 2, slots[at + MORE])
                        written += count
                        continue
                place = parts[i]
                length = parts[i + 1] - place
                now = encode_word(low, high, data, place, length, out, written, state)
                if now < 0:
                    return -1 - now  # there is room: so it is a token that has no id
                written = now
            place = stop
        if place < end:
            found = which_special(data, place, end, specials)
            out[written] = special_ids[found & 0xFFFFFFFF]
            written += 1
            place += found >> 32
    state[OUT] = written
    return DONE
