"""profiles/README.md: the tour through the reports. Every figure in it comes from a CSV file."""

from __future__ import annotations

from pathlib import Path

from cs336_basics.files import write_whole
from cs336_basics.measure import plots
from cs336_basics.measure.clock.timing import MergeTime, read_csv
from cs336_basics.measure.profile import run_sheet
from cs336_basics.measure.profile.folder import Summary
from cs336_basics.measure.tables import read_rows
from cs336_basics.trainers import TRAINERS

_NOTES = {
    "naive": (
        "Counting every pair anew takes {count} of the time and rewriting every word {merge}; "
        "finding the maximum takes {max}.",
        "`incremental-rescan` counts once and from then on changes only what a merge changes.",
    ),
    "incremental-rescan": (
        "{merge} of the time goes into rebuilding words, and most of them do not hold the pair.",
        "`incremental-touched` first asks, in C, whether both halves of the pair are in the word.",
    ),
    "incremental-touched": (
        "{update} of the time goes into asking every word and correcting counts, "
        "{max} into the maximum.",
        "`incremental-neighbours` corrects only the pairs around each merge, not the whole word.",
    ),
    "incremental-neighbours": (
        "Words are short: correcting a few pairs costs about as much as recounting the word, and "
        "{update} of the time still goes into asking every word, merge after merge.",
        "`incremental` knows for each pair which words hold it, and visits no other.",
    ),
    "incremental": (
        "Words are no longer the trouble: {max} of the time goes into looking through all pairs "
        "for the maximum.",
        "`heap` keeps the pairs in an order in which the best one comes up by itself.",
    ),
    "heap": (
        "The maximum takes {max} now; {merge} goes into merging and {update} into keeping counts "
        "and index true, for the words that really change.",
        "`compiled` does the same work on arrays of integers, in machine code.",
    ),
    "compiled": (
        "For the profilers it is one native call: they cannot look inside a kernel.",
        "From here on only other kernels help; notebook 08 builds these.",
    ),
    "pretokenize": (
        "Before any merge the text must be cut and counted, and no trainer makes that faster.",
        "Several processes do; notebook 05 starts them.",
    ),
    "encode": (
        "Encoding is the other half of a tokenizer's life: a word is merged by rank.",
        "Most words come again; notebook 06 remembers them.",
    ),
}


def write_tour(folder: Path) -> None:
    """Draw the plots over all rungs and write the page, from the files in `folder`.

    Args:
        folder: holds `summary.csv` and the folders of the workloads.
    """
    summaries = read_summaries(folder)
    rungs = rung_timings(folder, summaries)
    if rungs:
        corpora = {run_sheet.read(folder / name / "RUN.md").corpus for name in rungs}
        title = f"each rung on {', '.join(sorted(corpora))}"
        plots.save(plots.merge_timing(rungs, title), folder / "merge_timing.png")
    with write_whole(folder / "README.md") as file:
        file.write(render_tour(folder).encode("utf-8"))


def read_summaries(folder: Path) -> list[Summary]:
    """Read the row of every workload that has been profiled."""
    path = folder / "summary.csv"
    return read_rows(Summary, path) if path.is_file() else []


def rung_timings(folder: Path, summaries: list[Summary]) -> dict[str, list[MergeTime]]:
    """Read the merge timing of every rung that has been profiled, in the ladder's order."""
    return {
        each.name: read_csv(folder / each.name / "merge_timing.csv")
        for each in summaries
        if each.name in TRAINERS
    }


def render_tour(folder: Path) -> str:
    """Write the text of the page from the files in `folder`."""
    summaries = read_summaries(folder)
    lines = [
        "# Where the time goes",
        "",
        "Every rung of the ladder, profiled on the same text. `make profiles` writes this page and",
        "everything beside it; each folder's RUN.md says with which machine, commit and corpus.",
        "",
    ]
    rungs = [each for each in summaries if each.name in TRAINERS]
    if rungs:
        lines += ["## All rungs", "", "![merge timing of every rung](merge_timing.png)", ""]
        lines += _rung_table(rungs)
    timings = rung_timings(folder, summaries)
    for each in summaries:
        lines += ["", f"## {each.name}", "", *_section(folder, each, timings)]
    if (folder / "growth" / "README.md").is_file():
        lines += ["", *_GROWTH]
    if (folder / "scale" / "README.md").is_file():
        lines += ["", *_SCALE]
    if (folder / "peers" / "README.md").is_file():
        lines += ["", *_PEERS]
    lines += ["", *_OPENING]
    return "\n".join(lines) + "\n"


def _rung_table(rungs: list[Summary]) -> list[str]:
    lines = [
        "| rung | merges | seconds | merges a second | peak memory, MB "
        "| count | max | merge | update | other |",
        "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|",
    ]
    for each in rungs:
        speed = plots.two_digits(each.steps / each.seconds)
        cells = [f"[{each.name}]({each.name}/RUN.md)", f"{each.steps:,}"]
        cells += [plots.two_digits(each.seconds), speed, f"{each.megabytes:,.0f}"]
        cells += [_percent(share) for share in (each[4:])]
        lines.append(f"| {' | '.join(cells)} |")
    lines += [
        "",
        "Seconds are those of a run without a profiler; peak memory is that of its process,",
        "workers included. The shares are scalene's: time spent counting pairs, finding the",
        "maximum, merging words, and keeping counts and index true. Each rung made as many merges",
        "as fit into its time, so compare merges a second with care: late merges are cheaper than",
        "early ones. A kernel does all steps in one call, so `compiled` has no shares.",
    ]
    return lines


def _section(folder: Path, summary: Summary, timings: dict[str, list[MergeTime]]) -> list[str]:
    says, then = _NOTES.get(summary.name, ("", ""))
    shares = {field: _percent(getattr(summary, field)) for field in Summary._fields[4:]}
    sheet = run_sheet.read(folder / summary.name / "RUN.md")
    place = summary.name
    links = [f"[{name}]({place}/{name})" for name in ("RUN.md", "scalene.txt", "cprofile.txt")]
    if (folder / place / "scalene.html").is_file():
        links.insert(1, f"[scalene.html]({place}/scalene.html)")
    return [
        f"{sheet.corpus}, {sheet.done}, in {plots.two_digits(summary.seconds)} s."
        f"{_against_previous(summary.name, timings)}",
        "",
        says.format(**shares),
        "",
        f"**What next:** {then}",
        "",
        f"![calls of {place}]({place}/icicle.png)",
        "",
        " · ".join(links),
    ]


def _against_previous(name: str, timings: dict[str, list[MergeTime]]) -> str:
    """Compare a rung with the one below it, over the merges that both made."""
    rungs = list(timings)
    if name not in rungs or name == rungs[0]:
        return ""
    previous = rungs[rungs.index(name) - 1]
    merges = min(len(timings[previous]), len(timings[name]))
    before, now = (timings[each][merges - 1].cumulative for each in (previous, name))
    ratio = plots.two_digits(before / now)
    return f" Over the first {merges:,} merges {ratio} times as fast as `{previous}`."


def _percent(share: float | None) -> str:
    return "" if share is None else f"{share:.0%}"


_GROWTH = """\
## How cost grows

Time and memory against the size of the text and of the vocabulary: [growth](growth/README.md).

![time against the size of the text](growth/size_time.png)
""".rstrip().splitlines()

_SCALE = """\
## A corpus of a real size

A whole training in pure Python, its memory watched from outside: [scale](scale/README.md).

![memory over time](scale/memory.png)
""".rstrip().splitlines()

_PEERS = """\
## Against other libraries

`make bench` times this project against its peers: [peers](peers/README.md).
""".rstrip().splitlines()

_OPENING = """\
## Opening a report

    make scalene NAME=heap       line by line, in the browser
    make snakeviz NAME=heap      call by call, in the browser

A `scalene.html` needs nothing but a browser. `cprofile.txt` and `icicle.png` show what is in
`cprofile.prof`, which only the Python that wrote it can read for certain.

## Columns

| file | columns |
|---|---|
| `merge_timing.csv` | rank (from 0), count of its pair, seconds for it, cumulative seconds |
| `piece_timing.csv` | piece (from 0), size in bytes, seconds for it, cumulative seconds |
| `summary.csv` | name, steps, seconds, megabytes (10⁶ bytes), parts of the time from 0 to 1 |
""".rstrip().splitlines()
