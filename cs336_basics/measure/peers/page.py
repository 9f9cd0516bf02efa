"""profiles/peers/README.md and its plots, written from the CSV files beside it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from cs336_basics.measure import plots
from cs336_basics.measure.peers.contest import BenchRow, Contest, Standing, standings
from cs336_basics.measure.peers.goals import read_goals, verdict
from cs336_basics.measure.tables import read_rows

CONTESTS = "contests.csv"
RELATIONS = "relations.csv"
_LOG_FROM = 30  # where values are further apart, the short bars could not be seen


class ContestFacts(NamedTuple):
    """What a contest was run with. These are the columns of `contests.csv`.

    Attributes:
        suite: its rows are in `<suite>.csv`.
        contest: its name.
        title: what is done.
        unit: of the amount of work.
        baseline: whom the ratios refer to.
        reference: whose output the others' are compared with.
        shows: what its plot shows.
        rounds: how often each entry ran.
        corpus: file name of the text.
        corpus_bytes: its size.
        corpus_sha256: of its bytes.
        commit: of this project.
        python: version and system.
        cpu: model and cores.
    """

    suite: str
    contest: str
    title: str
    unit: str
    baseline: str
    reference: str
    shows: str
    rounds: int
    corpus: str
    corpus_bytes: int
    corpus_sha256: str
    commit: str
    python: str
    cpu: str


class Relation(NamedTuple):
    """How the output of an entry relates to another's. These are the columns of `relations.csv`.

    Attributes:
        contest: where.
        entry: whose output.
        reference: compared with whose.
        same: 1 if the outputs are equal, 0 if not; None for sets of tokens.
        shared: part of the reference's tokens that this entry has too, 0 to 1; None for others.
    """

    contest: str
    entry: str
    reference: str
    same: int | None
    shared: float | None


def relate(contest: Contest, details: dict[str, dict[str, Any]]) -> list[Relation]:
    """Compare what the entries of a contest returned with what its reference returned."""
    found = []
    reference = details.get(contest.reference, {})
    for entry, detail in details.items():
        if "digest" in detail and "digest" in reference:
            same = int(detail["digest"] == reference["digest"])
            found.append(Relation(contest.name, entry, contest.reference, same, None))
        elif "tokens" in detail and "tokens" in reference:
            theirs = set(reference["tokens"])
            shared = len(theirs & set(detail["tokens"])) / max(1, len(theirs))
            found.append(Relation(contest.name, entry, contest.reference, None, shared))
    return found


def draw(folder: Path) -> None:
    """Draw a plot for each contest and phase."""
    for facts, phase, rows in _contests(folder):
        found = _standings(facts, rows)
        values, ranges, label = _shown(facts, found)
        log = max(values.values()) > _LOG_FROM * min(values.values())
        title = _title(facts, phase)
        figure = plots.bars(values, xlabel=label, title=title, log=log, ranges=ranges)
        plots.save(figure, folder / _picture(facts, phase))


def _shown(
    facts: ContestFacts, found: Sequence[Standing]
) -> tuple[dict[str, float], dict[str, tuple[float, float]], str]:
    """Choose what the bars of a contest are: values, (least, most), and the label with its unit."""
    if facts.shows == "seconds":
        label = "seconds, median (less is faster)"
        values = {each.entry: each.seconds for each in found}
        return values, {each.entry: (each.least, each.most) for each in found}, label
    if facts.shows == "amount":
        return {each.entry: each.amount for each in found}, {}, f"{facts.unit} (more is faster)"
    values = {each.entry: each.amount / each.seconds for each in found}
    ranges = {each.entry: (each.amount / each.most, each.amount / each.least) for each in found}
    return values, ranges, f"{facts.unit} a second (more is faster)"


def _title(facts: ContestFacts, phase: str) -> str:
    return f"{facts.title}{', ' + phase if phase else ''}"


def render(folder: Path) -> str:
    """Write the page from the CSV files in `folder`."""
    lines = [
        "# This project and its peers",
        "",
        "`make bench` writes this page and everything beside it. Each entry runs in a process of",
        "its own; entries take turns, round by round; times are medians, with the shortest and the",
        "longest round behind them, and hold neither imports nor the start of a process. The",
        "column with × says how many times as fast an entry was as the one named there.",
        "",
        "No other library breaks ties as CS336 does, so their vocabularies differ from ours in a",
        "few places; *shared tokens* says how much.",
    ]
    suite = ""
    for facts, phase, rows in _contests(folder):
        if facts.suite != suite:
            suite = facts.suite
            lines += ["", f"## {suite.capitalize()}"]
        found = _standings(facts, rows)
        lines += ["", f"### {_title(facts, phase)}", ""]
        lines += [f"![{_title(facts, phase)}]({_picture(facts, phase)})", ""]
        lines += _table(facts, found, _relations(folder, facts.contest))
        goals = [g for g in read_goals(folder) if (g.contest, g.phase) == (facts.contest, phase)]
        if said := [verdict(goal, facts.baseline, found) for goal in goals]:
            lines += ["", *said]
    lines += ["", "## What it ran on", "", *_machine(folder), "", *_COLUMNS]
    return "\n".join(lines) + "\n"


def _contests(folder: Path) -> list[tuple[ContestFacts, str, list[BenchRow]]]:
    """List (facts, phase, rows) of every contest that has been run."""
    found = []
    for facts in read_rows(ContestFacts, folder / CONTESTS):
        rows = read_rows(BenchRow, folder / f"{facts.suite}.csv")
        mine = [row for row in rows if row.contest == facts.contest]
        for phase in dict.fromkeys(row.phase for row in mine):
            found.append((facts, phase, [row for row in mine if row.phase == phase]))
    return found


def _standings(facts: ContestFacts, rows: Sequence[BenchRow], baseline: str = "") -> list[Standing]:
    return standings(rows, baseline or facts.baseline, any_amount=facts.shows == "speed")


def _relations(folder: Path, contest: str) -> dict[str, Relation]:
    path = folder / RELATIONS
    rows = read_rows(Relation, path) if path.is_file() else []
    return {row.entry: row for row in rows if row.contest == contest}


def _picture(facts: ContestFacts, phase: str) -> str:
    return f"{facts.contest}{'-' + phase if phase else ''}.png"


def _table(
    facts: ContestFacts, found: Sequence[Standing], relations: dict[str, Relation]
) -> list[str]:
    output = ""
    if any(each.shared is not None for each in relations.values()):
        output = f"shared tokens with {facts.reference}"
    elif relations:
        what = "counts" if facts.suite == "counting" else "ids"
        output = f"{what} equal to {facts.reference}'s"
    header = ["", "version", facts.unit, "seconds", "shortest–longest"]
    header += [f"{facts.unit}/s", f"× {facts.baseline}", "peak MB"]
    lines = [_row([*header, output] if output else header)]
    lines.append("|---|---|" + "--:|" * (len(header) - 2) + ("--:|" if output else ""))
    for each in found:
        cells = [each.entry, each.version, _amount(each.amount)]
        cells += [_seconds(each.seconds), f"{_seconds(each.least)}–{_seconds(each.most)}"]
        cells += [plots.two_digits(each.amount / each.seconds)]
        cells += [plots.two_digits(each.ratio) if each.ratio else "", f"{each.megabytes:,.0f}"]
        if output:
            cells.append(_said(relations.get(each.entry)))
        lines.append(_row(cells))
    return lines


def _said(relation: Relation | None) -> str:
    if relation is None:
        return ""
    if relation.shared is not None:
        return f"{relation.shared:.2%}"
    return "yes" if relation.same else "no"


def _machine(folder: Path) -> list[str]:
    lines = [_row(["contests", "corpus", "bytes", "sha256", "rounds", "commit", "Python", "CPU"])]
    lines.append("|---|---|--:|---|--:|---|---|---|")
    groups: dict[tuple[str, ...], list[str]] = {}
    for each in read_rows(ContestFacts, folder / CONTESTS):
        size, sha256 = f"{each.corpus_bytes:,}", f"`{each.corpus_sha256[:16]}…`"
        key = each.corpus, size, sha256, str(each.rounds), f"`{each.commit}`", each.python, each.cpu
        groups.setdefault(key, []).append(each.contest)
    return [*lines, *(_row([", ".join(names), *key]) for key, names in groups.items())]


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _amount(amount: float) -> str:
    return f"{amount:,.0f}" if amount >= 100 else f"{amount:.3g}"


def _seconds(seconds: float) -> str:
    return plots.two_digits(seconds)


_COLUMNS = """\
## Columns

`training.csv`, `counting.csv`, `encoding.csv`, …: contest, phase, entry, version, round (from 0),
amount of work (in the contest's unit), seconds for it, peak memory in megabytes (10⁶ bytes, workers
included). `contests.csv`, `goals.csv` and `relations.csv` hold what the tables say beside them; the
sha256 of each corpus stands there in full.
""".rstrip().splitlines()
