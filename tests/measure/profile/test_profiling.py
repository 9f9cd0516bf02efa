"""A profile of one call: its result, its rows, its picture, and nothing left behind."""

from __future__ import annotations

import os
import pstats
from itertools import islice
from pathlib import Path

import pytest

from cs336_basics.measure import plots
from cs336_basics.measure.profile import profiling
from cs336_basics.measure.profile.calls import boxes, relative_place, stats_text
from cs336_basics.trainers import TRAINERS

COUNTS = {b"low": 5, b"lower": 2, b"widest": 3, b"newest": 6}


@pytest.fixture(scope="module")
def naive() -> profiling.Profile[list[object]]:
    """Five merges of `naive` under cProfile."""
    return profiling.profile(list, islice(TRAINERS["naive"](COUNTS), 5))


def test_result_is_the_functions(naive: profiling.Profile[list[object]]) -> None:
    """Profiling changes nothing about what a function returns."""
    assert list(islice(TRAINERS["naive"](COUNTS), 5)) == naive.result


def test_rows_count_the_calls(naive: profiling.Profile[list[object]]) -> None:
    """Five merges count all pairs five times; the rows say so and where the function stands."""
    (row,) = [row for row in naive.rows if row.function == "count_pairs"]
    assert 5 == row.calls
    assert row.place.startswith("cs336_basics/pairs.py:")
    assert 0 < row.own_seconds <= row.total_seconds


def test_rows_come_by_own_time(naive: profiling.Profile[list[object]]) -> None:
    """The first row is where the time went."""
    own = [row.own_seconds for row in naive.rows]
    assert sorted(own, reverse=True) == own


def test_no_path_of_this_machine(naive: profiling.Profile[list[object]]) -> None:
    """Every place is relative, so a committed profile names no folder of its author."""
    assert [] == [row.place for row in naive.rows if os.path.isabs(row.place)]
    assert str(Path.cwd()) not in stats_text(naive.stats)


def test_relative_place_of_libraries() -> None:
    """A file of the standard library or of an installed package is named from there."""
    assert "pstats.py" == relative_place(pstats.__file__)
    import regex

    assert "regex/__init__.py" == relative_place(regex.__file__)
    assert "x.py" == relative_place("/somewhere/else/x.py")


def test_leaves_no_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Profiling and drawing write nothing into the current folder."""
    monkeypatch.chdir(tmp_path)
    profiling.profile(sorted, [3, 1]).figure()
    assert [] == list(tmp_path.iterdir())


def test_saved_profile_opens(naive: profiling.Profile[list[object]], tmp_path: Path) -> None:
    """pstats reads the .prof file, and it draws to the same pixels as the live profile."""
    naive.save(tmp_path / "x.prof")
    stats = pstats.Stats(str(tmp_path / "x.prof"))
    assert naive.stats.total_calls == stats.total_calls  # type: ignore[attr-defined]
    assert plots.png(naive.figure()) == plots.png(plots.icicle(tmp_path / "x.prof"))


def test_boxes_lie_inside_their_caller(naive: profiling.Profile[list[object]]) -> None:
    """A box is never wider than the one above it: the parts add up to at most the whole."""
    found = boxes(naive.stats)
    assert {"iter_merges", "count_pairs", "merge_word"} <= {box.function[2] for box in found}
    for box in found[1:]:
        above = [
            each
            for each in found
            if each.depth == box.depth - 1
            and each.start <= box.start + 1e-9
            and box.start + box.seconds <= each.start + each.seconds + 1e-9
        ]
        assert box.depth == 0 or len(above) == 1


def test_recursion_ends() -> None:
    """A function that calls itself is drawn once, not for ever."""

    def down(n: int) -> int:
        return n and down(n - 1)

    found = boxes(profiling.profile(down, 50).stats)
    assert 1 == sum(box.function[2] == "down" for box in found)
