"""profiles/peers/README.md and its plots, written from the CSV files beside it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from cs336_basics.measure import plots
from cs336_basics.measure.pages import fill, table
from cs336_basics.measure.peers import suites
from cs336_basics.measure.peers.contest import BenchRow, Contest
from cs336_basics.measure.peers.standings import Standing, judge, standings
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
        equal: `yes` or `no`; of sets of tokens, the part of the reference's that both have.
    """

    contest: str
    entry: str
    reference: str
    equal: str


def relate(contest: Contest, details: dict[str, dict[str, Any]]) -> list[Relation]:
    """Compare what the entries of a contest returned with what its reference returned."""
    found = []
    reference = details.get(contest.reference, {})
    for entry, detail in details.items():
        if "digest" in detail and "digest" in reference:
            equal = "yes" if detail["digest"] == reference["digest"] else "no"
            found.append(Relation(contest.name, entry, contest.reference, equal))
        elif "tokens" in detail and "tokens" in reference:
            theirs = set(reference["tokens"])
            shared = len(theirs & set(detail["tokens"])) / max(1, len(theirs))
            found.append(Relation(contest.name, entry, contest.reference, f"{shared:.2%}"))
    return found


class _Phase(NamedTuple):
    """One phase of a contest that has been run: what the page shows under one heading."""

    facts: ContestFacts
    phase: str
    found: list[Standing]

    @property
    def title(self) -> str:
        return ", ".join(filter(None, (self.facts.title, self.phase)))

    @property
    def picture(self) -> str:
        return "-".join(filter(None, (self.facts.contest, self.phase))) + ".png"


def _phases(folder: Path) -> list[_Phase]:
    phases = []
    for facts in read_rows(ContestFacts, folder / CONTESTS):
        rows = read_rows(BenchRow, folder / f"{facts.suite}.csv")
        mine = [row for row in rows if row.contest == facts.contest]
        for phase in dict.fromkeys(row.phase for row in mine):
            same = [row for row in mine if row.phase == phase]
            found = standings(same, facts.baseline, any_amount=facts.shows == "speed")
            phases.append(_Phase(facts, phase, found))
    return phases


def draw(folder: Path) -> None:
    """Draw a plot for each contest and phase."""
    for each in _phases(folder):
        values, ranges, label = _bars(each.facts, each.found)
        log = max(values.values()) > _LOG_FROM * min(values.values())
        figure = plots.bars(values, xlabel=label, title=each.title, log=log, ranges=ranges)
        plots.save(figure, folder / each.picture)


def _bars(
    facts: ContestFacts, found: Sequence[Standing]
) -> tuple[dict[str, float], dict[str, tuple[float, float]], str]:
    """Choose what the bars of a contest are: values, (least, most), and the label with its unit."""
    if facts.shows == "seconds":
        label = "seconds, median (less is faster)"
        values = {each.entry: each.seconds for each in found}
        return values, {each.entry: (each.least, each.most) for each in found}, label
    if facts.shows == "amount":
        return {each.entry: each.amount for each in found}, {}, f"{facts.unit} (more is faster)"
    values = {each.entry: each.speed for each in found}
    ranges = {each.entry: (each.amount / each.most, each.amount / each.least) for each in found}
    return values, ranges, f"{facts.unit} a second (more is faster)"


def render(folder: Path) -> str:
    """Write the page from the CSV files in `folder`."""
    relations: dict[str, dict[str, str]] = {}
    if (folder / RELATIONS).is_file():
        for each in read_rows(Relation, folder / RELATIONS):
            relations.setdefault(each.contest, {})[each.entry] = each.equal
    lines, suite = [], ""
    for one in _phases(folder):
        if one.facts.suite != suite:
            suite = one.facts.suite
            lines += ["", f"## {suite.capitalize()}"]
        lines += ["", f"### {one.title}", "", f"![{one.title}]({one.picture})", ""]
        lines.append(_table(one, relations.get(one.facts.contest, {})))
        if goals := suites.goals(one.facts.contest, one.phase):
            lines += ["", *(judge(goal, one.facts.baseline, one.found) for goal in goals)]
    template = Path(__file__).with_name("page.md")
    return fill(template, contests="\n".join(lines), machine=_machine(folder))


def _table(one: _Phase, relations: dict[str, str]) -> str:
    facts, output = one.facts, []
    if any("%" in each for each in relations.values()):
        output = [f"shared tokens with {facts.reference}"]
    elif relations:
        what = "counts" if facts.suite == "counting" else "ids"
        output = [f"{what} equal to {facts.reference}'s"]
    head = ["", "version", facts.unit, "seconds", "shortest–longest"]
    head += [f"{facts.unit}/s", f"× {facts.baseline}", "peak MB", *output]
    short = plots.two_digits
    rows = []
    for each in one.found:
        amount = f"{each.amount:,.0f}" if each.amount >= 100 else f"{each.amount:.3g}"
        cells = [each.entry, each.version, amount, short(each.seconds)]
        cells += [f"{short(each.least)}–{short(each.most)}", short(each.speed)]
        cells += [short(each.ratio) if each.ratio else "", f"{each.megabytes:,.0f}"]
        rows.append([*cells, *(relations.get(each.entry, "") for _ in output)])
    return table(head, rows, texts=2)


def _machine(folder: Path) -> str:
    head = ["contests", "corpus", "bytes", "sha256", "rounds", "commit", "Python", "CPU"]
    groups: dict[tuple[str, ...], list[str]] = {}
    for each in read_rows(ContestFacts, folder / CONTESTS):
        size, sha256 = f"{each.corpus_bytes:,}", f"`{each.corpus_sha256[:16]}…`"
        key = each.corpus, size, sha256, str(each.rounds), f"`{each.commit}`", each.python, each.cpu
        groups.setdefault(key, []).append(each.contest)
    return table(head, [[", ".join(names), *key] for key, names in groups.items()], texts=len(head))
