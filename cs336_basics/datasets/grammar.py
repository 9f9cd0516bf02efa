"""The sentences of the story generator; `rules.toml` says how one is written."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple


class Shape(NamedTuple):
    """One kind of story: its possible titles, and the wordings of each paragraph in order."""

    titles: list[str]
    paragraphs: list[list[str]]


@cache
def rules() -> dict[str, list[str]]:
    """The wordings of each sentence that every story can use, by the rule's name.

    >>> rules()["lantern"][:2]
    ['lantern', 'candle']
    """
    return _read("rules.toml")


@cache
def shapes() -> list[Shape]:
    """Every kind of story, in the order of `shapes.toml`.

    >>> shapes()[0].titles[1]
    'Where Is the [Thing]?'
    """
    return [
        # A paragraph that has only a name is one of the rules.
        Shape(
            shape["titles"], [rules()[p] if isinstance(p, str) else p for p in shape["paragraphs"]]
        )
        for shape in _read("shapes.toml")["shapes"]
    ]


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads(files(__package__).joinpath(name).read_text("utf-8"))
