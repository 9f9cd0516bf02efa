"""How the checks watch a stream: what was read when something came out, and how much was kept."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable, Iterator
from functools import wraps
from typing import Any

from cs336_basics.learn.checks._roads import ShortCut

Function = Callable[..., Any]

_MUCH = 1 << 20  # bytes; what is less may be held at once


def as_it_comes(fn: Function) -> Function:
    """Make a function that says what text comes out after how many ids.

    >>> as_it_comes(lambda ids: map(chr, ids))([97, 98])
    "'a' after 1 id, 'b' after 2 ids"
    """

    @wraps(fn)
    def said(ids: list[int], *arguments: Any) -> str:
        taken = 0

        def noted() -> Iterator[int]:
            nonlocal taken
            for each in ids:
                taken += 1
                yield each

        found: dict[int, str] = {}
        for piece in fn(noted(), *arguments):
            if piece:
                found[taken] = found.get(taken, "") + piece
        lines = [f"{text!r} after {n} id{'s' * (n != 1)}" for n, text in found.items()]
        return ", ".join(lines) or "no text"

    return said


def sparing(fn: Function, size: Callable[..., int]) -> Function:
    """Let a function's answer count only if it held at most a quarter of what there is to read.

    Args:
        fn: the learner's function.
        size: how many bytes there are to read, of the arguments.
    """

    @wraps(fn)
    def watched(*arguments: Any) -> Any:
        total = size(*arguments)
        if total < _MUCH:
            return fn(*arguments)
        tracemalloc.start()
        try:
            answer = fn(*arguments)
            _, most = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        if most <= total // 4:
            return answer
        share = f"{most / 1e6:.0f} MB of {total / 1e6:.0f} MB"
        return ShortCut(answer, f"it holds {share} at once: keep no more than a block")

    return watched
