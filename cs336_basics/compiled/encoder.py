"""The compiled encoder: UTF-8 bytes in, an array of ids out.

It builds the tables that the kernels of `encode` and `encode_masks` read, owns the cache they fill,
and makes room when they ask for it.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cs336_basics.compiled.batches import KEY
from cs336_basics.compiled.classes import class_table
from cs336_basics.compiled.encode import (
    BAD_BYTE,
    DONE,
    END,
    INLINE,
    NO_ID,
    OUT,
    PLACE,
    POOL_FULL,
    SCRATCH_FULL,
    SYMBOL,
    TABLE_FULL,
    USED,
    WANTED,
    WORDS,
    encode_text,
)
from cs336_basics.compiled.encode_masks import PARTS, encode_batches
from cs336_basics.compiled.jit import address
from cs336_basics.compiled.joints import find_joints
from cs336_basics.compiled.ranks import RANK_BITS, ROOM, SYMBOL_BITS, fill_pairs
from cs336_basics.compiled.scan import PATTERNS, bad_byte
from cs336_basics.compiled.scan_masks import ROOM as ROOM_OF_BATCH
from cs336_basics.compiled.specials import pack_specials
from cs336_basics.compiled.words import SLOT, move_slots
from cs336_basics.errors import VocabularyError

_KERNELS = {"plain": encode_text, "masks": encode_batches}
DEFAULT_KERNEL = "masks"
FIRST_SLOTS, MOST_SLOTS = 1 << 12, 1 << 20  # 32 bytes each
FIRST_POOL, MOST_POOL = 1 << 16, 1 << 25  # bytes
FIRST_SCRATCH = ROOM << 12  # numbers
_LARGE = 1 << 20  # bytes


class Encoder:
    """Encodes UTF-8 bytes with one vocabulary, one merge list and one pattern.

    Args:
        ids: token -> id. It may lack tokens, even bytes.
        merges: in rank order; of a repeated merge the first counts.
        pattern: `gpt2` or `cl100k`.
        kernel: `masks`, or `plain`: slower, and the specification.

    Raises:
        VocabularyError: more tokens or merges than a kernel can number.

    >>> encoder = Encoder({b"a": 7, b"aa": 9}, [(b"a", b"a")])
    >>> encoder.encode(b"aaa").tolist()
    [9, 7]
    """

    def __init__(
        self,
        ids: Mapping[bytes, int],
        merges: Sequence[tuple[bytes, bytes]],
        pattern: str = "gpt2",
        *,
        kernel: str = DEFAULT_KERNEL,
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
        self._encode_text = _KERNELS[kernel]
        slots = 1 << (2 * len(merges) + 1).bit_length()
        self._tables: dict[str, NDArray[Any]] = {
            "classes": class_table(),
            "pairs": np.zeros(slots, np.int64),
            "made": np.array(made or [0], np.int32),
            "ids": np.array([ids.get(token, -1) for token in symbols], np.int64),
            "joints": find_joints(merges),
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
        out = np.empty(len(text) + INLINE + 1, np.uint32)
        arguments = text, len(text), address(out), address(specials), address(special_ids)
        with self._lock:
            state = self._cache["state"]
            state[PLACE] = state[OUT] = 0
            while (why := self._encode_text(*arguments, *self._addresses)) != DONE:
                if why == BAD_BYTE:
                    raise bad_byte(text, int(state[PLACE]), int(state[END]), source, offset)
                if why == NO_ID:
                    token = self._tokens[state[SYMBOL]]
                    raise VocabularyError(f"the vocabulary has no token for {token!r}")
                self._make_room(why)
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
            "scratch": np.empty(FIRST_SCRATCH, np.int64),
            "starts": np.empty(ROOM_OF_BATCH, np.int64),
            "parts": np.empty(PARTS + 1, np.int64),
            "keys": np.empty(KEY * PARTS, np.int64),
            "state": np.zeros(7, np.int64),
        }
        self._note_addresses()

    def _make_room(self, why: int) -> None:
        """Let the cache or the scratch space grow; a cache that may not grow is emptied."""
        slots, pool = self._cache["slots"], self._cache["pool"]
        if why == SCRATCH_FULL:
            self._cache["scratch"] = np.empty(int(self._cache["state"][WANTED]), np.int64)
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
        if self._encode_text is encode_batches:
            more = cache["starts"], cache["parts"], cache["keys"], tables["joints"]
            self._addresses += more
