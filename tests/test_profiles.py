"""What is committed in profiles/ is complete, current in form, and names no machine.

Every page and picture there is made by `make profiles`. These tests open each of them, and fail
when the code that writes them has moved on.
"""

from __future__ import annotations

import ast
import getpass
import io
import os
import platform
import pstats
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from matplotlib.figure import Figure
from matplotlib.image import imread

from cs336_basics import storage
from cs336_basics.measure import plots, trainings
from cs336_basics.measure.clock.timing import MergeTime
from cs336_basics.measure.profile import run_sheet, tour
from cs336_basics.measure.profile.calls import stats_text
from cs336_basics.measure.profile.folder import WITH_HTML
from cs336_basics.measure.profile.reports import read_scalene, step_shares
from cs336_basics.measure.tables import read_rows
from cs336_basics.trainers import TRAINERS

PROFILES = Path(__file__).resolve().parents[1] / "profiles"
ROOT = PROFILES.parent
NAMES = sorted(path.parent.name for path in PROFILES.glob("*/RUN.md"))
RUNGS = [name for name in NAMES if name not in ("pretokenize", "encode")]
ALWAYS = {
    "RUN.md",
    "cprofile.prof",
    "cprofile.txt",
    "icicle.png",
    "scalene.json",
    "scalene.txt",
}
FILES = sorted(path for path in PROFILES.rglob("*") if path.is_file())


def same_picture(path: Path, figure: Figure) -> bool:
    """Compare a committed PNG with a figure drawn now; fonts may differ by a shade."""
    committed = imread(path)
    drawn = imread(io.BytesIO(plots.png(figure)))
    return committed.shape == drawn.shape and bool(np.abs(committed - drawn).mean() < 0.01)


def test_every_workload_has_a_folder() -> None:
    """All rungs, pre-tokenizing and encoding are profiled; compiled where numba was."""
    expected = {*TRAINERS, "pretokenize", "encode"} - {"compiled"}
    assert expected <= set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_folder_is_complete(name: str) -> None:
    """Exactly the files that one command makes; a page for the rungs that get one."""
    expected = ALWAYS | ({"merge_timing.csv", "merge_timing.png"} if name in RUNGS else set())
    if name in WITH_HTML:
        expected |= {"scalene.html"}
    assert expected == {path.name for path in (PROFILES / name).iterdir()}


@pytest.mark.parametrize("name", NAMES)
def test_run_sheet_says_what_was_measured(name: str) -> None:
    """RUN.md is as today's code writes it, and its figures fit the CSV."""
    folder = PROFILES / name
    sheet = run_sheet.read(folder / "RUN.md")
    files = [path.name for path in folder.iterdir()]
    assert (folder / "RUN.md").read_text("utf-8") == run_sheet.render(sheet, files)
    assert name == sheet.name
    assert sheet.command.startswith(f"cs336-bpe profile {name} ")
    assert re.fullmatch(r"[0-9a-f]{64}", sheet.corpus_sha256)
    assert re.match(r"[0-9a-f]{10}\b", sheet.commit)
    assert sheet.corpus_bytes > 0
    assert sheet.megabytes > 10


@pytest.mark.parametrize("name", NAMES)
def test_scalene_report_names_the_package(name: str) -> None:
    """The report is not empty, its lines are those of the package, and no start time is in it."""
    report = read_scalene(name)
    assert report["files"]
    assert all(path.startswith("cs336_basics/") for path in report["files"])
    assert [] == [key for key in report if key.startswith("start_time")]
    assert any(line["n_cpu_percent_python"] > 0 for line in _lines(report))


def _lines(report: dict[str, Any]) -> list[dict[str, Any]]:
    return [line for file in report["files"].values() for line in file["lines"]]


@pytest.mark.parametrize("name", RUNGS)
def test_scalene_report_names_the_trainer(name: str) -> None:
    """The rung's own module is among those that took time."""
    module = name.partition("-")[0]
    assert f"cs336_basics/trainers/{module}.py" in read_scalene(name)["files"]


@pytest.mark.parametrize("name", NAMES)
def test_profiled_functions_still_exist(name: str) -> None:
    """A report about functions that are gone is stale: make it anew."""
    for path, _, function in pstats.Stats(str(PROFILES / name / "cprofile.prof")).stats:  # type: ignore[attr-defined]
        if not path.startswith("cs336_basics/") or function.startswith("<"):
            continue
        source = ROOT / path
        assert source.is_file(), f"{path} is gone: make profiles"
        defined = {
            node.name
            for node in ast.walk(ast.parse(source.read_text("utf-8")))
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        }
        assert function in defined, f"{path} has no {function} any more: make profiles"


@pytest.mark.parametrize("name", NAMES)
def test_cprofile_text_and_icicle_are_of_the_same_profile(name: str) -> None:
    """Table and picture come from the .prof beside them, as today's code draws them."""
    folder = PROFILES / name
    stats = pstats.Stats(str(folder / "cprofile.prof"))
    assert (folder / "cprofile.txt").read_text("utf-8") == stats_text(stats)
    sheet = run_sheet.read(folder / "RUN.md")
    assert same_picture(folder / "icicle.png", plots.icicle(stats, run_sheet.title(sheet)))


@pytest.mark.parametrize("name", RUNGS)
def test_merge_timing(name: str) -> None:
    """Ranks from 0, counts that never rise, times that add up; the figure is of these rows."""
    folder = PROFILES / name
    rows = read_rows(MergeTime, folder / "merge_timing.csv")
    assert list(range(len(rows))) == [row.rank for row in rows]
    assert all(before.count >= after.count for before, after in pairwise(rows))
    assert all(before.cumulative <= after.cumulative for before, after in pairwise(rows))
    assert sum(row.seconds for row in rows) == pytest.approx(rows[-1].cumulative, abs=1e-2)
    sheet = run_sheet.read(folder / "RUN.md")
    assert f"{len(rows):,} merges" == sheet.done
    assert sheet.seconds == pytest.approx(rows[-1].cumulative, rel=0.01)
    figure = plots.merge_timing({name: rows}, f"{name} on {sheet.corpus}")
    assert same_picture(folder / "merge_timing.png", figure)


def test_rungs_ran_on_the_same_corpus() -> None:
    """Rungs can be compared only on the same bytes."""
    sheets = [run_sheet.read(PROFILES / name / "RUN.md") for name in RUNGS]
    assert 1 == len({sheet.corpus_sha256 for sheet in sheets})


def test_rungs_made_the_same_merges() -> None:
    """Whatever a rung costs, the counts of its merges are those of `naive`, rank for rank."""
    counts = {
        name: [row.count for row in read_rows(MergeTime, PROFILES / name / "merge_timing.csv")]
        for name in RUNGS
    }
    longest = max(counts.values(), key=len)
    for name, each in counts.items():
        assert longest[: len(each)] == each, name


def test_shares_of_the_steps_are_a_whole() -> None:
    """Each rung's time goes into the steps of training; what is left over is little."""
    for name in RUNGS:
        if name != "compiled":
            # Of the heap, the garbage collector that is switched off and on again is in it too.
            assert step_shares(read_scalene(name))["other"] < 0.2, name


def test_tour_is_written_from_the_files() -> None:
    """The page is what today's code makes of the reports: no figure in it is typed by hand."""
    assert (PROFILES / "README.md").read_text("utf-8") == tour.render_tour(PROFILES)


def test_tour_links_lead_somewhere() -> None:
    """Every picture and page the tour names is there."""
    text = (PROFILES / "README.md").read_text("utf-8")
    links = re.findall(r"\]\(([^)#:]+)\)", text)
    assert len(links) > len(NAMES)
    assert [] == [link for link in links if not (PROFILES / link).is_file()]


def test_no_machine_is_named() -> None:
    """No absolute path, host name or user name in any file; the CPU's model may stand."""
    home = re.escape(str(Path.home()).encode())
    forbidden = rb"/home/|/Users/|/root\b|/tmp/|/work/|\b" + home + rb"\b"
    names = {platform.node(), getpass.getuser(), os.environ.get("HOSTNAME", "")} - {"", "root"}
    for name in names:
        if len(name) > 3:
            forbidden += rb"|\b" + re.escape(name.encode()) + rb"\b"
    for path in FILES:
        found = re.search(forbidden, path.read_bytes())
        assert found is None, f"{path.relative_to(ROOT)}: {found and found[0]!r}"


def test_text_is_plain() -> None:
    """Terminal colours are stripped from the text reports."""
    for path in FILES:
        if path.suffix in (".txt", ".md", ".csv"):
            assert b"\x1b" not in path.read_bytes(), path.name


def test_size_of_all_profiles() -> None:
    """A clone stays small: at most 15 MB of reports."""
    assert sum(path.stat().st_size for path in FILES) <= 15_000_000


def test_nothing_else_lies_about() -> None:
    """Every file belongs to a kind of report that is known here."""
    known = {".md", ".csv", ".png", ".txt", ".json", ".html", ".prof", ".yaml"}
    assert [] == [path.name for path in FILES if path.suffix not in known]


def test_stories_vocabulary_comes_back() -> None:
    """Training on the bundled stories again gives the committed vocabulary, byte for byte."""
    committed = storage.load(PROFILES / "stories_1k.yaml")
    assert committed == trainings.train_vocabulary("stories_1k")
    assert 1_000 == len(committed.vocab)


def test_tinystories_vocabulary_opens() -> None:
    """10,000 tokens, one special among them, and where they come from."""
    committed = storage.load(PROFILES / "tinystories_10k.yaml")
    assert 10_000 == len(committed.vocab)
    assert ["<|endoftext|>"] == committed.special_tokens
    assert 9_743 == len(committed.merges)
    assert committed.training is not None
    corpus: Any = committed.training["corpus"]
    assert ["tinystories.txt"] == [each["name"] for each in corpus]


def test_tinystories_vocabulary_comes_back(shared: Path) -> None:
    """Where the corpus is, training on it again gives the committed merges."""
    if not (shared / "corpora" / "tinystories.txt").is_file():
        pytest.skip("no tinystories.txt in the folder of real corpora")
    committed = storage.load(PROFILES / "tinystories_10k.yaml")
    assert committed == trainings.train_vocabulary("tinystories_10k")
