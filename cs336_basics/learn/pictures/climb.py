"""The whole course in two pictures: the climb of the trainers, and the speeds of the encoders.

Both are drawn from the figures in profiles/; who was not measured is not shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import log10
from pathlib import Path
from statistics import fmean

from matplotlib.figure import Figure

from cs336_basics.learn.pictures.race import bench_rows, not_measured
from cs336_basics.measure import plots
from cs336_basics.measure.peers.standings import standings
from cs336_basics.measure.places import PROFILES
from cs336_basics.trainers import TRAINERS

_SUITES = {"arrays": "array-", "encoding": "encode-"}  # suite -> how its contests' names begin
_OURS = ("masks", "plain kernel", "Tokenizer.encode", "pure Python")
_SHAPES = "osD^vPX*<>"
_APART = 0.06  # of a label's height to the axis; closer ones are moved


def climb_picture(speeds: Mapping[str, float]) -> Figure:
    """Draw merges a second: our rungs as a climb in the order of the course, the others as levels.

    Args:
        speeds: name -> merges a second, as `race.merges_a_second` reads them.

    >>> climb_picture({"naive": 5.0, "heap": 500.0, "rustbpe": 250.0}).axes[0].get_yscale()
    'log'
    """
    ours = [name for name in ("minbpe-style", *TRAINERS) if name in speeds]
    others = {name: speed for name, speed in speeds.items() if name not in ours}
    if not ours:
        return not_measured()
    figure = plots.Picture(figsize=(9, 5), layout="constrained")
    axes = figure.add_subplot()
    heights = [speeds[name] for name in ours]
    axes.plot(range(len(ours)), heights, color="#999999", linewidth=1.2, zorder=1)
    for place, (name, height) in enumerate(zip(ours, heights, strict=True)):
        axes.plot(place, height, "o", color=plots.colour(name), markersize=11, zorder=2)
        axes.annotate(
            plots.two_digits(height),
            (place, height),
            xytext=(-3, 8),
            textcoords="offset points",
            ha="right",
            fontsize=9,
        )
    axes.set_yscale("log")
    low, high = min(speeds.values()) / 2, max(speeds.values()) * 2.5
    axes.set_ylim(low, high)
    right = len(ours) - 0.5
    spots = _spread({name: _part(speed, low, high) for name, speed in others.items()})
    for name, speed in others.items():
        axes.axhline(speed, color="#C4C4C4", linewidth=0.9, linestyle="--", zorder=0)
        axes.annotate(
            f"{name}  {plots.two_digits(speed)}",
            (1, _part(speed, low, high)),
            xytext=(1.02, spots[name]),
            xycoords="axes fraction",
            textcoords="axes fraction",
            va="center",
            fontsize=9,
            color="#444444",
            arrowprops={"arrowstyle": "-", "color": "#C4C4C4", "linewidth": 0.8},
        )
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:,g}")
    axes.set_xlim(-0.5, right)
    axes.set_xticks(range(len(ours)), [name.replace("-", "-\n") for name in ours], fontsize=8)
    axes.set_ylabel("merges a second (log scale)")
    axes.set_title("Our rungs, from left to right, and the other libraries (dashed)", fontsize=10)
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(True, axis="y", color="#EEEEEE", linewidth=0.6)
    axes.set_axisbelow(True)
    return figure


def encoding_speeds(folder: Path = PROFILES, phase: str = "cold") -> dict[str, dict[str, float]]:
    """Read how fast each encoder was on each text, with GPT-2's vocabulary on one thread.

    Args:
        folder: holds `peers/arrays.csv` and `peers/encoding.csv` (there the result is a list, if
            the library has no array); what is absent was not measured.
        phase: `cold`, a fresh tokenizer, or `warm`, the same text again.

    Returns:
        text -> entry -> MB a second, of the median round.
    """
    speeds: dict[str, dict[str, float]] = {}
    for suite, prefix in _SUITES.items():
        rows = bench_rows(suite, folder)
        for contest in dict.fromkeys(row.contest for row in rows if row.contest.startswith(prefix)):
            mine = [row for row in rows if row.contest == contest and row.phase == phase]
            found = speeds.setdefault(contest.removeprefix(prefix), {})
            for each in standings(mine):
                found.setdefault(each.entry, each.speed)
    return {text: found for text, found in speeds.items() if found}


def encoding_picture(speeds: Mapping[str, Mapping[str, float]], title: str = "") -> Figure:
    """Draw a line for each encoder and a mark on it for each text, the fastest on top.

    Args:
        speeds: text -> entry -> MB a second.
        title: one line above.

    >>> encoding_picture({"a": {"x": 5.0, "y": 50.0}}).axes[0].get_xscale()
    'log'
    """
    means = {
        name: fmean(log10(each[name]) for each in speeds.values() if name in each)
        for name in dict.fromkeys(name for each in speeds.values() for name in each)
    }
    names = sorted(means, key=means.__getitem__, reverse=True)
    if not names:
        return not_measured()
    figure = plots.Picture(figsize=(9, 1.6 + 0.42 * max(len(names), 2)), layout="constrained")
    axes = figure.add_subplot()
    for spot, name in enumerate(names):
        values = [each[name] for each in speeds.values() if name in each]
        axes.plot([min(values), max(values)], [spot, spot], color="#D0D0D0", linewidth=3, zorder=1)
    for number, (text, each) in enumerate(speeds.items()):
        axes.plot(
            [each[name] for name in names if name in each],
            [spot for spot, name in enumerate(names) if name in each],
            _SHAPES[number % len(_SHAPES)],
            color=f"C{number}",
            markersize=8,
            label=text,
            zorder=2,
        )
    axes.set_xscale("log")
    axes.set_yticks(range(len(names)), names)
    for label in axes.get_yticklabels():
        if label.get_text() in _OURS:
            label.set(color=plots.colour("compiled"), fontweight="bold")
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.set_xlabel("MB of text a second (log scale)")
    axes.set_title(title, fontsize=10)
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(True, axis="x", color="#EEEEEE", linewidth=0.6)
    axes.set_axisbelow(True)
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:g}")
    figure.legend(loc="outside lower center", ncols=min(5, len(speeds)), fontsize=8, frameon=False)
    return figure


def _part(value: float, low: float, high: float) -> float:
    """Return where a value stands on a log axis: 0 at the bottom, 1 on top."""
    return log10(value / low) / log10(high / low)


def _spread(places: Mapping[str, float]) -> dict[str, float]:
    """Move labels that would touch apart, each as little as it must, and keep their order."""
    names = sorted(places, key=places.__getitem__)
    spots = [places[name] for name in names]
    for _ in range(200):
        for i in range(1, len(spots)):
            missing = _APART - (spots[i] - spots[i - 1])
            if missing > 0:
                spots[i - 1] -= missing / 2
                spots[i] += missing / 2
    return dict(zip(names, spots, strict=True))
