"""Where the repository is, for what is beside the package: data, notebooks, profiles."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

MY_NOTEBOOKS = ROOT / "my_notebooks"
"""The learner's own copy of the notebooks, where there is one: `make lab` makes it."""
