"""The heap of the training loop: pairs by count, ties by the bytes of their tokens.

It is a binary heap of entries (count, pair), the best one first. Which of two entries is better is
the rule of `pairs.rank`: the higher count, then the greater left token, then the greater right one.
The bytes of a token are read where it stands in the row of words; the first seven of them are also
kept as one integer, which nearly always decides.

    heap     (9, 4)  (7, 0)  (7, 2)  ...       entry i has its parent at (i - 1) // 2
"""

from __future__ import annotations

from cs336_basics.compiled.machine.jit import i64, i64s, inline, subroutine
from cs336_basics.compiled.machine.memory import as_i32s, as_i64s, as_u8s

# What `state` holds. How much there is, and how much there is room for;
TOKENS, PAIRS, ENTRIES, PLACES = range(4)
ROOM_FOR_PAIRS, ROOM_FOR_PLACES, ROOM_FOR_EVENTS = range(4, 7)
# the addresses of the row of words (by place), of its tokens and of its pairs;
TEXT, TOKEN, PAIR, WEIGHT = range(7, 11)
WHERE, LENGTH, PREFIX, AFTER_NEW, BEFORE_NEW = range(11, 16)
LEFT, RIGHT, COUNT, FIRST, SIZE = range(16, 21)
# the heap, the places of the pairs, and what one merge has seen.
HEAP, PLACES_OF_PAIRS, EVENTS = range(21, 24)
SIZE_OF_STATE = 24

PREFIX_SIZE = 7  # bytes of a token in its PREFIX: seven fit an integer without its sign


@subroutine
def compare_tokens(x: i64, y: i64, state: i64s) -> i64:
    """Return above, below or equal to 0 as the bytes of token x are greater, less or equal."""
    if x == y:
        return 0
    prefix = as_i64s(state[PREFIX])
    if prefix[x] != prefix[y]:
        return 1 if prefix[x] > prefix[y] else -1
    text, where, length = as_u8s(state[TEXT]), as_i32s(state[WHERE]), as_i32s(state[LENGTH])
    for i in range(min(length[x], length[y])):
        difference = text[where[x] + i] - text[where[y] + i]
        if difference != 0:
            return difference
    return length[x] - length[y]


@inline
def is_better(count: i64, pair: i64, other_count: i64, other: i64, state: i64s) -> bool:
    """Return True if the first entry comes before the other: THE tie rule, as in `pairs.rank`."""
    if count != other_count:
        return count > other_count
    left, right = as_i32s(state[LEFT]), as_i32s(state[RIGHT])
    order = compare_tokens(left[pair], left[other], state)
    if order == 0:
        order = compare_tokens(right[pair], right[other], state)
    return order > 0


@inline
def push(count: i64, pair: i64, state: i64s) -> None:
    """Add an entry: from the end it climbs as long as it is better than the one above."""
    heap = as_i64s(state[HEAP])
    hole = state[ENTRIES]
    state[ENTRIES] = hole + 1
    while hole > 0:
        parent = hole - 1 >> 1
        if not is_better(count, pair, heap[2 * parent], heap[2 * parent + 1], state):
            break
        heap[2 * hole] = heap[2 * parent]
        heap[2 * hole + 1] = heap[2 * parent + 1]
        hole = parent
    heap[2 * hole] = count
    heap[2 * hole + 1] = pair


@inline
def replace_best(count: i64, pair: i64, state: i64s) -> None:
    """Put an entry in the place of the best one: it sinks as long as one below is better."""
    heap = as_i64s(state[HEAP])
    entries = state[ENTRIES]
    hole = 0
    while 2 * hole + 1 < entries:
        child = 2 * hole + 1
        if child + 1 < entries and is_better(
            heap[2 * child + 2], heap[2 * child + 3], heap[2 * child], heap[2 * child + 1], state
        ):
            child += 1
        if not is_better(heap[2 * child], heap[2 * child + 1], count, pair, state):
            break
        heap[2 * hole] = heap[2 * child]
        heap[2 * hole + 1] = heap[2 * child + 1]
        hole = child
    heap[2 * hole] = count
    heap[2 * hole + 1] = pair


@subroutine
def best_pair(state: i64s) -> i64:
    """Return the best pair, the first entry of the heap; -1 if no pair is left.

    A count only falls, so an entry may promise too much: then it goes where its count belongs.
    """
    heap, count = as_i64s(state[HEAP]), as_i64s(state[COUNT])
    while state[ENTRIES] > 0:
        pair = heap[1]
        if heap[0] == count[pair]:
            return pair
        if count[pair] > 0:
            replace_best(count[pair], pair, state)
        else:
            drop_best(state)
    return -1


@subroutine
def drop_best(state: i64s) -> None:
    """Take the first entry out of the heap."""
    heap = as_i64s(state[HEAP])
    last = state[ENTRIES] - 1
    state[ENTRIES] = last
    if last > 0:
        replace_best(heap[2 * last], heap[2 * last + 1], state)
