"""Tells a story: picks a shape and a cast, and fills the slots of its sentences.

Chance comes from one method, `random.Random.random()`. Python promises that it gives the same
numbers for the same seed in every release; `choice`, `shuffle` and `randrange` carry no such
promise. From those numbers we only multiply and cut off, which every machine does alike.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable
from random import Random

from cs336_basics.datasets.grammar import rules, shapes
from cs336_basics.datasets.inflect import capitalized, with_article
from cs336_basics.datasets.lexicon import word_lists

SEPARATOR = "\n<|endoftext|>\n"

_SLOT = re.compile(r"\{(a |A )?(\w+)(!?)\}|\[(a |A )?(\w+)\]")
Draw = Callable[[], str]

# What a story keeps from its first word to its last: name in brackets -> word list.
_CAST = {
    "place": "village",
    "far": "far",
    "thing": "thing",
    "colour": "colour",
    "creature": "creature",
    "gadget": "gadget",
    "bake": "bake",
    "sound": "sound",
}
_PRONOUNS = {"girl": ("she", "her", "her"), "boy": ("he", "him", "his")}


class Storyteller:
    """Tells one story after the other; `seed` decides which.

    A template is compiled once into a format string and the draws that fill it. Each draw is a
    closure over its words and the one source of chance.
    """

    def __init__(self, seed: int) -> None:
        self._random = Random(seed).random
        self._cast: dict[str, str] = {}
        self._draws: dict[str, Draw] = {}
        lists = word_lists()
        self._plurals = {
            name: dict(zip(lists[name], lists[name + "s"], strict=True))
            for name in ("thing", "creature")
        }
        self._shapes = [
            (self._rule(shape.titles), [self._rule(wordings) for wordings in shape.paragraphs])
            for shape in shapes()
        ]

    def tell(self) -> str:
        """Tell one story, ``<|endoftext|>`` line included."""
        self._choose_cast()
        title, paragraphs = self._shapes[int(self._random() * len(self._shapes))]
        parts = [paragraph() for paragraph in paragraphs]
        if self._random() < 0.3:
            parts.insert(0, title())
        return "\n\n".join(parts) + SEPARATOR

    def _choose_cast(self) -> None:
        cast = self._cast
        cast.clear()
        for name, source in _CAST.items():
            cast[name] = self._list(source)()
        cast["things"] = self._plurals["thing"][cast["thing"]]
        cast["creatures"] = self._plurals["creature"][cast["creature"]]
        self._choose_character("hero", "kind", "")
        self._choose_character("friend", "fkind", "f")
        count, more = 12 + int(self._random() * 400), 3 + int(self._random() * 99)
        cast |= {"count": str(count), "more": str(more), "total": str(count + more)}
        cast |= {"left": str(count + more - 3), "less": str(count - 1 - count // 9)}

    def _choose_character(self, name: str, kind: str, prefix: str) -> None:
        """Choose a name, a kind and pronouns: a girl, a boy or an animal."""
        gender = "girl" if self._random() < 0.5 else "boy"
        child = self._random() < 0.35
        own_name = child or self._random() < 0.5
        self._cast[name] = self._list(gender if own_name else "nickname")()
        self._cast[kind] = gender if child else self._list("animal")()
        for plain, pronoun in zip(("he", "him", "his"), _PRONOUNS[gender], strict=True):
            self._cast[prefix + plain] = pronoun

    def _draw(self, name: str) -> Draw:
        """Draw for one slot's name: a rule, or a word list; a capital letter asks for a capital."""
        if name not in self._draws:
            if name in rules():
                self._draws[name] = self._rule(rules()[name])
            elif name in word_lists():
                self._draws[name] = self._list(name)
            else:
                lower = self._draw(name[0].lower() + name[1:])
                self._draws[name] = lambda: capitalized(lower())
        return self._draws[name]

    def _list(self, name: str) -> Draw:
        if name in self._draws:
            return self._draws[name]
        words, chance = word_lists()[name], self._random
        count = len(words)
        # Long lists lean towards their first words, as English does; short ones are drawn evenly.
        leaning = count > 64
        recent: deque[int] = deque(maxlen=min(6, count // 3))

        def draw() -> str:
            r = chance()
            i = int(r * r * count if leaning else r * count)
            while i in recent:  # so that no list reads "a fox, a fox and a fox"
                i = (i + 1) % count
            recent.append(i)
            return words[i]

        self._draws[name] = draw
        return draw

    def _rule(self, wordings: list[str]) -> Draw:
        templates = [self._template(wording) for wording in wordings]
        chance, count = self._random, len(templates)
        last = -1

        def draw() -> str:
            nonlocal last
            i = int(chance() * count)
            if i == last and count > 2:
                i = (i + 1) % count
            last = i
            text, draws = templates[i]
            return text % tuple([fill() for fill in draws])

        return draw

    def _template(self, wording: str) -> tuple[str, list[Draw]]:
        """Compile a wording into a format string and one draw for each of its slots."""
        draws = [self._slot(*match.groups(default="")) for match in _SLOT.finditer(wording)]
        return _SLOT.sub("%s", wording.replace("%", "%%")), draws

    def _slot(self, article: str, name: str, remember: str, cast_article: str, cast: str) -> Draw:
        fill = self._draw(name) if name else self._member(cast)
        if remember:
            fill = self._remembered(name, self._draw(name.lower()))
        match article or cast_article:
            case "a ":
                return lambda: with_article(fill())
            case "A ":
                return lambda: capitalized(with_article(fill()))
        return fill

    def _remembered(self, name: str, fill: Draw) -> Draw:
        cast, lower = self._cast, name.lower()

        def draw() -> str:
            cast[lower] = fill()
            return cast[lower] if name == lower else capitalized(cast[lower])

        return draw

    def _member(self, name: str) -> Draw:
        cast = self._cast
        if name.islower():
            return lambda: cast[name]
        lower = name.lower()
        return lambda: capitalized(cast[lower])
