"""Every busy line of a trainer belongs to one step, and the shares add up."""

from __future__ import annotations

import inspect
from typing import Any

import pytest

from cs336_basics import pairs
from cs336_basics.measure.profile import shares
from cs336_basics.trainers import heap, incremental, naive


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
    assert step == shares.step_of(function, line)


def test_every_function_named_exists() -> None:
    """A function that was renamed in the package must be renamed in the table of steps too."""
    known = set()
    for module in (pairs, naive, incremental, heap):
        for name, each in vars(module).items():
            known.add(name)
            if inspect.isclass(each):
                known |= {f"{name}.{part}" for part in vars(each)}
    named = set().union(*shares._FUNCTIONS.values())
    assert set() == named - known


def _line(number: int, start: int, text: str, **percents: float) -> dict[str, Any]:
    times = dict.fromkeys(("n_cpu_percent_python", "n_cpu_percent_c", "n_sys_percent"), 0.0)
    return {"lineno": number, "start_function_line": start, "line": text, **times, **percents}


def test_shares_add_up_all_kinds_of_time() -> None:
    """Python, native and system time count; lines without time and outside functions are fine."""
    report = {
        "files": {
            "cs336_basics/pairs.py": {
                "functions": [{"line": "count_pairs", "lineno": 10}],
                "lines": [
                    _line(11, 10, "for pair in pairwise(word):\n", n_cpu_percent_python=20.0),
                    _line(12, 10, "counts[pair] = 1\n", n_cpu_percent_c=5.0, n_sys_percent=5.0),
                    _line(13, 10, "return counts\n"),
                    _line(1, 0, "import os\n", n_cpu_percent_c=10.0),
                ],
            }
        }
    }
    found = shares.step_shares(report)
    assert {"count": 0.75, "max": 0, "merge": 0, "update": 0, "other": 0.25} == found


def test_busy_lines_come_busiest_first() -> None:
    """Each with its place, its function and its part; `<` is written as people write it."""
    report = {
        "files": {
            "x.py": {
                "functions": [{"line": "f", "lineno": 1}],
                "lines": [
                    _line(2, 1, "a = 1\n", n_cpu_percent_c=1.0),
                    _line(3, 1, "    if a \\u003c b:\n", n_cpu_percent_python=2.0),
                ],
            }
        }
    }
    expected = [("x.py:3", "f", "if a < b:", 2.0), ("x.py:2", "f", "a = 1", 1.0)]
    assert expected == shares.busy_lines(report)
