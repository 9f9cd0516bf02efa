"""What the assignment says, and what it leaves open: the law that learners' code is judged by.

The judge is the text of CS336, assignment 1, version 26.0.3. Where it is silent, every choice is
right, and this project's own choice is no more than that. Where it speaks, code that does otherwise
is wrong, even where the assignment's own tests do not look.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import NamedTuple

VERSION = "26.0.3"
"""The version of the assignment that everything here follows (2026-04-07)."""


class Rule(NamedTuple):
    """A sentence of the law.

    Attributes:
        title: what it is about, in a few words.
        sentence: what the assignment says of it, or leaves unsaid.
    """

    title: str
    sentence: str

    @property
    def heading(self) -> str:
        """The title with a capital letter, unless it begins with a name of the code."""
        is_code = "_" in self.title.partition(" ")[0]
        return self.title if is_code else self.title[0].upper() + self.title[1:]


class Rules(dict[str, Rule]):
    """Rules by name; a notebook shows them as a list."""

    def markdown(self) -> str:
        r"""Write a list, a line for each rule.

        >>> Rules({"a": Rule("an empty file", "Nothing is said.")}).markdown()
        '* **An empty file.** Nothing is said.\n'
        """
        return "".join(f"* **{rule.heading}.** {rule.sentence}\n" for rule in self.values())

    def _repr_markdown_(self) -> str:
        return self.markdown()


def _read() -> tuple[Rules, Rules]:
    text = Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")
    lists = tomllib.loads(text)
    one, other = (
        Rules({name: Rule(**rule) for name, rule in lists[key].items()})
        for key in ("open", "unseen")
    )
    return one, other


OPEN, UNSEEN = _read()
"""What the assignment leaves open, by name: every choice is right. What it says although its tests
do not look, in the order in which it is reported."""
