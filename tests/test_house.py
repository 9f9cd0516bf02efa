"""Who may import whom: each folder knows only what is below it, and no two modules know each other.

The imports are read from the source, so those inside functions count too, and so do those that only
type checkers follow.
"""

from __future__ import annotations

import ast
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

import cs336_basics

PACKAGE = "cs336_basics"
FOLDER = Path(cs336_basics.__file__).parent

HOUSE = """
cli
learn
measure testing
tokenizer train
storage trainers corpus
kernels
compiled text datasets
arguments bars collector datatypes errors files merge_ranks pairs repository room streams vocab
"""
FLOOR = {
    name: -number
    for number, names in enumerate(HOUSE.strip().splitlines())
    for name in names.split()
}
"""Folder or module -> how high it is; the nouns, at the bottom, know one another alone."""

LENT = {
    "learn.checker.subjects._first_difference": "the page of stories tells differences",
    "learn.checker.subjects._material": "the page of stories uses the same texts",
    "learn.checker.subjects._scratch": "one examination keeps one folder of files for all subjects",
    "learn.show._html": "pictures and the museum write HTML by the same rules",
    "learn.show._tokens": "the museum colours tokens as the notebooks do",
}
"""Private modules that other folders use all the same, and why."""

Imports = Mapping[str, frozenset[str]]
"""Module -> the modules that it imports, all without the name of the package."""


def read_imports(folder: Path) -> Imports:
    """Read the imports of every file of a package; `""` is the package itself."""
    files = {name_of(path, folder): path for path in sorted(folder.rglob("*.py"))}
    return {
        name: frozenset(imports_of(path, name, frozenset(files))) - {name}
        for name, path in files.items()
    }


def name_of(path: Path, folder: Path) -> str:
    """Name a file as a module of the package; a folder's `__init__` is the folder."""
    parts = path.relative_to(folder).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports_of(path: Path, name: str, modules: frozenset[str]) -> Iterator[str]:
    """Yield the modules of the package that a file imports, wherever in it."""
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            yield from (own for alias in node.names if (own := within(alias.name)) in modules)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{name} imports by dots, which nobody can search for"
            if (source := within(node.module or "")) not in modules:
                continue
            for alias in node.names:
                inner = f"{source}.{alias.name}".lstrip(".")
                if not source:  # what the package itself hands on is in one of these two
                    inner = cs336_basics._MODULES.get(alias.name, inner)
                yield inner if inner in modules else source


def within(name: str) -> str:
    """Take the package's name away; what is not of it becomes a name that no module has."""
    return name.removeprefix(PACKAGE).lstrip(".") if name.split(".")[0] == PACKAGE else "?"


def upward(imports: Imports) -> list[str]:
    """Tell every import of something that is above its importer."""
    return [
        f"{name} imports {other}, which is above it"
        for name, others in imports.items()
        for other in sorted(others)
        if floor(other) > floor(name)
    ]


def floor(module: str) -> int:
    """Say how high a module is; the package itself hands on names, and is above all."""
    return FLOOR[module.split(".")[0]] if module else 1


def private(imports: Imports) -> list[str]:
    """Tell every import of a module that is for its own folder."""
    return [
        f"{name} imports {other}, which is private to its folder"
        for name, others in imports.items()
        for other in sorted(others)
        if (parts := other.split("."))[-1].startswith("_")
        and not f"{name}.".startswith(f"{'.'.join(parts[:-1])}.")
    ]


def circles(imports: Imports) -> list[str]:
    """Tell the shortest way from a module back to it, once for each circle."""
    told: dict[frozenset[str], str] = {}
    for start in imports:
        ways = [[start]]
        seen: set[str] = set()
        for way in ways:  # it grows meanwhile: the shortest ways come first
            for other in sorted(imports.get(way[-1], ())):
                if other == start:
                    told.setdefault(frozenset(way), " imports ".join([*way, start]))
                    ways.clear()
                    break
                if other not in seen:
                    seen.add(other)
                    ways.append([*way, other])
    return list(told.values())


@pytest.fixture(scope="module")
def imports() -> Imports:
    """The imports of this package."""
    return read_imports(FOLDER)


def test_every_part_has_its_floor(imports: Imports) -> None:
    """A new folder, or a module beside the folders, needs a place in the house."""
    assert set(FLOOR) == {name.split(".")[0] for name in imports if name}


def test_nothing_imports_upward(imports: Imports) -> None:
    """What is below can be read, tested and used without what is above."""
    assert [] == upward(imports)


def test_no_modules_import_each_other(imports: Imports) -> None:
    """Neither directly nor by way of others."""
    assert [] == circles(imports)


def test_a_private_module_is_used_in_its_folder_alone(imports: Imports) -> None:
    """Its name begins with an underscore; those that are lent are lent to somebody."""
    told = [line for line in private(imports) if not any(f" {name}, " in line for name in LENT)]
    unused = [name for name in LENT if not any(f" {name}, " in line for line in private(imports))]

    assert ([], []) == (told, unused)


LATER = {
    "": ["arguments", "datatypes", "errors", "tokenizer", "train"],
    "corpus": ["corpus.processes", "compiled", "storage", "tokenizer"],
    "tokenizer": ["corpus", "compiled", "storage.yaml_file", "storage.hf_json", "trainers"],
}
FOREIGN = ["multiprocessing", "numpy", "numba", "tqdm", "yaml"]


@pytest.mark.parametrize("module", LATER)
def test_what_a_caller_may_not_need_is_imported_later(python: str, module: str) -> None:
    """Importing a folder is quick: what is slow comes with the first call that needs it."""
    name = f"{PACKAGE}.{module}".rstrip(".")
    later = [f"{PACKAGE}.{each}" for each in LATER[module]] + FOREIGN
    code = f"import sys, {name}; print([each for each in {later} if each in sys.modules])"

    done = subprocess.run([python, "-c", code], capture_output=True, text=True, check=True)

    assert "[]" == done.stdout.strip()


def test_a_violation_is_told(tmp_path: Path) -> None:
    """Each kind, in a function and for type checkers too; what is as it should be is not told."""
    files = {
        "__init__.py": "",
        "errors.py": "def later():\n    from cs336_basics.storage import yaml_file",
        "storage/__init__.py": "",
        "storage/yaml_file.py": "import cs336_basics.errors\nfrom cs336_basics.text import _own",
        "storage/near.py": "from cs336_basics.storage._own import x",
        "storage/_own.py": "import os",
        "text/__init__.py": "if TYPE_CHECKING:\n    from cs336_basics import Tokenizer",
        "text/_own.py": "",
        "tokenizer/__init__.py": "from cs336_basics import errors",
    }
    for name, code in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(code)

    imports = read_imports(tmp_path)

    assert [
        "errors imports storage.yaml_file, which is above it",
        "text imports tokenizer, which is above it",
    ] == upward(imports)
    assert ["errors imports storage.yaml_file imports errors"] == circles(imports)
    assert ["storage.yaml_file imports text._own, which is private to its folder"] == private(
        imports
    )
