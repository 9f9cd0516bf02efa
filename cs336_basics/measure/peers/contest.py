"""A contest: the same work for several entries, in turns, each in a process of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from cs336_basics.measure.clock.isolated import MeasurementError, call

Say = Callable[[str], object]


# Environments of entries.
ONE_THREAD = {"RAYON_NUM_THREADS": "1", "TOKENIZERS_PARALLELISM": "false"}
TWO_THREADS = {"RAYON_NUM_THREADS": "2", "TOKENIZERS_PARALLELISM": "true"}
PURE_PYTHON = {"CS336_BPE_KERNELS": "0"}


@dataclass(frozen=True)
class Entry:
    """One who takes part.

    Attributes:
        name: as shown; the same entry has the same name in every contest.
        target: `module:function`. It is called in a process of its own and returns a dict: `amount`
            of work done, `seconds` (one number, or phase -> number), and what else the page needs.
        arguments: for the function.
        package: the distribution that must be installed; None for this project.
        environment: variables for its process, such as a number of threads.
        once: runs in the first round only: it takes long, and is far behind.
    """

    name: str
    target: str
    arguments: Mapping[str, object] = field(default_factory=dict)
    package: str | None = None
    environment: Mapping[str, str] = field(default_factory=dict)
    once: bool = False

    def version(self) -> str | None:
        """Version of its distribution, or None where that is not installed."""
        try:
            return version(self.package or "cs336-bpe")
        except PackageNotFoundError:
            return None


@dataclass(frozen=True)
class Contest:
    """The same work for all entries.

    Attributes:
        name: short, for files: `tinystories-10k`.
        title: what is done, in words.
        corpus: the text; the contest is left out where it is absent.
        unit: of the amount of work: `merges`, `MB`.
        baseline: the entry that the others are compared with.
        entries: who takes part; computed from the rows so far, because a ladder's second contest
            depends on how far its slowest entry came in the first.
        reference: the entry whose output the others' are compared with; empty for no comparison.
        shows: what its plot shows: `seconds`, `speed` or `amount`.
        goals: what must hold; none if the contest only informs.
    """

    name: str
    title: str
    corpus: Path
    unit: str
    baseline: str
    entries: Callable[[Sequence[BenchRow]], list[Entry]]
    reference: str = ""
    shows: str = "speed"
    goals: Sequence[Goal] = ()


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


class BenchRow(NamedTuple):
    """One run of one entry. These are the columns of `profiles/peers/<suite>.csv`.

    Attributes:
        contest: its name.
        phase: `cold`, `warm`, or empty where a contest has only one.
        entry: who ran.
        version: of its distribution.
        round: from 0; all entries run once in each round.
        amount: work done, in the contest's unit.
        seconds: for that work; the start of the process and imports are not part of it.
        megabytes: peak memory of the process and its workers, 10**6 bytes; or what the entry says
            it took.
    """

    contest: str
    phase: str
    entry: str
    version: str
    round: int
    amount: float
    seconds: float
    megabytes: float


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


def run_contest(
    contest: Contest, rounds: int, before: Sequence[BenchRow], say: Say, timeout: float = 900
) -> tuple[list[BenchRow], dict[str, dict[str, Any]]]:
    """Let all entries run, in turns.

    Args:
        contest: what is done.
        rounds: how often each entry runs.
        before: rows of the contests before this one.
        say: called with a line when an entry is left out.
        timeout: seconds a single run may take.

    Returns:
        The rows, and entry -> what else its last run returned.
    """
    rows: list[BenchRow] = []
    details: dict[str, dict[str, Any]] = {}
    entries = []
    for entry in contest.entries(before):
        if entry.version() is None:
            say(f"{contest.name}: {entry.name} left out, {entry.package} is not installed")
        else:
            entries.append(entry)
    for number in range(rounds):
        for entry in [entry for entry in entries if number == 0 or not entry.once]:
            try:
                outcome = call(
                    entry.target, entry.arguments, timeout=timeout, environment=entry.environment
                )
            except MeasurementError as error:
                say(f"{contest.name}: {entry.name} left out, {error}")
                entries.remove(entry)
                rows = [row for row in rows if row.entry != entry.name]
                continue
            result = dict(outcome.result)
            seconds = result.pop("seconds")
            phases = seconds if isinstance(seconds, dict) else {"": seconds}
            amount = float(result.pop("amount"))
            megabytes = float(result.pop("megabytes", outcome.peak_memory / 1e6))
            for phase, each in phases.items():
                name, release = entry.name, entry.version() or ""
                rows.append(
                    BenchRow(contest.name, phase, name, release, number, amount, each, megabytes)
                )
            details[entry.name] = result
    return rows, {name: each for name, each in details.items() if each}


def standings(rows: Sequence[BenchRow], baseline: str, any_amount: bool = False) -> list[Standing]:
    """Sum up the rounds of one contest and phase, in the order of the entries.

    Args:
        rows: of the contest and phase.
        baseline: the entry that the others are compared with.
        any_amount: there is a ratio for different amounts of work too. Megabytes a second stay the
            same for a longer text; merges a second do not.

    >>> row = BenchRow("c", "", "a", "1", 0, 5.0, 2.0, 9.0)
    >>> [each.ratio for each in standings([row, row._replace(entry="b", seconds=4.0)], "a")]
    [1.0, 0.5]
    """
    found: list[Standing] = []
    base = [row for row in rows if row.entry == baseline]
    for name in dict.fromkeys(row.entry for row in rows):
        mine = [row for row in rows if row.entry == name]
        seconds = [row.seconds for row in mine]
        amount = median(row.amount for row in mine)
        ratio = None
        theirs = median(row.amount for row in base) if base else 0.0
        if base and (any_amount or abs(theirs - amount) <= 0.01 * amount):
            ratio = median(row.seconds for row in base) / theirs * amount / median(seconds)
        found.append(
            Standing(
                name,
                mine[-1].version,
                amount,
                median(seconds),
                min(seconds),
                max(seconds),
                max(row.megabytes for row in mine),
                ratio,
            )
        )
    return found
