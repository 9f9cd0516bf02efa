"""The runs behind `growth`, each called in a process of its own."""

from __future__ import annotations

import pickle
import time
from pathlib import Path
from typing import Any

from cs336_basics.corpus import count_bytes
from cs336_basics.datatypes import PretokenCounts
from cs336_basics.measure.clock.memory import peak_memory
from cs336_basics.measure.clock.timing import merge_times
from cs336_basics.measure.places import SPECIAL_TOKENS
from cs336_basics.trainers import get_trainer


def count(corpus: str, megabytes: float, counts: str) -> dict[str, Any]:
    """Count the pre-tokens of the first megabytes of a file, and pickle the counts.

    The text ends after its last line end, so that no character is cut.
    """
    with Path(corpus).open("rb") as file:
        size = file.read(int(megabytes * 1e6)).rfind(b"\n") + 1
        file.seek(0)
        data = file.read(size)  # a slice would be a second copy, and hide what counting takes
    before, start = peak_memory(), time.perf_counter()
    found = count_bytes(data, SPECIAL_TOKENS)
    seconds = time.perf_counter() - start
    memory = peak_memory() - before
    words: PretokenCounts = {word.encode("utf-8"): n for word, n in found.items()}
    Path(counts).write_bytes(pickle.dumps(words))
    return {
        "megabytes": len(data) / 1e6,
        "pretokens": len(words),
        "seconds": seconds,
        "memory": memory,
    }


def merge(name: str, counts: str, merges: int, budget: float | None = None) -> dict[str, Any]:
    """Merge with one rung.

    Args:
        name: a trainer.
        counts: file that `count` wrote.
        merges: how many; fewer when no pair is left.
        budget: seconds after which to give up.

    Returns:
        `merges` made, `seconds`, `memory` by which the peak rose (bytes), and `unfinished`: true
        if the budget ended before the merges did.
    """
    words: PretokenCounts = pickle.loads(Path(counts).read_bytes())
    next(get_trainer(name)({b"ab": 1}))  # what is loaded or compiled once
    before = peak_memory()
    rows = merge_times(name, words, merges, budget_seconds=budget)
    last = rows[-1]
    over = budget is not None and last.cumulative > budget and len(rows) < merges
    return {
        "merges": len(rows),
        "seconds": last.cumulative,
        "memory": peak_memory() - before,
        "unfinished": over,
    }
