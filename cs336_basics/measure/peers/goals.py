"""What must hold in a contest, kept in `goals.csv`, and whether it does."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from cs336_basics.measure.peers.contest import Contest, Standing
from cs336_basics.measure.tables import read_rows

GOALS = "goals.csv"


class GoalRow(NamedTuple):
    """What must hold in a contest. These are the columns of `goals.csv`.

    Attributes:
        contest: where.
        phase: of the contest.
        entry: for whom.
        seconds: at most as many, or None.
        megabytes: at most as many, or None.
        ratio: at least as many times the speed of `against`, or None.
        against: another entry; empty for the baseline.
    """

    contest: str
    phase: str
    entry: str
    seconds: float | None
    megabytes: float | None
    ratio: float | None
    against: str


def goal_rows(contest: Contest) -> list[GoalRow]:
    """List what must hold in a contest.

    >>> from cs336_basics.measure.peers.contest import Goal
    >>> goals = [Goal("heap", seconds=1.5)]
    >>> goal_rows(Contest("c", "", Path(), "MB", "naive", lambda _: [], goals=goals))[0].seconds
    1.5
    """
    return [
        GoalRow(
            contest.name,
            each.phase,
            each.entry,
            each.seconds,
            each.megabytes,
            each.ratio,
            each.against,
        )
        for each in contest.goals
    ]


def read_goals(folder: Path) -> list[GoalRow]:
    """Read `goals.csv`; without one there are no goals."""
    path = folder / GOALS
    return read_rows(GoalRow, path) if path.is_file() else []


def verdict(goal: GoalRow, baseline: str, found: Sequence[Standing]) -> str:
    """Say what must hold and whether it does; a goal whose entries are not here stays open."""
    by_name = {each.entry: each for each in found}
    mine, against = by_name.get(goal.entry), by_name.get(goal.against or baseline)
    value: float | None = None
    if goal.seconds is not None:
        wanted = f"at most {goal.seconds:g} s"
        value, holds = (mine.seconds, mine.seconds <= goal.seconds) if mine else (None, False)
        figure = f"{value:.3g} s" if value else ""
    elif goal.megabytes is not None:
        wanted = f"at most {goal.megabytes:g} MB"
        value, holds = (mine.megabytes, mine.megabytes <= goal.megabytes) if mine else (None, False)
        figure = f"{value:.3g} MB" if value else ""
    else:
        least = goal.ratio or 0.0
        wanted = f"at least {least:.3g} × {goal.against or baseline}"
        if mine and against:
            value = mine.amount / mine.seconds / (against.amount / against.seconds)
        holds, figure = value is not None and value >= least, f"{value:.3g} ×" if value else ""
    if value is None:
        return f"* Goal: {goal.entry} {wanted}. Not measured."
    return (
        f"* Goal: {goal.entry} {wanted}; {figure}. It {'holds' if holds else 'does **not** hold'}."
    )
