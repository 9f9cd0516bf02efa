"""The nouns of the pipeline: every other module speaks in these words."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

Pair = tuple[bytes, bytes]
"""Two neighbouring tokens: `(b"t", b"h")`."""

Merges = list[Pair]
"""Pairs in the order they were merged; a pair's position is its rank."""

Vocab = dict[int, bytes]
"""Token id -> the bytes of the token."""

PretokenCounts = dict[bytes, int]
"""Pre-token (UTF-8 bytes) -> how often it occurs in the corpus."""

Progress = Callable[[int], object]
"""Called with the number of units (bytes, merges) done since the last call."""


class Merge(NamedTuple):
    """One step of training: the pair that was merged, and how often it occurred just before.

    >>> Merge((b"t", b"h"), 12).count
    12
    """

    pair: Pair
    count: int  # type: ignore[assignment]  # hides tuple.count, which a pair does not need


class Token(NamedTuple):
    """One token of a text, with its place in the UTF-8 bytes of the text.

    Attributes:
        id: its id.
        bytes: what it stands for.
        start: offset of its first byte.
        end: offset behind its last byte.
    """

    id: int
    bytes: bytes
    start: int
    end: int


class TokenizerData(NamedTuple):
    """All that a tokenizer is, as plain data: what files store and what `Tokenizer` is built from.

    Attributes:
        vocab: id -> bytes, the special tokens included.
        merges: in rank order.
        special_tokens: in the order given.
        pattern: a pattern name, or the source of a user's own pattern.
        training: where it came from (corpus names, sizes, sha256, …), if the file says so.
        special_ids: special token -> id, of those alone whose bytes another token has too.
        cut_last: special tokens that are looked for only in what the others leave.
    """

    vocab: Vocab
    merges: Merges
    special_tokens: list[str]
    pattern: str = "gpt2"
    training: dict[str, object] | None = None
    special_ids: dict[str, int] | None = None
    cut_last: list[str] | None = None
