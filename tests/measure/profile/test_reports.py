"""A scalene report line by line; each line belongs to one step, and the shares add up."""

from __future__ import annotations

import inspect
import json
from pathlib import Path
from typing import Any

import pytest

from cs336_basics import pairs
from cs336_basics.measure.profile import reports
from cs336_basics.trainers import heap, incremental, naive
from tests.measure.profile.scalene_lines import line


@pytest.mark.parametrize(
    ("function", "line", "step"),
    [
        ("iter_merges", "while pair_counts := count_pairs(words):", "count"),
        ("iter_merges", "pair, count = max(pair_counts.items(), key=rank)", "max"),
        ("iter_merges", "words = [(merge_word(word, pair), n) for word, n in words]", "merge"),
        ("count_pairs", "counts[pair] = counts.get(pair, 0) + frequency", "count"),
        ("rank", "return count, pair", "max"),
        ("rescan", "for i, word in enumerate(state.words):", "update"),
        ("State.replace", "self.add(pair, frequency)", "update"),
        ("HeapMerges._apply", "heapq.heappush(self._heap, self._entry(changed))", "max"),
        ("main", "print('done')", "other"),
    ],
)
def test_step_of_a_line(function: str, line: str, step: str) -> None:
    """What a line calls decides first, then the function it stands in."""
    assert step == reports.step_of(function, line)


def test_every_function_named_exists() -> None:
    """A function that was renamed in the package must be renamed in the table of steps too."""
    known = set()
    for module in (pairs, naive, incremental, heap):
        for name, each in vars(module).items():
            known.add(name)
            if inspect.isclass(each):
                known |= {f"{name}.{part}" for part in vars(each)}
    named = set().union(*reports._SIGNS["functions"].values())
    assert set() == named - known


@pytest.fixture
def run() -> dict[str, Any]:
    """A report of two files, the hottest line in the second."""
    first = {
        "functions": [{"line": "count_pairs", "lineno": 10}],
        "lines": [line(11, "    if a \\u003c b:\n", 10.0, 0.0, 0.0)],
    }
    second = [line(4, "    x = f(y)\n", 5.0, 2.0, 1.0), line(3, "loop()\n", 20.0, 30.0, 5.0)]
    return {"files": {"cs336_basics/pairs.py": first, "run.py": {"lines": second}}}


def test_lines_are_sorted_by_all_their_time(run: dict[str, Any]) -> None:
    """Python, native and system time together decide; the source is shown as it was written."""
    assert [("", "loop()", 55.0), ("count_pairs", "if a < b:", 10.0), ("", "x = f(y)", 8.0)] == [
        (each.function, each.source, each.percent) for each in reports.report_lines(run)
    ]
    first = reports.report_lines(run)[0]
    assert (1.0, 2.0, 7.0) == (first.average_mb, first.peak_mb, first.copied)


def test_hottest_takes_as_many_as_there_are(run: dict[str, Any]) -> None:
    """Asked for more lines than there are, it gives all."""
    assert [("run.py", 3, 55.0), ("cs336_basics/pairs.py", 11, 10.0)] == reports.hottest(run, 2)
    assert 3 == len(reports.hottest(run, 9))


def test_shares_add_up_all_kinds_of_time(run: dict[str, Any]) -> None:
    """Of 73 percent seen, ten are in `count_pairs`; lines outside functions are the rest."""
    shares = reports.step_shares(run)
    assert shares == pytest.approx(
        {"count": 10 / 73, "max": 0, "merge": 0, "update": 0, "other": 63 / 73}
    )


def test_a_report_is_read_by_its_name(run: dict[str, Any], tmp_path: Path) -> None:
    """The content of profiles/<name>/scalene.json comes back as it was written."""
    (tmp_path / "heap").mkdir()
    (tmp_path / "heap" / "scalene.json").write_text(json.dumps(run), encoding="utf-8")
    assert run == reports.read_scalene("heap", tmp_path)
