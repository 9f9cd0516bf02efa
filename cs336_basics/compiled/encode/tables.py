"""The tables of a compiled encoder, which do not change: what its merges and ids are to kernels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cs336_basics.compiled.count.words import new_slots
from cs336_basics.compiled.encode import state
from cs336_basics.compiled.encode.ranks import FILTER, NO_RANK, RANK_BITS, SYMBOL_BITS, fill_pairs
from cs336_basics.compiled.machine.jit import address
from cs336_basics.compiled.scan.classes import class_table
from cs336_basics.compiled.scan.joints import find_joints
from cs336_basics.errors import VocabularyError


def encoder_tables(
    ids: Mapping[bytes, int], merges: Sequence[tuple[bytes, bytes]]
) -> tuple[list[bytes], dict[int, NDArray[Any]]]:
    """Number the tokens of the merges and enter the merges into their hash table.

    Args:
        ids: token -> id. It may lack tokens, even bytes.
        merges: in rank order; of a repeated merge the first counts.

    Returns:
        The tokens by their symbols, which are numbers from 0 on without gaps; and where an address
        stands in the state -> the array whose address it is. KNOWN has no words yet.

    Raises:
        VocabularyError: more tokens or merges, or greater ids, than the tables can hold.

    >>> tokens, tables = encoder_tables({b"a": 7, b"aa": 9}, [(b"a", b"a")])
    >>> tokens[256], tables[state.IDS][[97, 256]].tolist()
    (b'aa', [7, 9])
    """
    symbols = {bytes([byte]): byte for byte in range(256)}
    made = _number(symbols, [left + right for left, right in merges])
    left = _number(symbols, [pair[0] for pair in merges])
    right = _number(symbols, [pair[1] for pair in merges])
    if len(symbols) >= 1 << SYMBOL_BITS or len(merges) >= (1 << RANK_BITS) - 1:
        raise VocabularyError(f"{len(merges):,} merges are too many for the compiled encoder")
    numbers = np.array([ids.get(token, -1) for token in symbols], np.int64)
    if numbers.max() > np.iinfo(np.int32).max:
        raise VocabularyError(f"the id {numbers.max():,} is too great for the compiled encoder")
    # Several merges may make one token, so neither number bounds the other.
    slots = 1 << (2 * max(len(symbols), len(merges))).bit_length()
    tables: dict[int, NDArray[Any]] = {
        state.CLASSES: class_table(),
        state.JOINTS: find_joints(merges),
        state.PAIRS: np.zeros(FILTER + slots, np.int64),
        state.BYTE_RANKS: np.full(256 * 256, NO_RANK, np.int32),
        state.MADE: made,
        state.KNOWN: new_slots(slots, before=FILTER),
        state.IDS: numbers.astype(np.int32),
    }
    fill_pairs(
        address(left),
        address(right),
        len(merges),
        address(tables[state.PAIRS]),
        slots - 1,
        address(tables[state.BYTE_RANKS]),
    )
    return list(symbols), tables


def _number(symbols: dict[bytes, int], tokens: list[bytes]) -> NDArray[np.int32]:
    """Return the symbols of tokens; one that has none takes the next."""
    try:
        return np.fromiter(map(symbols.__getitem__, tokens), np.int32, len(tokens))
    except KeyError:  # the parts of merges are there, as a rule, and what they make is not
        new = dict.fromkeys(token for token in tokens if token not in symbols)
        symbols.update(zip(new, range(len(symbols), len(symbols) + len(new)), strict=True))
        return np.fromiter(map(symbols.__getitem__, tokens), np.int32, len(tokens))
