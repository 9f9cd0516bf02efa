"""The checks of the notebooks are tested by their own inputs alone.

Each looks deeper when its inputs are through, or to find the reason for a failure. That takes a
second, and is tested where it belongs: in `test_whole.py` and beside the checker.
"""

from __future__ import annotations

import pytest

from cs336_basics.learn.checker import frame
from tests.learn.checks.exercises import generate as pytest_generate_tests

__all__ = ["own_inputs_alone", "pytest_generate_tests"]


@pytest.fixture(autouse=True)
def own_inputs_alone(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the checks of `test_nb*.py` from looking deeper."""
    if request.module.__name__.rpartition(".")[2].startswith("test_nb"):
        monkeypatch.setattr(frame, "LOOKS_DEEPER", False)
