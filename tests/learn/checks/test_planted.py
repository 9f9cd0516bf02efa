"""A fault in a learner's function is seen: one after the other is planted in every solution.

A check that no fault can fail would be worth nothing. Each stub of each notebook is filled with its
solution, one small thing in it is changed, and the notebook's own check cell is run on that.
"""

from __future__ import annotations

import re
import runpy
from collections.abc import Iterator
from functools import cache
from typing import Any

import nbformat
import pytest

from cs336_basics.learn import checks
from cs336_basics.learn.checker import frame as _frame
from cs336_basics.learn.checker import sandbox
from cs336_basics.learn.checker.sandbox import Limits
from cs336_basics.learn.checks import CheckFailed
from cs336_basics.learn.notebooks.run import NOTEBOOKS
from cs336_basics.learn.show._source import find_solution
from tests.learn.checks.mutants import mutants

MOST = 8
"""Faults planted in one stub, evenly over its lines."""


def stubs() -> Iterator[Any]:
    """Every stub of every notebook, with the check cell that calls it."""
    for path in sorted(NOTEBOOKS.glob("*.ipynb")):
        for cell in nbformat.read(path, as_version=4).cells:
            if "check" in cell.metadata.get("tags", []):
                for name in re.findall(r"\bmy_\w+", cell.source):
                    yield pytest.param(name, cell.source, id=f"{path.stem[:2]}-{name}")


every_stub = pytest.mark.parametrize(("name", "cell"), list(stubs()))


@every_stub
@pytest.mark.parametrize(
    "answer", [None, *(pytest.param(each, marks=pytest.mark.slow) for each in (7, "x"))]
)
def test_an_answer_of_no_kind_is_a_wrong_one(
    name: str, cell: str, answer: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A forgotten return, a number, a word: a check says so, and does not break."""
    monkeypatch.setattr(_frame, "LOOKS_DEEPER", False)

    def nonsense(*_: Any) -> Any:
        return answer

    names = dict.fromkeys(re.findall(r"\bmy_\w+", cell), nonsense)
    with pytest.raises(CheckFailed):
        exec(cell, {**names, "checks": checks})


@cache
def solutions(path: str) -> dict[str, Any]:
    """All names of a module of solutions."""
    return runpy.run_path(path)


def faults_in(name: str) -> list[tuple[str, str]]:
    """Some faults for a solution, from its first line to its last."""
    every = list(mutants(find_solution(name)[1]))
    some = min(MOST, len(every))
    return [every[i * len(every) // some] for i in range(some)]


@pytest.mark.slow
@every_stub
def test_a_planted_fault_is_seen(
    name: str,
    cell: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Most faults are: a few changes are none, as where a loop merely goes round once more."""
    monkeypatch.setattr(_frame, "LOOKS_DEEPER", False)
    path = find_solution(name)[0]
    names = solutions(str(path))
    exec(cell, {**names, "checks": checks})
    assert "passed" in capsys.readouterr().out  # without a fault
    if not path.stem.startswith("08"):  # compiling takes its time
        monkeypatch.setattr(sandbox, "USUAL", Limits(seconds=1.0))

    planted = faults_in(name)
    unseen = []
    for what, code in planted:
        with_fault = dict(names)
        exec(code, with_fault)
        try:
            exec(cell, {**with_fault, "checks": checks})
        except CheckFailed:
            continue
        unseen.append(what)

    seen = len(planted) - len(unseen)
    print(f"{name}: {seen} of {len(planted)} faults seen")
    assert 2 * seen >= len(planted) > 0, unseen
