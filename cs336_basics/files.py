"""Files that are whole or absent: written beside their place, then renamed into it."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

_WRITE_FAILED = ("EPIPE", "ENOSPC", "EFBIG", "EDQUOT")
_BINARY = getattr(os, "O_BINARY", 0)  # Windows alone has it


@contextmanager
def write_whole(path: str | Path) -> Iterator[BinaryIO]:
    """Open a file for writing that appears under its name only when all of it is written.

    An interrupted or failed run leaves what was there before, or nothing. The file is written in
    the same folder, because a rename is one step only within one file system.

    Args:
        path: of the finished file; one that exists is replaced. A link is followed. What is not an
            ordinary file (a device, a pipe) is written to directly.

    Raises:
        OSError: the folder is missing or cannot be written to.

    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp()) / "hello.txt"
    >>> with write_whole(path) as file:
    ...     size = file.write(b"hello")
    >>> path.read_bytes()
    b'hello'
    """
    named, place = Path(path), Path(os.path.realpath(path))
    if named.is_dir():
        raise IsADirectoryError(errno.EISDIR, "is a folder; name a file in it", str(path))
    if named.exists() and not named.is_file():
        # By its own name: behind /dev/stdout there may be no path.
        with named.open("wb") as device, _naming(path):
            yield device
            device.flush()
        return
    # Not tempfile: its files are private, and the finished one is ordinary. The mode that is asked
    # for here is that of every new file, so the system takes away what the user's umask forbids.
    beside = place.with_name(f".{place.name}.{os.urandom(4).hex()}.part")
    try:
        descriptor = os.open(beside, os.O_RDWR | os.O_CREAT | os.O_EXCL | _BINARY, 0o666)
    except OSError as error:
        error.filename = str(path)  # people know this name, not that of the temporary file
        raise
    try:
        with open(descriptor, "w+b") as file, _naming(path):
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, place)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


@contextmanager
def _naming(path: str | Path) -> Iterator[None]:
    """Say which file could not be written: the system names none when a write fails."""
    try:
        yield
    except OSError as error:
        if error.filename is None and errno.errorcode.get(error.errno or 0) in _WRITE_FAILED:
            error.filename = str(path)
        raise
