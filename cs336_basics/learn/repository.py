"""Where the repository is, for what stands beside the package: notebooks, profiles, solutions."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
