"""Text to ids: scan, look the word up in a cache, copy its ids.

Most words of a text were seen before, so a cache from word to ids answers for them (`words`). A
new word is merged by rank (`ranks`) and kept. Three ids fit the slot; more stand in the pool, and
before them a long word's own bytes:

    slot   [ low | high | id id   | id 3     ]        " the" -> one to three ids
    slot   [ low | high | place   | .. 7     ]        more ids, or a word above 15 bytes
                           │            number of ids
    pool   ... ────────────▼ (bytes of a long word) id id id id id id id ...

The cache is bounded. It grows up to a limit; then it is emptied, and what is common is back at
once. As in `count`, a kernel stops when there is no room, and goes on after Python has made some.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cs336_basics.compiled.classes import class_table
from cs336_basics.compiled.jit import address, i32s, i64, i64s, inline, kernel, subroutine, u8s
from cs336_basics.compiled.ranks import RANK_BITS, ROOM, SYMBOL_BITS, fill_pairs, merge_word
from cs336_basics.compiled.scan import PATTERNS, bad_byte, end_of_pretoken
from cs336_basics.compiled.specials import next_special, pack_specials, which_special
from cs336_basics.compiled.words import (
    HIGH,
    LOW,
    MORE,
    SHORT,
    SLOT,
    VALUE,
    find,
    high_key,
    low_key,
    move_slots,
)
from cs336_basics.errors import VocabularyError

# What `state` holds: words in the cache, bytes used in the pool, where to go on in the text and in
# the output; the end of the part that holds a bad byte; the symbol that has no id.
WORDS, USED, PLACE, OUT, END, SYMBOL = range(6)
DONE, TABLE_FULL, POOL_FULL, SCRATCH_FULL, BAD_BYTE, NO_ID = range(6)

INLINE = 3  # ids that fit a slot
LONGEST_KEPT = 128  # bytes; longer words hardly come twice
FIRST_SLOTS, MOST_SLOTS = 1 << 12, 1 << 20  # 32 bytes each
FIRST_POOL, MOST_POOL = 1 << 16, 1 << 25  # bytes
_LARGE = 1 << 20  # bytes


@subroutine
def ids_of_word(
    data: u8s, place: i64, length: i64, pairs: i64s, pair_mask: i64, made: i32s,
    ids: i64s, scratch: i64s, state: i64s,
) -> i64:  # fmt: skip
    """Leave the ids of a word at the start of `scratch`; return how many, or -1 if one lacks."""
    count = merge_word(data, place, length, pairs, pair_mask, made, scratch)
    for i in range(count):
        found = ids[scratch[i]]
        if found < 0:
            state[SYMBOL] = scratch[i]
            return -1
        scratch[i] = found
    return count


@subroutine
def keep_word(
    at: i64, low: i64, high: i64, data: u8s, place: i64, length: i64, scratch: i64s, count: i64,
    slots: i64s, pool: u8s, pool_ids: i32s, state: i64s,
) -> None:  # fmt: skip
    """Put a word and its ids, which are in `scratch`, into the empty slot at `at`."""
    slots[at + LOW] = low
    slots[at + HIGH] = high
    if count <= INLINE and length <= SHORT:
        second = scratch[1] if count > 1 else 0
        third = scratch[2] if count > 2 else 0
        slots[at + VALUE] = scratch[0] | second << 32
        slots[at + MORE] = third | count << 32
    else:
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
def write_ids(at: i64, length: i64, slots: i64s, pool_ids: i32s, out: i32s, written: i64) -> i64:
    """Copy the ids of the slot at `at` to the output; return how many are written now."""
    count = slots[at + MORE] >> 32
    if count <= INLINE and length <= SHORT:
        out[written] = slots[at + VALUE]
        if count > 1:
            out[written + 1] = slots[at + VALUE] >> 32
        if count > 2:
            out[written + 2] = slots[at + MORE]
    else:
        first = slots[at + VALUE] + (length if length > SHORT else 0) + 3 >> 2
        for i in range(count):
            out[written + i] = pool_ids[first + i]
    return written + count


@kernel
def encode_text(
    data: u8s, end: i64, out: i32s, specials: u8s, special_ids: i64s,
    pattern: i64, classes: u8s, slots: i64s, mask: i64, pool: u8s, pool_ids: i32s, pool_room: i64,
    pairs: i64s, pair_mask: i64, made: i32s, ids: i64s, scratch: i64s, scratch_room: i64,
    state: i64s,
) -> i64:  # fmt: skip
    """Encode a text from state[PLACE] on; return DONE or why it stopped there."""
    place, written = state[PLACE], state[OUT]
    why = DONE
    while place < end:
        special = next_special(data, place, end, specials)
        while place < special:
            stop = end_of_pretoken(data, place, special, classes, pattern)
            if stop < 0:
                place = -1 - stop
                state[END] = special
                why = BAD_BYTE
                break
            length = stop - place
            low = low_key(data, place, length, end)
            high = high_key(data, place, length, end)
            at = find(slots, mask, low, high, data, place, length, pool)
            if slots[at + HIGH] == 0:
                if 5 * state[WORDS] >= 3 * mask:
                    why = TABLE_FULL
                elif state[USED] + 5 * LONGEST_KEPT + 4 > pool_room:
                    why = POOL_FULL
                elif ROOM * length > scratch_room:
                    why = SCRATCH_FULL
                if why != DONE:
                    break
                count = ids_of_word(
                    data, place, length, pairs, pair_mask, made, ids, scratch, state
                )
                if count < 0:
                    why = NO_ID
                    break
                if length > LONGEST_KEPT:
                    for i in range(count):
                        out[written + i] = scratch[i]
                    written += count
                    place = stop
                    continue
                keep_word(
                    at, low, high, data, place, length, scratch, count,
                    slots, pool, pool_ids, state,
                )  # fmt: skip
            written = write_ids(at, length, slots, pool_ids, out, written)
            place = stop
        if why != DONE:
            break
        if place < end:
            found = which_special(data, place, end, specials)
            out[written] = special_ids[found & 0xFFFFFFFF]
            written += 1
            place += found >> 32
    state[PLACE], state[OUT] = place, written
    return why


class Encoder:
    """Encodes UTF-8 bytes with one vocabulary, one merge list and one pattern.

    Args:
        ids: token -> id. It may lack tokens, even bytes.
        merges: in rank order; of a repeated merge the first counts.
        pattern: `gpt2` or `cl100k`.

    Raises:
        VocabularyError: more tokens or merges than a kernel can number.

    >>> encoder = Encoder({b"a": 7, b"aa": 9}, [(b"a", b"a")])
    >>> encoder.encode(b"aaa").tolist()
    [9, 7]
    """

    def __init__(
        self, ids: Mapping[bytes, int], merges: Sequence[tuple[bytes, bytes]], pattern: str = "gpt2"
    ) -> None:
        symbols = {bytes([byte]): byte for byte in range(256)}
        number = symbols.setdefault
        left = [number(pair[0], len(symbols)) for pair in merges]
        right = [number(pair[1], len(symbols)) for pair in merges]
        made = [number(first + second, len(symbols)) for first, second in merges]
        if len(symbols) >= 1 << SYMBOL_BITS or len(merges) >= (1 << RANK_BITS) - 1:
            raise VocabularyError(f"{len(merges):,} merges are too many for the compiled encoder")
        self._ids = ids
        self._tokens = list(symbols)
        self._pattern = PATTERNS[pattern]
        slots = 1 << (2 * len(merges) + 1).bit_length()
        self._tables: dict[str, NDArray[Any]] = {
            "classes": class_table(),
            "pairs": np.zeros(slots, np.int64),
            "made": np.array(made or [0], np.int32),
            "ids": np.array([ids.get(token, -1) for token in symbols], np.int64),
        }
        fill_pairs.on(
            self._tables,
            left=np.array(left or [0], np.int32),
            right=np.array(right or [0], np.int32),
            merges=len(merges),
            mask=slots - 1,
        )
        self._packed: dict[tuple[bytes, ...], tuple[NDArray[np.uint8], NDArray[np.int64]]] = {}
        self._start_cache()

    def fork(self) -> Encoder:
        """Return an encoder for another thread: the same tables, a cache of its own."""
        other = object.__new__(Encoder)
        other.__dict__.update(self.__dict__)
        other._start_cache()
        return other

    def encode(
        self,
        text: bytes,
        special_tokens: Sequence[bytes] = (),
        *,
        source: str = "text",
        offset: int = 0,
    ) -> NDArray[np.uint32]:
        """Turn UTF-8 bytes into ids.

        Args:
            text: UTF-8, complete or a piece that can be encoded on its own.
            special_tokens: what becomes one id each; all are in `ids`.
            source: where the text is from, for errors.
            offset: where in it the text stands.

        Returns:
            uint32, one id a token.

        Raises:
            InvalidUtf8Error: naming `source` and the first bad offset in it.
            VocabularyError: the text holds a byte that no token holds.
        """
        specials, special_ids = self._pack(tuple(special_tokens))
        out = np.empty(len(text) + INLINE, np.uint32)
        arguments = text, len(text), address(out), address(specials), address(special_ids)
        with self._lock:
            state = self._cache["state"]
            state[PLACE] = state[OUT] = 0
            while (why := encode_text(*arguments, *self._addresses)) != DONE:
                if why == BAD_BYTE:
                    raise bad_byte(text, int(state[PLACE]), int(state[END]), source, offset)
                if why == NO_ID:
                    token = self._tokens[state[SYMBOL]]
                    raise VocabularyError(f"the vocabulary has no token for {token!r}")
                self._make_room(why, len(text))
            written = int(state[OUT])
        # Of a large array only the pages that were written exist; a small one would waste its end.
        return out[:written] if out.nbytes > _LARGE else out[:written].copy()

    def _pack(self, tokens: tuple[bytes, ...]) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
        if tokens not in self._packed:
            packed, order = pack_specials(tokens)
            numbers = [self._ids[token] for token in order]
            self._packed[tokens] = packed, np.array(numbers or [0], np.int64)
        return self._packed[tokens]

    def _start_cache(self) -> None:
        self._lock = threading.Lock()
        self._cache: dict[str, NDArray[Any]] = {
            "slots": np.zeros(SLOT * FIRST_SLOTS, np.int64),
            "pool": np.empty(FIRST_POOL, np.uint8),
            "scratch": np.empty(ROOM * LONGEST_KEPT, np.int64),
            "state": np.zeros(6, np.int64),
        }
        self._note_addresses()

    def _make_room(self, why: int, longest: int) -> None:
        """Let the cache or the scratch space grow; a cache that may not grow is emptied."""
        slots, pool = self._cache["slots"], self._cache["pool"]
        if why == SCRATCH_FULL:
            self._cache["scratch"] = np.empty(ROOM * longest, np.int64)
        elif why == TABLE_FULL and len(slots) < SLOT * MOST_SLOTS:
            self._cache["slots"] = np.zeros(2 * len(slots), np.int64)
            self._note_addresses()
            old_slots = len(slots) // SLOT
            move_slots.on(self._cache, old=slots, old_slots=old_slots, mask=2 * old_slots - 1)
        elif why == POOL_FULL and len(pool) < MOST_POOL:
            self._cache["pool"] = np.resize(pool, 2 * len(pool))
        else:
            slots.fill(0)
            self._cache["state"][[WORDS, USED]] = 0
        self._note_addresses()

    def _note_addresses(self) -> None:
        """Gather the arguments that stay the same from call to call."""
        tables = {name: address(array) for name, array in self._tables.items()}
        cache = {name: address(array) for name, array in self._cache.items()}
        self._addresses = (
            self._pattern,
            tables["classes"],
            cache["slots"],
            len(self._cache["slots"]) // SLOT - 1,
            cache["pool"],
            cache["pool"],
            len(self._cache["pool"]),
            tables["pairs"],
            len(self._tables["pairs"]) - 1,
            tables["made"],
            tables["ids"],
            cache["scratch"],
            len(self._cache["scratch"]),
            cache["state"],
        )
