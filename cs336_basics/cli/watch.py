"""A signal ends the command within about a second, also while a kernel runs.

Python calls its handlers between two of its own instructions, and a kernel is one call, of seconds
at times. But the system's half of a handler writes a byte at once (`signal.set_wakeup_fd`). A
thread reads it, and if Python has not heard of the signal a second later, it ends the process.
"""

from __future__ import annotations

import os
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from types import FrameType
from typing import NoReturn

from cs336_basics.files import discard_unfinished

Handler = Callable[[int, FrameType | None], object]

SAID = {
    signal.SIGINT: "cs336-bpe: interrupted; no file was left half written",
    signal.SIGTERM: "cs336-bpe: terminated; no file was left half written",
}
_PATIENCE = 1.0  # seconds


@contextmanager
def ended_soon(handlers: dict[int, Handler]) -> Iterator[None]:
    """Handle signals; where Python is too busy to do so, end the process in its place.

    Args:
        handlers: signal -> what Python does when it comes. For the main thread alone, because no
            other may set handlers.
    """
    heard = threading.Event()

    def handle(number: int, frame: FrameType | None) -> None:
        heard.set()
        handlers[number](number, frame)

    _deafen_children()
    reader, writer = socket.socketpair()
    writer.setblocking(False)
    wakeup = signal.set_wakeup_fd(writer.fileno(), warn_on_full_buffer=False)
    before = {number: signal.signal(number, handle) for number in handlers}
    watcher = threading.Thread(target=_watch, args=(reader, heard), daemon=True)
    watcher.start()
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        signal.set_wakeup_fd(wakeup)
        writer.close()
        watcher.join()
        reader.close()


def _watch(reader: socket.socket, heard: threading.Event) -> None:
    while received := reader.recv(1):
        if received[0] in map(int, SAID) and not heard.wait(_PATIENCE):
            _end(received[0])


def _end(number: int) -> NoReturn:
    discard_unfinished()
    with suppress(OSError):
        os.write(2, f"{SAID[signal.Signals(number)]}\n".encode())
    os._exit(128 + number)


@cache
def _deafen_children() -> None:
    """Let no forked child write into our socket: its signals are not ours."""

    def deafen() -> None:
        with suppress(ValueError):  # forked by another thread than the main one
            signal.set_wakeup_fd(-1)

    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=deafen)
