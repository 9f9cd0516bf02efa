"""Run scalene over one workload and bring its report into a form that can be committed.

Scalene writes absolute paths, the time of day and its own command line into the report. They go:
what is left are figures, source lines and paths inside the project.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from cs336_basics.errors import FileFormatError
from cs336_basics.measure.pages import write_text
from cs336_basics.measure.profile.calls import relative_place
from cs336_basics.measure.profile.reports import unescape
from cs336_basics.repository import ROOT

SCALENE = [sys.executable, "-m", "scalene"]
_DIGITS = 4  # significant digits kept of each figure: the rest is noise
_ANSI = re.compile(r"\x1b\[[0-9;]*m")
_DROPPED = ("args", "entrypoint_dir", "start_time_absolute", "start_time_perf")
_MOMENTS = "cpu_samples_list"  # when each sample was taken: no view shows it
_SCRIPT = """\
import sys

from cs336_basics.measure.profile.workloads import under_scalene

under_scalene(sys.argv[1], sys.argv[2], int(sys.argv[3]))
"""


def run_scalene(name: str, corpus: Path, limit: int, sampling_seconds: float) -> dict[str, Any]:
    """Run a workload under scalene and return the cleaned report.

    Args:
        name: one of `workloads.names()`.
        corpus: a text file.
        limit: steps to do.
        sampling_seconds: between two looks at what runs; short for a short run.

    Raises:
        FileFormatError: the report is empty: scalene saw nothing of the package.
    """
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder) / "run.py"
        script.write_text(_SCRIPT, encoding="utf-8")
        out = Path(folder) / "scalene.json"
        command = [*SCALENE, "run", "--off", "--no-stacks", "--program-path", str(ROOT)]
        command += ["--cpu-sampling-rate", str(sampling_seconds), "-o", str(out), str(script)]
        command += ["---", name, str(corpus.resolve()), str(limit)]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
        if done.returncode or not out.is_file():
            raise FileFormatError(f"scalene failed: {(done.stderr or done.stdout).strip()[-300:]}")
        report: dict[str, Any] = json.loads(out.read_text(encoding="utf-8"))
    if not report.get("files"):
        raise FileFormatError("scalene saw no line of the package; was the run too short?")
    return clean(report)


def clean(report: dict[str, Any]) -> dict[str, Any]:
    """Drop what belongs to one machine and one moment; make paths relative, figures short.

    >>> clean({"program": "/tmp/x/run.py", "start_time_perf": 3.5, "files": {}, "max": 1.23456})
    {'program': 'run.py', 'files': {}, 'max': 1.235}
    """
    kept = {key: value for key, value in report.items() if key not in _DROPPED}
    kept["files"] = {
        relative_place(path): each
        for path, each in report["files"].items()
        if not path.startswith("<")  # code that a library made up while it ran has no file
    }
    cleaned: dict[str, Any] = _clean(kept)
    return cleaned


def _clean(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: [] if key == _MOMENTS else _clean(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_clean(each) for each in value]
    if isinstance(value, float):
        return float(f"{value:.{_DIGITS}g}")
    if isinstance(value, str) and os.path.isabs(value) and "\n" not in value:
        return relative_place(value)
    return value


def write_json(report: dict[str, Any], folder: Path) -> None:
    """Write the cleaned report as `scalene.json`."""
    write_text(folder / "scalene.json", json.dumps(report, separators=(",", ":")) + "\n")


def write_views(folder: Path, *, html: bool) -> None:
    """Write `scalene.txt` from `scalene.json`, and on request the standalone `scalene.html`."""
    write_text(folder / "scalene.txt", _view(folder, "--cli", "-r"))
    if html:
        with tempfile.TemporaryDirectory() as scratch:
            _view(folder, "--standalone", into=Path(scratch))
            page = Path(scratch) / "scalene-profile.html"
            write_text(folder / "scalene.html", page.read_text(encoding="utf-8"))


def _view(folder: Path, *options: str, into: Path | None = None) -> str:
    """Let scalene show the report; plain text, however the terminal is set."""
    command = [*SCALENE, "view", *options, str((folder / "scalene.json").resolve())]
    plain = {"COLUMNS": "160", "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(
        command,
        cwd=into or folder,
        env=os.environ | plain,
        check=True,
        capture_output=True,
        encoding="utf-8",
    )
    lines = unescape(_ANSI.sub("", done.stdout)).strip("\n").splitlines()
    return "\n".join(line.rstrip() for line in lines) + "\n"
