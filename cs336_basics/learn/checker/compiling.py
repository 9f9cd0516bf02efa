"""The time in which numba compiles a learner's function is not the time that the function takes."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from typing import Any

from cs336_basics.learn.checker.calls import more_time

_KIND = "numba:compile"


def spare_compiling() -> None:
    """Ask for more time whenever numba compiles; call it again after imports.

    >>> spare_compiling()  # nothing happens where numba was not imported
    """
    events: Any = sys.modules.get("numba.core.event")
    if events is None or any(hasattr(each, "spares") for each in events._registered[_KIND]):
        return
    stack = ExitStack()
    depth = 0  # what a compiled function calls is compiled within

    class Listener(events.Listener):  # type: ignore[misc]
        spares = True

        def on_start(self, _: object) -> None:
            nonlocal depth
            depth += 1
            if depth == 1:
                stack.enter_context(more_time())

        def on_end(self, _: object) -> None:
            nonlocal depth
            depth -= 1
            if depth == 0:
                stack.close()

    events.register(_KIND, Listener())
