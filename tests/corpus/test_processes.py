"""Worker processes: from anywhere, the same answer, and none is left behind."""

from __future__ import annotations

import logging
import math
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil
import pytest

from cs336_basics.corpus.processes import WorkerDiedError, run_in_order, run_tasks
from cs336_basics.errors import CorpusError

METHODS = multiprocessing.get_all_start_methods()
every_method = pytest.mark.parametrize("method", METHODS)
in_turn = pytest.mark.parametrize(  # each takes seconds: the first always, the others when asked
    "method", [METHODS[0], *(pytest.param(name, marks=pytest.mark.slow) for name in METHODS[1:])]
)
not_windows = pytest.mark.skipif(sys.platform == "win32", reason="signals are different there")

# Nothing guards it: spawn and forkserver would run it again in every child.
UNGUARDED = """
import sys
from cs336_basics.corpus import count_files

print("begun")
path, method = {path!r}, {method!r}
counts = count_files(
    path,
    ["<|endoftext|>"],
    workers=2,
    start_method=method,
    progress=lambda size: print("progress", flush=True),
)
print(len(counts), sum(counts.values()))
"""


class UnpicklableError(Exception):
    """Cannot be made from its arguments alone, as some errors of libraries."""

    def __init__(self, first: str, second: str) -> None:
        super().__init__(first)


def fail_strangely(task: str) -> None:
    """Raise an error that pickle cannot bring home."""
    raise UnpicklableError(task, task)


@pytest.fixture(scope="module")
def long_corpus(tmp_path_factory: pytest.TempPathFactory, stories: Path) -> Path:
    """Enough text to keep two workers busy for a few seconds."""
    path = tmp_path_factory.mktemp("long") / "corpus.txt"
    path.write_bytes(stories.read_bytes() * 20)
    return path


@every_method
def test_every_start_method_gives_every_result(method: str) -> None:
    """Each with the index of its task."""
    outcomes = dict(run_tasks(math.factorial, range(9), 2, method))

    assert outcomes == {n: math.factorial(n) for n in range(9)}
    assert multiprocessing.active_children() == []


def test_no_more_processes_than_tasks() -> None:
    """And none at all without tasks."""
    outcomes = run_tasks(math.factorial, [1, 2], 5, "spawn")
    next(outcomes)

    assert len(multiprocessing.active_children()) == 2
    outcomes.close()
    assert list(run_tasks(math.factorial, [], 5)) == []


def test_an_error_comes_home_as_a_result() -> None:
    """The worker goes on with the next task."""
    outcomes = dict(run_tasks(math.sqrt, [4.0, -1.0, 9.0], 1, METHODS[0]))

    assert (outcomes[0], outcomes[2]) == (2.0, 3.0)
    assert isinstance(outcomes[1], ValueError)


def test_an_error_that_cannot_travel_is_told() -> None:
    """Its name and message arrive; the worker lives."""
    [(_, outcome)] = run_tasks(fail_strangely, ["x"], 1, METHODS[0])

    assert isinstance(outcome, RuntimeError)
    assert str(outcome) == "UnpicklableError: x"


@every_method
@not_windows
def test_a_dead_worker_is_noticed(method: str) -> None:
    """It says how it ended, and no further task is sent."""
    outcomes = list(run_tasks(signal.raise_signal, [signal.SIGKILL] * 3, 1, method))

    [(index, death)] = outcomes
    assert index == 0
    assert isinstance(death, WorkerDiedError)
    assert death.exitcode == -signal.SIGKILL


@every_method
def test_closing_ends_all_workers_at_once(method: str) -> None:
    """Also those in the middle of a task."""
    outcomes = run_tasks(time.sleep, [0, 60, 60], 2, method)
    next(outcomes)

    start = time.monotonic()
    outcomes.close()

    assert multiprocessing.active_children() == []
    assert time.monotonic() - start < 10


def test_results_come_in_the_order_of_tasks_where_that_matters() -> None:
    """The first sleeps longest."""
    tasks = [0.4, 0.0, 0.2]

    assert [task for task, _ in run_in_order(time.sleep, tasks, 3, METHODS[0])] == tasks


def test_in_order_the_error_of_the_first_task_is_raised() -> None:
    """With the task's name, as it does not explain itself."""
    results = run_in_order(math.sqrt, [4.0, -1.0, -2.0], 2, METHODS[0])

    assert next(results) == (4.0, 2.0)
    with pytest.raises(CorpusError, match=r"^-1\.0: ValueError: "):
        next(results)
    assert multiprocessing.active_children() == []


@every_method
def test_the_main_module_is_put_back(method: str) -> None:
    """It is hidden while children start, no longer."""
    main = sys.modules["__main__"]

    list(run_tasks(math.factorial, [1], 1, method))

    assert sys.modules["__main__"] is main


def gives_warnings(_: object) -> bool:
    """Say whether a warning of this package would be shown in this process."""
    return logging.getLogger("cs336_basics.kernels").isEnabledFor(logging.WARNING)


@every_method
def test_a_warning_is_not_repeated_by_each_worker(method: str) -> None:
    """The parent, which looks first, has given it."""
    assert {False} == {shown for _, shown in run_tasks(gives_warnings, [1, 2], 2, method)}
    assert gives_warnings(None)


@pytest.mark.skipif("fork" not in METHODS, reason="this system cannot fork")
def test_a_process_with_threads_is_not_forked(python: str) -> None:
    """A lock that another thread holds would stay locked in the child for ever."""
    code = (
        "import multiprocessing, threading, time\n"
        "from cs336_basics.corpus.processes import default_start_method\n"
        "multiprocessing.set_start_method('fork')\n"
        "print(default_start_method())\n"
        "threading.Thread(target=time.sleep, args=(1,), daemon=True).start()\n"
        "print(default_start_method())\n"
    )

    done = subprocess.run([python, "-c", code], capture_output=True, text=True, timeout=60)

    assert done.stdout.split() == ["fork", "spawn"]


@every_method
@pytest.mark.parametrize("on_stdin", [False, True], ids=["script", "stdin"])
def test_a_script_without_a_guard_runs_once(
    method: str, on_stdin: bool, stories: Path, tmp_path: Path, python: str
) -> None:
    """From a file or on standard input: children do not import it."""
    code = UNGUARDED.format(path=str(stories), method=method)
    script = tmp_path / "count.py"
    script.write_text(code, encoding="utf-8")

    done = subprocess.run(
        [python, "-" if on_stdin else str(script)],
        input=code if on_stdin else None,
        capture_output=True,
        text=True,
        timeout=120,
    )

    lines = [line for line in done.stdout.splitlines() if line != "progress"]
    assert (lines[0], done.stderr) == ("begun", "")
    assert len(lines) == 2
    distinct, total = map(int, lines[1].split())
    assert (distinct > 1000, total > 300_000) == (True, True)


@contextmanager
def counting(
    path: Path, folder: Path, method: str, python: str
) -> Iterator[tuple[subprocess.Popen[str], list[psutil.Process]]]:
    """A script that is in the middle of a count, and the processes it has started."""
    script = folder / "count.py"
    script.write_text(UNGUARDED.format(path=str(path), method=method), encoding="utf-8")
    process = subprocess.Popen(
        [python, str(script)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    children: list[psutil.Process] = []
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == "begun\n"
        assert process.stdout.readline() == "progress\n"
        # Beside the two workers, servers of `multiprocessing`: none of them may stay either.
        children = psutil.Process(process.pid).children(recursive=True)
        yield process, children
    finally:
        process.kill()
        for each in children:
            with suppress(psutil.NoSuchProcess):
                each.kill()
        process.communicate()


def still_there(children: list[psutil.Process], timeout: float) -> list[psutil.Process]:
    """Those that have not ended after so many seconds. A zombie has: its parent is gone."""
    deadline = time.monotonic() + timeout
    while alive := [each for each in children if _is_alive(each)]:
        if time.monotonic() > deadline:
            break
        time.sleep(0.05)
    return alive


def _is_alive(process: psutil.Process) -> bool:
    with suppress(psutil.NoSuchProcess):
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    return False


@in_turn
@pytest.mark.parametrize("whom", ["parent", "group"])
@not_windows
def test_ctrl_c_ends_everything_within_two_seconds(
    method: str, whom: str, long_corpus: Path, tmp_path: Path, python: str
) -> None:
    """A terminal interrupts the whole group; a supervisor may interrupt the parent alone."""
    with counting(long_corpus, tmp_path, method, python) as (process, children):
        assert len(children) >= 2
        start = time.monotonic()
        (os.kill if whom == "parent" else os.killpg)(process.pid, signal.SIGINT)
        process.wait(20)
        seconds = time.monotonic() - start
        alive = still_there(children, timeout=2)
        errors = process.communicate()[1]

    assert alive == []
    assert seconds < 2
    assert errors.count("Traceback") == 1
    assert errors.splitlines()[-1] == "KeyboardInterrupt"


@in_turn
@not_windows
def test_workers_do_not_outlive_a_killed_parent(
    method: str, long_corpus: Path, tmp_path: Path, python: str
) -> None:
    """Nobody could end them then: they see that nobody listens, and end."""
    with counting(long_corpus, tmp_path, method, python) as (process, children):
        process.kill()
        alive = still_there(children, timeout=30)

    assert alive == []


@in_turn
@not_windows
def test_a_killed_worker_is_one_error_that_names_file_and_bytes(
    method: str, long_corpus: Path, tmp_path: Path, python: str
) -> None:
    """As the system does it when memory runs out. No hang, no orphan."""
    with counting(long_corpus, tmp_path, method, python) as (process, children):
        busiest = max(children, key=lambda each: each.cpu_times().user)
        busiest.kill()
        _, errors = process.communicate(timeout=60)
        alive = still_there(children, timeout=2)

    assert alive == []
    assert errors.splitlines()[-1].startswith(
        f"cs336_basics.errors.CorpusError: {long_corpus} (bytes "
    )
    assert errors.splitlines()[-1].endswith(
        "): WorkerDiedError: a worker process died (exit code -9)"
    )
