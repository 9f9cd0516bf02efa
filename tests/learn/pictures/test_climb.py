"""The two pictures at the end of the course: what they show, from which figures."""

from __future__ import annotations

import itertools
from pathlib import Path

from cs336_basics.learn.pictures.climb import climb_picture, encoding_picture, encoding_speeds
from cs336_basics.measure.peers.contest import BenchRow
from cs336_basics.measure.tables import write_rows


def row(contest: str, phase: str, entry: str, seconds: float, turn: int = 0) -> BenchRow:
    """One run that encoded 10 MB."""
    return BenchRow(contest, phase, entry, "1", turn, 10.0, seconds, 1.0)


def test_nothing_measured_is_said_and_no_error(tmp_path: Path) -> None:
    """A clone without figures has a notebook that runs."""
    assert encoding_speeds(tmp_path) == {}
    for figure in (climb_picture({}), encoding_picture({})):
        assert ["not measured yet: make bench"] == [t.get_text() for t in figure.texts]


def test_speeds_are_of_the_median_round_of_one_phase(tmp_path: Path) -> None:
    """Megabytes a second, for each text and each encoder."""
    rows = [row("encode-a", "cold", "x", seconds, i) for i, seconds in enumerate((1.0, 2.0, 9.0))]
    rows += [row("encode-a", "warm", "x", 0.5), row("encode-b", "cold", "y", 4.0)]
    (tmp_path / "peers").mkdir()
    write_rows(rows, tmp_path / "peers" / "encoding.csv")

    assert {"a": {"x": 5.0}, "b": {"y": 2.5}} == encoding_speeds(tmp_path)
    assert {"a": {"x": 20.0}} == encoding_speeds(tmp_path, "warm")


def test_who_can_make_an_array_is_shown_with_that(tmp_path: Path) -> None:
    """A text that both suites know is one text, and its arrays come before its lists."""
    (tmp_path / "peers").mkdir()
    write_rows([row("array-a", "cold", "x", 1.0)], tmp_path / "peers" / "arrays.csv")
    lists = [row("encode-a", "cold", "x", 2.0), row("encode-a", "cold", "y", 5.0)]
    write_rows(lists, tmp_path / "peers" / "encoding.csv")

    assert {"a": {"x": 10.0, "y": 2.0}} == encoding_speeds(tmp_path)


def test_the_climb_goes_in_the_order_of_the_course() -> None:
    """Our rungs stand from left to right as they come; others are levels beside them."""
    axes = climb_picture({"heap": 500.0, "rustbpe": 90.0, "naive": 5.0}).axes[0]

    assert ["naive", "heap"] == [label.get_text() for label in axes.get_xticklabels()]
    assert [text.get_text() for text in axes.texts] == ["5", "500", "rustbpe  90"]


def test_labels_of_others_do_not_touch() -> None:
    """Libraries that are equally fast can all be read."""
    speeds = {"naive": 1.0, "a": 100.0, "b": 101.0, "c": 102.0, "d": 9e5, "e": 9.1e5}
    axes = climb_picture(speeds).axes[0]

    places = sorted(text.get_position()[1] for text in axes.texts if text.get_text()[0] in "abcde")
    assert len(places) == 5
    assert all(b - a > 0.05 for a, b in itertools.pairwise(places))
    assert places[-1] <= 1.03


def test_the_fastest_encoder_stands_on_top() -> None:
    """By the mean over texts on a log scale; an encoder may lack a text."""
    figure = encoding_picture({"a": {"x": 5.0, "y": 50.0}, "b": {"x": 6.0}})

    assert ["y", "x"] == [label.get_text() for label in figure.axes[0].get_yticklabels()]
    assert ["a", "b"] == [text.get_text() for text in figure.legends[0].get_texts()]
