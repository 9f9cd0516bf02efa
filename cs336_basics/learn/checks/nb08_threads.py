"""Check of notebook 08: count in threads, with the right counts and truly at the same time."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable
from functools import wraps
from typing import Any, NamedTuple

from cs336_basics.corpus import count_bytes
from cs336_basics.learn.checker.frame import check

__all__ = ["count_in_threads"]

_PATIENCE = 1.0  # seconds that a piece waits for another thread to begin one


class Counted(NamedTuple):
    """What counting in threads gave.

    Attributes:
        counts: pre-token -> count.
        at_the_same_time: whether two pieces were being counted at one moment.
    """

    counts: Any
    at_the_same_time: bool

    def __repr__(self) -> str:
        alone = "" if self.at_the_same_time else ", never two pieces at the same time"
        return f"{self.counts!r}{alone}"


def count_in_threads(fn: Callable[..., Counter[str]]) -> None:
    """Check a learner's `count_in_threads(text, threads, count)`: the counts, and that two run."""

    @wraps(fn)
    def run(text: bytes, threads: int) -> Counted:
        watched = _Watched(patience=_PATIENCE if _is_long(text) and threads > 1 else 0)
        return Counted(fn(text, threads, watched), watched.at_the_same_time)

    def expected(text: bytes, threads: int) -> Counted:
        return Counted(count_bytes(text, []), _is_long(text) and threads > 1)

    def same(wanted: Counted, got: Counted) -> bool:
        # A short text may have no safe cut, so nobody demands two pieces of it.
        return wanted.counts == got.counts and wanted.at_the_same_time <= got.at_the_same_time

    inputs = [(b"", 2), (b"a", 2), (b"a b", 1), (b"a b", 2), (b"a bc", 2), (b"a  b", 2)]
    inputs += [("é é".encode(), 2), (b"a   b", 3), (b"it's so", 3), (b"one\n\n two 22 three!!!", 4)]
    inputs += [(b"to be or not to be: " * 10, 2), ("Ça va? Très bien. ".encode() * 9, 3)]
    check(run, expected, inputs, same=same, form="{name}({arguments}, count)")


def _is_long(text: bytes) -> bool:
    return len(text) > 100


class _Watched:
    """Counts a piece, and notes whether another one was being counted meanwhile."""

    def __init__(self, patience: float) -> None:
        self._patience = patience
        self._lock = threading.Lock()
        self._two = threading.Event()
        self._active = 0

    @property
    def at_the_same_time(self) -> bool:
        return self._two.is_set()

    def __call__(self, piece: bytes) -> Counter[str]:
        with self._lock:
            self._active += 1
            if self._active > 1:
                self._two.set()
        self._two.wait(self._patience)
        with self._lock:
            self._active -= 1
        return count_bytes(piece, [])
