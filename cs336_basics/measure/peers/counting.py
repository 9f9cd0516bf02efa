"""Counting in pure Python: against the plain loop on three kinds of text, and on two cores."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from cs336_basics.measure.peers import texts
from cs336_basics.measure.peers.contest import Contest, Entry, Goal

_COUNT = "cs336_basics.measure.peers.count_peers"


def contests() -> list[Contest]:
    """One core on three kinds of text; two cores against one."""
    return [
        _one_core("count-stories", texts.stories(20), [Goal("1 worker", ratio=2.2)]),
        _one_core("count-code", texts.python_library()),
        _one_core("count-chinese", texts.corpus("chinese.txt")),
        _two_cores(texts.stories(100)),
    ]


def _one_core(name: str, corpus: Path, goals: Sequence[Goal] = ()) -> Contest:
    arguments = {"corpus": str(corpus)}
    return Contest(
        name,
        f"Count the pre-tokens of {corpus.name} in pure Python, on one core",
        corpus,
        "MB",
        "plain loop",
        lambda _: [
            Entry("plain loop", f"{_COUNT}:plain_loop", arguments),
            Entry("findall", f"{_COUNT}:findall", arguments),
            Entry("1 worker", f"{_COUNT}:pure_python", arguments),
        ],
        reference="plain loop",
        goals=goals,
    )


def _two_cores(corpus: Path) -> Contest:
    arguments = {"corpus": str(corpus)}
    return Contest(
        "count-two-cores",
        f"Count the pre-tokens of {corpus.name} in pure Python, by one worker and by two",
        corpus,
        "MB",
        "1 worker",
        lambda _: [
            Entry("1 worker", f"{_COUNT}:pure_python", arguments),
            Entry("2 workers", f"{_COUNT}:pure_python", {**arguments, "workers": 2}),
        ],
        reference="1 worker",
        goals=[Goal("2 workers", ratio=1.6)],
    )
