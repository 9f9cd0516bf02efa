"""Pictures of a heap of pairs: as a tree and as a list, and how it grows while merges are made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import islice
from math import log2
from typing import Any, NamedTuple

from matplotlib.axes import Axes
from matplotlib.patches import FancyBboxPatch

from cs336_basics.datatypes import Pair, PretokenCounts
from cs336_basics.measure.plots import Picture, colour, new_figure
from cs336_basics.trainers.heap import HeapStats, iter_merges

FIRST, LIVE, STALE = "comes out next", "live", "stale"
# Colours that colour-blind readers can tell apart; a stale entry is dashed and crossed as well.
_FACES = {FIRST: "#cfe8f7", LIVE: "#f2f2f2", STALE: "#ffffff"}
_EDGES = {FIRST: "#0072b2", LIVE: "#555555", STALE: "#d55e00"}
_WIDTH, _HEIGHT = 0.84, 0.72  # of a box; one place is 1 wide


class Node(NamedTuple):
    """One entry, and where it stands.

    Attributes:
        text: its count and its pair.
        look: `comes out next`, `live` or `stale`.
        x: place in the tree, from 0 (left) to 1 (right).
        depth: level in the tree, 0 for the root.
    """

    text: str
    look: str
    x: float
    depth: int


def heap_nodes(heap: Sequence[tuple[Any, ...]], counts: dict[Pair, int]) -> list[Node]:
    """Lay out a heap; the entry at position i hangs under the one at (i - 1) // 2.

    Args:
        heap: entries that begin with -count and end with the pair.
        counts: pair -> its count now. An entry with another count is stale.

    >>> heap_nodes([(-9, (b"s", b"t"))], {(b"s", b"t"): 9})
    [Node(text='9\\ns·t', look='comes out next', x=0.5, depth=0)]
    """
    nodes = []
    for i, (minus_count, *_, pair) in enumerate(heap):
        depth = int(log2(i + 1))
        x = (i + 1 - 2**depth + 0.5) / 2**depth
        is_live = counts.get(pair) == -minus_count
        look = STALE if not is_live else LIVE if i else FIRST
        text = "·".join(token.decode("latin-1").replace(" ", "␣") for token in pair)
        nodes.append(Node(f"{-minus_count}\n{text}", look, x, depth))
    return nodes


def heap_picture(
    heap: Sequence[tuple[Any, ...]], counts: dict[Pair, int], title: str = ""
) -> Picture:
    """Draw a heap as a tree, and below it the list that holds it.

    Args:
        heap: entries that begin with -count and end with the pair; printable pairs, up to 15.
        counts: pair -> its count now. An entry with another count is crossed out.
        title: one line above.

    Example:
        >>> heap_picture([(-9, (b"s", b"t"))], {}, "stale").axes[0].get_title(loc="left")
        'stale'
    """
    nodes = heap_nodes(heap, counts)
    width = max(len(nodes), 6)
    bottom = 1.35 * max((node.depth for node in nodes), default=0) + 1.5
    figure = Picture(figsize=(0.78 * width + 0.9, 0.62 * (bottom + 1.5)), layout="constrained")
    axes = figure.add_subplot()
    places = [(node.x * width, -1.35 * node.depth) for node in nodes]
    for i, (x, y) in enumerate(places[1:], start=1):
        above_x, above_y = places[(i - 1) // 2]
        axes.plot([above_x, x], [above_y, y], color="#999999", linewidth=1, zorder=1)
    for i, (node, (x, y)) in enumerate(zip(nodes, places, strict=True)):
        _draw_entry(axes, node, x, y)
        _draw_entry(axes, node, i + 0.5, -bottom)
        axes.text(i + 0.5, -bottom - 0.68, str(i), ha="center", fontsize=8, color="#777777")
    axes.text(-0.15, -bottom, "list", ha="right", va="center", fontsize=9, color="#777777")
    axes.text(-0.15, 0, "tree", ha="right", va="center", fontsize=9, color="#777777")
    axes.set_xlim(-0.9, width + 0.1)
    axes.set_ylim(-bottom - 0.9, 0.6)
    axes.axis("off")
    axes.set_title(title, loc="left", fontsize=10)
    return figure


def heap_stats(counts: PretokenCounts, limit: int) -> list[HeapStats]:
    """Train with the heap and note, after each merge, what the heap has done so far.

    >>> [(stats.pushes, stats.size) for stats in heap_stats({b"abab": 1}, 9)]
    [(2, 1), (3, 0)]
    """
    merges = iter_merges(counts)
    return [replace(merges.stats) for _ in islice(merges, limit)]


def heap_size(runs: Mapping[str, Sequence[HeapStats]], title: str = "") -> Picture:
    """Draw entries in the heap (left) and pushes so far (right) after each merge.

    Args:
        runs: label -> what `heap_stats` returned. A fall of the left line is a rebuild.
        title: what was trained on what.
    """
    figure, (size, pushes) = new_figure(9, 3.4, columns=2, title=title)
    for number, (name, stats) in enumerate(runs.items()):
        merges = range(1, len(stats) + 1)
        line = colour("heap") if number == 0 else f"C{number}"
        label = f"{name}: {len(stats):,} merges"
        size.plot(merges, [each.size for each in stats], color=line, label=label)
        pushes.plot(merges, [each.pushes for each in stats], color=line, label=f"{name}: pushes")
        pushes.plot(
            merges, [each.stale for each in stats], ":", color=line, label=f"{name}: stale pops"
        )
    size.set_ylabel("entries in the heap")
    pushes.set_ylabel("since the start")
    for axes in (size, pushes):
        axes.set_xlabel("merge")
        axes.set_ylim(bottom=0)
        axes.legend(fontsize=8)
    return figure


def _draw_entry(axes: Axes, node: Node, x: float, y: float) -> None:
    left, low = x - _WIDTH / 2, y - _HEIGHT / 2
    box = FancyBboxPatch(
        (left + 0.06, low + 0.06),
        _WIDTH - 0.12,
        _HEIGHT - 0.12,
        boxstyle="round,pad=0.06",
        facecolor=_FACES[node.look],
        edgecolor=_EDGES[node.look],
        linestyle="dashed" if node.look == STALE else "solid",
        linewidth=2 if node.look == FIRST else 1.2,
        zorder=2,
    )
    axes.add_patch(box)
    if node.look == STALE:
        ends = [left, left + _WIDTH], [low, low + _HEIGHT]
        axes.plot(*ends, color=_EDGES[STALE], linewidth=1.4, zorder=4)
    axes.text(
        x,
        y,
        node.text,
        ha="center",
        va="center",
        family="monospace",
        fontsize=9,
        linespacing=1.05,
        color="#666666" if node.look == STALE else "black",
        zorder=3,
    )
