"""Figures: one colour per rung everywhere, the same pixels for the same rows.

Every function takes rows and returns a figure. A notebook shows it when it is the last line of a
cell; `save` writes it. Nothing here measures, and nothing touches pyplot's global state.
"""

from __future__ import annotations

import io
import pstats
from collections.abc import Mapping, Sequence
from itertools import cycle
from math import log10
from pathlib import Path
from statistics import fmean

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

from cs336_basics.files import write_whole
from cs336_basics.measure.clock.timing import MergeTime
from cs336_basics.measure.profile.calls import boxes, short_name, shown_place

RUNG_COLOURS = {
    "naive": "#444444",
    "incremental-rescan": "#E69F00",
    "incremental-touched": "#CC79A7",
    "incremental-neighbours": "#56B4E9",
    "incremental": "#0072B2",
    "heap": "#009E73",
    "compiled": "#D55E00",
}
"""Rung -> colour: the eight of Okabe and Ito, which colour-blind readers can tell apart."""

OTHER_COLOUR = "#8C8C8C"
_COLOURS = 128  # in a picture
_SHADES = ("#FDBF6F", "#CAB2D6", "#FB9A99", "#FFED9F", "#CCEBC5", "#FDDAEC")


class Picture(Figure):
    """A figure that shows itself in a notebook, whatever backend is set."""

    def _repr_png_(self) -> bytes:
        return png(self)


def png(figure: Figure) -> bytes:
    """Render a figure; the same figure gives the same bytes, without date or program name.

    With few colours it has a third of the size, and no eye sees it.
    """
    from PIL import Image  # matplotlib needs it, so it is here

    all_colours, few_colours = io.BytesIO(), io.BytesIO()
    figure.savefig(all_colours, format="png", dpi=100, metadata={"Software": None})
    picture = Image.open(all_colours).convert("RGB").quantize(_COLOURS, dither=Image.Dither.NONE)
    picture.save(few_colours, "PNG", optimize=True)
    return few_colours.getvalue()


def save(figure: Figure, path: str | Path) -> None:
    """Write a figure to a PNG file."""
    with write_whole(path) as file:
        file.write(png(figure))


def colour(name: str) -> str:
    """Return the colour of a rung, or grey for whatever is no rung."""
    return RUNG_COLOURS.get(name, OTHER_COLOUR)


def merge_timing(rungs: Mapping[str, Sequence[MergeTime]], title: str = "") -> Figure:
    """Draw seconds for each merge (left) and from the start (right), both on log scales.

    On the left a point is one merge, and the line is the mean of the merges around it.

    Args:
        rungs: rung -> its merge times. The legend says how many merges each made.
        title: what was trained on what.
    """
    figure, (each, total) = new_figure(9, 4.2, columns=2, title=title)
    for name, rows in rungs.items():
        ranks = [row.rank + 1 for row in rows]
        label = f"{name}: {len(rows):,} merges"
        seconds = [max(row.seconds, 1e-7) for row in rows]
        dot, shade = (4, 0.6) if len(rows) < 200 else (1.5, 0.25)
        each.plot(ranks, seconds, ".", color=colour(name), markersize=dot, alpha=shade)
        each.plot(*_means(ranks, seconds), color=colour(name), linewidth=1.6)
        total.plot(ranks, [row.cumulative for row in rows], color=colour(name), label=label)
        total.plot(ranks[-1:], [row.cumulative for row in rows[-1:]], "o", color=colour(name))
    for axes in (each, total):
        _log(axes, x=True, y=True)
        axes.set_xlabel("merge")
    each.set_ylabel("seconds for this merge")
    total.set_ylabel("seconds since the start")
    figure.legend(loc="outside lower center", ncols=min(3, len(rungs)), fontsize=8, frameon=False)
    return figure


def bars(
    values: Mapping[str, float],
    *,
    xlabel: str,
    title: str = "",
    log: bool = False,
    ranges: Mapping[str, tuple[float, float]] | None = None,
) -> Figure:
    """Draw a horizontal bar for each value, the number printed beside it.

    Args:
        values: label -> value; a rung's name gets the rung's colour.
        xlabel: what is measured, with its unit.
        title: one line above.
        log: use a log scale.
        ranges: label -> (least, most) seen, drawn as a whisker.
    """
    figure, (axes,) = new_figure(7, 0.9 + 0.34 * len(values), title=title)
    names = list(values)
    spots = range(len(names))
    axes.barh(spots, list(values.values()), color=[colour(name) for name in names], height=0.7)
    axes.set_yticks(spots, names)
    axes.invert_yaxis()
    for spot, name in zip(spots, names, strict=True):
        low, high = (ranges or {}).get(name, (values[name], values[name]))
        if high > low:
            axes.plot([low, high], [spot, spot], color="black", linewidth=1)
        axes.annotate(
            f"{two_digits(values[name])}",
            (max(values[name], high), spot),
            xytext=(4, 0),
            textcoords="offset points",
            va="center",
            fontsize=8,
        )
    axes.margins(x=0.12)
    _log(axes, x=log)
    axes.set_xlabel(xlabel)
    return figure


def lines(
    series: Mapping[str, Sequence[tuple[float, float]]],
    *,
    xlabel: str,
    ylabel: str,
    title: str = "",
    log_x: bool = False,
    log_y: bool = False,
) -> Figure:
    """Draw a line with its points for each series: speed-ups, growth with size.

    Args:
        series: label -> (x, y) points. A rung's name, or one that starts with it and a colon or a
            comma, gets the rung's colour.
        xlabel: what x is, with its unit.
        ylabel: what y is, with its unit.
        title: one line above.
        log_x: use a log scale for x.
        log_y: use a log scale for y.
    """
    figure, (axes,) = new_figure(7, 4, title=title)
    for number, (name, points) in enumerate(series.items()):
        rung = name.replace(":", ",").partition(",")[0]
        line = RUNG_COLOURS.get(rung, f"C{number}")
        axes.plot(*zip(*points, strict=True), "o-", color=line, label=name, markersize=4)
    _log(axes, x=log_x, y=log_y)
    axes.set_xlabel(xlabel)
    axes.set_ylabel(ylabel)
    axes.legend(fontsize=8)
    return figure


def icicle(stats: pstats.Stats | str | Path, title: str = "") -> Figure:
    """Draw a cProfile run: a caller above what it calls, the width of a box is its time.

    Args:
        stats: the statistics, or the name of a `.prof` file.
        title: what ran.
    """
    if not isinstance(stats, pstats.Stats):
        stats = pstats.Stats(str(stats))
    found = boxes(stats)
    depth = max((box.depth for box in found), default=0) + 1
    figure, (axes,) = new_figure(9, 1 + 0.34 * depth, title=title)
    whole = max((box.start + box.seconds for box in found), default=1.0)
    shades = _shades({box.function[0] for box in found})
    for box in found:
        path, line, name = box.function
        name = short_name(name)
        axes.add_patch(
            Rectangle(
                (box.start, box.depth), box.seconds, 0.94, facecolor=shades[path], edgecolor="white"
            )
        )
        share = box.seconds / whole
        place = name if path == "~" else f"{name}  {Path(shown_place(path)).name}:{line}"
        letters = int(share * 125)  # what fits: the figure is about 125 letters wide
        text = f"{place}  {share:.0%}"
        if len(text) > letters:
            text = name if len(name) <= letters else name[: letters - 1] + "…"
        if letters >= 4:
            axes.text(box.start + 0.003 * whole, box.depth + 0.47, text, va="center", fontsize=7.5)
    axes.set_xlim(0, whole)
    axes.set_ylim(depth, 0)
    axes.set_yticks([])
    axes.grid(False)
    axes.set_xlabel("seconds under cProfile")
    return figure


def _shades(files: set[str]) -> dict[str, str]:
    """Choose a shade for each file: grey for C, blue for trainers, green for pairs.py, others."""
    shades, others = {"~": "#E3E3E3"}, cycle(_SHADES)
    for path in sorted(files - {"~"}):
        if "/trainers/" in path:
            shades[path] = "#A6CEE3"
        else:
            shades[path] = "#B2DF8A" if path.endswith("/pairs.py") else next(others)
    return shades


def two_digits(value: float) -> str:
    """Write a number to two significant digits: what a noisy measurement can tell.

    >>> two_digits(12345), two_digits(0.01234), two_digits(3)
    ('12,000', '0.012', '3')
    """
    rounded = float(f"{value:.1e}")
    return f"{rounded:,.0f}" if abs(rounded) >= 10 else f"{rounded:.2g}"


def _means(x: list[int], y: list[float]) -> tuple[list[float], list[float]]:
    """Reduce many points to the means of stretches that are equally wide on a log scale.

    Means, not medians: a trainer that works in batches puts a batch's time into one merge.
    """
    groups: dict[int, list[int]] = {}
    for i, each in enumerate(x):
        groups.setdefault(round(6 * log10(each)), []).append(i)
    means = [(fmean(x[i] for i in group), fmean(y[i] for i in group)) for group in groups.values()]
    return [point[0] for point in means], [point[1] for point in means]


def new_figure(
    width: float, height: float, *, columns: int = 1, title: str = ""
) -> tuple[Picture, list[Axes]]:
    """Start a figure with light axes, side by side."""
    figure = Picture(figsize=(width, height), layout="constrained")
    every = [figure.add_subplot(1, columns, number) for number in range(1, columns + 1)]
    for axes in every:
        axes.spines[["top", "right"]].set_visible(False)
        axes.grid(True, color="#E5E5E5", linewidth=0.6)
        axes.set_axisbelow(True)
        axes.tick_params(labelsize=8, which="both")
    if title:
        figure.suptitle(title, fontsize=10)
    return figure, every


def _plain(value: float, _: int | None) -> str:
    """Write a tick in full: 1,000,000 and 0.00001, not 1e+06 and 1e-05."""
    return f"{value:,.10g}" if value >= 1 else f"{value:.10f}".rstrip("0")


def _log(axes: Axes, *, x: bool = False, y: bool = False) -> None:
    """Put what is drawn on log scales, with ticks written as plain numbers."""
    if x:
        axes.set_xscale("log")
    if y:
        axes.set_yscale("log")
    plain = FuncFormatter(_plain)
    for axis in [axes.xaxis] * x + [axes.yaxis] * y:
        low, high = axis.get_view_interval()
        axis.set_major_formatter(plain)
        if high < 100 * low:
            axis.set_minor_locator(LogLocator(subs=(2, 5)))
            axis.set_minor_formatter(plain)
        else:
            axis.set_minor_formatter(NullFormatter())
