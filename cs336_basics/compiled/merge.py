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

The heap is lazy: a count only falls after the merge that made the pair, so each pair is pushed
once, and pushed again when it comes up with a count that is too high. Ties are settled by the bytes
(the rule is that of `pairs.rank`), and these are read from the row itself.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cs336_basics.compiled.jit import i32s, i64, i64s, inline, kernel, subroutine, u8s
from cs336_basics.compiled.memory import prefetch

GAP = -1  # the token of a place between words; also "no pair"
BYTES = 256  # tokens that exist before the first merge
PREFIX = 7  # bytes of a token that are compared in one step; seven fit an integer without its sign
AHEAD = 12  # places asked for before they are needed

BY_TOKEN = ("where", "length", "prefix", "after_new", "before_new")
BY_PAIR = ("left", "right", "count", "first", "size")

# What `state` holds.
TOKENS, PAIRS, ENTRIES, PLACES, ROOM_FOR_PAIRS, ROOM_FOR_PLACES, ROOM_FOR_EVENTS = range(7)


@kernel
def lay_out(
    text: u8s,
    lengths: i32s,
    frequencies: i64s,
    words: i64,
    token: i32s,
    pair: i32s,
    weight: i64s,
    table: i32s,
    left: i32s,
    right: i32s,
    count: i64s,
    size: i32s,
) -> i64:
    """Fill the row of places and count the pairs of bytes; return how many pairs there are."""
    pairs = 0
    place = 1
    token[0] = GAP
    pair[0] = GAP
    for word in range(words):
        end = place + lengths[word]
        frequency = frequencies[word]
        while place < end:
            byte = text[place]
            token[place] = byte
            weight[place] = frequency
            pair[place] = GAP
            if place + 1 < end:
                key = byte * BYTES + text[place + 1]
                found = table[key]
                if found < 0:
                    found = pairs
                    table[key] = found
                    left[found] = byte
                    right[found] = text[place + 1]
                    count[found] = 0
                    size[found] = 0
                    pairs += 1
                pair[place] = found
                count[found] += frequency
                size[found] += 1
            place += 1
        token[place] = GAP
        pair[place] = GAP
        place += 1
    return pairs


@kernel
def list_places(pairs: i64, end: i64, pair: i32s, first: i64s, size: i32s, places: i32s) -> i64:
    """Write down the places of each pair, in order; return how many there are in all."""
    total = 0
    for one in range(pairs):
        first[one] = total
        total += size[one]
        size[one] = 0
    for place in range(end):
        one = pair[place]
        if one >= 0:
            places[first[one] + size[one]] = place
            size[one] += 1
    return total


@subroutine
def compare_tokens(x: i64, y: i64, text: u8s, where: i32s, length: i32s, prefix: i64s) -> i64:
    """Return above, below or equal to 0 as the bytes of token x are greater, less or equal."""
    if x == y:
        return 0
    if prefix[x] != prefix[y]:
        return 1 if prefix[x] > prefix[y] else -1
    for i in range(min(length[x], length[y])):
        difference = text[where[x] + i] - text[where[y] + i]
        if difference != 0:
            return difference
    return length[x] - length[y]


@inline
def comes_first(
    count_x: i64,
    x: i64,
    count_y: i64,
    y: i64,
    left: i32s,
    right: i32s,
    text: u8s,
    where: i32s,
    length: i32s,
    prefix: i64s,
) -> bool:
    """The tie rule: the higher count, then the greater left bytes, then the greater right bytes."""
    if count_x != count_y:
        return count_x > count_y
    order = compare_tokens(left[x], left[y], text, where, length, prefix)
    if order == 0:
        order = compare_tokens(right[x], right[y], text, where, length, prefix)
    return order > 0


@inline
def push(
    heap: i64s,
    size: i64,
    count: i64,
    pair: i64,
    left: i32s,
    right: i32s,
    text: u8s,
    where: i32s,
    length: i32s,
    prefix: i64s,
) -> None:
    """Add an entry (count, pair) to a heap of `size` entries: it climbs while it comes first."""
    hole = size
    while hole > 0:
        parent = (hole - 1) >> 1
        above = heap[2 * parent]
        if not comes_first(
            count, pair, above, heap[2 * parent + 1], left, right, text, where, length, prefix
        ):
            break
        heap[2 * hole] = above
        heap[2 * hole + 1] = heap[2 * parent + 1]
        hole = parent
    heap[2 * hole] = count
    heap[2 * hole + 1] = pair


@inline
def replace_top(
    heap: i64s,
    size: i64,
    count: i64,
    pair: i64,
    left: i32s,
    right: i32s,
    text: u8s,
    where: i32s,
    length: i32s,
    prefix: i64s,
) -> None:
    """Put an entry in the place of the first one: it sinks while a child comes first."""
    hole = 0
    while True:
        child = 2 * hole + 1
        if child >= size:
            break
        if child + 1 < size and comes_first(
            heap[2 * child + 2], heap[2 * child + 3], heap[2 * child], heap[2 * child + 1],
            left, right, text, where, length, prefix,
        ):  # fmt: skip
            child += 1
        if not comes_first(
            heap[2 * child], heap[2 * child + 1], count, pair,
            left, right, text, where, length, prefix,
        ):  # fmt: skip
            break
        heap[2 * hole] = heap[2 * child]
        heap[2 * hole + 1] = heap[2 * child + 1]
        hole = child
    heap[2 * hole] = count
    heap[2 * hole + 1] = pair


@kernel
def push_pairs(
    pairs: i64, heap: i64s, left: i32s, right: i32s, count: i64s,
    text: u8s, where: i32s, length: i32s, prefix: i64s,
) -> i64:  # fmt: skip
    """Push the first pairs; return the size of the heap."""
    size = 0
    for one in range(pairs):
        if count[one] > 0:
            push(heap, size, count[one], one, left, right, text, where, length, prefix)
            size += 1
    return size


@kernel
def merge_pairs(
    wanted: i64, merged: i64s, state: i64s, heap: i64s,
    text: u8s, token: i32s, pair: i32s, weight: i64s,
    where: i32s, length: i32s, prefix: i64s, after_new: i32s, before_new: i32s,
    left: i32s, right: i32s, count: i64s, first: i64s, size: i32s,
    places: i32s, events: i32s,
) -> i64:  # fmt: skip
    """Merge up to `wanted` pairs, or until more room is needed; return how many were merged.

    Each is written to `merged` as (left token, right token, count). The new token of the first
    merge ever is 256, and so on.
    """
    tokens, pairs, entries, used = state[TOKENS], state[PAIRS], state[ENTRIES], state[PLACES]
    done = 0
    while done < wanted and entries > 0:
        # Take the best pair, if its entry is still true.
        best = heap[1]
        now = count[best]
        if heap[0] != now or now == 0:
            if now == 0:
                entries -= 1
                now, best = heap[2 * entries], heap[2 * entries + 1]
            if entries > 0:
                replace_top(heap, entries, now, best, left, right, text, where, length, prefix)
            continue
        start, stop = first[best], first[best] + size[best]
        made_at_most = 2 * min(size[best], tokens + 1)
        if (
            used + 2 * size[best] + AHEAD > state[ROOM_FOR_PLACES]
            or pairs + made_at_most > state[ROOM_FOR_PAIRS]
            or 4 * size[best] > state[ROOM_FOR_EVENTS]
        ):
            break
        entries -= 1
        if entries > 0:
            replace_top(
                heap, entries, heap[2 * entries], heap[2 * entries + 1],
                left, right, text, where, length, prefix,
            )  # fmt: skip
        a, b, new = left[best], right[best], tokens
        to_b, to_end = length[a], length[a] + length[b]
        merged[3 * done], merged[3 * done + 1], merged[3 * done + 2] = a, b, now
        done += 1
        tokens += 1
        length[new] = to_end
        after_new[new] = GAP
        before_new[new] = GAP

        # Merge it at each of its places.
        old_pairs = pairs
        seen = 0
        for i in range(start, stop):
            prefetch(pair, places[i + AHEAD])
            prefetch(token, places[i + AHEAD])
            prefetch(weight, places[i + AHEAD])
            place = places[i]
            if pair[place] != best:
                continue
            middle, end = place + to_b, place + to_end
            often = weight[place]
            where[new] = place
            neighbour = token[place - 1]
            if neighbour >= 0:
                back = place - length[neighbour]
                count[pair[back]] -= often
                made = before_new[neighbour]
                if made < 0:
                    made = pairs
                    pairs += 1
                    before_new[neighbour] = made
                    left[made], right[made], count[made], size[made] = neighbour, new, 0, 0
                pair[back] = made
                count[made] += often
                size[made] += 1
                events[2 * seen], events[2 * seen + 1] = made, back
                seen += 1
            neighbour = token[end]
            made = GAP
            if neighbour >= 0:
                count[pair[middle]] -= often
                made = after_new[neighbour]
                if made < 0:
                    made = pairs
                    pairs += 1
                    after_new[neighbour] = made
                    left[made], right[made], count[made], size[made] = new, neighbour, 0, 0
                count[made] += often
                size[made] += 1
                events[2 * seen], events[2 * seen + 1] = made, place
                seen += 1
            pair[place] = made
            pair[middle] = GAP
            token[place] = new
            token[end - 1] = new
        count[best] = 0

        # Spell the new token, for ties.
        spelled = 0
        for i in range(PREFIX):
            spelled = spelled * BYTES
            if i < to_end:
                spelled += text[where[new] + i]
        prefix[new] = spelled

        # Sort what was seen by pair, and push the new pairs.
        for one in range(old_pairs, pairs):
            first[one] = used
            used += size[one]
            size[one] = 0
        for i in range(seen):
            one = events[2 * i]
            places[first[one] + size[one]] = events[2 * i + 1]
            size[one] += 1
        for one in range(old_pairs, pairs):
            if right[one] == new:
                before_new[left[one]] = GAP
            else:
                after_new[right[one]] = GAP
            if count[one] > 0:
                push(heap, entries, count[one], one, left, right, text, where, length, prefix)
                entries += 1
    state[TOKENS], state[PAIRS], state[ENTRIES], state[PLACES] = tokens, pairs, entries, used
    return done


class MergeLoop:
    """Training on one corpus: each `run` gives the next merges.

    Args:
        row: the distinct words, with one byte before, between and after them.
        lengths: int32, how many bytes each word has.
        frequencies: int64, how often each word occurs.

    Raises:
        OverflowError: the words hold more bytes than a place number can name.

    >>> loop = MergeLoop(b" lot low ", np.array([3, 3], np.int32), np.array([2, 5], np.int64))
    >>> loop.run(2).tolist()
    [[108, 111, 7], [256, 119, 5]]
    """

    def __init__(
        self,
        row: bytes | NDArray[np.uint8],
        lengths: NDArray[np.int32],
        frequencies: NDArray[np.int64],
    ) -> None:
        places = len(row)
        if places > np.iinfo(np.int32).max:
            raise OverflowError("the distinct words hold more than 2 GiB; train on less text")
        bytes_alone = np.arange(BYTES)
        self._arrays: dict[str, NDArray[Any]] = {
            "text": np.frombuffer(row, np.uint8),
            "lengths": lengths,
            "frequencies": frequencies,
            "state": np.zeros(7, np.int64),
            # by place
            "token": np.empty(places, np.int32),
            "pair": np.empty(places, np.int32),
            "weight": np.empty(places, np.int64),
            # by token
            "where": np.zeros(BYTES, np.int32),
            "length": np.ones(BYTES, np.int32),
            "prefix": bytes_alone.astype(np.int64) << 8 * (PREFIX - 1),
            "after_new": np.full(BYTES, GAP, np.int32),
            "before_new": np.full(BYTES, GAP, np.int32),
            # by pair
            "table": np.full(BYTES * BYTES, GAP, np.int32),
            "left": np.empty(BYTES * BYTES, np.int32),
            "right": np.empty(BYTES * BYTES, np.int32),
            "count": np.empty(BYTES * BYTES, np.int64),
            "first": np.empty(BYTES * BYTES, np.int64),
            "size": np.empty(BYTES * BYTES, np.int32),
            # as they come
            "heap": np.empty(2 * BYTES * BYTES, np.int64),
            "places": np.empty(2 * places + AHEAD, np.int32),
            "events": np.empty(places, np.int32),
        }
        pairs = lay_out.on(self._arrays, words=len(lengths))
        used = list_places.on(self._arrays, pairs=pairs, end=places)
        entries = push_pairs.on(self._arrays, pairs=pairs)
        self._arrays["state"][[TOKENS, PAIRS, ENTRIES, PLACES]] = BYTES, pairs, entries, used
        self._note_room()

    def run(self, wanted: int) -> NDArray[np.int64]:
        """Do the next merges.

        Args:
            wanted: how many; fewer come back only when no pair is left.

        Returns:
            int64, one row a merge: left token, right token, count. Tokens below 256 are bytes; the
            first merge makes token 256.
        """
        merged = np.empty((wanted, 3), np.int64)
        state = self._arrays["state"]
        self._grow(BY_TOKEN, int(state[TOKENS]) + wanted)
        done = 0
        while True:
            done += merge_pairs.on(self._arrays, wanted=wanted - done, merged=merged[done:])
            if done == wanted or state[ENTRIES] == 0:
                return merged[:done]
            # It stopped for want of room: the next pair's places say how much it needs.
            size = int(self._arrays["size"][self._arrays["heap"][1]])
            self._grow(("places",), int(state[PLACES]) + 2 * size + AHEAD)
            self._grow(("events",), 4 * size)
            self._grow(BY_PAIR, int(state[PAIRS]) + 2 * size)
            self._grow(("heap",), 2 * len(self._arrays["left"]))
            self._note_room()

    def _grow(self, names: Iterable[str], room: int) -> None:
        """Give these arrays room for at least so many numbers; what they hold stays."""
        for name in names:
            old = self._arrays[name]
            if len(old) < room:
                new = np.empty(max(room, len(old) * 3 // 2), old.dtype)
                new[: len(old)] = old
                self._arrays[name] = new

    def _note_room(self) -> None:
        rooms = [len(self._arrays[name]) for name in ("left", "places", "events")]
        self._arrays["state"][ROOM_FOR_PAIRS:] = rooms
