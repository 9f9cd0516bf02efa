"""Where the repository is, for what stands beside the package: data, notebooks, profiles."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
