"""Peak memory is that of the program that is measured."""

from __future__ import annotations

import mmap
import subprocess
import sys
from pathlib import Path

import pytest

from cs336_basics.measure.clock.isolated import call
from cs336_basics.measure.clock.memory import anonymous_peak, peak_memory

_MEGABYTE = 1_000_000


def test_peak_includes_what_was_freed() -> None:
    """Memory that is given back still counts for the peak."""
    before = peak_memory()
    block = bytearray(200 * _MEGABYTE)
    block[::4096] = b"x" * len(block[::4096])
    del block
    assert peak_memory() >= max(before, 200 * _MEGABYTE)


def test_peak_includes_workers() -> None:
    """A child process that took more than its parent decides, once it has ended."""
    script = (
        "import subprocess, sys\n"
        "from cs336_basics.measure.clock.memory import anonymous_peak, peak_memory\n"
        "grow = \"x = b'x' * 300_000_000\"\n"
        "subprocess.run([sys.executable, '-c', grow], check=True)\n"
        "print(peak_memory())\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)
    assert int(done.stdout) >= 300 * _MEGABYTE


def test_a_small_program_started_by_a_large_one_is_small() -> None:
    """The starter's memory is not counted for the process it starts."""
    block = bytearray(300 * _MEGABYTE)
    block[::4096] = b"x" * len(block[::4096])
    outcome = call("cs336_basics.vocab:num_merges", {"vocab_size": 300, "special_tokens": []})
    del block
    assert outcome.peak_memory < 200 * _MEGABYTE


@pytest.mark.skipif(not Path("/proc/self/status").is_file(), reason="the system tells it on Linux")
def test_a_memory_map_is_not_anonymous(tmp_path: Path) -> None:
    """What is read from a file's map counts for no peak; what is allocated does."""
    path = tmp_path / "large"
    path.write_bytes(bytes(80 * _MEGABYTE))
    with anonymous_peak() as before:
        pass
    with (
        path.open("rb") as file,
        mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as mapped,
        anonymous_peak() as peak,
    ):
        assert 0 == sum(mapped[i] for i in range(0, len(mapped), 4096))
    assert peak.bytes < before.bytes + 20 * _MEGABYTE
    with anonymous_peak() as before:
        pass
    private = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS  # new memory, none that was freed before
    with (
        mmap.mmap(-1, 80 * _MEGABYTE, flags=private) as block,
        anonymous_peak() as peak,
    ):
        block.write(b"x" * len(block))
    assert peak.bytes > before.bytes + 70 * _MEGABYTE
