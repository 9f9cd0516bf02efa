"""The row of words that `merge` works in: laying it out, and the lists of places of its pairs.

All words stand in one row of places, one byte a place, with a gap before, between and after them.
Each place that starts a token knows the pair that stands there, and how often its word occurs; each
pair has a list of its places.

    place    0   1   2   3   4   5   6   7   8
    text     .   l   o   w   .   l   o   t   .        pair 0 = (l,o)   count 7   places 1 5
    pair     .   0   1   .   .   0   2   .   .        pair 1 = (o,w)   count 5   places 2
    weight   .   5   5   5   .   2   2   2   .        pair 2 = (o,t)   count 2   places 6
"""

from __future__ import annotations

from cs336_basics.compiled.machine.jit import i32s, i64, i64s, inline, kernel
from cs336_basics.compiled.machine.memory import as_i32s, as_i64s, as_u8s
from cs336_basics.compiled.merge.pair_heap import (
    COUNT,
    FIRST,
    LEFT,
    PAIR,
    PAIRS,
    PLACES,
    PLACES_OF_PAIRS,
    RIGHT,
    SIZE,
    TEXT,
    TOKEN,
    WEIGHT,
    WHERE,
    push,
)

GAP = -1  # the token of a place between words; also "no pair"
BYTES = 256  # tokens that exist before the first merge


@inline
def new_pair(left: i64, right: i64, state: i64s) -> i64:
    """Give a number to a pair that has not been seen before."""
    pair = state[PAIRS]
    state[PAIRS] = pair + 1
    as_i32s(state[LEFT])[pair] = left
    as_i32s(state[RIGHT])[pair] = right
    as_i64s(state[COUNT])[pair] = 0
    as_i32s(state[SIZE])[pair] = 0
    return pair


@inline
def make_lists(first_pair: i64, state: i64s) -> None:
    """Give each pair from `first_pair` on room for its places, and empty its list."""
    first, size = as_i64s(state[FIRST]), as_i32s(state[SIZE])
    for pair in range(first_pair, state[PAIRS]):
        first[pair] = state[PLACES]
        state[PLACES] += size[pair]
        size[pair] = 0


@inline
def add_place(pair: i64, place: i64, places: i32s, state: i64s) -> None:
    """Write a place at the end of a pair's list."""
    size = as_i32s(state[SIZE])
    places[as_i64s(state[FIRST])[pair] + size[pair]] = place
    size[pair] += 1


@kernel
def lay_out(lengths: i32s, frequencies: i64s, words: i64, table: i32s, state: i64s) -> i64:
    """Fill the row of places and the heap; `table` finds the pairs of bytes, all are missing."""
    text, token, pair = as_u8s(state[TEXT]), as_i32s(state[TOKEN]), as_i32s(state[PAIR])
    weight, count, size = as_i64s(state[WEIGHT]), as_i64s(state[COUNT]), as_i32s(state[SIZE])
    where = as_i32s(state[WHERE])
    token[0] = pair[0] = GAP
    place = 1
    for word in range(words):
        end = place + lengths[word]
        while place < end:
            token[place] = text[place]
            where[text[place]] = place
            weight[place] = frequencies[word]
            pair[place] = GAP
            if place + 1 < end:
                key = text[place] * BYTES + text[place + 1]
                if table[key] < 0:
                    table[key] = new_pair(text[place], text[place + 1], state)
                pair[place] = table[key]
                count[table[key]] += frequencies[word]
                size[table[key]] += 1
            place += 1
        token[place] = pair[place] = GAP
        place += 1
    make_lists(0, state)
    places = as_i32s(state[PLACES_OF_PAIRS])
    for i in range(place):
        if pair[i] >= 0:
            add_place(pair[i], i, places, state)
    for one in range(state[PAIRS]):
        push(count[one], one, state)
    return state[PAIRS]
