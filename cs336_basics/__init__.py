"""Byte-level BPE, from the first byte to a fast tokenizer; the package behind the notebooks.

The two names below are imported when they are asked for: worker processes start in half the time
without them.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cs336_basics.tokenizer import Tokenizer
    from cs336_basics.train import train_bpe

__all__ = ["Tokenizer", "train_bpe"]

_MODULES = {"Tokenizer": "tokenizer", "train_bpe": "train"}


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
    return globals()[name]
