"""A picture of one merge: the word before and after, the pairs that go and the pairs that come."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, pairwise

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import FancyBboxPatch

from cs336_basics.datatypes import Pair
from cs336_basics.measure.plots import Picture
from cs336_basics.pairs import merge_word

STAYS, GOES, COMES, PASSES = "stays", "goes", "comes", "comes and goes"
# Colours that colour-blind readers can tell apart, and a line of its own for each.
_LOOKS = {
    STAYS: ("#9a9a9a", "solid", 1.2),
    GOES: ("#d55e00", "dashed", 2.4),
    COMES: ("#009e73", "solid", 2.8),
    PASSES: ("#0072b2", "dotted", 2.8),
}

Place = tuple[int, bytes, bytes]
"""A pair at its place in a word: the byte offset between its halves, left half, right half."""


def merge_steps(word: Sequence[bytes], pair: Pair) -> list[list[bytes]]:
    """Return the word before a merge and after each single join, from left to right.

    >>> merge_steps([b"a", b"b", b"a", b"b"], (b"a", b"b"))
    [[b'a', b'b', b'a', b'b'], [b'ab', b'a', b'b'], [b'ab', b'ab']]
    """
    steps, start = [list(word)], 0
    while True:
        last = steps[-1]
        here = next((i for i in range(start, len(last) - 1) if (last[i], last[i + 1]) == pair), -1)
        if here < 0:
            return steps
        steps.append([*last[:here], last[here] + last[here + 1], *last[here + 2 :]])
        start = here + 1


def fates(rows: Sequence[Sequence[bytes]]) -> list[dict[Place, str]]:
    """Say of each pair in each row whether it comes, stays, goes, or comes and goes.

    >>> fates([[b"s", b"t"], [b"st"]])
    [{(1, b's', b't'): 'goes'}, {}]
    """
    places = [_places(row) for row in rows]
    found = []
    for i, here in enumerate(places):
        before = places[i - 1] if i else here
        after = places[i + 1] if i + 1 < len(places) else here
        found.append(
            {
                place: {
                    (True, True): STAYS,
                    (True, False): GOES,
                    (False, True): COMES,
                    (False, False): PASSES,
                }[place in before, place in after]
                for place in here
            }
        )
    return found


def merge_picture(word: Sequence[bytes], pair: Pair, *, join_by_join: bool = False) -> Figure:
    """Draw a word before and after a merge, with what becomes of each of its pairs.

    Args:
        word: the tokens before the merge, printable for a picture that can be read.
        pair: the pair to merge.
        join_by_join: draw a row after each single join, not only the last one.

    Example:
        >>> merge_picture([b"w", b"e", b"s", b"t"], (b"s", b"t")).axes[0].get_title("left")
        'merge (s, t)'
    """
    rows = merge_steps(word, pair) if join_by_join else [list(word), merge_word(word, pair)]
    length = sum(map(len, word))
    figure = Picture(figsize=(max(4.6, 0.9 * length + 1.6), 1.25 * len(rows) + 0.7))
    axes = figure.add_subplot()
    shown = fates(rows)
    for i, (row, places) in enumerate(zip(rows, shown, strict=True)):
        _draw_row(axes, row, places, -1.6 * i)
        name = "before" if i == 0 else f"join {i}" if join_by_join else "after"
        axes.text(-0.35, -1.6 * i, name, ha="right", va="center", color="#555555")
    axes.set_title(f"merge ({_text(pair[0])}, {_text(pair[1])})", loc="left", fontsize=11)
    axes.set_xlim(-1.4, length + 0.1)
    axes.set_ylim(-1.6 * (len(rows) - 1) - 0.5, 1.15)
    axes.axis("off")
    _draw_key(axes, {fate for places in shown for fate in places.values()})
    figure.tight_layout()
    return figure


def _places(row: Sequence[bytes]) -> set[Place]:
    ends = accumulate(map(len, row))
    return {(end, left, right) for end, (left, right) in zip(ends, pairwise(row), strict=False)}


def _draw_row(axes: Axes, row: Sequence[bytes], places: dict[Place, str], y: float) -> None:
    start = 0
    for token in row:
        box = FancyBboxPatch(
            (start + 0.12, y - 0.26),
            len(token) - 0.24,
            0.52,
            boxstyle="round,pad=0.04",
            facecolor="#f2f2f2" if len(token) == 1 else "#fff0c2",
            edgecolor="#555555",
        )
        axes.add_patch(box)
        axes.text(
            start + len(token) / 2, y, _text(token), ha="center", va="center", family="monospace"
        )
        start += len(token)
    for (end, left, right), fate in places.items():
        colour, style, width = _LOOKS[fate]
        # A bridge from the middle of the left token to the middle of the right one.
        a, b = end - len(left) / 2, end + len(right) / 2
        a, b = a + 0.06, b - 0.06
        axes.plot(
            [a, a, b, b], [y + 0.34, y + 0.5, y + 0.5, y + 0.34], color=colour, ls=style, lw=width
        )
        axes.text(
            (a + b) / 2,
            y + 0.56,
            f"{_text(left)},{_text(right)}",
            ha="center",
            va="bottom",
            family="monospace",
            fontsize=9,
            color=colour,
        )


def _draw_key(axes: Axes, used: set[str]) -> None:
    handles = [
        Line2D([], [], color=colour, ls=style, lw=width, label=fate)
        for fate, (colour, style, width) in _LOOKS.items()
        if fate in used
    ]
    axes.legend(
        handles=handles,
        loc="upper left",
        bbox_to_anchor=(0.0, 0.0),
        ncol=len(handles),
        columnspacing=1.2,
        frameon=False,
        fontsize=9,
        handlelength=2.2,
    )


def _text(token: bytes) -> str:
    return token.decode("latin-1").replace(" ", "·")
