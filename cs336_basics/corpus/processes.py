"""A small pool of worker processes that works from anywhere and never hangs.

Three things that ready-made pools do not give together:

* A script without `if __name__ == "__main__":` would be run again by every child that `spawn` or
  `forkserver` starts, because they import the parent's main module. Ours never do.
* When a child dies (out of memory, killed), the caller learns which task it had.
* Ctrl-C ends the children at once, and children whose parent is gone end by themselves.

Tasks go out one at a time to whichever worker is free; results come back as they are done.
"""

from __future__ import annotations

import logging
import multiprocessing
import pickle
import signal
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from typing import Any, TypeVar

from cs336_basics.corpus.child_start import interrupts_blocked, main_hidden
from cs336_basics.corpus.tasks import task_error

Task = TypeVar("Task")
Result = TypeVar("Result")


class WorkerDiedError(Exception):
    """A worker process ended without an answer; `exitcode` is what the system says of it."""

    def __init__(self, exitcode: int | None) -> None:
        super().__init__(f"a worker process died (exit code {exitcode})")
        self.exitcode = exitcode


def default_start_method() -> str:
    """Choose how to start processes: the platform's way, but never fork beside other threads.

    A fork copies locks in the state in which other threads left them; a child may then wait for
    ever. Notebooks always have other threads.
    """
    import psutil  # here, because children import this module too and start sooner without it

    chosen = multiprocessing.get_start_method(allow_none=True)
    method = chosen or multiprocessing.get_all_start_methods()[0]
    return "spawn" if method == "fork" and psutil.Process().num_threads() > 1 else method


def run_tasks(
    function: Callable[[Task], Result],
    tasks: Sequence[Task],
    workers: int,
    start_method: str | None = None,
) -> Generator[tuple[int, Result | Exception], None, None]:
    """Run `function` on every task in `workers` processes; yield (index, result or error).

    Args:
        function: importable by name; it runs in the children.
        tasks: what to call it with; sent by pickle, in order, one at a time.
        workers: how many processes to start; never more than there are tasks.
        start_method: `fork`, `spawn` or `forkserver`; None lets `default_start_method` choose.

    A task whose function raises gives the exception as its result; one whose worker dies gives
    `WorkerDiedError`, after which no further task is sent. Closing the iterator ends all children.
    """
    method = start_method or default_start_method()
    context: Any = multiprocessing.get_context(method)  # typeshed's base class lacks Process
    running: dict[Any, tuple[Any, int]] = {}  # our end of a pipe -> (process, task index)
    processes = []
    waiting = iter(range(len(tasks)))
    try:
        for _ in range(min(workers, len(tasks))):
            ours, theirs = context.Pipe()
            inherited = [*running, ours] if method == "fork" else []
            process = context.Process(target=_work, args=(function, theirs, inherited), daemon=True)
            processes.append(process)
            with main_hidden(), interrupts_blocked():
                process.start()
            theirs.close()
            index = next(waiting)
            running[ours] = process, index
            _send(ours, tasks[index])
        while running:
            ready: list[Any] = wait(list(running))  # typeshed: also sockets, of which we have none
            for ours in ready:
                process, index = running.pop(ours)
                try:
                    result = ours.recv()
                except (EOFError, OSError):
                    process.join()
                    yield index, WorkerDiedError(process.exitcode)
                    waiting = iter(())
                    continue
                if (following := next(waiting, None)) is not None:
                    running[ours] = process, following
                    _send(ours, tasks[following])
                yield index, result
    finally:
        started = [process for process in processes if process.pid]
        for process in started:
            process.terminate()
        for process in started:
            process.join(1)
            process.kill()
            process.join()


def run_in_order(
    function: Callable[[Task], Result],
    tasks: Sequence[Task],
    workers: int,
    start_method: str | None = None,
) -> Iterator[tuple[Task, Result]]:
    """Run `function` on every task in `workers` processes; yield (task, result) in their order.

    Raises:
        Exception: of the first task, in order, that failed; see `task_error`.
    """
    results = run_tasks(function, tasks, workers, start_method)
    early: dict[int, Result | Exception] = {}
    try:
        for index, task in enumerate(tasks):
            while index not in early:
                number, result = next(results)
                early[number] = result
            result = early.pop(index)
            if isinstance(result, Exception):
                raise task_error(task, result)
            yield task, result
    finally:
        results.close()


def _send(pipe: Connection, task: object) -> None:
    with suppress(OSError):  # a worker that died meanwhile is noticed when its answer is read
        pipe.send(task)


def _work(function: Callable[[Any], Any], pipe: Connection, inherited: list[Connection]) -> None:
    """Answer tasks until the other end of the pipe is gone. Runs in the child."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides what Ctrl-C means
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # a forked child has the parent's handler
    logging.getLogger("cs336_basics").setLevel(logging.ERROR)  # the parent has given its warnings
    for other in inherited:
        other.close()  # a forked child holds copies of the parent's ends, and would keep them open
    while True:
        try:
            task = pipe.recv()
        except EOFError:
            return
        try:
            result = function(task)
        except Exception as error:
            result = _portable(error)
        try:
            pipe.send(result)
        except BrokenPipeError:
            return


def _portable(error: Exception) -> Exception:
    """Return an error that survives the way to the parent: a foreign one may not."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return RuntimeError(f"{type(error).__name__}: {error}")
    return error
