"""Count pre-tokens in batches: what `count.count_text` does, with the scanner of `scan_masks`.

Three loops for about 128 pre-tokens at a time (`batches`). In the third, a word that the table
knows costs one comparison and one addition.
"""

from __future__ import annotations

from cs336_basics.compiled.count.batches import HOME, KEY, find_keys
from cs336_basics.compiled.count.batches import PLACE as START
from cs336_basics.compiled.count.count import (
    BAD_BYTE,
    CLASSES,
    DONE,
    END,
    KEYS,
    MASK,
    PATTERN,
    PLACE,
    SLOTS,
    SPECIALS,
    STARTS,
    add,
)
from cs336_basics.compiled.count.words import HIGH, LOW, MORE, SLOT, length_of
from cs336_basics.compiled.machine.jit import i64, i64s, kernel, u8s
from cs336_basics.compiled.machine.memory import as_i64s, as_u8s
from cs336_basics.compiled.scan.specials import next_special_by_mask, which_special
from cs336_basics.compiled.scan.windows import find_batch


@kernel
def count_batches(data: u8s, end: i64, state: i64s) -> i64:
    """Count the pre-tokens of a text from state[PLACE] on; return DONE or why it stopped there."""
    classes, specials, pattern = as_u8s(state[CLASSES]), as_u8s(state[SPECIALS]), state[PATTERN]
    starts, keys = as_i64s(state[STARTS]), as_i64s(state[KEYS])
    slots, mask = as_i64s(state[SLOTS]), state[MASK]
    last = SLOT * mask + SLOT - 1
    place = state[PLACE]
    while place < end:
        special = next_special_by_mask(data, place, end, end, specials)
        while place < special:
            number = find_batch(data, place, special, end, classes, pattern, starts)
            if number < 0:
                state[PLACE] = -1 - number
                state[END] = special
                return BAD_BYTE
            stop = starts[number]
            find_keys(data, end, number, starts, data, 0, keys, slots, mask)
            for i in range(number):
                low, high, at = keys[KEY * i], keys[KEY * i + 1], keys[KEY * i + HOME]
                while slots[at + HIGH] != 0 and (
                    slots[at + LOW] != low or slots[at + HIGH] != high
                ):
                    at = at + SLOT & last
                if slots[at + HIGH] > 0:
                    slots[at + MORE] += 1
                    continue
                place = keys[KEY * i + START]
                length = length_of(high)
                full = add(low, high, data, place, length, 1, state)
                if full != DONE:
                    state[PLACE] = place
                    return full
            place = stop
        if place < end:
            place += which_special(data, place, end, specials) >> 32
    state[PLACE] = end
    return DONE
