"""What a scalene report says: line by line, and step by step of training.

Scalene looks at what runs every few milliseconds, so unlike cProfile it does not make functions
that are called often look slower than they are.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from cs336_basics.measure.places import PROFILES

STEPS = ("count", "max", "merge", "update", "other")
"""Counting pairs, finding the maximum, merging, keeping counts and index true, and the rest."""

# Scalene's names for the last six fields of a line.
_TIMES = ("n_cpu_percent_python", "n_cpu_percent_c", "n_sys_percent")
_MEMORY = ("n_avg_mb", "n_peak_mb", "n_copy_mb_s")

_SIGNS: dict[str, dict[str, list[str]]] = tomllib.loads(
    Path(__file__).with_name("steps.toml").read_text(encoding="utf-8")
)


class ReportLine(NamedTuple):
    """What scalene says of one line of code.

    Attributes:
        file: as the report names it.
        line: its number.
        function: it is in; empty outside functions.
        source: its text, without the indent.
        python: percent of the whole run's time spent in the Python interpreter.
        native: percent spent in compiled code that the line called.
        system: percent spent waiting for the operating system.
        average_mb: megabytes, the mean of what it allocated at once.
        peak_mb: megabytes, the most.
        copied: megabytes copied per second.
    """

    file: str
    line: int
    function: str
    source: str
    python: float
    native: float
    system: float
    average_mb: float
    peak_mb: float
    copied: float

    @property
    def percent(self) -> float:
        """The share of the whole run, all three kinds of time together."""
        return self.python + self.native + self.system


def read_scalene(name: str, folder: Path = PROFILES) -> dict[str, Any]:
    """Read `profiles/<name>/scalene.json`.

    Raises:
        OSError: there is no such profile.
    """
    text = (folder / name / "scalene.json").read_text(encoding="utf-8")
    return dict(json.loads(text))


def report_lines(report: Mapping[str, Any]) -> list[ReportLine]:
    """List the lines of a scalene report, the one that took most time first."""
    found = []
    for file, content in report["files"].items():
        functions = {each["lineno"]: each["line"] for each in content.get("functions", ())}
        for each in content["lines"]:
            place = file, each["lineno"], functions.get(each.get("start_function_line"), "")
            source = unescape(each.get("line", "")).strip()
            times = (each[field] for field in _TIMES)
            memory = (each.get(field, 0.0) for field in _MEMORY)
            found.append(ReportLine(*place, source, *times, *memory))
    return sorted(found, key=lambda line: (-line.percent, line.file, line.line))


def hottest(report: Mapping[str, Any], number: int) -> list[tuple[str, int, float]]:
    """Return the lines with most time as (file, line number, percent of the run).

    >>> times = {"n_cpu_percent_python": 60.0, "n_cpu_percent_c": 20.0, "n_sys_percent": 5.0}
    >>> hottest({"files": {"pairs.py": {"lines": [{"lineno": 36, **times}]}}}, 3)
    [('pairs.py', 36, 85.0)]
    """
    return [(each.file, each.line, each.percent) for each in report_lines(report)[:number]]


def unescape(line: str) -> str:
    """Undo what scalene does to `<` and `>` in source lines, for the sake of its page.

    >>> unescape(r"if a \\u003c b:")
    'if a < b:'
    """
    return line.replace(r"\u003c", "<").replace(r"\u003e", ">").replace(r"\u0026", "&")


def step_of(function: str, line: str) -> str:
    """Name the step that a source line belongs to, by what it calls or by the function it is in.

    >>> step_of("iter_merges", "pair, count = max(pair_counts.items(), key=rank)")
    'max'
    """
    for step, calls in _SIGNS["calls"].items():
        if re.search("|".join(calls), line):
            return step
    for step, functions in _SIGNS["functions"].items():
        if function in functions:
            return step
    return "other"


def step_shares(report: Mapping[str, Any]) -> dict[str, float]:
    """Add up the time of each step in the report of a trainer.

    Returns:
        Step -> its part of the time seen in the package, 0 to 1; the parts add up to 1.
    """
    percents = dict.fromkeys(STEPS, 0.0)
    for each in report_lines(report):
        percents[step_of(each.function, each.source)] += each.percent
    whole = sum(percents.values()) or 1.0
    return {step: percent / whole for step, percent in percents.items()}
