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

from cs336_basics.files import write_whole
from cs336_basics.measure import plots
from cs336_basics.measure.profile.calls import (
    FunctionTime,
    function_times,
    make_relative,
    stats_text,
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

    def text(self, lines: int = 25) -> str:
        """Return the table that pstats prints, by own time."""
        return stats_text(self.stats, lines)

    def save(self, path: str | Path) -> None:
        """Write the statistics to a `.prof` file, which snakeviz opens."""
        import marshal  # the format of .prof files, as pstats writes them

        with write_whole(path) as file:
            file.write(marshal.dumps(self.stats.stats))  # type: ignore[attr-defined]


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
