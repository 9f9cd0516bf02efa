"""The command line: `cs336-bpe train | encode | decode | inspect | …`.

A command is a module with `add_arguments(parser)` and `run(args)`, which may return an exit code.
Mistakes in the input end as one line on stderr and exit code 2; Ctrl-C as one line and 130, SIGTERM
as one line and 143.
"""

from __future__ import annotations

import argparse
import io
import os
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from importlib import import_module
from typing import NoReturn

from cs336_basics.cli.watch import SAID, Handler, ended_soon
from cs336_basics.errors import BPEError
from cs336_basics.streams import PatientStream, plain

COMMANDS = {
    "train": "train a tokenizer on text files",
    "encode": "turn a text file into a file of token ids",
    "decode": "turn a file of token ids back into text",
    "inspect": "show what is in a tokenizer file",
    "generate": "write children's stories of any size, always the same for a seed",
    "download": "fetch TinyStories or OpenWebText, continuing where an earlier try was cut",
    "check": "say whether a BPE of your own is right, and if not, which mistake it makes",
    "progress": "say which exercises of your notebooks pass, and which one comes next",
    "profile": "say where the time of a trainer goes: scalene, cProfile, merge timing",
}


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """Say what is wrong in one line; the usage is one `--help` away."""
        self.exit(2, f"cs336-bpe: {message}; see {self.prog} --help\n")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code.

    0, or 1 from `check` for code that is not right, 2 for a mistake in the input, 130 for Ctrl-C,
    143 for SIGTERM.
    """
    with _streams(), _terminable():
        return _run(argv)


def _run(argv: Sequence[str] | None) -> int:
    code = 0
    try:
        args = _parser().parse_args(argv)
        code = import_module(f"{__name__}.{args.command}").run(args) or 0
        sys.stdout.flush()
    except (BPEError, OSError) as error:
        print(f"cs336-bpe: {_one_line(error)}", file=sys.stderr)
        return 2
    except MemoryError:
        print("cs336-bpe: not enough memory; no file was left half written", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(SAID[signal.SIGINT], file=sys.stderr)
        return 130
    except _Terminated:
        print(SAID[signal.SIGTERM], file=sys.stderr)
        return 143
    return code


class _Terminated(BaseException):
    """SIGTERM came: as with Ctrl-C, what was begun is tidied up."""


@contextmanager
def _terminable() -> Iterator[None]:
    """Turn SIGTERM into an exception; by itself it would leave files that were begun."""
    if threading.current_thread() is not threading.main_thread():
        yield  # no other thread may set a handler
        return
    here = os.getpid()

    def end(number: int, _: object) -> None:
        if os.getpid() == here:
            raise _Terminated
        signal.signal(number, signal.SIG_DFL)  # a forked child is ended by its parent
        signal.raise_signal(number)

    handlers: dict[int, Handler] = {signal.SIGTERM: end}
    interrupt = signal.getsignal(signal.SIGINT)
    if callable(interrupt):  # and not ignored, as in the background
        handlers[signal.SIGINT] = interrupt
    with ended_soon(handlers):
        yield


@contextmanager
def _streams() -> Iterator[None]:
    """Make stdout and stderr take whatever is printed.

    Also where the shell closed them (`>&-`), and where their reader left (`| head`): the work goes
    on, and the exit code says how it ended.
    """
    with open(os.devnull, "w", encoding="utf-8") as nowhere:
        streams = sys.stdout or nowhere, sys.stderr or nowhere
        for stream in streams:
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="backslashreplace")  # a console may lack characters
        out, err = map(PatientStream, streams)
        with redirect_stdout(out), redirect_stderr(err):
            yield


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="cs336-bpe", description="Byte-level BPE: train and use.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, text in COMMANDS.items():
        command = commands.add_parser(name, help=text, description=text)
        import_module(f"{__name__}.{name}").add_arguments(command)
    return parser


def _one_line(error: Exception) -> str:
    if isinstance(error, OSError) and error.filename is not None:
        return plain(f"{error.filename}: {error.strerror}")
    return plain(" ".join(str(error).split()))
