"""Counting in pure Python: against the plain loop, where its memo pays and where not, on two cores.

The texts are made once, in the folder of the downloads: stories from our generator, which everybody
has, and the modules of Python's own library as an example of code.
"""

from __future__ import annotations

import sysconfig
from functools import cache
from pathlib import Path

from cs336_basics.datasets.downloads import folder
from cs336_basics.datasets.stories import write_stories
from cs336_basics.files import write_whole
from cs336_basics.measure.bench.contest import Contest, Entry, Goal
from cs336_basics.measure.places import shared_folder

_COUNT = "cs336_basics.measure.bench.count_peers"


def contests() -> list[Contest]:
    """One core on three kinds of text; two cores against one."""
    chinese = shared_folder() / "corpora" / "chinese.txt"
    return [
        _one_core("count-stories", stories(20), Goal("1 worker", ratio=2.2)),
        _one_core("count-code", python_library()),
        _one_core("count-chinese", chinese),
        _two_cores(stories(100)),
    ]


@cache
def stories(megabytes: int) -> Path:
    """Write generated stories of this size, unless they are there."""
    path = _text(f"generated-{megabytes}MB.txt")
    if not path.is_file():
        write_stories(path, megabytes * 10**6)
    return path


@cache
def python_library() -> Path:
    """Write the modules of Python's library one after the other, unless that is done."""
    path = _text("python-library.txt")
    if not path.is_file():
        library = Path(sysconfig.get_path("stdlib"))
        modules = [p for p in library.rglob("*.py") if not {"site-packages", "test"} & {*p.parts}]
        with write_whole(path) as file:
            for module in sorted(modules):
                file.write(module.read_bytes().decode("utf-8", "replace").encode("utf-8"))
    return path


def _text(name: str) -> Path:
    place = folder()
    place.mkdir(parents=True, exist_ok=True)
    return place / name


def _one_core(name: str, corpus: Path, goal: Goal | None = None) -> Contest:
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
        goal=goal,
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
        goal=Goal("2 workers", ratio=1.6),
    )
