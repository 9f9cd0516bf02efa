"""Whatever is done with a tokenizer, and in whatever order, a text keeps its ids."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from cs336_basics import Tokenizer
from cs336_basics.testing.machine import TokenizerMachine


def test_a_short_run() -> None:
    """A few trainings, each with some steps."""
    run_state_machine_as_test(
        TokenizerMachine, settings=settings(max_examples=12, stateful_step_count=10)
    )


@pytest.mark.slow
def test_a_long_run() -> None:
    """Other examples in each run, and many of them."""
    run_state_machine_as_test(
        TokenizerMachine,
        settings=settings(derandomize=False, max_examples=1000, stateful_step_count=40),
    )


def test_the_machine_finds_a_planted_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stream that drops its last id is told."""
    honest = Tokenizer._encode_stream

    def lossy(self: Tokenizer, *args: Any) -> Iterator[int]:
        yield from list(honest(self, *args))[:-1]

    monkeypatch.setattr(Tokenizer, "_encode_stream", lossy)
    with pytest.raises(AssertionError):
        run_state_machine_as_test(
            TokenizerMachine, settings=settings(max_examples=60, phases=[Phase.generate])
        )
