"""Streams whose reader may leave: `cs336-bpe train … 2>&1 | head` must still train."""

from __future__ import annotations

import os
from typing import IO, Any


class PatientStream:
    """Passes on what is written; once the reader has gone, the rest goes nowhere.

    What is printed is for people to watch, and the work does not depend on it. A file that the work
    is written to must never be one of these.

    Args:
        stream: a text stream, such as `sys.stderr`.
    """

    def __init__(self, stream: IO[str]) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        """Write text, or drop it."""
        try:
            return self._stream.write(text)
        except BrokenPipeError:
            self._let_go()
            return len(text)

    def flush(self) -> None:
        """Pass on what was kept back, or drop it."""
        try:
            self._stream.flush()
        except BrokenPipeError:
            self._let_go()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def _let_go(self) -> None:
        """Point the stream at nothing: Python writes what it still holds when it ends."""
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, self._stream.fileno())
        os.close(nowhere)


def plain(text: str) -> str:
    r"""Write out what a terminal would obey: a stranger's words may not clear the screen.

    >>> plain("a\x1b[2J é")
    'a\\x1b[2J é'
    """
    return "".join(
        each if each.isprintable() else each.encode("unicode_escape").decode() for each in text
    )
