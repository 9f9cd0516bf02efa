"""Tasks in any order, and the one failure to report."""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import Executor, Future, ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cs336_basics.corpus.tasks import run_here, run_with, task_error, until_failure
from cs336_basics.errors import CorpusError


def test_an_error_is_an_outcome_like_any_other() -> None:
    """The tasks after it are still done."""
    outcomes = [outcome for _, outcome in run_here(int, ["1", "x", "3"])]

    assert [outcomes[0], outcomes[2]] == [1, 3]
    assert isinstance(outcomes[1], ValueError)


def test_ctrl_c_is_no_outcome() -> None:
    """It ends the run."""

    def interrupted(_: str) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        list(run_here(interrupted, ["a"]))


def test_an_executor_gives_the_same_outcomes() -> None:
    """Whoever is ready first comes first; the index tells which it was."""
    with ThreadPoolExecutor(2) as executor:
        outcomes = dict(run_with(executor, int, ["1", "x", "3"]))

    assert (outcomes[0], outcomes[2]) == (1, 3)
    assert isinstance(outcomes[1], ValueError)


def test_closing_cancels_what_has_not_begun() -> None:
    """A failure at the start must not wait for hours of other work."""
    futures: list[Future[int]] = []

    class Slow(Executor):
        """Finishes the first task and does not begin the others."""

        def submit(self, *_: object, **__: object) -> Future[int]:  # type: ignore[override]
            futures.append(Future())
            if len(futures) == 1:
                futures[0].set_result(7)
            return futures[-1]

    outcomes = run_with(Slow(), int, ["7", "8", "9"])

    assert next(outcomes) == (0, 7)
    outcomes.close()
    assert [False, True, True] == [future.cancelled() for future in futures]


@given(st.permutations(range(6)), st.sets(st.integers(0, 5), min_size=1))
def test_the_first_failure_in_the_order_of_tasks_is_reported(
    order: list[int], failing: set[int]
) -> None:
    """In whatever order they end; and no result comes after a failure is known."""
    outcomes = [(i, OSError(f"task {i}") if i in failing else i) for i in order]

    with pytest.raises(OSError, match=f"task {min(failing)}$"):
        list(until_failure(range(6), outcomes))


def test_nothing_is_waited_for_once_the_first_failure_is_certain() -> None:
    """All before it are done: what comes later cannot change the message."""

    def outcomes() -> Iterable[tuple[int, int | Exception]]:
        yield 0, 0
        yield 1, OSError("disk")
        raise AssertionError("asked for more")

    with pytest.raises(OSError, match="disk"):
        list(until_failure(range(3), outcomes()))


def test_a_foreign_error_is_named_with_its_task() -> None:
    """The message says what was being done; the cause is kept."""
    cause = MemoryError()

    error = task_error("a.txt (bytes 0-9)", cause)

    assert isinstance(error, CorpusError)
    assert str(error) == "a.txt (bytes 0-9): MemoryError: "
    assert error.__cause__ is cause


def test_an_error_that_explains_itself_stays_as_it_is() -> None:
    """Ours, and those of the system."""
    for error in (CorpusError("x"), FileNotFoundError(2, "gone", "a.txt")):
        assert task_error("a.txt", error) is error
