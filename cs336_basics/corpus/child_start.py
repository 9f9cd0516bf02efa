"""What surrounds the start of a child process: it finds no main module, and hears no Ctrl-C.

`spawn` and `forkserver` run the main module of the parent again in every child. They find it by two
names in it, `__spec__` and `__file__`; hidden for a moment, they find none.
"""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any


class _MainWithoutPlace(ModuleType):
    """The main module, but for the names that say where it is; other threads find all the rest."""

    def __init__(self, main: ModuleType) -> None:
        super().__init__("__main__")  # sets `__spec__` to None
        vars(self)["_main"] = main

    def __getattr__(self, name: str) -> Any:
        if name == "__file__":
            raise AttributeError(name)
        return getattr(vars(self)["_main"], name)

    def __setattr__(self, name: str, value: object) -> None:
        setattr(vars(self)["_main"], name, value)


_starting = threading.Lock()  # two threads would each put back what the other had put there


@contextmanager
def main_hidden() -> Iterator[None]:
    """Hide where `__main__` is from, so that a child finds nothing to import."""
    with _starting:
        main = sys.modules["__main__"]
        sys.modules["__main__"] = _MainWithoutPlace(main)
        try:
            yield
        finally:
            sys.modules["__main__"] = main


@contextmanager
def interrupts_blocked() -> Iterator[None]:
    """Start children deaf to Ctrl-C from their first instruction on, where the system can."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
