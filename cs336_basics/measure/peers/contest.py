"""A contest: the same work for several entries, in turns, each in a process of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, NamedTuple

from cs336_basics.measure.clock.isolated import MeasurementError, call


@dataclass(frozen=True)
class Entry:
    """One that takes part in a contest.

    Attributes:
        name: as shown; the same entry has the same name in every contest.
        target: `module:function`. It is called in a process of its own and returns a dict: `amount`
            of work done, `seconds` (one number, or phase -> number), and what else the page needs.
        arguments: for the function.
        package: the distribution that must be installed; by default this project.
        environment: variables for its process, such as a number of threads.
        once: runs in the first round only, because it takes long and is far behind.
    """

    name: str
    target: str
    arguments: Mapping[str, object] = field(default_factory=dict)
    package: str = "cs336-bpe"
    environment: Mapping[str, str] = field(default_factory=dict)
    once: bool = False

    def version(self) -> str | None:
        """Version of its distribution, or None where that is not installed."""
        try:
            return version(self.package)
        except PackageNotFoundError:
            return None


@dataclass(frozen=True)
class Contest:
    """The same work for all entries.

    Attributes:
        name: short, for files: `train-10k`.
        title: what is done, in words.
        corpus: the text; the contest is left out where it is absent.
        unit: of the amount of work: `merges`, `MB`.
        baseline: the entry that the others are compared with.
        entries: who takes part.
        reference: the entry whose output the others' are compared with; empty for no comparison.
        shows: what its plot shows: `seconds`, `speed` or `amount`.
    """

    name: str
    title: str
    corpus: Path
    unit: str
    baseline: str
    entries: Sequence[Entry]
    reference: str = ""
    shows: str = "speed"


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


def run_contest(
    contest: Contest, rounds: int, say: Callable[[str], object], timeout: float = 900
) -> tuple[list[BenchRow], dict[str, dict[str, Any]]]:
    """Let all entries run, in turns.

    Args:
        contest: what is done.
        rounds: how often each entry runs.
        say: called with a line when an entry is left out.
        timeout: seconds a single run may take.

    Returns:
        The rows, and entry -> what else its last run returned.
    """
    rows: list[BenchRow] = []
    details: dict[str, dict[str, Any]] = {}
    entries = []
    for entry in contest.entries:
        if entry.version() is None:
            say(f"{contest.name}: {entry.name} left out, {entry.package} is not installed")
        else:
            entries.append(entry)
    for number in range(rounds):
        for entry in [entry for entry in entries if number == 0 or not entry.once]:
            try:
                result, peak = call(
                    entry.target,
                    entry.arguments,
                    timeout=timeout,
                    environment=entry.environment,
                )
            except MeasurementError as error:
                say(f"{contest.name}: {entry.name} left out, {error}")
                entries.remove(entry)
                rows = [row for row in rows if row.entry != entry.name]
                continue
            seconds = result.pop("seconds")
            phases = seconds if isinstance(seconds, dict) else {"": seconds}
            amount = float(result.pop("amount"))
            megabytes = float(result.pop("megabytes", peak / 1e6))
            release = entry.version() or ""
            for phase, each in phases.items():
                who = contest.name, phase, entry.name, release, number
                rows.append(BenchRow(*who, amount, each, megabytes))
            details[entry.name] = result
    return rows, {name: each for name, each in details.items() if each}
