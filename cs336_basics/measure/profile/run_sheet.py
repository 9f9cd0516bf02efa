"""RUN.md: what a profile's figures were measured with, written for people and read by tests."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple, get_type_hints

from cs336_basics.errors import FileFormatError
from cs336_basics.measure.pages import fill, row


class RunSheet(NamedTuple):
    """The facts in RUN.md, one a line.

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


_WORDS: dict[str, dict[str, str]] = tomllib.loads(
    Path(__file__).with_name("run_sheet.toml").read_text(encoding="utf-8")
)
_LABELS, _FILES = _WORDS["labels"], _WORDS["files"]


def title(sheet: RunSheet) -> str:
    """Say in a line what ran: the heading of a figure."""
    return f"{sheet.name}: {sheet.corpus}, {sheet.done}"


def render(sheet: RunSheet, files: Sequence[str]) -> str:
    """Write the page.

    Args:
        sheet: the facts.
        files: names of what else is in the folder.
    """
    facts = [row([_LABELS[field], _cell(field, fact)]) for field, fact in sheet._asdict().items()]
    links = [f"* [`{name}`]({name}): {_FILES[name]}" for name in sorted({"RUN.md", *files})]
    return fill(
        Path(__file__).with_name("run_sheet.md"),
        name=sheet.name,
        facts="\n".join(facts),
        files="\n".join(links).format(name=sheet.name),
    )


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
