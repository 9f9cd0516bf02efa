"""The ladder of trainers: one contract, one result, each faster than the one before.

A trainer is a function `iter_merges(counts) -> Iterator[Merge]`. Nothing else goes in: the
caller stops it (`itertools.islice`), times it, or draws a bar around it.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Iterator

from cs336_basics.arguments import expect_text
from cs336_basics.datatypes import Merge, PretokenCounts
from cs336_basics.errors import UnknownNameError
from cs336_basics.trainers import heap, incremental, naive

Trainer = Callable[[PretokenCounts], Iterator[Merge]]


def _iter_merges_compiled(counts: PretokenCounts) -> Iterator[Merge]:
    """Run the compiled trainer; numba is imported at the first call, never before."""
    from cs336_basics.trainers.compiled import iter_merges

    return iter_merges(counts)


TRAINERS: dict[str, Trainer] = {
    "naive": naive.iter_merges,
    "incremental-rescan": incremental.with_update(incremental.rescan),
    "incremental-touched": incremental.with_update(incremental.touched),
    "incremental-neighbours": incremental.with_update(incremental.neighbours),
    "incremental": incremental.iter_merges,
    "heap": heap.iter_merges,
}
if importlib.util.find_spec("numba") and importlib.util.find_spec(f"{__name__}.compiled"):
    TRAINERS["compiled"] = _iter_merges_compiled


def get_trainer(name: str) -> Trainer:
    """Look up a trainer by name.

    Raises:
        WrongTypeError: not a string.
        UnknownNameError: no such trainer; the message lists those that exist here.

    >>> next(get_trainer("naive")({b"aab": 2}))
    Merge(pair=(b'a', b'b'), count=2)
    """
    expect_text("trainer", name)
    if name not in TRAINERS:
        raise UnknownNameError(f"unknown trainer {name!r}; use one of {', '.join(TRAINERS)}")
    return TRAINERS[name]
