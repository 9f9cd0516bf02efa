"""What a learner's code prints, kept to the beginning of a line: a print storm costs nothing."""

from __future__ import annotations

import io
import logging
import os
import sys
from typing import Any

_LONGEST = 100  # characters of a line


class Printed:
    """Gathers what goes to its streams: keeps the beginning and counts the rest.

    >>> printed = Printed()
    >>> print("one", "two", sep="\\n", file=printed.stream(1))
    >>> printed.take()
    'one… (8 characters in 2 lines)'
    """

    def __init__(self) -> None:
        self._clear()

    def _clear(self) -> None:
        self._text, self._characters, self._lines, self._ended = "", 0, 0, True

    def stream(self, number: int) -> io.TextIOWrapper:
        """A stream to print to; `number` is what its `fileno()` gives."""
        return _Stream(self, number)

    def add(self, text: str) -> None:
        """Count what is printed, and keep it if it is the first."""
        self._characters += len(text)
        self._lines += text.count("\n")
        self._ended = text.endswith("\n") if text else self._ended
        if len(self._text) < 2 * _LONGEST:
            # Progress bars begin with a carriage return, and white space tells nothing.
            self._text = (self._text + text[: 4 * _LONGEST]).lstrip()

    def take(self) -> str:
        """What was written since the last time, in one line."""
        first, *more = self._text.splitlines() or [""]
        shown = first.rstrip()[:_LONGEST]
        characters, lines = self._characters, self._lines + (not self._ended)
        whole = len(shown) == len(first.rstrip()) and not "".join(more).strip()
        self._clear()
        if whole and lines <= 1:
            return shown
        return f"{shown}… ({characters:,} characters in {lines:,} line{'s' * (lines != 1)})"

    def catch(self) -> None:
        """Stand in for stdout and stderr, also where C code and handlers of logs write."""
        before = {sys.stdout, sys.stderr, sys.__stdout__, sys.__stderr__}
        sys.stdout = sys.__stdout__ = self.stream(1)  # type: ignore[misc]
        sys.stderr = sys.__stderr__ = self.stream(2)  # type: ignore[misc]
        for reference in list(logging._handlerList):  # type: ignore[attr-defined]
            handler: Any = reference()
            if isinstance(handler, logging.StreamHandler) and handler.stream in before:
                handler.stream = sys.stderr
        nothing = os.open(os.devnull, os.O_RDWR)
        for number in (0, 1, 2):
            os.dup2(nothing, number)
        os.close(nothing)
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115  # open while the child lives

    def reopen(self) -> None:
        """Open again what the code has closed."""
        if sys.stdout is None or sys.stdout.closed:
            sys.stdout = self.stream(1)
        if sys.stderr is None or sys.stderr.closed:
            sys.stderr = self.stream(2)


class _Stream(io.TextIOWrapper):
    def __init__(self, printed: Printed, number: int) -> None:
        bytewise: Any = _Bytewise(printed, number)
        super().__init__(bytewise, "utf-8", "backslashreplace", write_through=True)
        self._printed = printed

    def write(self, text: str) -> int:
        super().write("")  # a closed stream says so, and so does one that gets no text
        self._printed.add(text)
        return len(text)


class _Bytewise(io.RawIOBase):
    """`sys.stdout.buffer`."""

    def __init__(self, printed: Printed, number: int) -> None:
        self._printed, self._number = printed, number

    def writable(self) -> bool:
        return True

    def fileno(self) -> int:
        return self._number

    def isatty(self) -> bool:
        return False

    def write(self, data: Any) -> int:
        if data:
            self._printed.add(bytes(data).decode("utf-8", "replace"))
        return len(data)
