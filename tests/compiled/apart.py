"""Scripts that run in a process of their own, for what a process does once."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

LOAD = """
import sys
from cs336_basics.compiled.encode.ranks import fill_pairs
fill_pairs.load()
print("numba" in sys.modules)
"""
"""Prints whether the kernel `ranks.fill_pairs` had to be compiled."""


def run(python: str, code: str, folder: Path | None = None, **environment: str) -> str:
    """Run a script in another process, from a folder, and return what it printed."""
    done = subprocess.run(
        [python, "-c", code],
        cwd=folder,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()
