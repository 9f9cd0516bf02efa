"""A picture of how a merge is chosen: the pair counts, the winner and its ties marked."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from matplotlib.axes import Axes
from matplotlib.patches import Patch

from cs336_basics.datatypes import Pair
from cs336_basics.measure.plots import Picture
from cs336_basics.pairs import rank

WINS, TIES, LOSES = "merged next", "as many, but smaller", "fewer"
_COLOURS = {WINS: "#0072b2", TIES: "#56b4e9", LOSES: "#cccccc"}
_COLUMNS = 3


def ranked_pairs(counts: dict[Pair, int], most: int = 8) -> list[tuple[Pair, int, str]]:
    """List the pairs as the tie rule orders them: (pair, count, what becomes of it).

    >>> ranked_pairs({(b"a", b"b"): 2, (b"b", b"c"): 2, (b"c", b"a"): 1}, most=2)
    [((b'b', b'c'), 2, 'merged next'), ((b'a', b'b'), 2, 'as many, but smaller')]
    """
    items = sorted(counts.items(), key=rank, reverse=True)
    highest = items[0][1] if items else 0
    fates = [WINS] + [TIES if count == highest else LOSES for _, count in items[1:]]
    return [(pair, count, fate) for (pair, count), fate in zip(items, fates, strict=False)][:most]


def choice_picture(steps: Sequence[dict[Pair, int]], most: int = 8) -> Picture:
    """Draw the pair counts before each merge, the best on top.

    Args:
        steps: what `count_pairs` found before the first merge, before the second, …
        most: pairs to show in each panel.

    Example:
        >>> choice_picture([{(b"s", b"t"): 9}]).axes[0].get_title(loc="left")
        'merge 1: s + t'
    """
    rows = ceil(len(steps) / _COLUMNS)
    figure = Picture(figsize=(9, 0.6 + (0.55 + 0.24 * most) * rows), layout="constrained")
    for number, counts in enumerate(steps, start=1):
        axes = figure.add_subplot(rows, min(_COLUMNS, len(steps)), number)
        _draw(axes, ranked_pairs(counts, most), number, most)
    handles = [Patch(color=colour, label=fate) for fate, colour in _COLOURS.items()]
    figure.legend(handles=handles, loc="outside upper left", ncol=3, frameon=False, fontsize=9)
    return figure


def _draw(axes: Axes, rows: list[tuple[Pair, int, str]], number: int, most: int) -> None:
    spots = range(len(rows))
    counts = [count for _, count, _ in rows]
    axes.barh(spots, counts, color=[_COLOURS[fate] for _, _, fate in rows], height=0.75)
    for spot, count in zip(spots, counts, strict=True):
        axes.annotate(str(count), (count, spot), (3, 0), textcoords="offset points", va="center")
    axes.set_yticks(spots, [_text(pair) for pair, _, _ in rows], family="monospace")
    axes.set_ylim(most - 0.4, -0.6)  # equal bars in every panel, the best on top
    axes.set_xticks([])
    axes.margins(x=0.12)
    axes.spines[["top", "right", "bottom"]].set_visible(False)
    axes.tick_params(length=0)
    if rows:
        axes.set_title(f"merge {number}: {_text(rows[0][0])}", loc="left", fontsize=10)


def _text(pair: Pair) -> str:
    return " + ".join(half.decode("utf-8", "backslashreplace").replace(" ", "·") for half in pair)
