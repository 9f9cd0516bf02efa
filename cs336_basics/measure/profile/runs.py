"""The three runs behind a profile, each in a process of its own: plain, cProfile, scalene."""

from __future__ import annotations

from typing import Any

from cs336_basics.measure.profile import workloads
from cs336_basics.measure.tables import write_rows


def plain(
    name: str, corpus: str, rows: str, limit: int | None = None, budget: float | None = None
) -> dict[str, Any]:
    """Run a workload without a profiler.

    Args:
        name: one of `workloads.names()`.
        corpus: a text file.
        rows: CSV file for a row of each step; it is not written when there was no step.
        limit: most steps.
        budget: seconds after which to stop.

    Returns:
        `steps` done and `seconds` they took.
    """
    done = workloads.prepare(name, corpus)(limit, budget)
    if done:
        write_rows(done, rows)
    return {"steps": len(done), "seconds": done[-1].cumulative if done else 0.0}


def under_cprofile(name: str, corpus: str, limit: int, prof: str) -> None:
    """Run a workload under cProfile and write the statistics to `prof`."""
    from cs336_basics.measure.profile.profiling import (
        profile,  # a plain run needs no matplotlib in memory
    )

    run = workloads.prepare(name, corpus)
    profile(run, limit, None).save(prof)


def under_scalene(name: str, corpus: str, limit: int) -> None:
    """Run a workload in a process started by `scalene run --off`; only the run is profiled."""
    from scalene import scalene_profiler

    run = workloads.prepare(name, corpus)
    scalene_profiler.start()
    run(limit, None)
    scalene_profiler.stop()
