"""profiles/growth/README.md and its plots: how cost grows, and how steeply."""

from __future__ import annotations

from pathlib import Path

from cs336_basics.measure import plots
from cs336_basics.measure.growth.sizes import GrowthRow
from cs336_basics.measure.growth.word_growth import power_law
from cs336_basics.measure.pages import fill, table, write_text
from cs336_basics.measure.tables import read_rows

Points = list[tuple[float, float]]

_LEAST_MEMORY = 0.5  # MB; what is smaller drowns in what Python had in reserve


def write(folder: Path) -> None:
    """Draw the plots and write the page, from `size.csv` and `vocab.csv` in `folder`."""
    sizes, vocabs = _read(folder)
    _draw(folder, "size", sizes, "megabytes", f"MB of {sizes[0].corpus}")
    _draw(folder, "vocab", vocabs, "merges", "merges")
    last = {row.name: row for row in sizes}
    figure = plots.bars(
        {name: row.memory * 1e6 / row.pretokens for name, row in last.items()},
        xlabel="bytes of memory for each distinct pre-token, largest text of each rung",
    )
    plots.save(figure, folder / "memory_per_pretoken.png")
    write_text(folder / "README.md", render(folder))


def render(folder: Path) -> str:
    """Write the text of the page from `size.csv` and `vocab.csv` in `folder`."""
    sizes, vocabs = _read(folder)
    counted = [row for row in sizes if row.name == "pretokenize"]
    return fill(
        Path(__file__).with_name("page.md"),
        by_size=_slopes(sizes, "megabytes"),
        pretokens=table(
            ["MB", "distinct pre-tokens"],
            [[f"{row.megabytes:.3g}", f"{row.pretokens:,}"] for row in counted],
            texts=0,
        ),
        vocab_text=f"{vocabs[0].megabytes:.3g} MB of {vocabs[0].corpus}",
        by_vocabulary=_slopes(vocabs, "merges"),
    )


def slope(points: Points) -> str:
    """Say how steep a line through points is on log axes, to two decimals.

    A slope of 1 means: ten times as much of x costs ten times as much of y. Nothing is said of
    fewer than three points: two lie on a line whatever they are.

    >>> slope([(1, 3), (10, 300), (100, 30000)]), slope([(1, 2), (2, 4)])
    ('2.00', '')
    """
    return f"{power_law(points)[1]:.2f}" if len(points) > 2 else ""


def _read(folder: Path) -> tuple[list[GrowthRow], list[GrowthRow]]:
    return read_rows(GrowthRow, folder / "size.csv"), read_rows(GrowthRow, folder / "vocab.csv")


def _series(rows: list[GrowthRow], x: str, y: str) -> dict[str, Points]:
    """Collect the points of each rung; those of memory that is too little to tell are left out."""
    found: dict[str, Points] = {}
    for row in rows:
        if y != "memory" or row.memory >= _LEAST_MEMORY:
            found.setdefault(row.name, []).append((getattr(row, x), getattr(row, y)))
    return found


def _draw(folder: Path, kind: str, rows: list[GrowthRow], x: str, xlabel: str) -> None:
    merges = {row.name: row.merges for row in rows}
    for what, y, ylabel in (("time", "seconds", "seconds"), ("memory", "memory", "MB of memory")):
        series = {}
        for name, points in _series(rows, x, y).items():
            same_merges = x == "megabytes" and merges[name] > 0
            label = f"{name}, {merges[name]:,} merges" if same_merges else name
            steep = slope(points)
            series[f"{label}, slope {steep}" if steep else label] = points
        figure = plots.lines(series, xlabel=xlabel, ylabel=ylabel, log_x=True, log_y=True)
        plots.save(figure, folder / f"{kind}_{what}.png")


def _slopes(rows: list[GrowthRow], x: str) -> str:
    """Write the table of the rungs: their slopes, and what their largest run took."""
    head = ["", "merges", "slope of time", "slope of memory", "largest", "seconds there"]
    times, memories = _series(rows, x, "seconds"), _series(rows, x, "memory")
    lines = []
    for name, last in {row.name: row for row in rows}.items():
        merges = f"{last.merges:,}" if last.merges and x == "megabytes" else ""
        largest = f"{last.megabytes:.3g} MB" if x == "megabytes" else f"{last.merges:,} merges"
        cells = [name, merges, slope(times[name]), slope(memories.get(name, [])), largest]
        lines.append([*cells, plots.two_digits(last.seconds), plots.two_digits(last.memory)])
    return table([*head, "MB there"], lines)
