"""What the rows of a contest say: medians, ratios, and goals."""

from __future__ import annotations

import pytest

from cs336_basics.measure.peers.contest import BenchRow
from cs336_basics.measure.peers.standings import Goal, Standing, judge, standings


def _row(entry: str, number: int, seconds: float, amount: float = 10.0) -> BenchRow:
    return BenchRow("toy", "", entry, "1.0", number, amount, seconds, 50.0 + number)


def test_standings() -> None:
    """Medians with the range behind them; the ratio is by medians; memory is the most."""
    rows = [_row("naive", i, seconds) for i, seconds in enumerate((8.0, 6.0, 100.0))]
    rows += [_row("heap", i, seconds) for i, seconds in enumerate((2.0, 1.0, 3.0))]
    expected = [
        Standing("naive", "1.0", 10.0, 8.0, 6.0, 100.0, 52.0, 1.0),
        Standing("heap", "1.0", 10.0, 2.0, 1.0, 3.0, 52.0, 4.0),
    ]
    assert expected == standings(rows, "naive")


def test_no_ratio_for_different_work() -> None:
    """Five merges in a second and five hundred in a second have no ratio of seconds."""
    rows = [_row("naive", 0, 1.0, amount=5.0), _row("heap", 0, 1.0, amount=500.0)]
    assert [1.0, None] == [each.ratio for each in standings(rows, "naive")]


def test_speeds_have_a_ratio_whatever_the_work() -> None:
    """Megabytes a second can be compared for texts of different length."""
    rows = [_row("naive", 0, 1.0, amount=5.0), _row("heap", 0, 1.0, amount=500.0)]
    assert [1.0, 100.0] == [each.ratio for each in standings(rows, "naive", any_amount=True)]


@pytest.mark.parametrize(
    ("goal", "says"),
    [
        (Goal("heap", ratio=2), "heap at least 2 × naive; 4 ×. It holds."),
        (Goal("heap", ratio=5), "heap at least 5 × naive; 4 ×. It does **not** hold."),
        (Goal("heap", ratio=1, against="heap"), "heap at least 1 × heap; 1 ×. It holds."),
        (Goal("heap", ratio=2, against="rustbpe"), "heap at least 2 × rustbpe. Not measured."),
        (Goal("heap", seconds=1.5), "heap at most 1.5 s; 2 s. It does **not** hold."),
        (Goal("heap", megabytes=50), "heap at most 50 MB; 50 MB. It holds."),
    ],
)
def test_goals(goal: Goal, says: str) -> None:
    """Speed against any entry, time, or memory; an entry that is not here leaves the goal open."""
    naive = Standing("naive", "1", 10.0, 8.0, 8.0, 8.0, 40.0, None)
    heap = Standing("heap", "1", 10.0, 2.0, 2.0, 2.0, 50.0, None)
    assert f"* Goal: {says}" == judge(goal, "naive", [naive, heap])
