"""The suites of contests: `suites.toml`, read into contests, entries and goals."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cs336_basics.measure.peers import texts
from cs336_basics.measure.peers.contest import Contest, Entry
from cs336_basics.measure.peers.standings import Goal

TABLES: dict[str, Any] = tomllib.loads(
    Path(__file__).with_name("suites.toml").read_text(encoding="utf-8")
)


def names() -> list[str]:
    """Name every suite, in the order of the page."""
    return list(dict.fromkeys(spec["suite"] for spec in TABLES["contests"]))


def contests(suite: str) -> list[Contest]:
    """List the contests of a suite; texts that can be generated are written first.

    Args:
        suite: one of `names()`.
    """
    specs = [spec for spec in TABLES["contests"] if spec["suite"] == suite]
    return [_contest(spec, texts.find(text)) for spec in specs for text in spec["texts"]]


def goals(contest: str, phase: str = "") -> list[Goal]:
    """List what must hold in a phase of a contest."""
    found = [Goal(**spec) for spec in TABLES["goals"].get(contest, [])]
    return [goal for goal in found if goal.phase == phase]


def _contest(spec: Mapping[str, Any], corpus: Path) -> Contest:
    words = {"corpus": corpus.name, "stem": corpus.stem}
    arguments = {"corpus": str(corpus), **spec.get("arguments", {})}
    work = TABLES["works"][spec["work"]]
    return Contest(
        name=spec["name"].format(**words),
        title=spec["title"].format(**words),
        corpus=corpus,
        unit=spec["unit"],
        baseline=spec["baseline"],
        entries=[_entry(name, work[name], arguments) for name in spec.get("entries", work)],
        reference=spec.get("reference", ""),
        shows=spec.get("shows", "speed"),
    )


def _entry(name: str, spec: Mapping[str, Any], arguments: Mapping[str, object]) -> Entry:
    own = dict(spec)
    target = own.pop("call")
    package = own.pop("package", Entry.package)
    environment = own.pop("environment", None)
    once = own.pop("once", False)
    if "corpus" in own:
        own["corpus"] = str(texts.find(own["corpus"]))
    return Entry(
        name,
        f"cs336_basics.measure.peers.{target}",
        {**arguments, **own},
        package,
        TABLES["environments"][environment] if environment else {},
        once,
    )
