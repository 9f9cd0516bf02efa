"""Python's garbage collector, off for as long as a piece of work lasts.

The collector looks for objects that refer to one another in a circle and to which nothing else
refers. To find them it walks over every object, again and again while many are made. Merging makes
millions of lists and sets and never a circle, so every walk is for nothing: a third of the time.

Source: the module `gc` of the Python documentation.
"""

from __future__ import annotations

import gc
import threading
from types import TracebackType


class _CollectorOff:
    """What `with collector_off:` does: one for all threads, because there is one collector.

    Of several threads the first switches it off, and the last to leave switches it on again.

    >>> with collector_off:
    ...     gc.isenabled()
    False
    >>> gc.isenabled()
    True
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._inside = 0
        self._was_on = False

    def __enter__(self) -> None:
        with self._lock:
            if self._inside == 0:
                self._was_on = gc.isenabled()
            self._inside += 1
            gc.disable()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with self._lock:
            self._inside -= 1
            if self._inside == 0 and self._was_on:
                gc.enable()


collector_off = _CollectorOff()
"""`with collector_off:` keeps the collector off inside, and leaves it as it was, come what may."""
