"""How much memory a run took at its highest, worker processes included."""

from __future__ import annotations

import sys

import psutil


def peak_memory() -> int:
    """Return the peak memory in bytes: this process's, or its largest child's if that is more.

    The operating system keeps the peak itself, so nothing between two samples is missed. Children
    count once they have ended.
    """
    if sys.platform == "win32":
        return int(psutil.Process().memory_info().peak_wset)
    import resource

    unit = 1 if sys.platform == "darwin" else 1024  # macOS counts bytes, Linux kilobytes
    who = resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN
    return max(resource.getrusage(each).ru_maxrss for each in who) * unit
