"""Check of notebook 08: count in threads, with the right counts and truly at the same time."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable
from functools import wraps
from typing import Any

from cs336_basics.corpus import count_bytes
from cs336_basics.learn.checker.frame import check
from cs336_basics.learn.checks._roads import ShortCut

__all__ = ["count_in_threads"]

_PATIENCE = 1.0  # seconds that a piece waits for another thread to begin one
_LONG = 100  # bytes; a shorter text may have no safe cut, so nobody demands two pieces of it


def count_in_threads(fn: Callable[..., Counter[str]]) -> None:
    """Check a learner's `count_in_threads(text, threads, count)`: the counts, and that two run."""

    @wraps(fn)
    def run(text: bytes, threads: int) -> Any:
        is_for_two = len(text) > _LONG and threads > 1
        watched = _Watched(patience=_PATIENCE if is_for_two else 0)
        counts = fn(text, threads, watched)
        if is_for_two and not watched.two.is_set():
            return ShortCut(counts, "never two pieces at the same time")
        return counts

    inputs = [(b"", 2), (b"a", 2), (b"a b", 1), (b"a b", 2), (b"a bc", 2), (b"a  b", 2)]
    inputs += [("é é".encode(), 2), (b"a   b", 3), (b"it's so", 3), (b"one\n\n two 22 three!!!", 4)]
    inputs += [(b"to be or not to be: " * 10, 2), ("Ça va? Très bien. ".encode() * 9, 3)]
    check(run, lambda text, _: count_bytes(text, []), inputs, form="{name}({arguments}, count)")


class _Watched:
    """Counts a piece, and notes whether another one was being counted meanwhile."""

    def __init__(self, patience: float) -> None:
        self.two = threading.Event()
        self._patience = patience
        self._one = threading.Lock()

    def __call__(self, piece: bytes) -> Counter[str]:
        is_first = self._one.acquire(blocking=False)
        if not is_first:
            self.two.set()
        self.two.wait(self._patience)
        if is_first:
            self._one.release()
        return count_bytes(piece, [])
