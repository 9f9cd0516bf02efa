"""The picture of one merge: which pairs it says come, stay and go."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from cs336_basics.learn.pictures.merges import (
    COMES,
    GOES,
    PASSES,
    fates,
    merge_picture,
    merge_steps,
)
from cs336_basics.measure.plots import png
from cs336_basics.pairs import merge_changes, merge_word, split_bytes

A, B, AB = b"a", b"b", b"ab"


def test_the_neighbours_of_a_merge_go_and_new_ones_come() -> None:
    """In `xaby`, merging (a, b) takes three pairs away and makes two; no other pair changes."""
    before, after = fates([split_bytes(b"xaby"), [b"x", AB, b"y"]])

    assert {(1, b"x", A): GOES, (2, A, B): GOES, (3, B, b"y"): GOES} == before
    assert {(1, b"x", AB): COMES, (3, AB, b"y"): COMES} == after


def test_a_pair_may_come_and_go_within_one_merge() -> None:
    """In `abab`, the first join makes (ab, a), and the second takes it away again."""
    middle = fates(merge_steps([A, B, A, B], (A, B)))[1]

    assert {(2, AB, A): PASSES, (3, A, B): GOES} == middle


@given(st.text("ab", min_size=1, max_size=9).map(str.encode), st.sampled_from([(A, B), (A, A)]))
def test_steps_end_where_the_merge_ends(word: bytes, pair: tuple[bytes, bytes]) -> None:
    """The last step is the merged word, and what comes and goes adds up to the changes."""
    steps = merge_steps(split_bytes(word), pair)
    first, last = fates([steps[0], steps[-1]])
    total = Counter(place[1:] for place, fate in last.items() if fate == COMES)
    total.subtract(place[1:] for place, fate in first.items() if fate == GOES)

    assert merge_word(split_bytes(word), pair) == steps[-1]
    assert merge_changes(split_bytes(word), pair)[1] == {p: n for p, n in total.items() if n}


def test_one_row_a_join() -> None:
    """Join by join there is a row for each state of the word; otherwise before and after."""
    word, pair = [A, B, A, B], (A, B)

    labels = [text.get_text() for text in merge_picture(word, pair).axes[0].texts]
    steps = merge_picture(word, pair, join_by_join=True)
    labels_of_steps = [text.get_text() for text in steps.axes[0].texts]

    assert ["before", "after"] == [x for x in labels if x in {"before", "after", "join 1"}]
    assert ["before", "join 1", "join 2"] == [
        x for x in labels_of_steps if x in {"before", "join 1", "join 2", "after"}
    ]


def test_the_same_merge_gives_the_same_pixels() -> None:
    """A notebook that is run again shows the same picture, byte for byte."""
    first, second = (png(merge_picture([A, B, A], (A, B))) for _ in range(2))

    assert first == second
