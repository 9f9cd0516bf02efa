"""Figures: one colour a rung, the numbers on them, the same pixels each time."""

from __future__ import annotations

import re

import pytest
from matplotlib.figure import Figure
from matplotlib.text import Text

from cs336_basics.measure import plots
from cs336_basics.measure.clock.timing import MergeTime
from cs336_basics.trainers import TRAINERS

ROWS = [MergeTime(rank, 9 - rank, 0.5 / (rank + 1), 1.0 + rank) for rank in range(4)]


def texts(figure: Figure) -> str:
    """Everything that is written on a figure."""
    return " | ".join(text.get_text() for text in figure.findobj(Text) if isinstance(text, Text))


def test_every_rung_has_its_own_colour() -> None:
    """All trainers have a colour, and no two share one."""
    assert set(TRAINERS) <= set(plots.RUNG_COLOURS)
    assert len(plots.RUNG_COLOURS) == len({*plots.RUNG_COLOURS.values(), plots.OTHER_COLOUR}) - 1


def test_merge_timing_prints_the_number_of_merges() -> None:
    """The legend says how far each rung came."""
    shown = texts(plots.merge_timing({"naive": ROWS[:2], "heap": ROWS}, "on a toy"))
    assert "naive: 2 merges" in shown
    assert "heap: 4 merges" in shown
    assert "on a toy" in shown


def test_merge_timing_draws_in_the_rungs_colours() -> None:
    """The cumulative lines carry the rung's colour and end at the last merge."""
    figure = plots.merge_timing({"heap": ROWS})
    line = figure.axes[1].lines[0]
    assert plots.RUNG_COLOURS["heap"] == line.get_color()
    path = line.get_path().vertices.tolist()  # type: ignore[union-attr]  # matplotlib types it loosely
    assert [[1, 1.0], [2, 2.0], [3, 3.0], [4, 4.0]] == path


def test_ticks_of_log_scales_are_written_in_full() -> None:
    """A reader need not know what 1e+06 and 1e-06 mean."""
    figure = plots.lines({"x": [(1e-5, 1), (1e6, 2)]}, xlabel="x", ylabel="y", log_x=True)
    plots.png(figure)  # drawing makes the labels
    shown = texts(figure)
    assert "0.000001" in shown
    assert "1,000,000" in shown


@pytest.mark.parametrize(
    "draw",
    [
        lambda: plots.merge_timing({"heap": ROWS}, "title"),
        lambda: plots.bars({"naive": 3.0, "x": 1.0}, xlabel="seconds", ranges={"x": (0.5, 2.0)}),
        lambda: plots.lines({"heap": [(1, 2), (2, 4)]}, xlabel="MB", ylabel="s", log_x=True),
    ],
)
def test_same_rows_same_bytes(draw: object) -> None:
    """A figure drawn twice is the same file: no date, no program name, no random order."""
    assert callable(draw)
    first, second = plots.png(draw()), plots.png(draw())
    assert first == second
    assert first.startswith(b"\x89PNG")
    assert not re.search(rb"matplotlib|Date|tIME", first, re.IGNORECASE)


def test_bars_print_their_numbers() -> None:
    """Each bar carries its value to two significant digits."""
    shown = texts(plots.bars({"naive": 12345.0, "heap": 0.01234}, xlabel="seconds"))
    assert "12,000" in shown
    assert "0.012" in shown


def test_picture_shows_itself() -> None:
    """A notebook can display a figure without pyplot or a backend."""
    picture = plots.bars({"naive": 1.0}, xlabel="seconds")
    assert plots.png(picture) == picture._repr_png_()  # type: ignore[attr-defined]
