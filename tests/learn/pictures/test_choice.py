"""The picture of a choice: what is drawn for which counts."""

from __future__ import annotations

from cs336_basics.learn.pictures.choice import LOSES, TIES, WINS, choice_picture, ranked_pairs

COUNTS = {(b"e", b"s"): 9, (b"s", b"t"): 9, (b"w", b"e"): 8}


def test_only_the_greatest_of_those_that_tie_wins() -> None:
    """Equal counts are marked as a tie, lower ones are not."""
    assert ranked_pairs(COUNTS) == [
        ((b"s", b"t"), 9, WINS),
        ((b"e", b"s"), 9, TIES),
        ((b"w", b"e"), 8, LOSES),
    ]


def test_no_more_pairs_are_listed_than_asked_for() -> None:
    """The list is cut after the best."""
    assert ranked_pairs(COUNTS, most=1) == [((b"s", b"t"), 9, WINS)]


def test_there_is_a_panel_for_each_step() -> None:
    """A step without pairs is drawn empty; a fragment of a character is drawn as an escape."""
    figure = choice_picture([COUNTS, {(b"\xc3", b" "): 1}, {}])

    titles = [axes.get_title(loc="left") for axes in figure.axes]
    assert titles == ["merge 1: s + t", "merge 2: \\xc3 + ·", ""]
    assert len(figure._repr_png_()) > 1000
