"""All rungs and the other libraries in one picture, from the figures in profiles/."""

from __future__ import annotations

from pathlib import Path

from matplotlib.figure import Figure

from cs336_basics.measure import plots
from cs336_basics.measure.peers.contest import BenchRow
from cs336_basics.measure.peers.standings import standings
from cs336_basics.measure.places import PROFILES
from cs336_basics.measure.profile.tour import rung_timings
from cs336_basics.measure.tables import read_rows
from cs336_basics.trainers import TRAINERS

WHOLE, PART = "train-10k", "ladder"
"""The contests: train to the end; make as many merges as fit into some seconds."""


def bench_rows(suite: str, folder: Path = PROFILES) -> list[BenchRow]:
    """Read the rows of a suite of `make bench`; there are none before it ran."""
    path = folder / "peers" / f"{suite}.csv"
    return read_rows(BenchRow, path) if path.is_file() else []


def not_measured() -> Figure:
    """Draw nothing, and say what would measure it."""
    figure = plots.Picture(figsize=(7, 1))
    figure.text(0.5, 0.5, "not measured yet: make bench", ha="center", va="center")
    return figure


def merges_a_second(folder: Path = PROFILES) -> dict[str, float]:
    """Read how many merges a second each rung and each library made; the slowest comes first.

    Of those that trained to the end, counting the text is part of the time. Of the rungs that would
    take too long for that, it is what they made in their time, or in their profile.

    Args:
        folder: holds `peers/training.csv` and the profiles; what is absent was not measured.

    Returns:
        name -> merges a second; empty if nothing was measured.
    """
    rows = bench_rows("training", folder)
    speeds: dict[str, float] = {}
    for contest in (WHOLE, PART):
        mine = [row for row in rows if row.contest == contest]
        for each in standings(mine):
            speeds.setdefault(each.entry, each.speed)
    for name, merges in rung_timings(folder).items():
        speeds.setdefault(name, len(merges) / merges[-1].cumulative)
    return dict(sorted(speeds.items(), key=lambda item: item[1]))


def race_picture(speeds: dict[str, float]) -> Figure:
    """Draw merges a second, our rungs in their colours; says so if nothing was measured yet."""
    if not speeds:
        return not_measured()
    others = [name for name in speeds if name not in TRAINERS and name != "minbpe-style"]
    note = "" if others else "; other libraries: not measured yet"
    title = f"Training a vocabulary of 10,000{note}"
    return plots.bars(speeds, xlabel="merges a second (log scale)", title=title, log=True)
