"""Pictures of the two kinds of report, with numbers that say where to look.

Both are drawn anew from what `profiles/` holds, in the colours and the order of columns that the
real pages have, so what is learned on the picture is found again on the page.
"""

from __future__ import annotations

import pstats
from pathlib import Path
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from cs336_basics.measure import plots
from cs336_basics.measure.profile.calls import Box, boxes, function_times, short_name
from cs336_basics.measure.profile.reports import report_lines

# scalene's own colours.
_PYTHON, _NATIVE, _SYSTEM = "#00008b", "#6495ed", "#0000ff"
_MEMORY = "#006400"
_MARK = "#d62728"


def scalene_picture(profile: dict[str, Any], *, file: str | None = None, rows: int = 8) -> Figure:
    """Draw what scalene's page shows of one file, sorted by time, with six marks.

    1 the whole run: Python, native, system. 2 this file's share. 3 the header to click, to sort by
    time. 4 the hottest line. 5 memory: peak and average. 6 megabytes copied per second.

    Args:
        profile: the content of a `scalene.json`.
        file: its name in the profile, or the end of it; by default the file with most time.
        rows: lines of code to show.

    Raises:
        LookupError: the profile holds no line of such a file.
    """
    every = report_lines(profile)
    shares = {name: sum(x.percent for x in every if x.file == name) for name in profile["files"]}
    chosen = max((n for n in shares if n.endswith(file or "")), key=shares.__getitem__, default="")
    lines = [line for line in every if line.file == chosen][:rows]
    if not lines:
        raise LookupError(f"no lines of {file or 'any file'!r}; there are: {', '.join(shares)}")
    figure = plots.Picture(figsize=(10, 1.9 + 0.3 * len(lines)), layout="constrained")
    axes = figure.add_subplot()
    axes.set(xlim=(-0.35, 10), ylim=(len(lines) + 0.9, -4.6))
    axes.axis("off")

    whole = [sum(getattr(line, kind) for line in every) for kind in ("python", "native", "system")]
    axes.text(0, -4.3, "Time:", fontsize=9, weight="bold", va="center")
    for x, kind, colour in ((0.55, "Python", _PYTHON), (1.2, "native", _NATIVE)):
        axes.text(x, -4.3, kind, fontsize=9, color=colour, va="center")
    axes.text(1.8, -4.3, "system", fontsize=9, color=_SYSTEM, va="center")
    _time_bar(axes, 0, -3.5, whole, full=2.4 / max(sum(whole), 1e-9))
    axes.text(3.4, -4.3, "Memory:", fontsize=9, weight="bold", va="center")
    _memory_bar(axes, 3.4, -3.5, profile["max_footprint_mb"], full=1.2)
    _mark(axes, 2.65, -3.5, 1)

    share = f"% of time = {shares[chosen]:.0f}%   {_short(chosen)}"
    axes.text(0, -2.3, share, fontsize=10, color="#c71585", family="monospace", va="center")
    _mark(axes, -0.2, -2.3, 2)
    heads = [
        (0, "TIME", _SYSTEM),
        (1.7, "MEMORY\npeak", _MEMORY),
        (2.75, "MEMORY\naverage", _MEMORY),
    ]
    heads += [(3.8, "COPY\nMB/s", "#daa520"), (4.6, "LINE PROFILE", "black")]
    for x, head, colour in heads:
        axes.text(x, -1.0, head, fontsize=8, weight="bold", color=colour, va="center")
    axes.plot([0, 10], [-0.5, -0.5], color="black", lw=1)
    _mark(axes, 0.62, -1.0, 3)
    _mark(axes, 2.55, -1.0, 5)
    _mark(axes, 3.6, -1.0, 6)

    widest, most = lines[0].percent or 1.0, max([line.peak_mb for line in lines] + [1.0])
    for y, line in enumerate(lines):
        _time_bar(axes, 0, y, [line.python, line.native, line.system], full=1.4 / widest)
        _memory_bar(axes, 1.7, y, line.peak_mb, full=0.9 / most * line.peak_mb)
        _memory_bar(axes, 2.75, y, line.average_mb, full=0.9 / most * line.average_mb)
        if line.copied >= 1:
            axes.text(3.9, y, f"{line.copied:.0f}", fontsize=8, color="#daa520", va="center")
        axes.text(4.5, y, str(line.line), fontsize=8, color="grey", ha="right", va="center")
        code = line.source if len(line.source) < 68 else line.source[:67] + "…"
        axes.text(4.6, y, code, fontsize=8, family="monospace", va="center")
    _mark(axes, -0.2, 0, 4)
    return figure


def icicle_picture(stats: pstats.Stats | str | Path, title: str = "") -> Figure:
    """Draw the icicle of a cProfile run, as snakeviz does, with four marks.

    1 the whole run. 3 the function with most time of its own, and 2 the function that calls it.
    4 the empty stretch under 3: its own time, where it calls nothing.

    Args:
        stats: the statistics, or the name of a `.prof` file.
        title: what ran.
    """
    if not isinstance(stats, pstats.Stats):
        stats = pstats.Stats(str(stats))
    figure, found = plots.icicle(stats, title), boxes(stats)
    if not found:
        return figure
    axes, hot = figure.axes[0], _hottest_box(found, stats)
    over = [box for box in found if box.depth == hot.depth - 1 and box.start <= hot.start]
    under = [box for box in found if box.depth == hot.depth + 1 and _inside(box, hot)]
    inset = 0.012 * axes.get_xlim()[1]
    marks = {1: found[0], 3: hot}
    if hot.depth > 1 and over:
        marks[2] = over[-1]
    for number, box in marks.items():
        if number == 1 or hot.depth:
            _mark(axes, box.start + box.seconds - inset, box.depth + 0.47, number)
    busy = max((box.start + box.seconds for box in under), default=hot.start)
    _mark(axes, (busy + hot.start + hot.seconds) / 2, hot.depth + 1.47, 4)
    axes.set_ylim(max(axes.get_ylim()[0], hot.depth + 2), 0)
    return figure


def _hottest_box(found: list[Box], stats: pstats.Stats) -> Box:
    """The widest box of the function with most time of its own."""
    for row in function_times(stats):
        same = [box for box in found if row.function == short_name(box.function[2])]
        if same:
            return max(same, key=lambda box: box.seconds)
    return found[0]


def _inside(box: Box, other: Box) -> bool:
    return other.start - 1e-9 <= box.start < other.start + other.seconds


def _time_bar(axes: Axes, x: float, y: float, percents: list[float], *, full: float) -> None:
    """One bar of three pieces: Python, native, system; `full` is the width of one percent."""
    for percent, colour in zip(percents, (_PYTHON, _NATIVE, _SYSTEM), strict=True):
        width = percent * full
        axes.add_patch(Rectangle((x, y - 0.36), width, 0.72, color=colour, lw=0))
        if width > 0.3:
            text = f"{percent:.0f}%"
            axes.text(x + width / 2, y, text, fontsize=7, color="white", ha="center", va="center")
        x += width


def _memory_bar(axes: Axes, x: float, y: float, megabytes: float, *, full: float) -> None:
    if megabytes < 0.05:
        return
    axes.add_patch(Rectangle((x, y - 0.36), full, 0.72, color=_MEMORY, lw=0))
    text, inside = f"{megabytes:.0f} MB" if megabytes >= 1 else "<1 MB", full > 0.5
    spot = (x + full / 2, "center", "white") if inside else (x + full + 0.05, "left", _MEMORY)
    axes.text(spot[0], y, text, fontsize=7, color=spot[2], ha=spot[1], va="center")


def _mark(axes: Axes, x: float, y: float, number: int) -> None:
    """A numbered disc; drawn as text, so that it is round on every scale."""
    disc = {"boxstyle": "circle,pad=0.25", "facecolor": _MARK, "edgecolor": "white"}
    axes.text(
        x, y, str(number), fontsize=8, weight="bold", color="white", ha="center", va="center",
        bbox=disc, zorder=5,
    )  # fmt: skip


def _short(file: str) -> str:
    """The file as it stands in the package, whatever folder the profile was made in."""
    start = file.rfind("cs336_basics/")
    return file[start:] if start >= 0 else Path(file).name
