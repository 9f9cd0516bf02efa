"""What a catalogued mistake is: a part of the recipe done wrong, and what to know about it."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

from cs336_basics.learn.checker.cases import Case
from cs336_basics.learn.mistakes.recipe import REFERENCE, Recipe

Parts = Mapping[str, Any]
"""Name of a part of `Recipe` -> the function that takes its place."""

MERGING = ("iter_merges", "train_bpe")
TRAINING = ("train_bpe",)
CUTTING = ("train_bpe", "tokenizer")
ENCODING = ("tokenizer",)
STREAMING = ("encode_iterable", "tokenizer")
DECODING = ("decode", "tokenizer")


@dataclass(frozen=True)
class Mistake:
    """One way to go wrong.

    Attributes:
        name: a short name, such as `ties-first-seen`.
        seen_by: the checks that can see it.
        example: a smallest case on which it and the reference differ.
        parts: what it replaces in the recipe.
        variants: other parts that amount to the same mistake, as code of another shape gives.
        open: the name in `law.OPEN` of what the assignment leaves open here; the mistake is then
            no more than another choice than ours. Empty for nearly all.
    """

    name: str
    seen_by: tuple[str, ...]
    example: Case
    parts: Parts
    variants: tuple[Parts, ...] = field(default=())
    open: str = ""

    @property
    def title(self) -> str:
        """The diagnosis, as half a sentence that follows "It looks as if …"."""
        return _prose()[self.name]["title"]

    @property
    def why(self) -> str:
        """One paragraph: what happens, why people write it, what to do instead."""
        return _prose()[self.name]["why"].replace("\n", " ")

    @property
    def notebook(self) -> str:
        """The number of the notebook that teaches it, such as `02`."""
        return _prose()[self.name]["notebook"]

    @property
    def recipes(self) -> tuple[Recipe, ...]:
        """The recipes with this mistake, the plainest first."""
        return tuple(replace(REFERENCE, **parts) for parts in (self.parts, *self.variants))


@cache
def _prose() -> dict[str, dict[str, str]]:
    """What `prose.toml` says of each mistake."""
    return tomllib.loads(Path(__file__).with_name("prose.toml").read_text(encoding="utf-8"))
