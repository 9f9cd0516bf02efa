"""Signals end a command soon, and what strangers wrote does not reach the terminal."""

from __future__ import annotations

import signal
import subprocess
import time
from pathlib import Path

import pytest

from cs336_basics import Tokenizer, cli

# What a kernel is to Python: one call that takes minutes, without Python's lock.
BUSY = """
import hashlib, sys
import cs336_basics.cli.inspect as command
from cs336_basics import cli, files

def run(args):
    with files.write_whole("out") as file:
        file.write(b"half")
        hashlib.pbkdf2_hmac("sha256", b"", b"", 2 * 10**9)

command.run = run
sys.exit(cli.main(["inspect", "t.yaml"]))
"""


@pytest.mark.skipif(not hasattr(signal, "set_wakeup_fd"), reason="not on this system")
@pytest.mark.parametrize(
    ("number", "said"), [(signal.SIGINT, "interr"), (signal.SIGTERM, "termin")]
)
def test_a_signal_ends_a_kernel_soon(
    number: signal.Signals, said: str, tmp_path: Path, python: str
) -> None:
    """One sentence, the usual exit code, and nothing half written."""
    process = subprocess.Popen(
        [python, "-c", BUSY], cwd=tmp_path, stderr=subprocess.PIPE, text=True
    )
    deadline = time.monotonic() + 60
    while not list(tmp_path.iterdir()) and time.monotonic() < deadline:
        time.sleep(0.02)
    time.sleep(0.2)  # it is in the long call by now
    sent = time.monotonic()
    process.send_signal(number)
    _, errors = process.communicate(timeout=60)

    assert (process.returncode, errors.startswith(f"cs336-bpe: {said}")) == (128 + number, True)
    assert time.monotonic() - sent < 20  # a second, and what a busy machine takes
    assert list(tmp_path.iterdir()) == []


def test_inspect_writes_out_what_a_terminal_would_obey(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A stranger's vocabulary could set the title, or forge a line."""
    evil = ["\x1b]0;owned\x07", "a\rb", "\x9b2J"]
    Tokenizer({0: b"a"}, [], evil, pattern="\x1b|a").save(tmp_path / "t.yaml")

    assert cli.main(["inspect", str(tmp_path / "t.yaml")]) == 0
    assert set("\x1b\x07\r\x9b").isdisjoint(capsys.readouterr().out)


def test_errors_write_out_what_a_terminal_would_obey(capsys: pytest.CaptureFixture[str]) -> None:
    """File names are what strangers chose, too."""
    assert cli.main(["inspect", "absent\x1b[2J.yaml"]) == 2
    assert "absent\\x1b[2J.yaml" in capsys.readouterr().err
