"""A scalene report keeps figures and source lines, and loses what belongs to one machine."""

from __future__ import annotations

import json
from pathlib import Path

from cs336_basics.measure.profile import scalene as scalene_report

ROOT = Path(__file__).resolve().parents[3]


def test_paths_become_relative() -> None:
    """Files of the package are named from the project's folder, wherever the path stands."""
    place = str(ROOT / "cs336_basics" / "pairs.py")
    report = {"files": {place: {"lines": []}}, "max_footprint_fname": place}
    assert {
        "files": {"cs336_basics/pairs.py": {"lines": []}},
        "max_footprint_fname": "cs336_basics/pairs.py",
    } == scalene_report.clean(report)


def test_times_of_day_and_arguments_go() -> None:
    """Start times, the command line and its folder are dropped; so are moments of samples."""
    line = {"lineno": 3, "cpu_samples_list": [17.5, 17.6], "n_cpu_percent_c": 12.34567}
    report = {
        "files": {"x.py": {"lines": [line]}},
        "args": ["/somewhere/run.py"],
        "entrypoint_dir": "/somewhere",
        "start_time_absolute": 1.0,
        "start_time_perf": 2.0,
    }
    expected = {"lineno": 3, "cpu_samples_list": [], "n_cpu_percent_c": 12.35}
    assert {"files": {"x.py": {"lines": [expected]}}} == scalene_report.clean(report)


def test_code_without_a_file_goes() -> None:
    """Code that a library made up while it ran cannot be opened by anybody."""
    made_up: dict[str, object] = {"lines": []}
    assert {"files": {}} == scalene_report.clean({"files": {"<eval@__init__.py:436>": made_up}})


def test_source_lines_that_begin_with_a_slash_stay() -> None:
    """Only a path is made relative; a line of code is left as it is."""
    line = "/ 2  # a line of code may begin like a path\n"
    report = {"files": {"x.py": {"lines": [{"line": line}]}}}
    assert line == scalene_report.clean(report)["files"]["x.py"]["lines"][0]["line"]


def test_json_is_compact(tmp_path: Path) -> None:
    """No blanks between the parts: it is data, and it is committed."""
    scalene_report.write_json({"files": {}, "memory": True}, tmp_path)
    assert b'{"files":{},"memory":true}\n' == (tmp_path / "scalene.json").read_bytes()
    assert {"files": {}, "memory": True} == json.loads((tmp_path / "scalene.json").read_text())
