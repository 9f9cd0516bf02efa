"""Where in a learner's code an error came up: of a traceback, the lines that are their own.

A traceback passes through this package, the standard library and installed packages. What a
learner can mend is the last line of their own.
"""

from __future__ import annotations

import linecache
import os
import re
import sysconfig
from collections.abc import Iterator
from pathlib import Path
from traceback import walk_tb
from typing import NamedTuple

_CHECKS = str(Path(__file__).parents[1]) + os.sep
_PACKAGE = str(Path(__file__).parents[2]) + os.sep
_LIBRARY = tuple({sysconfig.get_path(name) + os.sep for name in ("stdlib", "platstdlib")})
_INSTALLED = re.compile(r"[/\\](site|dist)-packages[/\\]")
_FROM_A_WORKER = re.compile(r'File "(.+)", line (\d+), in (\S+)')

_homes: list[str] = []


class Place(NamedTuple):
    """A line of a learner's code.

    Attributes:
        file: its name, seen from the learner's folder; empty for a notebook.
        line: its number.
        text: what is written there.
        function: the function that it is in.
    """

    file: str
    line: int
    text: str
    function: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}" if self.file else f"line {self.line}"

    @property
    def told(self) -> str:
        """The place in words.

        >>> Place("bpe.py", 21, "return x", "f").told
        'in bpe.py, line 21: return x'
        """
        file = f"{self.file}, " if self.file else ""
        return f"in {file}line {self.line}: {self.text}"


def call_home(folder: Path) -> None:
    """Count what is in this folder as the learner's, and show its files as seen from there."""
    home = str(folder) + os.sep
    if home not in _homes:
        _homes.append(home)


def own_places(error: BaseException) -> list[Place]:
    """The learner's own lines that an error passed through; the one that raised it is the last.

    >>> own_places(ValueError())  # it was not raised
    []
    """
    lines = list(_lines(error))
    for is_own in (_is_at_home, _is_of_none, _is_of_the_package):
        places = [place for each in lines if is_own(each[0]) and (place := _place(*each))]
        if places:
            break
    if isinstance(error, SyntaxError) and error.text and error.lineno:
        # The line that cannot be read was not run.
        file = _shown(error.filename or "")
        places.append(Place(file, error.lineno, error.text.strip(), "<module>"))
    return places


def _lines(error: BaseException) -> Iterator[tuple[str, int, str]]:
    for frame, line in walk_tb(error.__traceback__):
        yield frame.f_code.co_filename, line, frame.f_code.co_qualname
    # What a worker of a pool raised comes with its traceback as text.
    if type(error.__cause__).__name__.endswith("RemoteTraceback"):
        for file, number, function in _FROM_A_WORKER.findall(str(error.__cause__)):
            yield file, int(number), function


def _place(file: str, line: int, function: str) -> Place | None:
    text = linecache.getline(file, line).strip()
    if not text:
        return None
    function = re.sub(r"(\.<locals>)?\.<\w+>$", "", function)  # a comprehension is in a function
    return Place(_shown(file), line, text, function.rpartition("<locals>.")[2])


def _is_at_home(file: str) -> bool:
    if file.startswith(_PACKAGE):
        return False
    return any(
        file.startswith(home) and not _INSTALLED.search(file[len(home) :]) for home in _homes
    )


def _is_of_none(file: str) -> bool:
    """Whether a file belongs neither to this package nor to a library."""
    return not file.startswith((_PACKAGE, "<frozen", *_LIBRARY)) and not _INSTALLED.search(file)


def _is_of_the_package(file: str) -> bool:
    return file.startswith(_PACKAGE) and not file.startswith(_CHECKS)


def _shown(file: str) -> str:
    if file.startswith(("<", "cell ")) or "ipykernel_" in file:
        return ""
    for folder in [*_homes, os.getcwd() + os.sep]:
        if file.startswith(folder):
            return Path(file[len(folder) :]).as_posix()
    return Path(file).name
