"""profiles/growth/README.md and its plots: how cost grows, and how steeply."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from cs336_basics.files import write_whole
from cs336_basics.measure import plots
from cs336_basics.measure.growth.rows import GrowthRow, Points, slope
from cs336_basics.measure.tables import read_rows

Value = Callable[[GrowthRow], float]

_LEAST_MEMORY = 0.5  # MB; what is smaller drowns in what Python had in reserve


def write(folder: Path) -> None:
    """Draw the plots and write the page, from `size.csv` and `vocab.csv` in `folder`."""
    sizes, vocabs = _read(folder)
    text, tokens = f"MB of {sizes[0].corpus}", "merges"
    _draw(folder / "size_time.png", sizes, _megabytes, _seconds, text, "seconds")
    _draw(folder / "size_memory.png", sizes, _megabytes, _memory, text, "MB of memory")
    _draw(folder / "vocab_time.png", vocabs, _merges, _seconds, tokens, "seconds")
    _draw(folder / "vocab_memory.png", vocabs, _merges, _memory, tokens, "MB of memory")
    figure = plots.bars(
        _bytes_a_pretoken(sizes),
        xlabel="bytes of memory for each distinct pre-token, largest text of each rung",
    )
    plots.save(figure, folder / "memory_per_pretoken.png")
    with write_whole(folder / "README.md") as file:
        file.write(render(folder).encode("utf-8"))


def render(folder: Path) -> str:
    """Write the text of the page from `size.csv` and `vocab.csv` in `folder`."""
    sizes, vocabs = _read(folder)
    lines = [*_INTRODUCTION, "## Against the size of the text", ""]
    lines += ["![time](size_time.png)", "", "![memory](size_memory.png)", ""]
    lines += _slopes(sizes, _megabytes, largest=lambda row: f"{row.megabytes:.3g} MB")
    lines += ["", "Distinct pre-tokens decide what a trainer costs, not bytes: twice the text has"]
    lines += ["fewer than twice as many.", "", "| MB | distinct pre-tokens |", "|--:|--:|"]
    for row in sizes:
        if row.name == "pretokenize":
            lines.append(f"| {row.megabytes:.3g} | {row.pretokens:,} |")
    lines += ["", "![bytes for each distinct pre-token](memory_per_pretoken.png)", ""]
    text = f"{vocabs[0].megabytes:.3g} MB of {vocabs[0].corpus}"
    lines += [f"## Against the number of merges, on {text}", ""]
    lines += ["![time](vocab_time.png)", "", "![memory](vocab_memory.png)", ""]
    lines += _slopes(vocabs, _merges, largest=lambda row: f"{row.merges:,} merges")
    counted = [row for row in sizes if row.instructions is not None]
    if counted:
        lines += ["", "## Instructions", "", *_instructions(counted)]
    return "\n".join([*lines, "", *_COLUMNS]) + "\n"


def _read(folder: Path) -> tuple[list[GrowthRow], list[GrowthRow]]:
    return read_rows(GrowthRow, folder / "size.csv"), read_rows(GrowthRow, folder / "vocab.csv")


def _megabytes(row: GrowthRow) -> float:
    return row.megabytes


def _merges(row: GrowthRow) -> float:
    return row.merges


def _seconds(row: GrowthRow) -> float:
    return row.seconds


def _memory(row: GrowthRow) -> float:
    return row.memory


def _series(rows: list[GrowthRow], x: Value, y: Value) -> dict[str, Points]:
    """Collect the points of each rung; those of memory that is too little to tell are left out."""
    found: dict[str, list[tuple[float, float]]] = {}
    for row in rows:
        if y is not _memory or row.memory >= _LEAST_MEMORY:
            found.setdefault(row.name, []).append((x(row), y(row)))
    return dict(found)


def _draw(path: Path, rows: list[GrowthRow], x: Value, y: Value, xlabel: str, ylabel: str) -> None:
    made = {row.name: row.merges for row in rows}
    series = {}
    for name, points in _series(rows, x, y).items():
        steep = slope(points)
        label = name if x is _merges or not made[name] else f"{name}, {made[name]:,} merges"
        series[f"{label}, slope {steep:.2f}" if steep is not None else label] = points
    figure = plots.lines(series, xlabel=xlabel, ylabel=ylabel, log_x=True, log_y=True)
    plots.save(figure, path)


def _slopes(rows: list[GrowthRow], x: Value, largest: Callable[[GrowthRow], str]) -> list[str]:
    lines = ["| | merges | slope of time | slope of memory | largest | seconds there | MB there |"]
    lines.append("|---|--:|--:|--:|--:|--:|--:|")
    times, memories = _series(rows, x, _seconds), _series(rows, x, _memory)
    for name in times:
        last = [row for row in rows if row.name == name][-1]
        cells = [name, f"{last.merges:,}" if last.merges and x is not _merges else ""]
        cells += [_steep(times[name]), _steep(memories.get(name, ()))]
        cells += [largest(last), plots.two_digits(last.seconds), plots.two_digits(last.memory)]
        lines.append(f"| {' | '.join(cells)} |")
    return lines


def _steep(points: Points) -> str:
    steep = slope(points)
    return "" if steep is None else f"{steep:.2f}"


def _bytes_a_pretoken(rows: list[GrowthRow]) -> dict[str, float]:
    last = {row.name: row for row in rows}
    return {name: row.memory * 1e6 / row.pretokens for name, row in last.items()}


def _instructions(rows: list[GrowthRow]) -> list[str]:
    lines = ["| | MB | merges | instructions, 10⁹ |", "|---|--:|--:|--:|"]
    for row in rows:
        count = plots.two_digits(row.instructions or 0.0)
        lines.append(f"| {row.name} | {row.megabytes:.3g} | {row.merges:,} | {count} |")
    return [*lines, "", "Counted by valgrind: a busy machine changes times, but not these."]


_INTRODUCTION = """\
# How cost grows

`python -m cs336_basics.measure.growth.growth` writes this page and everything
beside it. On log axes a power law is a straight line, and its slope tells
how cost grows: at slope 1 ten times the size costs ten
times as much. A rung goes as far as its time allows, and the slow ones make fewer merges:
slopes can be compared, heights only where the number of merges is the same.

""".splitlines()

_COLUMNS = """\
## Columns

`size.csv` and `vocab.csv`: name, corpus, megabytes of text (10⁶ bytes), merges, distinct
pre-tokens, seconds, memory (10⁶ bytes by which the peak rose), instructions (10⁹, or empty).
""".rstrip().splitlines()
