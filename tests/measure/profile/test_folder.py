"""One command makes a complete folder, or none."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cs336_basics import cli
from cs336_basics.errors import BPEError
from cs336_basics.measure.clock.timing import MergeTime
from cs336_basics.measure.profile import __main__ as profiles
from cs336_basics.measure.profile import folder as profile_folder
from cs336_basics.measure.profile import run_sheet, tour
from cs336_basics.measure.tables import read_rows


@pytest.mark.slow
def test_profile_command_makes_a_folder(
    tmp_path: Path, stories: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`cs336-bpe profile` writes every report, and says where to start reading."""
    folder = tmp_path / "heap"
    arguments = ["profile", "heap", str(stories), "--merges", "300", "-o", str(folder)]
    assert 0 == cli.main(arguments)
    assert "RUN.md" in capsys.readouterr().out
    expected = {
        "RUN.md",
        "cprofile.prof",
        "cprofile.txt",
        "icicle.png",
        "merge_timing.csv",
        "merge_timing.png",
        "scalene.html",
        "scalene.json",
        "scalene.txt",
    }
    assert expected == {path.name for path in folder.iterdir()}
    assert 300 == len(read_rows(MergeTime, folder / "merge_timing.csv"))
    sheet = run_sheet.read(folder / "RUN.md")
    assert "cs336-bpe profile heap data/stories.txt --merges 300" == sheet.command
    report = json.loads((folder / "scalene.json").read_text("utf-8"))
    assert "cs336_basics/trainers/heap.py" in report["files"]
    assert ["heap"] == [path.name for path in tmp_path.iterdir()], "scratch files were left"


@pytest.mark.slow
def test_profiles_can_be_made_and_drawn_again(tmp_path: Path, stories: Path) -> None:
    """`make profiles` writes folder, summary and tour; drawing again changes no byte."""
    arguments = ["naive", "--budget", "2", "--corpus", str(stories), "--out", str(tmp_path)]
    assert 0 == profiles.main(arguments)
    assert ["naive"] == list(tour.rung_timings(tmp_path))
    assert float(tour.shares(tmp_path, "naive")["count"].strip("%")) > 10, "all pairs are counted"
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    assert 0 == profiles.main(["naive", "--out", str(tmp_path), "--redraw"])
    after = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    assert before == after


def test_nothing_to_do_leaves_nothing(tmp_path: Path) -> None:
    """A text without a pair of bytes is an error, and no half folder is left."""
    corpus = tmp_path / "corpus.txt"
    corpus.write_text("a", encoding="utf-8")
    with pytest.raises(BPEError, match="nothing to do"):
        profile_folder.write_profile("naive", corpus, tmp_path / "out" / "naive")
    assert [] == list((tmp_path / "out").iterdir())


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["fastest", "x.txt"], "unknown workload 'fastest'"),
        (["heap", "no-such-file.txt"], "no-such-file.txt"),
    ],
)
def test_mistakes_are_one_line(
    arguments: list[str],
    complaint: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A wrong name or a missing file: one line, exit code 2, nothing written."""
    monkeypatch.chdir(tmp_path)
    assert 2 == cli.main(["profile", *arguments])
    error = capsys.readouterr().err
    assert complaint in error
    assert 1 == len(error.splitlines())
    assert [] == list(tmp_path.iterdir())


def test_unknown_report_names_the_known(capsys: pytest.CaptureFixture[str]) -> None:
    """`make profiles NAME` with a wrong name says which there are."""
    with pytest.raises(SystemExit):
        profiles.main(["fastest"])
    assert "known: stories_1k" in capsys.readouterr().err
