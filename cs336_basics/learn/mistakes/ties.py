"""Ties: several pairs are equally frequent, and the wrong one is merged."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cs336_basics.datatypes import Pair
from cs336_basics.learn.checker.cases import Counts
from cs336_basics.learn.lessons.published_heap import published_key
from cs336_basics.learn.mistakes._loops import rekeyed
from cs336_basics.learn.mistakes._mistake import MERGING, Mistake, Parts
from cs336_basics.learn.mistakes.recipe import Ids, Recipe, Words
from cs336_basics.storage.byte_map import to_printable
from cs336_basics.vocab import NUM_BYTES

PairCounts = dict[Pair, int]


def equals(pair_counts: PairCounts) -> list[Pair]:
    """The pairs with the highest count, in the order in which they were first counted.

    >>> equals({(b"a", b"b"): 2, (b"b", b"c"): 1, (b"c", b"d"): 2})
    [(b'a', b'b'), (b'c', b'd')]
    """
    most = max(pair_counts.values(), default=0)
    return [pair for pair, count in pair_counts.items() if count == most]


def _greatest(key: Callable[[Pair, Ids], Any]) -> Callable[[PairCounts, Ids], Pair | None]:
    """Of equals the greatest by `key`; where that is equal too, the one seen first."""

    def best(pair_counts: PairCounts, ids: Ids) -> Pair | None:
        return max(equals(pair_counts), key=lambda pair: key(pair, ids), default=None)

    return best


def _first(pair_counts: PairCounts, ids: Ids) -> Pair | None:
    return next(iter(equals(pair_counts)), None)


def _last(pair_counts: PairCounts, ids: Ids) -> Pair | None:
    return next(reversed(equals(pair_counts)), None)


def _smallest(pair_counts: PairCounts, ids: Ids) -> Pair | None:
    return min(equals(pair_counts), default=None)


def _smallest_ids(pair_counts: PairCounts, ids: Ids) -> Pair | None:
    return min(equals(pair_counts), key=lambda pair: _ids(pair, ids), default=None)


def _length_first(pair_counts: PairCounts, ids: Ids) -> Pair | None:
    return min(equals(pair_counts), key=lambda pair: tuple(map(published_key, pair)), default=None)


def _flipped_smallest(pair_counts: PairCounts, ids: Ids) -> Pair | None:
    return min(equals(pair_counts), key=lambda pair: tuple(map(_flipped, pair)), default=None)


def _flipped(token: bytes) -> bytes:
    return bytes(NUM_BYTES - 1 - byte for byte in token)


def _ids(pair: Pair, ids: Ids) -> tuple[int, int]:
    return ids[pair[0]], ids[pair[1]]


def _by_text(errors: str) -> Callable[[PairCounts, Ids], Pair | None]:
    return _greatest(lambda pair, ids: tuple(token.decode("utf-8", errors) for token in pair))


def _kept_in_order(
    recipe: Recipe, old: PairCounts, before: Words, after: Words, pair: Pair
) -> PairCounts:
    """Right counts in the order of a dict that is updated, not built anew: old pairs stay first."""
    new = recipe.count_pairs(after)
    return {each: new[each] for each in [*(p for p in old if p in new), *new]}


def _in_other_orders(best: Callable[[PairCounts, Ids], Pair | None]) -> tuple[Parts, ...]:
    """Where the order of a dict decides: as it is in code that keeps its counts, or its words."""
    return (
        {"best": best, "recount": _kept_in_order},
        {"best": best, "loop": rekeyed},
        {"best": best, "loop": rekeyed, "recount": _kept_in_order},
    )


TIES = [
    Mistake(
        name="ties-first-seen",
        seen_by=MERGING,
        example=Counts({b"ab": 1, b"cd": 1}),
        parts={"best": _first},
        variants=_in_other_orders(_first),
    ),
    Mistake(
        name="ties-last-seen",
        seen_by=MERGING,
        example=Counts({b"cd": 1, b"ab": 1}),
        parts={"best": _last},
        variants=_in_other_orders(_last),
    ),
    Mistake(
        name="ties-smallest",
        seen_by=MERGING,
        example=Counts({b"abc": 1}),
        parts={"best": _smallest},
    ),
    Mistake(
        name="ties-by-id",
        seen_by=MERGING,
        example=Counts({b"baaa": 1}),
        parts={"best": _greatest(_ids)},
    ),
    Mistake(
        name="ties-smallest-id",
        seen_by=MERGING,
        example=Counts({b"aab": 1}),
        parts={"best": _smallest_ids},
    ),
    Mistake(
        name="ties-length-first",
        seen_by=MERGING,
        example=Counts({b"baaa": 1}),
        parts={"best": _length_first},
    ),
    Mistake(
        name="ties-printable",
        seen_by=MERGING,
        example=Counts({b" a": 1, b"bb": 1}),
        parts={"best": _greatest(lambda pair, ids: (to_printable(pair[0]), to_printable(pair[1])))},
    ),
    Mistake(
        name="ties-flipped",
        seen_by=MERGING,
        example=Counts({b"bbba": 1}),
        parts={"best": _flipped_smallest},
    ),
    Mistake(
        name="ties-joined",
        seen_by=MERGING,
        example=Counts({b"aaab": 1}),
        parts={"best": _greatest(lambda pair, ids: pair[0] + pair[1])},
        variants=(
            *_in_other_orders(_greatest(lambda pair, ids: pair[0] + pair[1])),
            {"best": _greatest(lambda pair, ids: (pair[0] + pair[1], pair))},
        ),
    ),
    Mistake(
        name="ties-left-half",
        seen_by=MERGING,
        example=Counts({b"ab": 1, b"ac": 1}),
        parts={"best": _greatest(lambda pair, ids: pair[0])},
        variants=_in_other_orders(_greatest(lambda pair, ids: pair[0])),
    ),
    Mistake(
        name="ties-right-first",
        seen_by=MERGING,
        example=Counts({b"ba": 1, b"ac": 1}),
        parts={"best": _greatest(lambda pair, ids: (pair[1], pair[0]))},
    ),
    Mistake(
        name="ties-longest-result",
        seen_by=MERGING,
        example=Counts({b"babb": 1}),
        parts={
            "best": _greatest(lambda pair, ids: (len(pair[0] + pair[1]), pair)),
        },
    ),
    Mistake(
        name="ties-as-text",
        seen_by=MERGING,
        example=Counts({"é".encode(): 1, "ñ".encode(): 1}),
        parts={"best": _by_text("replace")},
        variants=(
            *_in_other_orders(_by_text("replace")),
            {"best": _by_text("ignore")},
            *_in_other_orders(_by_text("ignore")),
        ),
    ),
]
