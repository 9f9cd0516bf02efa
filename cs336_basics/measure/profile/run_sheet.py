"""RUN.md: what a profile's figures were measured with, written for people and read by tests."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple, get_type_hints

from cs336_basics.errors import FileFormatError


class RunSheet(NamedTuple):
    """What stands in RUN.md, a line each.

    Attributes:
        name: the workload.
        command: makes the folder anew.
        commit: of the package that was profiled.
        python: implementation, version, operating system.
        cpu: model and cores.
        corpus: file name.
        corpus_bytes: its size.
        corpus_sha256: of its bytes.
        done: how far the run came: `50 merges`.
        seconds: time for that, without a profiler.
        megabytes: peak memory, workers included, in 10**6 bytes.
        scalene: its version.
    """

    name: str
    command: str
    commit: str
    python: str
    cpu: str
    corpus: str
    corpus_bytes: int
    corpus_sha256: str
    done: str
    seconds: float
    megabytes: float
    scalene: str


_LABELS = {
    "name": "workload",
    "command": "command",
    "commit": "commit",
    "python": "Python",
    "cpu": "CPU",
    "corpus": "corpus",
    "corpus_bytes": "corpus size, bytes",
    "corpus_sha256": "corpus sha256",
    "done": "done",
    "seconds": "time without a profiler, seconds",
    "megabytes": "peak memory, workers included, MB",
    "scalene": "scalene",
}

_FILES = {
    "RUN.md": "this page",
    "cprofile.prof": "the calls; `make snakeviz NAME={name}` opens it",
    "cprofile.txt": "the same as a table, the most time of its own first",
    "icicle.png": "the same as a picture: a caller above what it calls",
    "merge_timing.csv": "for each merge: rank, count of its pair, seconds, seconds since the start",
    "merge_timing.png": "the same as a picture",
    "piece_timing.csv": "for each piece of text: position, bytes, seconds, seconds since the start",
    "piece_timing.png": "the same as a picture",
    "scalene.html": "time and memory line by line: open it in a browser",
    "scalene.json": "the same as data; `make scalene NAME={name}` opens it",
    "scalene.txt": "the same as text, the busy lines only",
}


def title(sheet: RunSheet) -> str:
    """Say in a line what ran: the heading of a figure."""
    return f"{sheet.name}: {sheet.corpus}, {sheet.done}"


def render(sheet: RunSheet, files: Sequence[str]) -> str:
    """Write the page.

    Args:
        sheet: the facts.
        files: names of what else is in the folder.
    """
    lines = [f"# Profile: {sheet.name}", "", "Written by the command below; not by hand.", ""]
    lines += ["| | |", "|---|---|"]
    for field, label in _LABELS.items():
        lines.append(f"| {label} | {_cell(field, getattr(sheet, field))} |")
    lines += ["", "Times under a profiler are longer: quote the one above.", "", "## Files", ""]
    for name in sorted({"RUN.md", *files}):
        lines.append(f"* [`{name}`]({name}): {_FILES[name].format(name=sheet.name)}")
    return "\n".join(lines) + "\n"


def read(path: Path) -> RunSheet:
    """Read the facts back.

    Raises:
        FileFormatError: a line is missing: the page was written by an older version, or by hand.
        OSError: there is no such page.
    """
    text = path.read_text(encoding="utf-8")
    values = []
    for field, kind in get_type_hints(RunSheet).items():
        found = re.search(rf"^\| {re.escape(_LABELS[field])} \| `?(.+?)`? \|$", text, re.MULTILINE)
        if not found:
            raise FileFormatError(f"{path}: no line {_LABELS[field]!r}; make the profile anew")
        plain = found[1].replace(",", "") if kind in (int, float) else found[1]
        values.append(kind(plain))
    return RunSheet(*values)


def _cell(field: str, value: object) -> str:
    if field in ("command", "corpus_sha256", "commit"):
        return f"`{value}`"
    if isinstance(value, int):
        return f"{value:,}"
    return f"{value:.3g}" if isinstance(value, float) else str(value)
