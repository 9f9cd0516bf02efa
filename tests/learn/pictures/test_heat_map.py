"""A table of numbers as a picture: every number is on it, and can be read."""

from __future__ import annotations

from cs336_basics.learn.pictures.heat_map import heat_map


def test_a_heat_map_writes_every_number() -> None:
    """In the order of rows and columns, and readable on its ground."""
    figure = heat_map({"a": {"x": 1, "y": 2.25}, "b": {"x": 3, "y": 4}}, title="t")
    texts = figure.axes[0].texts

    assert ["1.0", "2.2", "3.0", "4.0"] == [text.get_text() for text in texts]
    assert ["black", "black", "white", "white"] == [text.get_color() for text in texts]
