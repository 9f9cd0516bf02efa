"""Count executed instructions with valgrind: a busy machine does not change them."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

_SCRIPT = """\
import sys

from cs336_basics.measure.growth.runs import merge

merge(sys.argv[1], sys.argv[2], int(sys.argv[3]))
"""


def count_instructions(name: str, counts: Path, merges: int) -> float | None:
    """Count the instructions of a rung's merges, in 10**9, without the start of the process.

    Args:
        name: a trainer.
        counts: file that `growth_runs.count` wrote.
        merges: how many to make.

    Returns:
        The instructions of `merges` merges less those of a single one (which includes the start of
        Python and reading the counts), or None where valgrind is not installed or fails.
    """
    if shutil.which("valgrind") is None:
        return None
    one, all_of_them = _instructions(name, counts, 1), _instructions(name, counts, merges)
    return None if one is None or all_of_them is None else (all_of_them - one) / 1e9


def _instructions(name: str, counts: Path, merges: int) -> int | None:
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder) / "run.py"
        script.write_text(_SCRIPT, encoding="utf-8")
        command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]
        command += [sys.executable, str(script), name, str(counts), str(merges)]
        done = subprocess.run(command, capture_output=True, text=True)
    found = re.search(r"Collected : (\d+)", done.stderr)
    return int(found[1]) if found and not done.returncode else None
