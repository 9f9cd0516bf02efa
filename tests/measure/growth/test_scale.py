"""A training watched from outside, and the page about it."""

from __future__ import annotations

import hashlib
from itertools import pairwise
from pathlib import Path

import pytest

from cs336_basics.corpus import count_files
from cs336_basics.measure.growth import scale, scale_page, word_growth
from cs336_basics.measure.growth.scale_page import Run, Sample
from cs336_basics.measure.places import PROFILES
from cs336_basics.measure.tables import read_rows


def test_a_small_run_leaves_rows_picture_and_page(
    stories: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The same program at a hundredth of the size; workers that live for a moment are seen too."""
    out, corpus = tmp_path / "scale", tmp_path / "stories.txt"
    corpus.write_bytes(stories.read_bytes() * 8)
    monkeypatch.setattr(scale, "_EVERY", 0.02)

    options = ["--corpus", str(corpus), "--vocab-size", "300", "--workers", "2"]
    assert scale.main([*options, "--out", str(out)]) == 0

    assert {"README.md", "run.csv", "memory.csv", "memory.png"} == {p.name for p in out.iterdir()}
    [run] = read_rows(Run, out / "run.csv")
    samples = read_rows(Sample, out / "memory.csv")
    assert (run.corpus, run.vocab_size, run.workers) == ("stories.txt", 300, 2)
    assert run.corpus_sha256 == hashlib.sha256(corpus.read_bytes()).hexdigest()
    assert 0 < run.counting_seconds <= run.seconds
    assert run.megabytes == pytest.approx(max(each.megabytes for each in samples))
    assert max(each.workers for each in samples) == 2
    assert all(each.parent_megabytes <= each.megabytes for each in samples)
    assert "300 tokens in" in capsys.readouterr().out


def test_a_failed_training_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With its own message, and nothing is written."""
    bad = tmp_path / "bad.txt"
    bad.write_bytes(b"ok \xff")

    assert scale.main(["--corpus", str(bad), "--out", str(tmp_path / "scale")]) == 2
    assert "invalid UTF-8 at byte 3" in capsys.readouterr().err
    assert not (tmp_path / "scale").exists()


def test_the_committed_page_is_written_from_its_rows() -> None:
    """No figure in it is typed by hand."""
    folder = PROFILES / "scale"

    assert (folder / "README.md").read_text("utf-8") == scale_page.render(folder)


def test_the_words_of_a_text_are_counted_as_it_grows(
    stories: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each row is of about twice the text of the one before, the last of all of it."""
    monkeypatch.setattr(word_growth, "_STEP", 100_000)

    assert scale.main(["--words", str(stories), "--out", str(tmp_path / "scale")]) == 0

    rows = read_rows(word_growth.WordGrowth, tmp_path / "scale" / "word_growth.csv")
    assert rows[-1].megabytes == stories.stat().st_size / 1e6
    assert rows[-1].distinct == len(count_files(stories, ["<|endoftext|>"]))
    assert all(2 * a.megabytes <= b.megabytes for a, b in pairwise(rows[:-1]))
    assert all(row.frequent < row.twice < row.distinct for row in rows)
