"""What an open choice is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

Vocab = dict[int, bytes]
Merges = list[tuple[bytes, bytes]]


@dataclass(frozen=True)
class Choice:
    """An open point, and a way to take it.

    Attributes:
        name: a short name.
        sentence: what is so with this choice.
        apply: makes a trainer, or a tokenizer's class, that differs in this alone.
        subject: whose choice it is: of a trainer, `train_bpe`, or of a tokenizer, `Tokenizer`.
    """

    name: str
    sentence: str
    apply: Callable[[Any], Any]
    subject: Literal["train_bpe", "tokenizer"] = "train_bpe"
