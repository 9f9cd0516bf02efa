"""How cost grows: slopes, runs that give up in time, and the page."""

from __future__ import annotations

from pathlib import Path

import pytest

from cs336_basics.measure.growth import page, sizes
from cs336_basics.measure.growth.sizes import GrowthRow
from cs336_basics.measure.growth.word_growth import power_law
from cs336_basics.measure.places import PROFILES
from cs336_basics.measure.tables import read_rows


def test_factor_and_slope_of_a_power() -> None:
    """Points of y = 5 x**1.5 lie on a line of slope 1.5."""
    points = [(x, 5 * x**1.5) for x in (1, 3, 10, 50)]
    assert (5.0, 1.5) == pytest.approx(power_law(points))


def test_two_points_have_no_slope_to_trust() -> None:
    """Two points always lie on a line, so nothing is claimed."""
    assert "" == page.slope([(1, 2), (2, 4)])


def test_counting_and_merging(tmp_path: Path, stories: Path) -> None:
    """The first 100 kB of a text: counted, kept, merged."""
    counts = str(tmp_path / "counts.pickle")
    counted = sizes.count(str(stories), 0.1, counts)
    assert 0.09 < counted["megabytes"] <= 0.1
    assert counted["pretokens"] > 100
    merged = sizes.merge("heap", counts, 50)
    assert merged is not None
    assert 50 == merged["merges"]


def test_a_run_gives_up_in_time(tmp_path: Path, stories: Path) -> None:
    """A rung that does not finish within its budget has no result."""
    counts = str(tmp_path / "counts.pickle")
    sizes.count(str(stories), 0.1, counts)
    assert sizes.merge("naive", counts, 100_000, budget=0.0) is None


@pytest.mark.slow
def test_growth_is_measured_and_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows, plots and page are written; the page can be rendered again from the rows."""
    monkeypatch.setattr(sizes, "SIZES", (0.05, 0.1, 0.2))
    monkeypatch.setattr(sizes, "VOCAB_SIZES", (300, 400))
    monkeypatch.setenv("CS336_SHARED", str(tmp_path))
    out = tmp_path / "growth"
    sizes.measure(out, most=0.2, budget=10)
    page.write(out)
    rows = read_rows(GrowthRow, out / "size.csv")
    assert [0.05, 0.1, 0.2] == pytest.approx(
        [row.megabytes for row in rows if row.name == "heap"], rel=0.1
    )
    text = (out / "README.md").read_text("utf-8")
    assert text == page.render(out)
    assert "generated_stories.txt" in text
    pictures = {"size_time", "size_memory", "vocab_time", "vocab_memory", "memory_per_pretoken"}
    assert pictures == {path.stem for path in out.glob("*.png")}


def test_committed_page_is_written_from_the_rows() -> None:
    """profiles/growth/README.md is what today's code makes of the CSV files beside it."""
    folder = PROFILES / "growth"
    assert (folder / "README.md").read_text("utf-8") == page.render(folder)
