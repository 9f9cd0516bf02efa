"""The small kernels that notebook 08 goes on with pass the checks of its exercises."""

from __future__ import annotations

import pytest

from cs336_basics.learn import checks
from cs336_basics.learn.lessons import first_kernels

NAMES = ["count_words", "end_of_word", "word_key", "find_slot", "fill_table", "chase"]


@pytest.mark.parametrize("name", NAMES)
def test_it_does_what_the_exercise_asks(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """As plain Python, and as machine code where numba is."""
    getattr(checks, name)(getattr(first_kernels, name))

    assert "passed" in capsys.readouterr().out
