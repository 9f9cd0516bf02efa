"""What a scalene profile says, line by line: read from its JSON file, sorted by time."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

from cs336_basics.repository import ROOT

PROFILES = ROOT / "profiles"


class ReportLine(NamedTuple):
    """What scalene says of one line of code.

    Attributes:
        file: as the profile names it.
        line: its number.
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


def report_lines(profile: dict[str, Any]) -> list[ReportLine]:
    """List the lines of a scalene profile, the one that took most time first."""
    lines = [
        ReportLine(
            file,
            each["lineno"],
            # scalene escapes these twice.
            each["line"].strip().replace("\\u003c", "<").replace("\\u003e", ">"),
            each["n_cpu_percent_python"],
            each["n_cpu_percent_c"],
            each["n_sys_percent"],
            each["n_avg_mb"],
            each["n_peak_mb"],
            each["n_copy_mb_s"],
        )
        for file, content in profile["files"].items()
        for each in content["lines"]
    ]
    return sorted(lines, key=lambda line: (-line.percent, line.file, line.line))


def hottest(profile: dict[str, Any], number: int) -> list[tuple[str, int, float]]:
    """Return the lines with most time as (file, line number, percent of the run).

    >>> times = {"n_cpu_percent_python": 60.0, "n_cpu_percent_c": 20.0, "n_sys_percent": 5.0}
    >>> hottest({"files": {"pairs.py": {"lines": [{"lineno": 36, **times}]}}}, 3)
    [('pairs.py', 36, 85.0)]
    """
    kinds = ("n_cpu_percent_python", "n_cpu_percent_c", "n_sys_percent")
    lines = [
        (file, line["lineno"], sum(line[kind] for kind in kinds))
        for file, content in profile["files"].items()
        for line in content["lines"]
    ]
    return sorted(lines, key=lambda line: (-line[2], line[0], line[1]))[:number]
