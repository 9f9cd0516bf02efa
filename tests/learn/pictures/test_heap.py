"""The picture of a heap in notebook 04: where entries stand and how they look."""

from __future__ import annotations

import numpy as np

from cs336_basics.learn.pictures.heap import (
    FIRST,
    LIVE,
    STALE,
    heap_nodes,
    heap_picture,
    heap_size,
    heap_stats,
)
from cs336_basics.trainers.heap import HeapStats
from cs336_basics.trainers.naive import iter_merges

_AB, _BC, _CD = (b"a", b"b"), (b"b", b"c"), (b" c", b"d")


def test_only_an_entry_with_the_count_of_now_is_live() -> None:
    """An old count and a pair that is gone are stale; the live one on top comes out next."""
    heap = [(-5, _AB), (-4, _BC), (-3, _CD), (-1, _BC)]

    looks = [node.look for node in heap_nodes(heap, {_AB: 5, _BC: 1})]

    assert looks == [FIRST, STALE, STALE, LIVE]


def test_a_stale_entry_on_top_does_not_come_out_next() -> None:
    """Nothing is marked as next when the top is stale."""
    assert [node.look for node in heap_nodes([(-5, _AB), (-4, _BC)], {_BC: 4})] == [STALE, LIVE]


def test_entries_hang_under_those_at_half_their_position() -> None:
    """Position 0 is the root, 1 and 2 hang under it, 3 under 1."""
    heap = [(-5, _AB)] * 4

    places = [(node.depth, node.x) for node in heap_nodes(heap, {})]

    assert places == [(0, 0.5), (1, 0.25), (1, 0.75), (2, 0.125)]


def test_a_space_can_be_seen() -> None:
    """A space inside a token is drawn as a sign."""
    assert heap_nodes([(-3, _CD)], {_CD: 3})[0].text == "3\n␣c·d"


def test_a_picture_shows_each_entry_twice() -> None:
    """Once in the tree and once in the list; a heap may be empty."""
    drawn = heap_picture([(-5, _AB), (-4, _BC)], {_AB: 5})

    assert [text.get_text() for text in drawn.axes[0].texts].count("5\na·b") == 2
    assert heap_picture([], {}).axes


def test_the_size_of_a_heap_is_drawn_beside_its_pushes() -> None:
    """Entries after each merge on the left; pushes and stale pops since the start on the right."""
    run = [HeapStats(pushes=3, pops=2, stale=1, size=1), HeapStats(5, 3, 1, 2)]

    size, pushes = heap_size({"heap": run}).axes

    assert [1, 2] == np.asarray(size.lines[0].get_ydata()).tolist()
    assert [[3, 5], [1, 1]] == [np.asarray(line.get_ydata()).tolist() for line in pushes.lines]


def test_heap_stats_are_snapshots() -> None:
    """One entry for each merge; pushes never fall, and the last equals the finished heap's."""
    counts = {b"low": 5, b"lower": 2, b"widest": 3, b"newest": 6}
    stats = heap_stats(counts, 100)
    assert len(list(iter_merges(counts))) == len(stats)
    assert sorted(each.pushes for each in stats) == [each.pushes for each in stats]
    assert stats[0].pushes < stats[-1].pushes
