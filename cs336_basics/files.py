"""Files that are whole or absent: written beside their place, then renamed into it."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO


@contextmanager
def write_whole(path: str | Path) -> Iterator[BinaryIO]:
    """Open a file for writing that appears under its name only when all of it is written.

    An interrupted or failed run leaves what stood there before, or nothing. The file is written in
    the same folder, because a rename is one step only within one file system.

    Args:
        path: where the finished file shall stand; it is replaced if it exists.

    Raises:
        OSError: the folder is missing or cannot be written to.

    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp()) / "hello.txt"
    >>> with write_whole(path) as file:
    ...     size = file.write(b"hello")
    >>> path.read_bytes()
    b'hello'
    """
    path = Path(path)
    if path.is_dir():
        raise IsADirectoryError(f"{path} is a folder; name a file in it")
    with tempfile.NamedTemporaryFile(
        dir=path.parent, prefix=f".{path.name}.", suffix=".part", delete=False
    ) as file:
        beside = Path(file.name)
        try:
            yield file  # type: ignore[misc]  # typeshed's wrapper class is a BinaryIO in all but name
            file.flush()
            os.fsync(file.fileno())
        except BaseException:
            file.close()
            beside.unlink(missing_ok=True)
            raise
    beside.chmod(0o666 & ~_umask())  # temporary files are private; the finished one is ordinary
    beside.replace(path)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
