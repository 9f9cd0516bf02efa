"""A table of numbers as a picture: the higher, the darker."""

from __future__ import annotations

from collections.abc import Mapping

from cs336_basics.measure.plots import Picture

_DARK = 0.55  # from here on white letters are easier to read than black ones


def heat_map(
    rows: Mapping[str, Mapping[str, float]],
    *,
    xlabel: str = "",
    ylabel: str = "",
    title: str = "",
    decimals: int = 1,
) -> Picture:
    """Draw a field for each number, the number in it.

    Args:
        rows: label of a row -> label of a column -> number; every row has the same columns.
        xlabel: what the columns are.
        ylabel: what the rows are.
        title: one line above.
        decimals: how many to write.

    Example:
        >>> [t.get_text() for t in heat_map({"a": {"x": 1.26, "y": 2}}).axes[0].texts]
        ['1.3', '2.0']
    """
    names = list(next(iter(rows.values()), {}))
    numbers = [[row[name] for name in names] for row in rows.values()]
    figure = Picture(figsize=(2.6 + 1.25 * len(names), 1.5 + 0.5 * len(rows)), layout="constrained")
    axes = figure.add_subplot()
    axes.imshow(numbers or [[]], cmap="cividis_r", aspect="auto")
    low, high = min(map(min, numbers), default=0.0), max(map(max, numbers), default=0.0)
    for y, row in enumerate(numbers):
        for x, number in enumerate(row):
            ink = "white" if number - low > _DARK * (high - low) else "black"
            axes.text(x, y, f"{number:,.{decimals}f}", ha="center", va="center", color=ink)
    axes.set_xticks(range(len(names)), names)
    axes.set_yticks(range(len(rows)), list(rows))
    axes.tick_params(length=0, labelsize=9, labeltop=True, labelbottom=False)
    axes.spines[:].set_visible(False)
    axes.xaxis.set_label_position("top")
    axes.set_xlabel(xlabel)
    axes.set_ylabel(ylabel)
    if title:
        figure.suptitle(title, fontsize=10)
    return figure
