"""Functions called in a process of their own: the result comes back, failures are named."""

from __future__ import annotations

import pytest

from cs336_basics.measure.clock.isolated import MeasurementError, call


def test_result_comes_back() -> None:
    """Arguments and result cross as JSON."""
    outcome = call(
        "cs336_basics.text.pretokenize:pretokenize", {"text": "to be", "pattern": "gpt2"}
    )
    assert ["to", " be"] == outcome.result
    assert outcome.peak_memory > 1_000_000


def test_failure_names_the_function_and_the_reason() -> None:
    """The last line of the other process's complaint is in the message."""
    arguments = {"vocab_size": 3, "special_tokens": []}
    with pytest.raises(MeasurementError, match=r"vocab:num_merges: .*vocab_size 3 is too small"):
        call("cs336_basics.vocab:num_merges", arguments)


def test_too_slow_is_a_failure() -> None:
    """A process that takes too long is ended, and the message says after how long."""
    with pytest.raises(MeasurementError, match=r"took more than 0\.01 s"):
        call("cs336_basics.vocab:num_merges", {}, timeout=0.01)
