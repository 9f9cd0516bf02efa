"""A few lines of C++ from a notebook: compiled by g++, loaded and called with ctypes."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import tempfile
from pathlib import Path

from cs336_basics.errors import BPEError

_OPTIONS = ("-O3", "-march=native", "-shared", "-fPIC", "-x", "c++", "-")


def load_cpp(source: str) -> ctypes.CDLL | None:
    """Compile C++ and load it.

    Args:
        source: what Python is to find by its name is under `extern "C"`.

    Returns:
        The library, or None where there is no g++.

    Raises:
        BPEError: g++ refuses it; with its message.

    >>> library = load_cpp('extern "C" long twice(long x) { return 2 * x; }')
    >>> library is None or library.twice(21) == 42
    True
    """
    compiler = shutil.which("g++")
    if compiler is None:
        return None
    # The file may go as soon as it is loaded: the process keeps what it has mapped.
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        library = Path(folder) / "kernel.so"
        command = [compiler, *_OPTIONS, "-o", str(library)]
        done = subprocess.run(command, input=source, capture_output=True, text=True)
        if done.returncode:
            raise BPEError(f"g++ refuses this source:\n{done.stderr.strip()}")
        return ctypes.CDLL(str(library))
