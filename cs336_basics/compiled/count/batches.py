"""Pre-tokens in batches of about 128: first where they start, then their keys, then their use.

Looking a word up waits for memory, and the processor cannot know early which word comes next. So
the three steps are three loops: when the third one reaches a word, the slot it needs was asked for
a hundred words ago, and is there.

    starts   0    3    7   ...       find_batch: 64 bytes at a time
    keys     low high home start     find_keys: two loads and a hash a word; prefetch slot `home`
    use      slots[home] == key?     count or encode
"""

from __future__ import annotations

from cs336_basics.compiled.count.words import SHORT, SLOT, high_key, low_key, slot_of
from cs336_basics.compiled.machine.jit import i64, i64s, inline, subroutine, u8s
from cs336_basics.compiled.machine.memory import (
    load64,
    mask64,
    prefetch,
    shift_right,
    trailing_zeros,
)
from cs336_basics.compiled.scan.joints import may_join, may_join_here
from cs336_basics.compiled.scan.masks import WINDOW

KEY = 4  # numbers of a word in `keys`: low, high, the place of its slot, and where it starts
HOME, PLACE = 2, 3
MOST = 1024  # words in a batch, with those that come of cutting


@inline
def note_key(
    data: u8s, place: i64, length: i64, limit: i64, at: i64, keys: i64s, slots: i64s, mask: i64
) -> None:
    """Write down the key of a word, and ask for the slot where it will be looked for."""
    if length <= SHORT and place + 16 <= limit:
        # What `low_key` and `high_key` do, without a branch.
        low = load64(data, place) & shift_right(-1, 64 - 8 * min(length, 8))
        high = load64(data, place + 8) & (1 << 8 * max(length - 8, 0)) - 1 | length << 56
    else:
        low = low_key(data, place, length, limit)
        high = high_key(data, place, length, limit)
    home = SLOT * slot_of(low, high, mask)
    prefetch(slots, home)
    keys[KEY * at] = low
    keys[KEY * at + 1] = high
    keys[KEY * at + HOME] = home
    keys[KEY * at + PLACE] = place


@inline
def is_ascii(data: u8s, place: i64, limit: i64) -> bool:
    """Return True if the 64 bytes from `place` on are there, and all of them ASCII."""
    return place + WINDOW <= limit and mask64(data, place, 0, 0x80, 128) == 0


@inline
def find_parts(
    data: u8s, place: i64, end: i64, limit: i64, joints: u8s, contexts: i64, keys: i64s, found: i64
) -> i64:
    """Note where the parts of a word start, cut where no merge can join; return their number.

    With `contexts` 0 the two bytes at a place decide alone.
    """
    parts = found + 1
    keys[KEY * found + PLACE] = place
    at = max(place + 1, 2)  # two bytes on each side of a cut are read
    last = min(end, limit - 1)
    while at < last:
        # Only the first byte of a character is a place to cut; elsewhere a cut would gain nothing.
        size = min(last - at, WINDOW)
        firsts = -1 if size == WINDOW else (1 << size) - 1
        if at + WINDOW <= limit:
            firsts &= ~mask64(data, at, 0, 0x80, 64)
        while firsts:
            cut = at + trailing_zeros(firsts)
            firsts &= firsts - 1
            # Always write, and count only the cuts: a branch would be guessed wrong too often.
            keys[KEY * parts + PLACE] = cut
            if contexts == 0:
                parts += 1 - may_join(joints, data[cut - 1], data[cut])
            else:
                parts += 1 - may_join_here(joints, contexts, data, cut)
        at += size
    keys[KEY * parts + PLACE] = end
    return parts


@inline
def note_parts(
    data: u8s, limit: i64, found: i64, parts: i64, keys: i64s, slots: i64s, mask: i64
) -> i64:
    """Note the keys of the parts of a word; return the length of the longest."""
    longest = 0
    for part in range(found, parts):
        start = keys[KEY * part + PLACE]
        length = keys[KEY * (part + 1) + PLACE] - start
        note_key(data, start, length, limit, part, keys, slots, mask)
        longest = max(longest, length)
    return longest


@subroutine
def cut_word(
    data: u8s, place: i64, end: i64, limit: i64, joints: u8s, contexts: i64, keys: i64s,
    found: i64, slots: i64s, mask: i64,
) -> i64:  # fmt: skip
    """Note the keys of the parts of a long word; return the number.

    Every part is looked up, so more of them than are needed cost time: contexts are asked only for
    parts that are long yet.
    """
    parts = find_parts(data, place, end, limit, joints, 0, keys, found)
    if note_parts(data, limit, found, parts, keys, slots, mask) > SHORT:
        for part in range(found, parts + 1):
            keys[KEY * part + HOME] = keys[KEY * part + PLACE]  # it is written anew below
        first_parts, parts = parts, found
        for part in range(found, first_parts):
            start, stop = keys[KEY * part + HOME], keys[KEY * (part + 1) + HOME]
            if stop - start > SHORT:
                parts = find_parts(data, start, stop, limit, joints, contexts, keys, parts)
            else:
                keys[KEY * parts + PLACE] = start
                parts += 1
        keys[KEY * parts + PLACE] = end
        note_parts(data, limit, found, parts, keys, slots, mask)
    return parts


@subroutine
def find_keys(
    data: u8s, limit: i64, number: i64, starts: i64s, joints: u8s, contexts: i64,
    keys: i64s, slots: i64s, mask: i64,
) -> i64:  # fmt: skip
    """Note the keys of the words of a batch; return how many.

    Long words become several words, as long as there is room for them; if `contexts` is 0, none
    does. Words of ASCII stay whole: the long ones are indentations and rules, which come again.
    """
    found = 0
    for i in range(number):
        place = starts[i]
        length = starts[i + 1] - place
        if (
            contexts != 0
            and length > SHORT
            and found + length + number - i <= MOST
            and not is_ascii(data, place, limit)
        ):
            end = place + length
            found = cut_word(data, place, end, limit, joints, contexts, keys, found, slots, mask)
        else:
            note_key(data, place, length, limit, found, keys, slots, mask)
            found += 1
    return found
