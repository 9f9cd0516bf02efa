"""Does `from_files` read the files it is given? Their format is the learner's own."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from cs336_basics.learn.checker.notes import Notes
from cs336_basics.storage.byte_map import to_printable
from cs336_basics.vocab import base_vocab

READS = "a tokenizer, read from the files"
"""What `from_files` must give."""

MISSING = "from_files is not there: the assignment's interface asks for it, its tests do not"
"""A note on a tokenizer without it."""


def reads_files(code: Any, notes: Notes) -> str:
    """Say whether a tokenizer's `from_files` opens the files it is given.

    What it makes of them is not asked: their format is the learner's own.
    """
    made = type(code(base_vocab([]), [], []))
    if not all(hasattr(made, method) for method in ("encode", "decode")):
        return READS  # functions put together for a check: nothing to read
    read = getattr(made, "from_files", None)
    if read is None:
        notes.add(MISSING)
        return READS
    with TemporaryDirectory(prefix="cs336-check-") as folder:
        paths = Path(folder, "vocab.json"), Path(folder, "merges.txt")
        for path, content in zip(paths, (_vocab_json(), "#version: 0.2\na b\n"), strict=True):
            path.write_text(content, encoding="utf-8")
        with _openings(folder) as opened:
            try:
                read(*map(str, paths), None)
            except Exception:
                if not opened:
                    raise
        return READS if opened else "no file was opened"


def _vocab_json() -> str:
    return json.dumps({to_printable(token): i for i, token in base_vocab([]).items()})


@contextmanager
def _openings(folder: str) -> Iterator[list[str]]:
    """Note which files of a folder are opened, or tried."""
    opened: list[str] = []
    _watchers[folder] = opened
    if not _hooked:
        sys.addaudithook(_note)  # it stays as long as the process, and costs next to nothing
        _hooked.append(True)
    try:
        yield opened
    finally:
        del _watchers[folder]


_watchers: dict[str, list[str]] = {}
_hooked: list[bool] = []


def _note(event: str, arguments: tuple[Any, ...]) -> None:
    if event == "open" and _watchers:
        for folder, opened in _watchers.items():
            if str(arguments[0]).startswith(folder):
                opened.append(str(arguments[0]))
