"""Find a learner's code by name: `my_module:train_bpe`, `file.py:Tokenizer`, `tests/adapters.py`.

It is imported in the child process alone, so that an import that hangs or ends the process does no
harm, and it finds there what it finds at home: see `homes` and `stand_ins`.
"""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from cs336_basics.errors import BPEError
from cs336_basics.learn.checker.calls import keep, more_time
from cs336_basics.learn.checker.homes import Found, Home, find_file, find_module
from cs336_basics.learn.checker.sandbox import open_box

_KNOWN = {  # names in the assignment's adapters.py and in its handout, and what they are
    "run_train_bpe": "train_bpe",
    "train_bpe": "train_bpe",
    "iter_merges": "iter_merges",
    "find_chunk_boundaries": "find_chunk_boundaries",
    "get_tokenizer": "tokenizer",
    "Tokenizer": "tokenizer",
}


class TargetError(BPEError, ValueError):
    """A name that leads to no code: no such module, file or attribute."""


class Part(NamedTuple):
    """Something to check.

    Attributes:
        name: the attribute of the module.
        subject: what it is meant to be, a name in `SUBJECTS`.
    """

    name: str
    subject: str


class Target:
    """A learner's module, imported when it is first needed.

    Args:
        text: `module`, `module:name`, `path/to/file.py`, or `path/to/file.py:name`.

    >>> Target("json:loads").attribute
    'loads'
    """

    def __init__(self, text: str) -> None:
        self.module, self.attribute = _split(text)
        self.home = Home(_found(self.module), self.module)
        self._loaded: ModuleType | None = None

    def parts(self, subject: str = "") -> list[Part]:
        """What is there to check: the attribute named, or all that go by a known name.

        Args:
            subject: what the attribute is meant to be, where its name and arguments do not tell.

        Raises:
            TargetError: nothing to check.
        """
        module = self._load()
        if self.attribute:
            if not hasattr(module, self.attribute):
                raise TargetError(f"{self.module} has no {self.attribute!r}")
            found = getattr(module, self.attribute)
            return [Part(self.attribute, subject or _guess(self.attribute, found))]
        parts = {
            subject: Part(name, subject)
            for name, subject in reversed(_KNOWN.items())
            if callable(getattr(module, name, None))
        }
        if not parts:
            known = ", ".join(_KNOWN)
            raise TargetError(f"{self.module} has none of {known}; name one: module:name")
        return list(reversed(parts.values()))

    def code(self, name: str) -> Callable[..., Any]:
        """The code of a name, imported when it is first called."""

        def call(*arguments: Any) -> Any:
            code = getattr(self._load(), name)
            with keep(self.home):
                return code(*arguments)

        return call

    def _load(self) -> ModuleType:
        if self._loaded is None:
            with keep(self.home), more_time():
                self._loaded = importlib.import_module(self.home.found.dotted)
        return self._loaded


def parts_of(target: Target, subject: str = "") -> list[Part]:
    """What a target has to check, found out in a process of its own.

    Raises:
        TargetError: it cannot be imported, or there is nothing to check.
    """
    with open_box(target.parts) as box:
        found = box.call(subject)
    if "TargetError" in found.kinds:
        raise TargetError(found.message.partition(": ")[2].partition("\n")[0])
    if found.is_error:
        raise TargetError(f"{target.module} cannot be imported: {' '.join(found.message.split())}")
    parts: list[Part] = found.answer
    return parts


def _split(text: str) -> tuple[str, str]:
    module, colon, attribute = text.rpartition(":")
    if not colon or "/" in attribute or "\\" in attribute:  # C:\folder\file.py
        return text, ""
    return module, attribute


def _found(module: str) -> Found:
    if not module.endswith(".py"):
        return find_module(module, Path.cwd())
    path = Path(module).resolve()
    if not path.is_file():
        raise TargetError(f"{module}: no such file")
    return find_file(path)


def _guess(name: str, found: Any) -> str:
    """What a piece of code is meant to be, by its name, its kind and its arguments."""
    if name in _KNOWN:
        return _KNOWN[name]
    if inspect.isclass(found):
        return "tokenizer"
    try:
        arguments = list(inspect.signature(found).parameters)
    except (TypeError, ValueError):
        arguments = []
    if "vocab_size" in arguments:  # whatever its name: `vocab_and_merges` trains, too
        return "train_bpe"
    first = arguments[0] if arguments else ""
    by_first = {"counts": "iter_merges", "vocab": "tokenizer", "file": "find_chunk_boundaries"}
    if first in by_first:
        return by_first[first]
    for word, subject in (
        ("merges", "iter_merges"),
        ("tokenizer", "tokenizer"),
        ("chunk", "find_chunk_boundaries"),
        ("boundar", "find_chunk_boundaries"),
    ):
        if word in name.lower():
            return subject
    return "train_bpe"
