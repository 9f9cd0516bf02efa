"""Where the time of training goes: counting pairs, finding the maximum, merging, updating.

Each line of a scalene report belongs to one of the steps, by the function it stands in or by what
it calls. Scalene looks at what runs every few milliseconds, so unlike cProfile it does not make
functions that are called often look slower than they are.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from cs336_basics.measure.profile.scalene import unescape

STEPS = ("count", "max", "merge", "update", "other")

# A line that calls one of these belongs to the step, wherever it stands.
_CALLS = {
    "max": r"\bmax\(|heappop|heappush|heapify",
    "merge": r"\bmerge_word\(|\bmerge_changes\(",
    "count": r"\bcount_pairs\(",
}
# Otherwise the function decides.
_FUNCTIONS = {
    "count": {"count_pairs", "split_bytes", "State.start", "State.build_index"},
    "max": {
        "rank",
        "descending",
        "HeapMerges._build_heap",
        "HeapMerges._entry",
        "HeapMerges._half",
        "HeapMerges.__next__",
    },
    "merge": {"merge_word", "merge_changes"},
    "update": {
        "HeapMerges._apply",
        "State.add",
        "State.replace",
        "indexed",
        "neighbours",
        "rescan",
        "touched",
    },
}


def step_of(function: str, line: str) -> str:
    """Name the step that a source line belongs to.

    >>> step_of("iter_merges", "pair, count = max(pair_counts.items(), key=rank)")
    'max'
    """
    for step, calls in _CALLS.items():
        if re.search(calls, line):
            return step
    for step, functions in _FUNCTIONS.items():
        if function in functions:
            return step
    return "other"


def step_shares(report: Mapping[str, Any]) -> dict[str, float]:
    """Add up the time of each step in a scalene report.

    Args:
        report: the parsed `scalene.json` of a trainer.

    Returns:
        Step -> its part of the time seen in the package, 0 to 1; the parts add up to 1.
    """
    seconds = dict.fromkeys(STEPS, 0.0)
    for _, function, line, percent in busy_lines(report):
        seconds[step_of(function, line)] += percent
    whole = sum(seconds.values()) or 1.0
    return {step: each / whole for step, each in seconds.items()}


def busy_lines(report: Mapping[str, Any]) -> list[tuple[str, str, str, float]]:
    """List (place, function, source line, percent of the time), the busiest line first."""
    found = []
    for path, file in report["files"].items():
        names = {each["lineno"]: each["line"] for each in file["functions"]}
        for line in file["lines"]:
            percent = sum(line[f"n_{kind}"] for kind in _TIMES)
            if percent:
                function = names.get(line["start_function_line"], "")
                place = f"{path}:{line['lineno']}"
                found.append((place, function, unescape(line["line"]).strip(), percent))
    return sorted(found, key=lambda each: (-each[3], each[0]))


_TIMES = ("cpu_percent_python", "cpu_percent_c", "sys_percent")
