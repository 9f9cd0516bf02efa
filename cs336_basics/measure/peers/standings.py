"""What the rows of a contest say: medians, ratios, and whether its goals are met."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import NamedTuple

from cs336_basics.measure.peers.contest import BenchRow


class Standing(NamedTuple):
    """One entry over all rounds.

    Attributes:
        entry: who.
        version: of its distribution.
        amount: work done in the median round.
        seconds: median.
        least: shortest round, seconds.
        most: longest round, seconds.
        megabytes: most memory of any round, 10**6 bytes.
        ratio: this one's speed by the baseline's, medians: above 1 is faster than the baseline.
            None where the amounts of work differ by more than a hundredth and speed depends on it.
    """

    entry: str
    version: str
    amount: float
    seconds: float
    least: float
    most: float
    megabytes: float
    ratio: float | None

    @property
    def speed(self) -> float:
        """Work done in a second."""
        return self.amount / self.seconds


@dataclass(frozen=True)
class Goal:
    """What must hold in a contest.

    Attributes:
        entry: for whom.
        seconds: at most as many, median.
        megabytes: at most as many, in any round.
        ratio: at least as many times as fast as `against`.
        against: another entry; empty for the contest's baseline.
        phase: of the contest.
    """

    entry: str
    seconds: float | None = None
    megabytes: float | None = None
    ratio: float | None = None
    against: str = ""
    phase: str = ""


def standings(
    rows: Sequence[BenchRow], baseline: str = "", any_amount: bool = False
) -> list[Standing]:
    """Sum up the rounds of one contest and phase, in the order of the entries.

    Args:
        rows: of the contest and phase.
        baseline: the entry that the others are compared with; empty for no ratios.
        any_amount: there is a ratio for different amounts of work too. Megabytes a second stay the
            same for a longer text; merges a second do not.

    >>> row = BenchRow("c", "", "a", "1", 0, 5.0, 2.0, 9.0)
    >>> [each.ratio for each in standings([row, row._replace(entry="b", seconds=4.0)], "a")]
    [1.0, 0.5]
    """
    found = {name: _sum_up(rows, name) for name in dict.fromkeys(row.entry for row in rows)}
    if base := found.get(baseline):
        for name, each in found.items():
            if any_amount or abs(base.amount - each.amount) <= 0.01 * each.amount:
                found[name] = each._replace(ratio=each.speed / base.speed)
    return list(found.values())


def _sum_up(rows: Sequence[BenchRow], entry: str) -> Standing:
    mine = [row for row in rows if row.entry == entry]
    seconds = [row.seconds for row in mine]
    return Standing(
        entry=entry,
        version=mine[-1].version,
        amount=median(row.amount for row in mine),
        seconds=median(seconds),
        least=min(seconds),
        most=max(seconds),
        megabytes=max(row.megabytes for row in mine),
        ratio=None,
    )


def judge(goal: Goal, baseline: str, found: Sequence[Standing]) -> str:
    """Say what must hold and whether it does; a goal whose entries are not here stays open.

    >>> judge(Goal("heap", seconds=1.5), "naive", [])
    '* Goal: heap at most 1.5 s. Not measured.'
    """
    here = {each.entry: each for each in found}
    mine, other = here.get(goal.entry), goal.against or baseline
    value: float | None = None
    if goal.ratio is not None:
        wanted, unit = f"at least {goal.ratio:.3g} × {other}", "×"
        if mine and other in here:
            value = mine.speed / here[other].speed
        holds = value is not None and value >= goal.ratio
    else:
        most, unit = (goal.seconds, "s") if goal.seconds is not None else (goal.megabytes, "MB")
        wanted = f"at most {most:g} {unit}"
        if mine:
            value = mine.seconds if unit == "s" else mine.megabytes
        holds = value is not None and most is not None and value <= most
    if value is None:
        return f"* Goal: {goal.entry} {wanted}. Not measured."
    says = "holds" if holds else "does **not** hold"
    return f"* Goal: {goal.entry} {wanted}; {value:.3g} {unit}. It {says}."
