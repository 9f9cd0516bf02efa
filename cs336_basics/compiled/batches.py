"""Pre-tokens in batches of about 128: first where they start, then their keys, then their use.

Looking a word up waits for memory, and the processor cannot know early which word comes next. So
the three steps are three loops: when the third one reaches a word, the slot it needs was asked for
a hundred words ago, and is there.

    starts   0    3    7   ...       find_batch: 64 bytes at a time
    keys     low high home ...       find_keys: two loads and a hash a word; prefetch slot `home`
    use      slots[home] == key?     count or encode
"""

from __future__ import annotations

from cs336_basics.compiled.jit import i64, i64s, inline, subroutine, u8s
from cs336_basics.compiled.memory import load64, prefetch
from cs336_basics.compiled.words import SHORT, SLOT, high_key, low_key, slot_of

KEY = 3  # numbers of a key in `keys`: low, high, and the place of its slot


@inline
def lowest_bytes(value: i64, number: i64) -> i64:
    """Keep the lowest bytes of an integer, 0 to 8 of them, without a branch."""
    mask = (1 << 8 * number) - 1
    return value & (mask if number < 8 else -1)


@subroutine
def find_keys(
    data: u8s, limit: i64, number: i64, starts: i64s, keys: i64s, slots: i64s, mask: i64
) -> None:
    """Compute the keys of words, and ask for the slots where they will be looked for."""
    for i in range(number):
        place = starts[i]
        length = starts[i + 1] - place
        if length <= SHORT and place + 16 <= limit:
            low = lowest_bytes(load64(data, place), min(length, 8))
            high = lowest_bytes(load64(data, place + 8), max(length - 8, 0)) | length << 56
        else:
            low = low_key(data, place, length, limit)
            high = high_key(data, place, length, limit)
        home = SLOT * slot_of(low, high, mask)
        prefetch(slots, home)
        keys[KEY * i] = low
        keys[KEY * i + 1] = high
        keys[KEY * i + 2] = home
