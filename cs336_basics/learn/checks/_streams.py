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


def in_little_memory(fn: Function) -> Function:
    """Say of an answer about blocks if about as much as all of them was in memory at once."""

    @wraps(fn)
    def watched(blocks: list[bytes], *arguments: Any) -> Any:
        total = sum(map(len, blocks))
        answer, most = with_peak(fn, blocks, *arguments)
        if total >= _MUCH and most > total // 2:
            return ShortCut(answer, "with the blocks joined in memory")
        return answer

    return watched


def with_peak(fn: Function, *arguments: Any) -> tuple[Any, int]:
    """Call a function; return its answer, and the bytes that it held at most.

    >>> with_peak(lambda n: len(bytes(n)), 10**6)[1] > 10**6
    True
    """
    tracemalloc.start()
    try:
        answer = fn(*arguments)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    return answer, most


def blocks_text(value: Any) -> str:
    """Write blocks, and many of them by the first one.

    >>> blocks_text([b"aaaaaaaaa"] * 64)
    "[b'aaaa'…, 64 blocks]"
    """
    if isinstance(value, list) and len(value) >= _MANY:
        return f"[{value[0][:4]!r}…, {len(value)} blocks]"
    return repr(value)
