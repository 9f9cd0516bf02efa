"""profiles/README.md: the tour through the reports. Every figure in it comes from a CSV file."""

from __future__ import annotations

import tomllib
from pathlib import Path

from cs336_basics.measure import plots
from cs336_basics.measure.clock.timing import MergeTime
from cs336_basics.measure.pages import fill, table, write_text
from cs336_basics.measure.profile import run_sheet
from cs336_basics.measure.profile.folder import Summary
from cs336_basics.measure.profile.reports import STEPS
from cs336_basics.measure.tables import read_rows
from cs336_basics.trainers import TRAINERS

_NOTES = tomllib.loads(Path(__file__).with_name("notes.toml").read_text(encoding="utf-8"))


def write_tour(folder: Path) -> None:
    """Draw the plots over all rungs and write the page, from the files in `folder`.

    Args:
        folder: holds `summary.csv` and the folders of the workloads.
    """
    if rungs := rung_timings(folder):
        corpora = {run_sheet.read(folder / name / "RUN.md").corpus for name in rungs}
        title = f"each rung on {', '.join(sorted(corpora))}"
        plots.save(plots.merge_timing(rungs, title), folder / "merge_timing.png")
    write_text(folder / "README.md", render_tour(folder))


def read_summaries(folder: Path) -> list[Summary]:
    """Read the row of every workload that has been profiled."""
    path = folder / "summary.csv"
    return read_rows(Summary, path) if path.is_file() else []


def rung_timings(folder: Path) -> dict[str, list[MergeTime]]:
    """Read the merge timing of every rung that has been profiled, in the ladder's order."""
    return {
        each.name: read_rows(MergeTime, folder / each.name / "merge_timing.csv")
        for each in read_summaries(folder)
        if each.name in TRAINERS
    }


def render_tour(folder: Path) -> str:
    """Write the text of the page from the files in `folder`."""
    summaries, timings = read_summaries(folder), rung_timings(folder)
    head = ["rung", "merges", "seconds", "merges a second", "peak memory, MB", *STEPS]
    return fill(
        Path(__file__).with_name("tour.md"),
        rungs=table(head, [_cells(each) for each in summaries if each.name in TRAINERS]),
        workloads="\n\n".join(_section(folder, each, timings) for each in summaries),
    )


def _cells(rung: Summary) -> list[str]:
    """Write one row of the table of all rungs."""
    cells = [f"[{rung.name}]({rung.name}/RUN.md)", f"{rung.steps:,}"]
    cells += [plots.two_digits(rung.seconds), plots.two_digits(rung.steps / rung.seconds)]
    return [*cells, f"{rung.megabytes:,.0f}", *_shares(rung).values()]


def _shares(summary: Summary) -> dict[str, str]:
    shares = {step: getattr(summary, step) for step in STEPS}
    return {step: "" if share is None else f"{share:.0%}" for step, share in shares.items()}


def _section(folder: Path, summary: Summary, timings: dict[str, list[MergeTime]]) -> str:
    """Write what the page says of one workload."""
    place, note = summary.name, _NOTES[summary.name]
    sheet = run_sheet.read(folder / place / "RUN.md")
    reports = ["RUN.md", "scalene.html", "scalene.txt", "cprofile.txt"]
    links = [f"[{name}]({place}/{name})" for name in reports if (folder / place / name).is_file()]
    took = f"{sheet.corpus}, {sheet.done}, in {plots.two_digits(summary.seconds)} s."
    parts = [
        f"## {place}",
        took + _against_previous(place, timings),
        note["says"].format(**_shares(summary)),
        f"**What next:** {note['next']}",
        f"![calls of {place}]({place}/icicle.png)",
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
