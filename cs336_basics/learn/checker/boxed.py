"""What runs in the child of a sandbox: it answers requests, and makes its process like one at home.

The child is a copy of a process that may be a command or a kernel of Jupyter, with handlers of
signals, helpers of multiprocessing and filters of warnings of its own. A learner's code is to find
none of them.
"""

from __future__ import annotations

import contextlib
import faulthandler
import multiprocessing
import os
import pickle
import signal
import sys
import threading
import time
import warnings
from dataclasses import replace
from multiprocessing import context, forkserver, process, resource_tracker
from multiprocessing.connection import Connection

import psutil

from cs336_basics.learn.checker.calls import Function, answer, when_more_time_is_needed
from cs336_basics.learn.checker.compiling import spare_compiling
from cs336_basics.learn.checker.outcome import Outcome, failed
from cs336_basics.learn.checker.printed import Printed

_LARGEST_FILE = 256 * 1024 * 1024  # bytes
_ROOM = 4_000_000_000  # bytes; libraries such as torch ask for much that they never use


def serve(function: Function, pipe: Connection, other_end: Connection, parent: int) -> None:
    """Answer requests, each with its megabytes, until the other end of the pipe is gone."""
    other_end.close()
    os.setsid()  # a group of its own: Ctrl-C does not reach it, and it can be ended as a whole
    here = os.getpid()
    printed = Printed()
    printed.catch()
    _forget_the_parent()

    def need(more: bool) -> None:
        if os.getpid() == here:
            pipe.send(more)
            spare_compiling()

    when_more_time_is_needed(need)
    spare_compiling()
    threading.Thread(target=_watch, args=(parent, here), daemon=True).start()
    before = psutil.Process().memory_info()
    while True:
        try:
            request, megabytes = pipe.recv()
        except EOFError:
            os._exit(0)
        _limit(getattr(before, "data", before.vms) + megabytes * 1_000_000)
        printed.reopen()
        try:
            outcome = answer(function, request)
        except KeyboardInterrupt as error:  # of its own: that of the keyboard does not come here
            outcome = failed(error)
        if os.getpid() != here:
            os._exit(0)  # a fork of the learner's that came back, too
        pipe.send(_sendable(replace(outcome, printed=printed.take())))


def _sendable(outcome: Outcome) -> Outcome:
    try:
        pickle.loads(pickle.dumps(outcome))
    except Exception as error:
        return Outcome(
            error="TypeError",
            kinds=("TypeError",),
            message=f"the answer is no plain data: {type(error).__name__}: {error}",
            printed=outcome.printed,
            seconds=outcome.seconds,
        )
    return outcome


def _forget_the_parent() -> None:
    """Be as a process that was started by itself."""
    for number in signal.valid_signals():
        if callable(signal.getsignal(number)):
            signal.signal(number, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for number in (signal.SIGTERM, signal.SIGHUP):  # `nohup` has them ignored
        signal.signal(number, signal.SIG_DFL)
    signal.set_wakeup_fd(-1)
    faulthandler.disable()
    signal.pthread_sigmask(signal.SIG_SETMASK, ())
    warnings.resetwarnings()
    warnings.simplefilter("ignore")
    sys.dont_write_bytecode = True
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
    multiprocessing.current_process().name = "MainProcess"
    # The start method may be chosen once, and the parent's helpers are out of the sandbox.
    vars(process).update(_parent_process=None)
    vars(context._default_context).update(_actual_context=None)
    vars(forkserver._forkserver).update(vars(forkserver.ForkServer()))
    vars(resource_tracker._resource_tracker).update(vars(resource_tracker.ResourceTracker()))


def _limit(memory: int) -> None:
    import resource  # not on Windows, which cannot fork either

    for kind, value in (
        (resource.RLIMIT_DATA, memory + _ROOM),
        (resource.RLIMIT_FSIZE, _LARGEST_FILE),
        (resource.RLIMIT_CORE, 0),
    ):
        _, hard = resource.getrlimit(kind)
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(kind, (value if hard < 0 else min(value, hard), hard))


def _watch(parent: int, here: int) -> None:
    """End the child and its group when the parent is gone, whatever the learner's code is doing."""
    while os.getppid() == parent:
        time.sleep(0.5)
    with contextlib.suppress(OSError):
        os.killpg(here, signal.SIGKILL)
    os._exit(1)
