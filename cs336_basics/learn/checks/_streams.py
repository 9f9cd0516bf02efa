"""How the checks watch a stream: what was read when something came out."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeVar

from cs336_basics.learn.checks._vocab_text import vocab_text

Function = Callable[..., Any]
Item = TypeVar("Item")

LONG_STREAM = [" cat" * 100] * 1000
"""Chunks of which nobody has to read the last to be sure of the first."""

IN_TIME = "an id before the end of the stream"
"""What a stream must give."""

_MUCH = 1 << 20  # bytes
_MANY = 20  # blocks


class Pieces(dict[int, str]):
    """Number of ids read -> the text that came out then."""


def as_it_comes(fn: Function) -> Function:
    """Note what text comes out after how many ids: `{1: "a", 4: "牛"}`."""

    def text_after(ids: list[int], *arguments: Any) -> Pieces:
        taken: list[int] = []
        found = Pieces()
        for piece in fn(_noted(ids, taken), *arguments):
            if piece:
                found[len(taken)] = found.get(len(taken), "") + piece
        return found

    text_after.__name__ = fn.__name__
    return text_after


def reads_on(stream: Function, chunks: list[str]) -> str:
    """Say whether ids come out of a stream before its end has been read."""
    taken: list[str] = []
    next(iter(stream(_noted(chunks, taken))), None)
    early = len(taken) < len(chunks)  # how much is gathered first is up to the tokenizer
    return IN_TIME if early else "no id before its end was read"


def in_little_memory(fn: Function) -> Function:
    """Say of an answer about blocks if about as much as all of them was in memory at once."""

    def watched(blocks: list[bytes], *arguments: Any) -> Any:
        total = sum(map(len, blocks))
        answer, most = with_peak(fn, blocks, *arguments)
        too_much = total >= _MUCH and most > total // 2
        return f"{answer!r}, with the blocks joined in memory" if too_much else answer

    watched.__name__ = fn.__name__
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
        return _by_the_first(value, 4, "blocks")
    return value if isinstance(value, str) else repr(value)


def pieces_text(value: Any) -> str:
    """Write what came out, and after how many ids.

    >>> pieces_text(Pieces({1: "a", 4: "牛"}))
    "'a' after 1 id, '牛' after 4 ids"
    """
    if not isinstance(value, Pieces):
        return vocab_text(value)
    said = [f"{text!r} after {n} id{'s' * (n != 1)}" for n, text in value.items()]
    return ", ".join(said) or "no text"


def stream_text(chunks: list[str]) -> str:
    """Write a long stream by its first chunk.

    >>> stream_text([" cat cat cat"] * 1000)
    "[' cat cat'…, 1,000 chunks]"
    """
    return _by_the_first(chunks, 8, "chunks")


def _by_the_first(pieces: Sequence[str | bytes], shown: int, what: str) -> str:
    return f"[{pieces[0][:shown]!r}…, {len(pieces):,} {what}]"


def _noted(items: Iterable[Item], taken: list[Item]) -> Iterator[Item]:
    """Hand items over one by one, and note which were taken."""
    for item in items:
        taken.append(item)
        yield item
