"""Profile one call in this process, with cProfile: rows and a picture, no stray files."""

from __future__ import annotations

import cProfile
import io
import pstats
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, ParamSpec, TypeVar

from matplotlib.figure import Figure

from cs336_basics.measure import plots
from cs336_basics.measure.profile.calls import (
    FunctionTime,
    function_times,
    make_relative,
)

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True)
class Profile(Generic[T]):
    """One profiled call.

    Attributes:
        result: what the function returned.
        rows: a row for each function, the one with most time of its own first; seconds.
        stats: the same as `pstats` keeps it, every path relative.
    """

    result: T
    rows: list[FunctionTime]
    stats: pstats.Stats

    def figure(self) -> Figure:
        """Draw the calls as an icicle: a caller above what it calls, the width is the time."""
        return plots.icicle(self.stats)

    def save(self, path: str | Path) -> None:
        """Write the statistics to a `.prof` file, which snakeviz opens."""
        self.stats.dump_stats(str(path))


def profile(fn: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> Profile[T]:
    """Call `fn(*args, **kwargs)` under cProfile.

    The clock runs slower for Python than for C here: each call of a function costs extra. Use the
    shares, and take times from a run without a profiler.

    >>> profile(sorted, [3, 1, 2]).result
    [1, 2, 3]
    """
    profiler = cProfile.Profile()
    result = profiler.runcall(fn, *args, **kwargs)
    stats = make_relative(pstats.Stats(profiler, stream=io.StringIO()))
    return Profile(result, function_times(stats), stats)
