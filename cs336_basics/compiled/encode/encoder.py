"""The compiled encoder: UTF-8 bytes in, an array of ids out.

It owns the cache that the kernels of `encode` and `encode_masks` fill and the array they write, and
makes room when they ask for it.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cs336_basics.compiled.count.batches import KEY, MOST
from cs336_basics.compiled.count.words import SLOT, doubled, new_slots
from cs336_basics.compiled.encode import state
from cs336_basics.compiled.encode.encode import encode_text
from cs336_basics.compiled.encode.encode_masks import encode_batches
from cs336_basics.compiled.encode.merge_word import ROOM
from cs336_basics.compiled.encode.output import Output
from cs336_basics.compiled.encode.ranks import FILTER
from cs336_basics.compiled.encode.short_text import SHORT, ShortText
from cs336_basics.compiled.encode.tables import encoder_tables
from cs336_basics.compiled.encode.word_ids import find_known
from cs336_basics.compiled.machine.jit import address
from cs336_basics.compiled.scan.boundaries import bad_byte
from cs336_basics.compiled.scan.joints import context_mask
from cs336_basics.compiled.scan.plain import PATTERNS
from cs336_basics.compiled.scan.specials import pack_specials
from cs336_basics.compiled.scan.windows import ROOM as ROOM_OF_BATCH
from cs336_basics.errors import VocabularyError
from cs336_basics.room import expect_room

_KERNELS = {"plain": encode_text, "masks": encode_batches}
DEFAULT_KERNEL = "masks"
FIRST_SLOTS, MOST_SLOTS = 1 << 17, 1 << 20  # 32 bytes each
FIRST_POOL, MOST_POOL = 1 << 16, 1 << 25  # bytes
FIRST_SCRATCH = ROOM << 12  # numbers


class Encoder:
    """Encodes UTF-8 bytes with one vocabulary, one merge list and one pattern.

    Args:
        ids: token -> id. It may lack tokens, even bytes.
        merges: in rank order; of a repeated merge the first counts.
        pattern: `gpt2` or `cl100k`.
        kernel: `masks`, or `plain`: slower, and the specification.
        special_ids: the ids of special tokens that are not those of their bytes.
        cut: let `masks` cut long words where no merge can join; False shows what that gives.

    Raises:
        VocabularyError: more tokens or merges, or greater ids, than the tables can hold.

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
        special_ids: Mapping[bytes, int] | None = None,
        cut: bool = True,
    ) -> None:
        self._encode = _KERNELS[kernel]
        self._pattern = PATTERNS[pattern]
        self._ids = ids
        self._special_ids = special_ids or {}
        self._packed: dict[tuple[bytes, ...], tuple[int, int]] = {}
        self._kept_alive: list[NDArray[Any]] = []  # whose addresses are noted
        self._tokens, self._tables = encoder_tables(ids, merges)
        self._contexts = context_mask(self._tables[state.JOINTS]) if cut else 0
        self._spare: list[Encoder] = []
        self._start_cache()
        # `find_known` merges every token once, so it needs all the rest.
        texts, ends = b"".join(self._tokens), np.cumsum([*map(len, self._tokens)], dtype=np.int64)
        find_known(texts, address(ends), len(ends), address(self._state))

    def fork(self) -> Encoder:
        """Return an encoder for another thread: the same tables, a copy of the cache."""
        other = object.__new__(Encoder)
        other.__dict__.update(self.__dict__)
        other._start_cache()
        counters = [state.WORDS, state.USED]
        with self._lock:
            if self._state[state.WORDS]:
                slots = new_slots(len(self._cache[state.SLOTS]) // SLOT)
                slots[:] = self._cache[state.SLOTS]
                other._cache[state.SLOTS] = slots
                other._cache[state.POOL] = self._cache[state.POOL].copy()
                other._state[counters] = self._state[counters]
                other._note()
        return other

    @contextmanager
    def borrowed(self) -> Iterator[Encoder]:
        """Lend a fork that no other thread uses; the next one who borrows it finds its cache."""
        try:
            other = self._spare.pop()
        except IndexError:
            other = self.fork()
        try:
            yield other
        finally:
            self._spare.append(other)

    def encode(
        self,
        text: bytes | memoryview,
        special_tokens: Sequence[bytes] = (),
        *,
        source: str = "text",
        offset: int = 0,
    ) -> NDArray[np.uint32]:
        """Turn UTF-8 bytes into ids.

        Args:
            text: UTF-8, complete or a piece that can be encoded on its own; also an `ascii_view`.
            special_tokens: what becomes one id each; all are in `ids`.
            source: where the text is from, for errors.
            offset: where in it the text stands.

        Returns:
            uint32, one id a token.

        Raises:
            InvalidUtf8Error: naming `source` and the first bad offset in it.
            VocabularyError: the text holds a byte that no token holds.
        """
        output = Output(len(text))
        ends = np.array([len(text)], np.int64)
        self.encode_documents(text, ends, special_tokens, output, source=source, offset=offset)
        return output.taken()

    def encode_short(self, text: bytes) -> list[int] | None:
        """Turn a short text without special tokens into ids, with no array made for it.

        Args:
            text: UTF-8, complete.

        Returns:
            the ids; None where `encode` must do it: there is no room, or something to complain of.
        """
        if not 0 < len(text) <= SHORT:
            return None
        with self._lock:
            return self._short_text.encode(self._encode, text)

    def encode_documents(
        self,
        text: bytes | memoryview,
        ends: NDArray[np.int64],
        special_tokens: Sequence[bytes],
        output: Output,
        *,
        source: str = "text",
        offset: int = 0,
    ) -> NDArray[np.int64]:
        """Turn documents that stand one behind the other into ids, in one go.

        Args:
            text: as for `encode`.
            ends: where each document ends in it, at least one; the last one ends where it ends.
            special_tokens: as for `encode`.
            output: where to write the ids.
            source: as for `encode`.
            offset: as for `encode`.

        Returns:
            where in the output the ids of each document end.

        Raises:
            InvalidUtf8Error, VocabularyError: as for `encode`.
        """
        specials, special_ids = self._pack(tuple(special_tokens))
        data: bytes | int
        if isinstance(text, bytes):
            data = text
        else:
            viewed = np.frombuffer(text, np.uint8)  # a name of its own keeps it alive
            data = address(viewed)
        counts = np.empty(len(ends), np.int64)
        before = data, address(ends), len(ends)
        with self._lock:
            now = self._state
            now[state.DOCUMENT] = now[state.PLACE] = 0
            now[state.OUT], now[state.OUT_ROOM] = output.written, output.room
            after = address(counts), specials, special_ids, address(now)
            while why := self._encode(*before, address(output.ids), *after):
                if why == state.BAD_BYTE:
                    place, end = int(now[state.PLACE]), int(now[state.END])
                    raise bad_byte(bytes(text), place, end, source, offset)
                if why == state.NO_ID:
                    token = self._tokens[now[state.SYMBOL]]
                    raise VocabularyError(f"the vocabulary has no token for {token!r}")
                if why == state.OUT_FULL:
                    output.grow(int(now[state.PLACE]), int(now[state.OUT]), len(text))
                    now[state.OUT_ROOM] = output.room
                else:
                    self._make_room(why)
            output.written = int(now[state.OUT])
        output.read += len(text)
        return counts

    def _pack(self, tokens: tuple[bytes, ...]) -> tuple[int, int]:
        """Return the addresses of special tokens and of their ids."""
        if tokens not in self._packed:
            packed, order = pack_specials(tokens)
            numbers = [self._special_ids.get(token, self._ids[token]) for token in order]
            ids = np.array(numbers or [0], np.int64)
            self._packed[tokens] = address(packed), address(ids)
            self._kept_alive += [packed, ids]
        return self._packed[tokens]

    def _start_cache(self) -> None:
        self._lock = threading.Lock()
        self._cache: dict[int, NDArray[Any]] = {
            state.SLOTS: new_slots(FIRST_SLOTS),
            state.POOL: np.empty(FIRST_POOL, np.uint8),
            state.SCRATCH: np.empty(FIRST_SCRATCH, np.int64),
            state.STARTS: np.empty(ROOM_OF_BATCH, np.int64),
            state.KEYS: np.empty(KEY * (MOST + 1), np.int64),
        }
        self._state = np.zeros(state.SIZE_OF_STATE, np.int64)
        self._short_text = ShortText(self._state, self._pack(()))
        self._note()

    def _note(self) -> None:
        """Write sizes and addresses into the state."""
        now = self._state
        for place, array in (self._tables | self._cache).items():
            now[place] = address(array)
        now[state.PATTERN], now[state.CONTEXTS] = self._pattern, self._contexts
        now[state.PAIR_MASK] = len(self._tables[state.PAIRS]) - FILTER - 1
        now[state.KNOWN_MASK] = (len(self._tables[state.KNOWN]) - FILTER) // SLOT - 1
        now[state.MASK] = len(self._cache[state.SLOTS]) // SLOT - 1
        now[state.POOL_ROOM] = len(self._cache[state.POOL])
        now[state.SCRATCH_ROOM] = len(self._cache[state.SCRATCH])

    def _make_room(self, why: int) -> None:
        """Let the cache or the scratch space grow; a cache that may not grow is emptied."""
        slots, pool = self._cache[state.SLOTS], self._cache[state.POOL]
        if why == state.SCRATCH_FULL:
            wanted = int(self._state[state.WANTED])
            expect_room(wanted // ROOM, 8 * ROOM, "encode")
            self._cache[state.SCRATCH] = np.empty(wanted, np.int64)
        elif why == state.TABLE_FULL and len(slots) < SLOT * MOST_SLOTS:
            self._cache[state.SLOTS] = doubled(slots)
        elif why == state.POOL_FULL and len(pool) < MOST_POOL:
            self._cache[state.POOL] = np.resize(pool, 2 * len(pool))
        else:
            slots.fill(0)
            self._state[[state.WORDS, state.USED]] = 0
        self._note()
