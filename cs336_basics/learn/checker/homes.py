"""A learner's folders: what they hold, and the world as it is for code that is at home there.

A learner's package may well be called `cs336_basics`, like this one: the assignment's is. So while
their code is imported and called, their modules stand in the place of ours.
"""

from __future__ import annotations

import ast
import importlib
import os
import sys
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import NamedTuple, Self

from cs336_basics.learn.checker import places, stand_ins

_PROJECT = ("pyproject.toml", ".git", "setup.py")
_FAR = 4  # folders above a file


class Found(NamedTuple):
    """Where a module is.

    Attributes:
        folders: the folders to import from, the first first.
        dotted: the name to import.
    """

    folders: list[Path]
    dotted: str


def find_module(name: str, here: Path) -> Found:
    """Of a module that is named with dots: it is in the folder here, or in its project.

    >>> find_module("json", Path("/")).folders == [Path("/")]
    True
    """
    project = _project(here / name)
    return Found(_distinct([here, here / "src", *_roots(project)]), name)


def find_file(path: Path) -> Found:
    """Of a file: the folder that its package is in, its project, and where its imports are."""
    imported, levels = _imports(path)
    project = _project(path)
    names, folder = [path.stem], path.parent
    while folder != project and ((folder / "__init__.py").is_file() or len(names) <= levels):
        names.insert(0, folder.name)
        folder = folder.parent
    folders = [folder, *_roots(project)]
    above = list(path.parents)[:_FAR]
    if project in above:
        above = above[: above.index(project)]
    for parent in above:
        for each in _roots(parent):
            held = {name for name in imported if holds(each, name)}
            if held and not any(holds(known, name) for known in folders for name in held):
                folders.append(each)
    return Found(_distinct(folders), ".".join(names))


def holds(folder: Path, name: str) -> bool:
    """Whether a folder has a package or a module of this name."""
    if (folder / f"{name}.py").is_file() or (folder / name / "__init__.py").is_file():
        return True
    return (folder / name).is_dir() and stand_ins.holds_code(folder / name)


def _project(path: Path) -> Path | None:
    return next(
        (each for each in path.parents if any((each / mark).exists() for mark in _PROJECT)), None
    )


def _roots(folder: Path | None) -> list[Path]:
    return [] if folder is None else [folder, folder / "src"]


def _distinct(folders: list[Path]) -> list[Path]:
    return list(dict.fromkeys(each for each in folders if each.is_dir()))


def _imports(path: Path) -> tuple[set[str], int]:
    """The modules that a file imports, and how far up its relative imports reach."""
    try:
        nodes = list(ast.walk(ast.parse(path.read_bytes())))
    except (SyntaxError, ValueError):  # it will be told when it is imported
        return set(), 0
    names = {a.name for node in nodes if isinstance(node, ast.Import) for a in node.names}
    origins = [node for node in nodes if isinstance(node, ast.ImportFrom)]
    names |= {node.module for node in origins if node.module and not node.level}
    return {name.partition(".")[0] for name in names}, max((n.level for n in origins), default=0)


class Home:
    """The world as it is for a learner's code: `with home:`, again and again.

    Args:
        found: the module.
        started: the file that the command names, or the module.
    """

    def __init__(self, found: Found, started: str) -> None:
        self.found, self.started = found, started
        self._depth = 0
        self._theirs: dict[str, ModuleType] = {}
        self._ours: dict[str, ModuleType] = {}
        self._path = [*map(str, found.folders), *sys.path]
        self._outside: tuple[list[str], list[str], str | None] = [], [], None

    def __enter__(self) -> Self:
        self._depth += 1
        if self._depth == 1:
            self._go_in()
        return self

    def __exit__(self, *_: object) -> None:
        self._depth -= 1
        if self._depth == 0:
            self._go_out()

    def _go_in(self) -> None:
        folders = list(map(str, self.found.folders))
        for folder in self.found.folders:
            places.call_home(folder)
        self._outside = list(sys.path), list(sys.argv), os.environ.get(stand_ins.HOMES)
        self._ours = _taken_out(self._names) | {"__main__": sys.modules["__main__"]}
        sys.modules.update(self._theirs)
        sys.modules["__main__"] = self._main
        sys.path[:], sys.argv[:] = self._path, [self.started]
        os.environ[stand_ins.HOMES] = os.pathsep.join(folders)
        stand_ins.install(folders)
        importlib.invalidate_caches()

    def _go_out(self) -> None:
        stand_ins.remove()
        self._path = list(sys.path)  # they may have added to it
        absent = {
            name.partition(".")[0]
            for name, module in sys.modules.items()
            if isinstance(module, stand_ins.StandInModule)
        }
        self._theirs = _taken_out(self._names | absent)
        sys.modules.update(self._ours)
        sys.path[:], sys.argv[:], homes = self._outside
        os.environ.pop(stand_ins.HOMES, None)
        if homes is not None:
            os.environ[stand_ins.HOMES] = homes

    @cached_property
    def _names(self) -> set[str]:
        """What of the loaded modules, by their first names, is not what their code would import."""
        held = {
            path.name.partition(".")[0] for each in self.found.folders for path in each.iterdir()
        }
        held -= sys.stdlib_module_names | {"__main__"}
        held.add(self.found.dotted.partition(".")[0])  # as a script goes before the library
        return {
            name
            for name in held
            for folder in [next((each for each in self.found.folders if holds(each, name)), None)]
            if folder and not _is_from(sys.modules.get(name), folder / name)
        }

    @cached_property
    def _main(self) -> ModuleType:
        """The `__main__` of their code, which multiprocessing runs first in new workers."""
        main = ModuleType("__main__")
        main.__file__ = stand_ins.__file__
        return main


def _is_from(module: ModuleType | None, path: Path) -> bool:
    origins = [getattr(module, "__file__", None), *getattr(module, "__path__", [])]
    return any(origin and Path(origin).is_relative_to(path.parent) for origin in origins)


def _taken_out(names: set[str]) -> dict[str, ModuleType]:
    loaded = [name for name in sys.modules if name.partition(".")[0] in names]
    return {name: sys.modules.pop(name) for name in loaded}
