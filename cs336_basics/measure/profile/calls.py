"""What a cProfile run says: a row for each function, and the boxes of an icicle.

cProfile knows for each function who called it and how long those calls took, not whole stacks. The
boxes share a function's time among its callers in that proportion, as snakeviz does.
"""

from __future__ import annotations

import io
import os
import pstats
import re
import sysconfig
from collections import defaultdict
from itertools import takewhile
from pathlib import Path
from typing import Any, NamedTuple

from cs336_basics.repository import ROOT

Function = tuple[str, int, str]
"""File, line and name, as pstats keeps them."""

_NEXT = "<built-in method builtins.next>"


class FunctionTime(NamedTuple):
    """How long one function took.

    Attributes:
        function: its name; `list.append` or `max` for one written in C.
        place: file and line, relative to the project or to Python's library; empty for C.
        calls: how often it was called.
        own_seconds: time inside it, without what it called.
        total_seconds: time from its start to its end, added up over all calls.
    """

    function: str
    place: str
    calls: int
    own_seconds: float
    total_seconds: float


class Box(NamedTuple):
    """One box of an icicle.

    Attributes:
        function: file, line and name.
        depth: 0 for the outermost call.
        start: left edge, seconds.
        seconds: width.
    """

    function: Function
    depth: int
    start: float
    seconds: float


def short_name(name: str) -> str:
    """Write the name of a C function as people write it.

    pstats keeps `<built-in method builtins.max>`, and prints it with braces.

    >>> short_name("<method 'get' of 'dict' objects>"), short_name("<built-in method builtins.max>")
    ('dict.get', 'max')
    """
    if method := re.fullmatch(r"[<{]method '(.+)' of '(.+)' objects[>}]", name):
        return f"{method[2]}.{method[1]}"
    return re.sub(r"[<{]built-in method (?:builtins\.)?(.+)[>}]", r"\1", name)


def relative_place(path: str) -> str:
    """Make a file name say where it is in the project or in Python, not on this machine.

    >>> relative_place(__file__)
    'cs336_basics/measure/profile/calls.py'
    """
    if path.startswith(("~", "<")):
        return path
    libraries = [ROOT, *(Path(sysconfig.get_path(key)) for key in ("purelib", "stdlib"))]
    for folder in libraries:
        if os.path.isabs(path) and Path(path).is_relative_to(folder):
            inside = Path(path).relative_to(folder)
            if ".venv" not in inside.parts:
                return inside.as_posix()
    return Path(path).name


def shown_place(path: str) -> str:
    """Call a cell of a notebook a cell; its file is a number that tells a reader nothing.

    >>> shown_place("1824113234.py"), shown_place("cs336_basics/pairs.py")
    ('cell', 'cs336_basics/pairs.py')
    """
    return "cell" if re.fullmatch(r"\d+\.py", path) else path


def make_relative(stats: pstats.Stats) -> pstats.Stats:
    """Replace, in place, every file name in the statistics by its `relative_place`."""
    table: dict[Function, Any] = stats.stats  # type: ignore[attr-defined]  # not in typeshed

    def place(function: Function) -> Function:
        return relative_place(function[0]), function[1], function[2]

    stats.stats = {  # type: ignore[attr-defined]
        place(function): (*times, {place(caller): each for caller, each in callers.items()})
        for function, (*times, callers) in table.items()
    }
    return stats


def function_times(stats: pstats.Stats) -> list[FunctionTime]:
    """List the functions of a profile, the one with most time of its own first."""
    rows = []
    for (path, line, name), (_, calls, own, total, _) in stats.stats.items():  # type: ignore[attr-defined]
        place = "" if path == "~" else f"{shown_place(path)}:{line}"
        rows.append(FunctionTime(short_name(name), place, calls, own, total))
    return sorted(rows, key=lambda row: (-row.own_seconds, row.place, row.function))


def stats_text(stats: pstats.Stats, lines: int = 25) -> str:
    """Return the table that pstats prints, by own time."""
    out = io.StringIO()
    stats.stream = out  # type: ignore[attr-defined]  # not in typeshed
    stats.sort_stats("tottime", "name").print_stats(lines)
    kept = [line.rstrip() for line in out.getvalue().strip().splitlines()]
    if kept and ".prof" in kept[0]:
        kept = kept[2:]  # the date of the file and its path
    return "\n".join(kept) + "\n"


def boxes(stats: pstats.Stats, *, max_depth: int = 12, min_share: float = 0.002) -> list[Box]:
    """Lay out the calls of a profile: callers above, what they call below, widths in seconds.

    The code that measures is left out at the top: what it calls takes its place.

    Args:
        stats: a profile of one call.
        max_depth: boxes deeper than this are left out.
        min_share: so are those narrower than this part of the whole.
    """
    table: dict[Function, Any] = stats.stats  # type: ignore[attr-defined]
    callees: dict[Function, dict[Function, float]] = defaultdict(dict)
    for function, (_, _, _, _, callers) in table.items():
        for caller, (_, _, _, total) in callers.items():
            callees[caller][function] = total
    by_time = sorted(table, key=lambda function: (-table[function][3], function))
    roots = [function for function in by_time if set(table[function][4]) <= {function}]
    roots = roots or by_time[:1]  # functions that only call each other
    whole = sum(table[root][3] for root in roots) or 1.0
    found: list[Box] = []

    def lay(function: Function, start: float, seconds: float, above: tuple[Function, ...]) -> float:
        """Draw a function and what it calls; return where the next box may start."""
        harness = len(list(takewhile(_measures, above)))
        hidden = _measures(function) and harness == len(above)
        depth = len(above) - harness
        if not hidden:
            found.append(Box(function, depth, start, seconds))
        if depth >= max_depth:
            return start + seconds
        inside = {
            callee: total
            for callee, total in callees[function].items()
            if callee != function and callee not in above
        }
        scale = seconds / max(table[function][3], sum(inside.values()), 1e-12)
        place = start
        for callee, total in sorted(inside.items(), key=lambda item: (-item[1], item[0])):
            if total * scale >= min_share * whole:
                place = lay(callee, place, total * scale, (*above, function))
        return place if hidden else start + seconds

    start = 0.0
    for root in roots:
        if table[root][3] >= min_share * whole:
            start = lay(root, start, table[root][3], ())
    return found


def _measures(function: Function) -> bool:
    """Tell whether a function is part of the measuring: of `measure/`, or the `next` it calls."""
    return function[0].startswith("cs336_basics/measure/") or function[2] == _NEXT
