"""Whatever a learner's function does, the caller gets an answer and goes on."""

from __future__ import annotations

import logging
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

from cs336_basics.learn import checks
from cs336_basics.learn.checker import sandbox
from cs336_basics.learn.checker.calls import more_time
from cs336_basics.learn.checker.outcome import DIED, MEMORY, NO_ANSWER, Outcome
from cs336_basics.learn.checker.sandbox import Box, Limits, Sandbox, open_box
from cs336_basics.learn.checks import CheckFailed
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
    assert outcome.message.splitlines()[1].startswith(
        "in tests/learn/checker/test_sandbox.py, line "
    )


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


def eats_a_list(_: Any) -> list[int]:
    """Asked for at once, and more than a machine has."""
    return [0] * 10**10


@pytest.mark.parametrize("function", [eats_at_once, eats_bit_by_bit, eats_a_list])
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


def counts_with(workers: int) -> Callable[[int], int]:
    """Counts in parallel, as the assignment asks."""

    def counts(number: int) -> int:
        with multiprocessing.get_context("fork").Pool(workers) as pool:
            return sum(pool.map(abs, range(-number, 0)))

    return counts


def test_a_pool_of_workers_ends_as_at_home() -> None:
    """A command's handler of SIGTERM would keep workers alive that the pool waits for."""
    before = signal.signal(signal.SIGTERM, lambda *_: None)
    try:
        with Sandbox(counts_with(4)) as box:
            outcomes = [box.call(3) for _ in range(20)]
    finally:
        signal.signal(signal.SIGTERM, before)

    assert [(6, "")] * 20 == [(each.answer, each.error) for each in outcomes]


def test_a_large_pool_is_a_pool_like_any_other() -> None:
    """48 workers, each as large as the child itself, hold nothing of their own."""
    assert call(counts_with(48), 3, Limits(megabytes=400)).answer == 6


def test_memory_that_workers_share_is_counted_once() -> None:
    """Eight workers look at 150 MB that were there before them."""

    def shares(_: Any) -> int:
        held = bytearray(os.urandom(1000) * 150_000)
        for _ in range(8):
            if os.fork() == 0:
                assert sum(memoryview(held)[::4096]) > 0
                time.sleep(1.5)
                os._exit(0)
        time.sleep(1)
        return len(held)

    assert call(shares, limits=Limits(megabytes=400)).answer == 150_000_000


def test_memory_of_workers_of_their_own_is_counted() -> None:
    """Four times 150 MB are too much where 400 MB are allowed."""

    def eats(_: Any) -> None:
        for _ in range(4):
            if os.fork() == 0:
                held = bytearray(os.urandom(1000) * 150_000)
                time.sleep(30)
                os._exit(len(held) and 0)
        time.sleep(30)

    assert call(eats, limits=Limits(seconds=8, megabytes=400)).error == MEMORY


def test_a_worker_that_never_ends_is_ended() -> None:
    """Its work does not count as the child's, and still has a limit."""

    def starts_one(_: Any) -> None:
        if os.fork() == 0:
            spins(_)
        os.wait()

    assert call(starts_one, limits=Limits(seconds=1, with_workers=3)).error == NO_ANSWER


def test_workers_that_only_wait_are_ended() -> None:
    """For a message that never comes, both the child and its worker."""

    def starts_one(_: Any) -> None:
        if os.fork() == 0:
            sleeps(_)
        os.wait()

    assert call(starts_one).message == "no answer within 2.5 s, in which it only waited"


def test_a_fork_that_comes_back_answers_nothing() -> None:
    """One request, one answer, and the next answer belongs to the next request."""

    def forks(number: int) -> int:
        os.fork()
        return number

    with Sandbox(forks, Limits()) as box:
        assert [1, 2, 3] == [box.call(number).answer for number in (1, 2, 3)]


def test_a_child_that_ends_before_its_workers_is_told() -> None:
    """They hold its end of the pipe open."""

    def leaves_one_behind(_: Any) -> None:
        if os.fork() == 0:
            sleeps(_)
        os._exit(3)

    outcome = call(leaves_one_behind, limits=Limits(seconds=30))

    assert "the process ended in the middle of the call (3)" == outcome.message
    assert outcome.seconds < 10


def test_signals_are_at_their_defaults() -> None:
    """As in a process that was started by itself."""

    def handlers(_: Any) -> list[bool]:
        numbers = (signal.SIGTERM, signal.SIGHUP, signal.SIGUSR1)
        return [
            signal.getsignal(signal.SIGINT) is signal.default_int_handler,
            *(signal.getsignal(number) is signal.SIG_DFL for number in numbers),
        ]

    before = signal.signal(signal.SIGUSR1, lambda *_: None)
    try:
        assert [True] * 4 == call(handlers).answer
    finally:
        signal.signal(signal.SIGUSR1, before)


def test_an_interrupt_ends_the_child() -> None:
    """Ctrl-C passes through at once, and no process is left."""
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    start = time.monotonic()
    with pytest.raises(KeyboardInterrupt), Sandbox(spins, Limits(seconds=60)) as box:
        box.call(1)

    assert time.monotonic() - start < 5


def test_each_call_may_have_limits_of_its_own() -> None:
    """A large file takes longer than a small one."""

    def works(seconds: float) -> str:
        end = time.process_time() + seconds
        while time.process_time() < end:
            pass
        return "done"

    with Sandbox(works, SHORT) as box:
        longer = box.call(1.0, Limits(seconds=10))
        assert box.call(1.0).error == NO_ANSWER

    assert longer.answer == "done"
    assert longer.seconds >= 1.0


def test_time_to_import_does_not_count() -> None:
    """The limits and the clock are the learner's."""

    def imports(_: Any) -> str:
        with more_time():
            end = time.process_time() + 1
            while time.process_time() < end:
                pass
        return "done"

    outcome = call(imports)

    assert outcome.answer == "done"
    assert outcome.seconds < 0.5


def test_time_to_compile_does_not_count() -> None:
    """Numba says when it begins and when it is through."""
    events = pytest.importorskip("numba.core.event")

    def compiles(_: Any) -> str:
        with events.trigger_event("numba:compile"), events.trigger_event("numba:compile"):
            end = time.process_time() + 1
            while time.process_time() < end:
                pass
        return "done"

    outcome = call(compiles)

    assert outcome.answer == "done"
    assert outcome.seconds < 0.5


def test_what_handlers_of_logs_write_is_caught(capfd: pytest.CaptureFixture[str]) -> None:
    """Also one that was opened before, on the caller's stderr."""
    handler = logging.StreamHandler(sys.stderr)
    logger = logging.getLogger("a learner's")
    logger.addHandler(handler)
    try:
        outcome = call(lambda _: logger.error("one\ntwo"))
    finally:
        logger.removeHandler(handler)

    assert "one… (8 characters in 2 lines)" == outcome.printed
    assert ("", "") == tuple(capfd.readouterr())


def test_what_is_printed_one_byte_at_a_time_is_a_stream_as_at_home() -> None:
    """`sys.stdout.buffer`, `reconfigure` and `fileno` are there, and it may be closed."""

    def prints(_: Any) -> int:
        sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
        sys.stdout.buffer.write("é".encode())
        sys.stdout.flush()
        number = sys.stdout.fileno()
        sys.stdout.close()
        return number

    with Sandbox(prints, SHORT) as box:
        outcomes = [box.call(1), box.call(1)]

    assert [(1, "é"), (1, "é")] == [(each.answer, each.printed) for each in outcomes]


def test_an_end_of_the_process_by_its_own_interrupt_is_an_error() -> None:
    """SIGINT raises KeyboardInterrupt, as at home."""
    assert call(lambda _: os.kill(os.getpid(), signal.SIGINT)).error == "KeyboardInterrupt"


def test_the_child_ends_when_the_parent_is_gone(tmp_path: Path) -> None:
    """A kernel that is restarted leaves no learner's endless loop behind."""
    script = tmp_path / "parent.py"
    script.write_text(
        "import os, signal, threading\n"
        "from cs336_basics.learn.checker.sandbox import Limits, Sandbox\n"
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
        (returns_nonsense, "object"),
        (changes_its_input, "the function changed them"),
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
def test_a_minute_is_enough(code: Callable[..., Any]) -> None:
    """With the limits that learners have, in the check that looks twice, on a busy machine."""
    start = time.monotonic()
    with pytest.raises(CheckFailed):
        checks.train_bpe(lambda path, vocab_size, special_tokens: code(path))

    assert time.monotonic() - start < 60
