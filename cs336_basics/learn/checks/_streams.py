"""How the checks watch a stream: what was read when something came out, and how much was kept."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable, Iterable, Iterator
from functools import wraps
from typing import Any, TypeVar

from cs336_basics.learn.checker.vocab_text import vocab_text
from cs336_basics.learn.checks._roads import ShortCut

Function = Callable[..., Any]
Item = TypeVar("Item")

_MUCH = 1 << 20  # bytes
_MANY = 20  # blocks


class Pieces(dict[int, str]):
    """Number of ids read -> the text that came out then."""


def as_it_comes(fn: Function) -> Function:
    """Note what text comes out after how many ids: `{1: "a", 4: "牛"}`."""

    @wraps(fn)
    def text_after(ids: list[int], *arguments: Any) -> Pieces:
        taken: list[int] = []
        found = Pieces()
        for piece in fn(_noted(ids, taken), *arguments):
            if piece:
                found[len(taken)] = found.get(len(taken), "") + piece
        return found

    return text_after


def _noted(items: Iterable[Item], taken: list[Item]) -> Iterator[Item]:
    """Hand items over one by one, and note which were taken."""
    for item in items:
        taken.append(item)
        yield item


def pieces_text(value: Any) -> str:
    """Write what came out, and after how many ids.

    >>> pieces_text(Pieces({1: "a", 4: "牛"}))
    "'a' after 1 id, '牛' after 4 ids"
    """
    if not isinstance(value, Pieces):
        return vocab_text(value)
    said = [f"{text!r} after {n} id{'s' * (n != 1)}" for n, text in value.items()]
    return ", ".join(said) or "no text"


def sparing(fn: Function, size: Callable[..., int]) -> Function:
    """Let a function's answer count only if it held at most a quarter of what there is to read.

    Args:
        fn: the learner's function.
        size: bytes that there are to read, of the arguments; few may be read at once.
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


def blocks_text(value: Any) -> str:
    """Write blocks, and many of them by the first one.

    >>> blocks_text([b"aaaaaaaaa"] * 64)
    "[b'aaaa'…, 64 blocks]"
    """
    if isinstance(value, list) and len(value) >= _MANY:
        return f"[{value[0][:4]!r}…, {len(value)} blocks]"
    return repr(value)
