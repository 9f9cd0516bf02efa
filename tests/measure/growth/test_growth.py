"""How cost grows: slopes, runs that give up in time, and the page."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from cs336_basics.measure.clock.instructions import count_instructions
from cs336_basics.measure.growth import growth
from cs336_basics.measure.growth import page as growth_page
from cs336_basics.measure.growth import runs as growth_runs
from cs336_basics.measure.growth.rows import GrowthRow, slope
from cs336_basics.measure.tables import read_rows

GROWTH = Path(__file__).resolve().parents[3] / "profiles" / "growth"


def test_slope_of_a_power() -> None:
    """Points of y = 5 x**1.5 lie on a line of slope 1.5."""
    points = [(x, 5 * x**1.5) for x in (1, 3, 10, 50)]
    assert 1.5 == pytest.approx(slope(points))


def test_two_points_have_no_slope_to_trust() -> None:
    """Two points always lie on a line, so nothing is claimed."""
    assert slope([(1, 2), (2, 4)]) is None


def test_counting_and_merging(tmp_path: Path, stories: Path) -> None:
    """The first 100 kB of a text: counted, kept, merged."""
    counts = str(tmp_path / "counts.pickle")
    counted = growth_runs.count(str(stories), 0.1, counts)
    assert 0.09 < counted["megabytes"] <= 0.1
    assert counted["pretokens"] > 100
    merged = growth_runs.merge("heap", counts, 50)
    assert 50 == merged["merges"]
    assert not merged["unfinished"]


def test_a_run_gives_up_in_time(tmp_path: Path, stories: Path) -> None:
    """A rung that does not finish within its budget says so."""
    counts = str(tmp_path / "counts.pickle")
    growth_runs.count(str(stories), 0.1, counts)
    merged = growth_runs.merge("naive", counts, 100_000, budget=0.0)
    assert merged["unfinished"]
    assert 1 == merged["merges"]


@pytest.mark.slow
def test_growth_is_measured_and_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One call writes rows, plots and page; the page can be rendered again from the rows."""
    monkeypatch.setattr(growth, "SIZES", (0.05, 0.1, 0.2))
    monkeypatch.setattr(growth, "VOCAB_SIZES", (300, 400))
    monkeypatch.setenv("CS336_SHARED", str(tmp_path))
    out = tmp_path / "growth"
    assert 0 == growth.main(["--out", str(out), "--most", "0.2", "--budget", "10"])
    rows = read_rows(GrowthRow, out / "size.csv")
    assert [0.05, 0.1, 0.2] == pytest.approx(
        [row.megabytes for row in rows if row.name == "heap"], rel=0.1
    )
    text = (out / "README.md").read_text("utf-8")
    assert text == growth_page.render(out)
    assert "generated_stories.txt" in text
    pictures = {"size_time", "size_memory", "vocab_time", "vocab_memory", "memory_per_pretoken"}
    assert pictures == {path.stem for path in out.glob("*.png")}


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("valgrind") is None, reason="valgrind is not installed")
def test_instructions_hardly_vary(tmp_path: Path, stories: Path) -> None:
    """Counted twice, the instructions of a run differ by less than a hundredth."""
    counts = tmp_path / "counts.pickle"
    growth_runs.count(str(stories), 0.02, str(counts))
    first, second = (count_instructions("naive", counts, 20) for _ in range(2))
    assert first is not None
    assert second is not None
    assert first == pytest.approx(second, rel=0.01)


def test_committed_page_is_written_from_the_rows() -> None:
    """profiles/growth/README.md is what today's code makes of the CSV files beside it."""
    assert (GROWTH / "README.md").read_text("utf-8") == growth_page.render(GROWTH)
