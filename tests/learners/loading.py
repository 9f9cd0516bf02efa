"""Finds the bodies beside this file and loads one, or a text made from one, as a module."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

FOLDER = Path(__file__).parent


def bodies(folder: str) -> list[str]:
    """The bodies in `trainers` or `tokenizers`, such as `trainers/heap_lazy.py`."""
    paths = sorted((FOLDER / folder).glob("[a-z]*.py"))
    return [path.relative_to(FOLDER).as_posix() for path in paths]


def source_of(body: str) -> str:
    """The text of a body."""
    return (FOLDER / body).read_text(encoding="utf-8")


@contextmanager
def loaded(source: str, folder: Path, name: str) -> Iterator[ModuleType]:
    """Write a text into a folder and import it, so that processes it starts find it as well."""
    path = folder / f"{name}.py"
    path.write_text(source, encoding="utf-8")
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    sys.path.insert(0, str(folder))
    try:
        spec.loader.exec_module(module)
        yield module
    finally:
        sys.path.remove(str(folder))
        del sys.modules[name]
