"""The assignment's adapters: Stanford's own tests, dropped beside this file, run against us.

Source: CS336 assignment 1, tests/adapters.py (signatures).
"""

from __future__ import annotations

import os
from typing import Any

from cs336_basics import Tokenizer, train_bpe


def run_train_bpe(
    input_path: str | os.PathLike[str],
    vocab_size: int,
    special_tokens: list[str],
    **kwargs: Any,
) -> tuple[dict[int, bytes], list[tuple[bytes, bytes]]]:
    """Train a tokenizer, as the assignment's problem train_bpe asks."""
    return train_bpe(os.fspath(input_path), vocab_size, special_tokens, **kwargs)


def get_tokenizer(
    vocab: dict[int, bytes],
    merges: list[tuple[bytes, bytes]],
    special_tokens: list[str] | None = None,
) -> Tokenizer:
    """Build a tokenizer, as the assignment's problem tokenizer asks."""
    return Tokenizer(vocab, merges, special_tokens)
