"""profiles/README.md: the tour through the reports. Every figure in it comes from them."""

from __future__ import annotations

import tomllib
from pathlib import Path

from cs336_basics.measure import plots
from cs336_basics.measure.clock.timing import MergeTime
from cs336_basics.measure.pages import fill, table, write_text
from cs336_basics.measure.profile import run_sheet, workloads
from cs336_basics.measure.profile.reports import STEPS, read_scalene, step_shares
from cs336_basics.measure.tables import read_rows
from cs336_basics.trainers import TRAINERS

_NOTES = tomllib.loads(Path(__file__).with_name("notes.toml").read_text(encoding="utf-8"))


def write_tour(folder: Path) -> None:
    """Draw the plots over all rungs and write the page, from the reports in `folder`."""
    if rungs := rung_timings(folder):
        corpora = {run_sheet.read(folder / name / "RUN.md").corpus for name in rungs}
        title = f"each rung on {', '.join(sorted(corpora))}"
        plots.save(plots.merge_timing(rungs, title), folder / "merge_timing.png")
    write_text(folder / "README.md", render_tour(folder))


def rung_timings(folder: Path) -> dict[str, list[MergeTime]]:
    """Read the merge timing of every rung that has been profiled, in the ladder's order."""
    paths = {name: folder / name / "merge_timing.csv" for name in TRAINERS}
    return {name: read_rows(MergeTime, path) for name, path in paths.items() if path.is_file()}


def shares(folder: Path, name: str) -> dict[str, str]:
    """Say what part of a rung's time each step took, in percent.

    Nothing is said of `compiled`: a kernel does all the steps in one call. Nor of what is no rung.
    """
    if name == "compiled" or name not in TRAINERS:
        return dict.fromkeys(STEPS, "")
    report = read_scalene(name, folder)
    return {step: f"{share:.0%}" for step, share in step_shares(report).items()}


def render_tour(folder: Path) -> str:
    """Write the text of the page from the reports in `folder`."""
    timings = rung_timings(folder)
    profiled = [name for name in workloads.names() if (folder / name / "RUN.md").is_file()]
    head = ["rung", "merges", "seconds", "merges a second", "peak memory, MB", *STEPS]
    return fill(
        Path(__file__).with_name("tour.md"),
        rungs=table(head, [_cells(folder, name, rows) for name, rows in timings.items()]),
        workloads="\n\n".join(_section(folder, name, timings) for name in profiled),
    )


def _cells(folder: Path, name: str, rows: list[MergeTime]) -> list[str]:
    """Write one row of the table of all rungs."""
    seconds, sheet = rows[-1].cumulative, run_sheet.read(folder / name / "RUN.md")
    cells = [f"[{name}]({name}/RUN.md)", f"{len(rows):,}"]
    cells += [plots.two_digits(seconds), plots.two_digits(len(rows) / seconds)]
    return [*cells, f"{sheet.megabytes:.3g}", *shares(folder, name).values()]


def _section(folder: Path, name: str, timings: dict[str, list[MergeTime]]) -> str:
    """Write what the page says of one workload."""
    note, sheet = _NOTES[name], run_sheet.read(folder / name / "RUN.md")
    reports = ["RUN.md", "scalene.html", "scalene.txt", "cprofile.txt"]
    links = [f"[{each}]({name}/{each})" for each in reports if (folder / name / each).is_file()]
    took = f"{sheet.corpus}, {sheet.done}, in {sheet.seconds:.3g} s."
    parts = [
        f"## {name}",
        took + _against_previous(name, timings),
        note["says"].format(**shares(folder, name)),
        f"**What next:** {note['next']}",
        f"![calls of {name}]({name}/icicle.png)",
        " · ".join(links),
    ]
    return "\n\n".join(parts)


def _against_previous(name: str, timings: dict[str, list[MergeTime]]) -> str:
    """Compare a rung with the one below it, over the merges that both made."""
    rungs = list(timings)
    if name not in rungs[1:]:
        return ""
    previous = rungs[rungs.index(name) - 1]
    merges = min(len(timings[previous]), len(timings[name]))
    before, now = (timings[each][merges - 1].cumulative for each in (previous, name))
    ratio = plots.two_digits(before / now)
    return f" Over the first {merges:,} merges {ratio} times as fast as `{previous}`."
