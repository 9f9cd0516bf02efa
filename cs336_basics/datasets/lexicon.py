"""The words of the story generator, in every form that a template may ask for."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from itertools import product

from cs336_basics.datasets.inflect import (
    adverb,
    comparative,
    past,
    plural,
    present_participle,
    split_entry,
    superlative,
    third_person,
)


@cache
def word_lists() -> dict[str, list[str]]:
    """Every word list by the name that a template uses for it.

    Returns:
        ``thing`` -> ``['ball', 'hat', …]``, ``things`` -> ``['balls', 'hats', …]``,
        ``travel_ing`` -> ``['walking', …]``; in a list the more frequent words come first.

    >>> word_lists()["travel_past"][:3]
    ['walked', 'ran', 'hopped']
    """
    data = tomllib.loads(files(__package__).joinpath("words.toml").read_text("utf-8"))
    words, nouns, verbs, adjectives, parts = (
        {name: text.split() for name, text in data[kind].items()}
        for kind in ("words", "nouns", "verbs", "adjectives", "parts")
    )
    nouns |= {
        name: _joined(*(parts[part] for part in joined)) for name, joined in data["joined"].items()
    }
    short, manner = adjectives["short"], adjectives["manner"]
    lists = {name: _bases(entries) for name, entries in (words | nouns | verbs).items()}
    lists["few"] = words["few"][:11] * 4 + words["few"]
    lists["plain"] = _bases(short)
    lists["er"] = [comparative(entry) for entry in short]
    lists["est"] = [superlative(entry) for entry in short]
    lists["ly"] = [split_entry(entry)[2] or adverb(entry) for entry in manner]
    for name, numbers in {"number": (2, 1000), "date": (1, 29), "year": (1700, 2000)}.items():
        lists[name] = [str(n) for n in range(*numbers)]
    for name, entries in nouns.items():
        lists[name + "s"] = [plural(entry) for entry in entries]
    for name, entries in verbs.items():
        lists[name + "_past"] = [past(entry) for entry in entries]
        lists[name + "_ing"] = [present_participle(entry) for entry in entries]
        lists[name + "_s"] = [third_person(entry) for entry in entries]
    return lists


def _bases(entries: list[str]) -> list[str]:
    return [split_entry(entry)[0] for entry in entries]


def _joined(*parts: list[str]) -> list[str]:
    """Join every combination of parts, in an order that mixes them all from the start."""
    names = ["".join(choice) for choice in product(*parts)]
    step = 1_000_003  # a prime: it shares no factor with a shorter list, so each name comes once
    return [names[i * step % len(names)] for i in range(len(names))]
