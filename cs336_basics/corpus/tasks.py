"""Tasks that are done in any order, and the one failure to report: the first in their own order.

A task here is anything with a name for people: `str(task)` is in the error.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future, as_completed
from typing import TypeVar

from cs336_basics.errors import BPEError, CorpusError

Task = TypeVar("Task")
Result = TypeVar("Result")


def run_here(
    function: Callable[[Task], Result], tasks: Sequence[Task]
) -> Generator[tuple[int, Result | Exception], None, None]:
    """Run `function` on every task in this process; yield (index, result or error).

    >>> list(run_here(len, ["ab", ""]))
    [(0, 2), (1, 0)]
    """
    for index, task in enumerate(tasks):
        yield index, _outcome(lambda task=task: function(task))  # type: ignore[misc]


def run_with(
    executor: Executor, function: Callable[[Task], Result], tasks: Sequence[Task]
) -> Generator[tuple[int, Result | Exception], None, None]:
    """Run `function` on every task with an executor; yield (index, result or error) as they come.

    Closing the iterator cancels what has not begun.
    """
    futures: dict[Future[Result], int] = {}
    try:
        for index, task in enumerate(tasks):
            futures[executor.submit(function, task)] = index
        for future in as_completed(list(futures)):
            yield futures.pop(future), _outcome(future.result)
    finally:
        for future in futures:
            future.cancel()


def until_failure(
    tasks: Sequence[object], outcomes: Iterable[tuple[int, Result | Exception]]
) -> Iterator[Result]:
    """Pass results on as they come; if tasks fail, raise the error of the first of them.

    A later task may fail sooner, so after a failure those before it are still waited for.

    >>> outcomes = [(1, ValueError("late")), (0, OSError("early"))]
    >>> list(until_failure(["a", "b"], outcomes))
    Traceback (most recent call last):
    OSError: early
    """
    failed: dict[int, Exception] = {}
    unfinished = set(range(len(tasks)))
    for index, outcome in outcomes:
        unfinished.discard(index)
        if isinstance(outcome, Exception):
            failed[index] = outcome
        elif not failed:
            yield outcome
        if failed and min(failed) < min(unfinished, default=len(tasks)):
            break
    if failed:
        first = min(failed)
        raise task_error(tasks[first], failed[first])


def task_error(task: object, error: Exception) -> Exception:
    """Return the error to raise for a task that failed: its own if it explains itself.

    >>> task_error("x.txt (bytes 0-9)", KeyError("a"))
    CorpusError("x.txt (bytes 0-9): KeyError: 'a'")
    """
    if isinstance(error, BPEError | OSError):
        return error
    named = CorpusError(f"{task}: {type(error).__name__}: {error}")
    named.__cause__ = error
    return named


def _outcome(call: Callable[[], Result]) -> Result | Exception:
    try:
        return call()
    except Exception as error:
        return error
