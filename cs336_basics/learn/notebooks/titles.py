"""The notebooks of the course by number: their titles and files."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple

from cs336_basics.learn.notebooks.cards import read_lesson
from cs336_basics.learn.notebooks.run import NOTEBOOKS


class Title(NamedTuple):
    """A notebook.

    Attributes:
        title: as its heading has it, such as `02 · Naive BPE`.
        file: its name.
    """

    title: str
    file: str

    @property
    def link(self) -> str:
        """A Markdown link to it, from the folder where it stands."""
        return f"[{self.title}]({self.file})"


@cache
def titles(folder: Path = NOTEBOOKS) -> dict[str, Title]:
    """Number -> notebook.

    >>> titles()["02"]
    Title(title='02 · Naive BPE', file='02_naive_bpe.ipynb')
    """
    return {
        path.name[:2]: Title(read_lesson(path).title, path.name) for path in folder.glob("*.ipynb")
    }


def link(number: str) -> str:
    """A link to the notebook with this number, or its number alone where it is not there.

    >>> link("02")
    '[02 · Naive BPE](02_naive_bpe.ipynb)'
    """
    found = titles().get(number)
    return found.link if found else f"notebook {number}"
