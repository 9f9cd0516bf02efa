"""The checks of the notebooks are tested by their own inputs alone.

Each looks deeper when its inputs are through, or to find the reason for a failure. That takes a
second, and is tested where it belongs: in `test_diagnosis.py` and `test_checks_whole.py`.
"""

from __future__ import annotations

import pytest

from cs336_basics.learn.checker import frame as _frame
from tests.learn.checks.exercises import generate as pytest_generate_tests

__all__ = ["own_inputs_alone", "pytest_generate_tests"]


@pytest.fixture(autouse=True)
def own_inputs_alone(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the checks of `test_checks_*.py` from looking deeper."""
    name = request.module.__name__.rpartition(".")[2]
    if name.startswith("test_checks_") and name != "test_checks_whole":
        monkeypatch.setattr(_frame, "LOOKS_DEEPER", False)
