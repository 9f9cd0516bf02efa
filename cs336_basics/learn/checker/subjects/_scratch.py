"""One temporary folder for all cases of a session: making one for each would cost the most time.

It belongs to the process that asked first. A forked child writes into its parent's folder, so it
is removed even when the child is killed.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

_numbers = count()


@cache
def _folder() -> TemporaryDirectory[str]:
    return TemporaryDirectory(prefix="cs336-check-", ignore_cleanup_errors=True)


def prepare() -> None:
    """Make the folder in this process, before a child needs it."""
    _folder()


@contextmanager
def scratch_path(suffix: str) -> Iterator[Path]:
    """A path that no case had before, so that no cache can mistake one for another.

    >>> with scratch_path(".txt") as path:
    ...     path.suffix, path.exists()
    ('.txt', False)
    """
    path = Path(_folder().name) / f"case{next(_numbers)}{suffix}"
    try:
        yield path
    finally:
        with suppress(OSError):  # Windows keeps a file that a learner left open
            path.unlink()
