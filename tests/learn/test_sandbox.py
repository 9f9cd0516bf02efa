"""Whatever a learner's function does, the caller gets an answer and goes on."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest

from cs336_basics.learn import checks, sandbox
from cs336_basics.learn.checks import CheckFailed
from cs336_basics.learn.outcome import DIED, MEMORY, NO_ANSWER, Outcome
from cs336_basics.learn.sandbox import Box, Limits, Sandbox, open_box
from cs336_basics.trainers import naive

pytestmark = pytest.mark.skipif(
    "fork" not in multiprocessing.get_all_start_methods(), reason="this system cannot fork"
)

SHORT = Limits(seconds=0.5, megabytes=200)


@pytest.fixture(autouse=True)
def no_process_is_left() -> Iterator[None]:
    """Every test leaves as many processes as it found."""
    before = set(psutil.Process().children(recursive=True))
    yield
    assert set(psutil.Process().children(recursive=True)) <= before


def call(function: Callable[[Any], Any], request: Any = 1, limits: Limits = SHORT) -> Outcome:
    """Call a function once, in a sandbox."""
    with Sandbox(function, limits) as box:
        return box.call(request)


def spins(_: Any) -> None:
    """Never returns, and works hard."""
    while True:
        pass


def sleeps(_: Any) -> None:
    """Never returns, and does nothing."""
    threading.Event().wait()


def kills_itself(_: Any) -> None:
    """As the system does when memory is short."""
    os.kill(os.getpid(), signal.SIGKILL)


def shuts_its_eyes(_: Any) -> None:
    """Ignores what it can be asked to stop with."""
    for each in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(each, signal.SIG_IGN)
    spins(_)


def eats_at_once(_: Any) -> bytes:
    """One huge object."""
    return bytes(50_000_000_000)


def eats_bit_by_bit(_: Any) -> None:
    """A list that grows and grows."""
    held = []
    while True:
        held.append("x" * 1_000_000)


def test_an_answer_comes_back() -> None:
    """Also that of a function that was typed in here, which no module holds."""
    assert call(lambda number: number + 1).answer == 2


def test_an_error_is_told_with_its_line() -> None:
    """The learner's own line."""
    outcome = call(lambda number: number // 0)

    assert ("ZeroDivisionError", "ArithmeticError") == outcome.kinds
    assert outcome.message.endswith(": outcome = call(lambda number: number // 0)")
    assert outcome.message.splitlines()[1].startswith("in tests/learn/test_sandbox.py, line ")


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (spins, "no answer within 0.5 s"),
        (shuts_its_eyes, "no answer within 0.5 s"),
        (sleeps, "no answer within 1 s, in which it only waited"),
    ],
)
def test_a_call_that_never_returns_is_ended(function: Callable[[Any], None], message: str) -> None:
    """At the limit, by the processor's clock or by the one on the wall."""
    start = time.monotonic()
    outcome = call(function)

    assert (NO_ANSWER, message) == (outcome.error, outcome.message)
    assert time.monotonic() - start < 10


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (lambda _: os._exit(3), "the process ended in the middle of the call (3)"),
        (kills_itself, "the process was killed (SIGKILL), perhaps for its memory"),
        (lambda _: os.abort(), "the process ended in the middle of the call (SIGABRT)"),
    ],
)
def test_a_process_that_ends_is_told(function: Callable[[Any], None], message: str) -> None:
    """With the signal or the exit code."""
    outcome = call(function)

    assert (DIED, message) == (outcome.error, outcome.message)
    assert outcome.ended_the_process


def test_exit_is_an_error_like_any_other() -> None:
    """`sys.exit()` raises, and does not end the process."""
    assert call(lambda _: sys.exit(2)).error == "SystemExit"


@pytest.mark.parametrize("function", [eats_at_once, eats_bit_by_bit])
def test_memory_is_limited(function: Callable[[Any], None]) -> None:
    """Whether it is asked for at once or little by little."""
    assert call(function, limits=Limits(seconds=5, megabytes=200)).error == MEMORY


def test_what_is_printed_is_kept_to_its_beginning() -> None:
    """Ten million characters cost nothing here."""

    def storms(_: Any) -> str:
        for _ in range(100_000):
            print("x" * 99)
        return "done"

    outcome = call(storms, limits=Limits(seconds=10))

    assert outcome.answer == "done"
    assert "x" * 99 + "… (10,000,000 characters in 100,000 lines)" == outcome.printed


def test_a_print_storm_without_end_is_ended(capfd: pytest.CaptureFixture[str]) -> None:
    """And not a character of it is shown, not even what is written beside `print`."""

    def storms(_: Any) -> None:
        while True:
            print("x")
            os.write(1, b"x")
            os.write(2, b"x")

    assert call(storms).error == NO_ANSWER
    assert ("", "") == tuple(capfd.readouterr())


def test_reading_the_keyboard_ends_at_once() -> None:
    """`input()` in a learner's function would wait for ever."""
    assert call(lambda _: input()).error == "EOFError"


@pytest.mark.parametrize("answer", [lambda: 1, threading.Lock(), (i for i in range(3))])
def test_an_answer_that_cannot_be_sent_is_told(answer: Any) -> None:
    """A function, a lock, a generator."""
    outcome = call(lambda _: answer)

    assert outcome.error == "TypeError"
    assert outcome.message.startswith("the answer is no plain data: ")


def test_the_request_is_a_copy() -> None:
    """What the function does to it stays in the child."""
    mine = [1, 2]

    assert call(lambda numbers: numbers.clear(), mine).error == ""
    assert [1, 2] == mine


def test_after_each_end_the_next_call_has_a_new_process() -> None:
    """A check goes on after a case that ended it."""

    def dies_of_two(number: int) -> int:
        return os._exit(1) if number == 2 else number

    with Sandbox(dies_of_two, SHORT) as box:
        outcomes = [box.call(number) for number in (1, 2, 3)]

    assert [(1, ""), (None, DIED), (3, "")] == [(each.answer, each.error) for each in outcomes]


def test_what_it_started_ends_with_it() -> None:
    """Processes of a learner's pool, and those that left the group."""

    def starts(_: Any) -> list[int]:
        command = [sys.executable, "-c", "import time; time.sleep(60)"]
        return [
            subprocess.Popen(command, start_new_session=new_session).pid
            for new_session in (False, True)
        ]

    pids = call(starts, limits=Limits(seconds=5)).answer

    assert len(pids) == 2
    assert all(map(_ends, pids))


def _ends(pid: int) -> bool:
    """Whether a process is gone, now or in a moment."""
    end = time.monotonic() + 10
    while _lives(pid) and time.monotonic() < end:
        time.sleep(0.05)
    return not _lives(pid)


def _lives(pid: int) -> bool:
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def test_a_pool_of_workers_works_in_it() -> None:
    """Learners count in parallel, as the assignment asks."""

    def counts(number: int) -> int:
        with multiprocessing.get_context("fork").Pool(2) as pool:
            return sum(pool.map(abs, range(-number, 0)))

    assert call(counts, 3, Limits(seconds=10)).answer == 6


def test_the_child_ends_when_the_parent_is_gone(tmp_path: Path) -> None:
    """A kernel that is restarted leaves no learner's endless loop behind."""
    script = tmp_path / "parent.py"
    script.write_text(
        "import os, signal, threading\n"
        "from cs336_basics.learn.sandbox import Limits, Sandbox\n"
        "def f(_):\n"
        "    print(os.getpid(), file=open(os.environ['NOTE'], 'w'), flush=True)\n"
        "    while True: pass\n"
        "threading.Timer(1.0, lambda: os.kill(os.getpid(), signal.SIGKILL)).start()\n"
        "Sandbox(f, Limits(seconds=60)).call(1)\n"
    )
    note = tmp_path / "pid"
    environment = {**os.environ, "NOTE": str(note)}
    subprocess.run([sys.executable, str(script)], env=environment, check=False, timeout=30)

    assert _ends(int(note.read_text()))


def test_where_the_system_cannot_fork_the_code_runs_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without walls, but with the same answers."""
    monkeypatch.setattr(multiprocessing, "get_all_start_methods", lambda: ["spawn"])
    with open_box(abs) as box:
        assert type(box) is Box
        assert [(1, ""), (None, "TypeError")] == [
            (outcome.answer, outcome.error) for outcome in map(box.call, (-1, "x"))
        ]


def returns_nonsense(*_: Any) -> Any:
    """Neither merges nor a vocabulary."""
    return object()


def changes_its_input(counts: dict[bytes, int]) -> Any:
    """Right, and the caller's counts are gone."""
    merges = list(naive.iter_merges(counts))
    counts.clear()
    return merges


@pytest.mark.parametrize(
    ("code", "says"),
    [
        (spins, "no answer within 0.5 s"),
        (lambda _: os._exit(3), "the process ended in the middle of the call (3)"),
        (kills_itself, "the process was killed (SIGKILL)"),
        (eats_at_once, "MemoryError"),
        (returns_nonsense, "expected merges, got"),
        # For this no mistake is known, and the search for one takes a while.
        pytest.param(changes_its_input, "it changed its arguments: counts", marks=pytest.mark.slow),
    ],
)
def test_a_check_reports_it_clearly(
    code: Callable[[Any], Any], says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What happened stands behind `got`, for the smallest input there is."""
    monkeypatch.setattr(sandbox, "USUAL", SHORT)
    start = time.monotonic()
    with pytest.raises(CheckFailed) as failed:
        checks.iter_merges(code)

    assert failed.value.got.startswith(says) or says in failed.value.got
    assert time.monotonic() - start < 20


@pytest.mark.slow
@pytest.mark.parametrize("code", [spins, sleeps, kills_itself, eats_bit_by_bit])
def test_twenty_seconds_are_enough(code: Callable[..., Any]) -> None:
    """With the limits that learners have, in the check that looks twice."""
    start = time.monotonic()
    with pytest.raises(CheckFailed):
        checks.train_bpe(lambda path, vocab_size, special_tokens: code(path))

    assert time.monotonic() - start < 20
