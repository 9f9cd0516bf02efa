"""Make `profiles/<name>/`: every report of one workload, from runs in processes of their own.

Three runs of the same steps. The plain one decides how many steps there are and gives the times
that are quoted; the runs under cProfile and scalene say where the time went.
"""

from __future__ import annotations

import pstats
import shutil
import tempfile
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path

from cs336_basics.errors import BPEError
from cs336_basics.measure import places, plots
from cs336_basics.measure.clock.isolated import call
from cs336_basics.measure.clock.timing import MergeTime
from cs336_basics.measure.pages import write_text
from cs336_basics.measure.profile import run_sheet, workloads
from cs336_basics.measure.profile.calls import stats_text
from cs336_basics.measure.profile.scalene import run_scalene, write_json, write_views
from cs336_basics.measure.tables import read_rows
from cs336_basics.trainers import TRAINERS

WITH_HTML = ("naive", "incremental", "heap", "compiled")
"""Rungs with a standalone scalene page; a page is 1.8 MB, so the others have text and JSON."""

BUDGET = 30.0  # seconds a workload may run without a profiler
_SAMPLES = 4000  # looks scalene takes at a run, about


def write_profile(
    name: str,
    corpus: Path,
    folder: Path,
    *,
    limit: int | None = None,
    budget: float | None = BUDGET,
    html: bool = True,
    say: Callable[[str], object] = lambda _: None,
) -> run_sheet.RunSheet:
    """Profile one workload and write its folder, whole or not at all.

    Args:
        name: one of `workloads.names()`.
        corpus: a text file.
        folder: where the reports go; an earlier folder is replaced.
        limit: most steps (merges, or pieces of text); None for a vocabulary of 10,000 tokens.
        budget: seconds after which the plain run stops; the others do as many steps as it did.
        html: write the standalone scalene page as well.
        say: called with a line before each run.

    Returns:
        What RUN.md says.

    Raises:
        BPEError: the workload failed or was too short to see.
        OSError: the corpus is missing, or the folder cannot be written.
    """
    facts = places.corpus_facts(corpus)
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=f".{folder.name}.") as scratch:
        made = Path(scratch) / folder.name
        made.mkdir()
        say(f"{name}: without a profiler")
        work = {"name": name, "corpus": str(corpus.resolve())}
        limits = {"rows": str(made / "merge_timing.csv"), "limit": limit, "budget": budget}
        result, peak = call(f"{workloads.__name__}:plain", {**work, **limits})
        steps, seconds = int(result["steps"]), float(result["seconds"])
        if not steps:
            raise BPEError(f"{corpus} gives {name} nothing to do: not one pair of bytes")
        done = result["words"]

        say(f"{name}: under cProfile, {done}")
        prof = str(made / "cprofile.prof")
        call(f"{workloads.__name__}:under_cprofile", {**work, "limit": steps, "prof": prof})

        say(f"{name}: under scalene, {done}")
        sampling = min(0.01, max(0.0005, seconds / _SAMPLES))
        report = run_scalene(name, corpus, steps, round(sampling, 5))
        write_json(report, made)

        merges = f" --merges {steps}" if name in TRAINERS else ""
        command = f"cs336-bpe profile {name} {places.shown_path(corpus)}{merges}"
        where = places.commit(), places.python(), places.cpu()
        took = done, seconds, peak / 1e6
        sheet = run_sheet.RunSheet(name, command, *where, *facts, *took, version("scalene"))
        write_text(made / "RUN.md", run_sheet.render(sheet, []))
        draw_profile(made, html=html)
        if folder.exists():
            shutil.rmtree(folder)
        made.rename(folder)
    return sheet


def draw_profile(folder: Path, *, html: bool) -> None:
    """Draw and write all that follows from what was measured: pictures, text, pages.

    Args:
        folder: holds the CSV of the plain run, `cprofile.prof`, `scalene.json` and `RUN.md`.
        html: write the standalone scalene page as well.
    """
    sheet = run_sheet.read(folder / "RUN.md")
    timing = folder / "merge_timing.csv"
    if timing.is_file():
        rungs = {sheet.name: read_rows(MergeTime, timing)}
        figure = plots.merge_timing(rungs, f"{sheet.name} on {sheet.corpus}")
        plots.save(figure, timing.with_suffix(".png"))
    stats = pstats.Stats(str(folder / "cprofile.prof"))
    write_text(folder / "cprofile.txt", stats_text(stats))
    icicle = plots.icicle(stats, run_sheet.title(sheet))
    plots.save(icicle, folder / "icicle.png")
    write_views(folder, html=html)
    files = [each.name for each in folder.iterdir()]
    write_text(folder / "RUN.md", run_sheet.render(sheet, files))
