"""The training loop as a kernel: the merges of a corpus, from its distinct words and their counts.

All words stand in one row of places, one byte a place, with a gap before, between and after them.
A token is written at its first and its last place, so both neighbours of a token are one step away.
Each place that starts a token knows which pair stands there, and how often its word occurs:

    place    0   1   2   3   4   5   6   7   8   9          after merging (l,o) -> lo
    text     .   l   o   w   .   l   o   t   .              token  .  lo  lo   w   .  lo  lo   t   .
    pair     .   0   1   .   .   0   2   .   .              pair   .   3   .   .   .   4   .   .   .
    weight   .   5   5   5   .   2   2   2   .

    pair 0 = (l,o)   count 7   places 1 5     taken: each place is looked at, if it still says 0
    pair 1 = (o,w)   count 5   places 2       5 less: count 0
    pair 2 = (o,t)   count 2   places 6       2 less: count 0
    pair 3 = (lo,w)  count 5   places 1       new
    pair 4 = (lo,t)  count 2   places 5       new

No table from (token, token) to pair is needed. A pair that holds the new token can only come into
being in this very merge: two lists, one by left and one by right neighbour, find it. The places of
a pair are written once, in order, and never removed; a place that no longer says its pair is
passed over.

The heap (`pair_heap`) is lazy: a count only falls after the merge that made the pair, so each pair
is pushed once, and moved when it comes up with a count that is too high.
"""

from __future__ import annotations

from cs336_basics.compiled.machine.jit import i64, i64s, inline, kernel, subroutine
from cs336_basics.compiled.machine.memory import as_i32s, as_i64s, as_u8s, prefetch
from cs336_basics.compiled.merge.pair_heap import (
    AFTER_NEW,
    BEFORE_NEW,
    COUNT,
    EVENTS,
    FIRST,
    LEFT,
    LENGTH,
    PAIR,
    PAIRS,
    PLACES,
    PLACES_OF_PAIRS,
    PREFIX,
    PREFIX_SIZE,
    RIGHT,
    ROOM_FOR_EVENTS,
    ROOM_FOR_PAIRS,
    ROOM_FOR_PLACES,
    SIZE,
    TEXT,
    TOKEN,
    TOKENS,
    WEIGHT,
    WHERE,
    best_pair,
    drop_best,
    push,
)
from cs336_basics.compiled.merge.word_row import GAP, add_place, make_lists, new_pair

AHEAD = 12  # places asked for before they are needed


@subroutine
def has_room(pair: i64, state: i64s) -> bool:
    """Return True if merging this pair cannot fill any array."""
    size = as_i32s(state[SIZE])[pair]
    return (
        state[PLACES] + 2 * size + AHEAD <= state[ROOM_FOR_PLACES]
        and state[PAIRS] + 2 * min(size, state[TOKENS] + 1) <= state[ROOM_FOR_PAIRS]
        and 4 * size <= state[ROOM_FOR_EVENTS]
    )


@subroutine
def merge_places(pair: i64, state: i64s) -> i64:
    """Merge a pair at each of its places; return how many places the new pairs have.

    For each of them `events` gets (new pair, place).
    """
    token, pair_at, weight = as_i32s(state[TOKEN]), as_i32s(state[PAIR]), as_i64s(state[WEIGHT])
    length, count, size = as_i32s(state[LENGTH]), as_i64s(state[COUNT]), as_i32s(state[SIZE])
    before_new, after_new = as_i32s(state[BEFORE_NEW]), as_i32s(state[AFTER_NEW])
    events, places = as_i32s(state[EVENTS]), as_i32s(state[PLACES_OF_PAIRS])
    new = state[TOKENS]
    to_right = length[as_i32s(state[LEFT])[pair]]
    to_end = length[new]
    first = as_i64s(state[FIRST])[pair]
    seen = 0
    for i in range(first, first + size[pair]):
        prefetch(token, places[i + AHEAD])
        prefetch(pair_at, places[i + AHEAD])
        prefetch(weight, places[i + AHEAD])
        place = places[i]
        if pair_at[place] != pair:
            continue  # another merge has changed what stands here
        as_i32s(state[WHERE])[new] = place
        often = weight[place]
        neighbour = token[place - 1]
        if neighbour >= 0:
            back = place - length[neighbour]
            if before_new[neighbour] < 0:
                before_new[neighbour] = new_pair(neighbour, new, state)
            made = before_new[neighbour]
            count[pair_at[back]] -= often
            count[made] += often
            size[made] += 1
            pair_at[back] = made
            events[2 * seen] = made
            events[2 * seen + 1] = back
            seen += 1
        neighbour = token[place + to_end]
        made = GAP
        if neighbour >= 0:
            if after_new[neighbour] < 0:
                after_new[neighbour] = new_pair(new, neighbour, state)
            made = after_new[neighbour]
            count[pair_at[place + to_right]] -= often
            count[made] += often
            size[made] += 1
            events[2 * seen] = made
            events[2 * seen + 1] = place
            seen += 1
        pair_at[place] = made
        pair_at[place + to_right] = GAP
        token[place] = token[place + to_end - 1] = new
    count[pair] = 0
    return seen


@inline
def spell_prefix(token: i64, state: i64s) -> i64:
    """Return the first seven bytes of a token as one integer that compares as they do."""
    text, place = as_u8s(state[TEXT]), as_i32s(state[WHERE])[token]
    prefix = 0
    for i in range(PREFIX_SIZE):
        prefix <<= 8
        if i < as_i32s(state[LENGTH])[token]:
            prefix |= text[place + i]
    return prefix


@kernel
def merge_pairs(wanted: i64, merged: i64s, state: i64s) -> i64:
    """Merge up to `wanted` pairs, or until more room is needed; return how many were merged.

    Each is written to `merged` as (left token, right token, count).
    """
    left, right = as_i32s(state[LEFT]), as_i32s(state[RIGHT])
    count, length = as_i64s(state[COUNT]), as_i32s(state[LENGTH])
    before_new, after_new = as_i32s(state[BEFORE_NEW]), as_i32s(state[AFTER_NEW])
    events, places = as_i32s(state[EVENTS]), as_i32s(state[PLACES_OF_PAIRS])
    for done in range(wanted):
        pair = best_pair(state)
        if pair < 0 or not has_room(pair, state):
            return done
        merged[3 * done] = left[pair]
        merged[3 * done + 1] = right[pair]
        merged[3 * done + 2] = count[pair]
        drop_best(state)
        new, old_pairs = state[TOKENS], state[PAIRS]
        length[new] = length[left[pair]] + length[right[pair]]
        after_new[new] = before_new[new] = GAP
        seen = merge_places(pair, state)
        state[TOKENS] = new + 1
        as_i64s(state[PREFIX])[new] = spell_prefix(new, state)
        make_lists(old_pairs, state)
        for i in range(seen):
            add_place(events[2 * i], events[2 * i + 1], places, state)
        for made in range(old_pairs, state[PAIRS]):
            if right[made] == new:
                before_new[left[made]] = GAP
            else:
                after_new[right[made]] = GAP
            if count[made] > 0:
                push(count[made], made, state)
    return wanted
