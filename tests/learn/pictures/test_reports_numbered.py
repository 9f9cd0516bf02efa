"""Pictures of profiles: what they show, and where the marks are."""

from __future__ import annotations

from typing import Any

import pytest
from matplotlib.figure import Figure

from cs336_basics.learn.pictures.reports_numbered import icicle_picture, scalene_picture
from cs336_basics.measure.plots import png
from cs336_basics.measure.profile.profiling import profile
from tests.measure.profile.scalene_lines import line


@pytest.fixture
def run() -> dict[str, Any]:
    """A profile of two files, the hottest line in the second."""
    first = [line(1, "    if a \\u003c b:\n", 10.0, 0.0, 0.0)]
    second = [line(4, "    x = f(y)\n", 5.0, 2.0, 1.0), line(3, "loop()\n", 20.0, 30.0, 5.0)]
    files = {"cs336_basics/pairs.py": {"lines": first}, "run.py": {"lines": second}}
    return {"files": files, "max_footprint_mb": 12.5}


def marks(figure: Figure) -> list[str]:
    """The numbers in the discs of a picture."""
    texts = figure.axes[0].texts
    return sorted(text.get_text() for text in texts if text.get_bbox_patch() is not None)


def labels(figure: Figure) -> list[str]:
    """Every text in a picture."""
    return [text.get_text() for text in figure.axes[0].texts]


def test_the_picture_shows_the_file_with_most_time(run: dict[str, Any]) -> None:
    """By default it is the hottest file, with its share of the run and six marks."""
    figure = scalene_picture(run)

    assert ["1", "2", "3", "4", "5", "6"] == marks(figure)
    assert "% of time = 63%   run.py" in labels(figure)
    assert "12 MB" in labels(figure)
    assert ["loop()", "x = f(y)"] == [each for each in labels(figure) if "(" in each]


def test_another_file_by_the_end_of_its_name(run: dict[str, Any]) -> None:
    """A file is chosen by the end of its name; one that is not there is an error that lists all."""
    assert "if a < b:" in labels(scalene_picture(run, file="pairs.py"))
    with pytest.raises(LookupError, match=r"there are: cs336_basics/pairs\.py, run\.py"):
        scalene_picture(run, file="heap.py")


def test_the_icicle_marks_whole_caller_function_and_gap() -> None:
    """Four marks: the gap stands one row under the function with most time of its own."""

    def outer() -> None:
        middle()

    def middle() -> None:
        hot()

    def hot() -> int:
        return sum(i * i for i in [0] * 20_000)

    figure = icicle_picture(profile(outer).stats, "three calls")
    depths = {
        text.get_text(): text.get_position()[1]
        for text in figure.axes[0].texts
        if text.get_bbox_patch() is not None
    }

    assert {"1", "2", "3", "4"} == set(depths)
    assert [0.47, 1.0, 1.0] == [
        depths["1"],
        round(depths["3"] - depths["2"], 6),
        round(depths["4"] - depths["3"], 6),
    ]


def test_a_single_call_is_marked_once() -> None:
    """Where the whole run is the hot function, there is no caller to mark."""

    def alone() -> int:
        total = 0
        for i in range(50_000):
            total += i
        return total

    assert ["1", "4"] == marks(icicle_picture(profile(alone).stats))


def test_the_same_profile_gives_the_same_pixels(run: dict[str, Any]) -> None:
    """A notebook that is run again shows the same picture, byte for byte."""
    assert png(scalene_picture(run)) == png(scalene_picture(run))
