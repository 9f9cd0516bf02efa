"""How much memory a run took at its highest, worker processes included."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psutil

_STATUS = Path("/proc/self/status")


def peak_memory() -> int:
    """Return the peak memory in bytes: this process's, or its largest child's if that is more.

    The operating system keeps the peak itself, so nothing between two samples is missed. Children
    count once they have ended.

    >>> peak_memory() > 1_000_000
    True
    """
    if sys.platform == "win32":
        return int(psutil.Process().memory_info().peak_wset)
    import resource

    unit = 1 if sys.platform == "darwin" else 1024  # macOS counts bytes, Linux kilobytes
    children = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * unit
    return max(_own_peak(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit), children)


@dataclass
class Peak:
    """The most that was seen so far.

    Attributes:
        bytes: of memory.
    """

    bytes: int = 0


@contextmanager
def anonymous_peak(every: float = 0.02) -> Iterator[Peak]:
    """Watch the memory of this process that is not a file's; the peak is known when it is over.

    Args:
        every: seconds between two looks.

    >>> with anonymous_peak() as peak:
    ...     much = bytes(50_000_000)
    >>> peak.bytes > 1_000_000
    True
    """
    peak, over = Peak(), threading.Event()

    def watch() -> None:
        while not over.wait(every):
            peak.bytes = max(peak.bytes, _anonymous())

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield peak
    finally:
        over.set()
        watcher.join()
        peak.bytes = max(peak.bytes, _anonymous())


def _anonymous() -> int:
    """Return the bytes that are in memory and in no file; where none tells, all that is its own."""
    told = _status("RssAnon")
    return int(psutil.Process().memory_full_info().uss) if told is None else told


def _own_peak(reported: int) -> int:
    """Prefer the peak of this program: Linux adds to `reported` that of the process it came from.

    A process starts as a copy of its parent, and the peak of the copy stays in its account when the
    new program takes its place. A small program started by a large one would look large.
    """
    told = _status("VmHWM")
    return reported if told is None else told


def _status(field: str) -> int | None:
    """Return the bytes Linux tells of this process, or None where it does not."""
    if _STATUS.is_file():
        for line in _STATUS.read_text(encoding="ascii", errors="replace").splitlines():
            if line.startswith(f"{field}:"):
                return int(line.split()[1]) * 1024
    return None
