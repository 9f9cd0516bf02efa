"""Byte-level BPE, from the first byte to a fast tokenizer; the package behind the notebooks."""

from __future__ import annotations

from cs336_basics.tokenizer import Tokenizer
from cs336_basics.train import train_bpe

__all__ = ["Tokenizer", "train_bpe"]
