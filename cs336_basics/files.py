"""Files that are whole or absent: written beside their place, then renamed into it."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, NamedTuple

_WRITE_FAILED = ("EPIPE", "ENOSPC", "EFBIG", "EDQUOT", "EIO", "EROFS")
_unfinished: set[Path] = set()  # of all threads of this process
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
    with write_together(path) as [file]:
        yield file


@contextmanager
def write_together(*paths: str | Path) -> Iterator[list[BinaryIO]]:
    """Open several files that belong together: the old ones stay until all new ones are on disk.

    Only names change then. The last file says that the others are complete: the old one goes before
    the first of them comes, so nobody takes it for theirs.

    Args:
        paths: of the finished files, as for `write_whole`.

    Raises:
        OSError: as for `write_whole`.
    """
    begun: list[_Begun] = []
    try:
        for path in paths:
            begun.append(_begin(path))
            if begun[-1].beside is not None:
                _unfinished.add(begun[-1].beside)
        with _naming(paths[0]):
            yield [each.file for each in begun]
        for each in begun:
            _finish(each)
        if len(begun) > 1 and begun[-1].beside is not None:
            begun[-1].place.unlink(missing_ok=True)
        for each in begun:
            if each.beside is not None:
                with _naming(each.path, each.beside):
                    os.replace(each.beside, each.place)
    except BaseException:
        for each in begun:
            with suppress(OSError):  # what could not be written before cannot be now
                each.file.close()
            if each.beside is not None:
                each.beside.unlink(missing_ok=True)
        raise
    finally:
        _unfinished.difference_update(each.beside for each in begun if each.beside is not None)
    for folder in {each.place.parent for each in begun if each.beside is not None}:
        _sync_folder(folder)


def user_cache() -> Path | None:
    """Return the folder for what can be made again: CS336_BPE_CACHE, or one in the user's cache.

    None where there is no such place: without HOME, and without an entry for this user.
    """
    if chosen := os.environ.get("CS336_BPE_CACHE"):
        return Path(chosen).absolute()
    home = Path(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")) / "cs336-bpe"
    return home if home.is_absolute() else None  # `~` is left as it is where nobody knows it


def discard_unfinished() -> None:
    """Delete what is half written: for a process that ends without unwinding."""
    for path in [*_unfinished]:
        with suppress(OSError):
            path.unlink()


class _Begun(NamedTuple):
    """A file that is being written: its name, its place, and where it is until it is whole."""

    path: str | Path
    place: Path
    beside: Path | None  # None for a device
    file: BinaryIO


def _begin(path: str | Path) -> _Begun:
    named, place = Path(path), Path(os.path.realpath(path))
    if named.is_dir():
        raise IsADirectoryError(errno.EISDIR, "is a folder; name a file in it", str(path))
    if named.exists() and not named.is_file():
        # By its own name: behind /dev/stdout there may be no path.
        return _Begun(path, place, None, named.open("wb"))
    # Not tempfile: its files are private, and the finished one is ordinary. The mode that is asked
    # for here is that of every new file, so the system takes away what the user's umask forbids.
    beside = place.with_name(f".{place.name}.{os.urandom(4).hex()}.part")
    with _naming(path, beside):
        descriptor = os.open(beside, os.O_RDWR | os.O_CREAT | os.O_EXCL | _BINARY, 0o666)
    return _Begun(path, place, beside, open(descriptor, "w+b"))


def _finish(begun: _Begun) -> None:
    with _naming(begun.path):
        begun.file.flush()
        if begun.beside is not None:
            os.fsync(begun.file.fileno())
        begun.file.close()


def _sync_folder(folder: Path) -> None:
    """Make the names in a folder survive a power loss, too: a rename is a change of the folder.

    Where the system cannot do that (Windows, some network drives) the file is whole all the same.
    """
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


@contextmanager
def _naming(path: str | Path, beside: Path | None = None) -> Iterator[None]:
    """Say which file could not be written.

    The system names none when a write fails; and the temporary name nobody has heard of.
    """
    try:
        yield
    except OSError as error:
        nameless = error.filename is None
        failed = errno.errorcode.get(error.errno or 0) in _WRITE_FAILED
        if (nameless and failed) or (beside and str(error.filename) == str(beside)):
            error.filename, error.filename2 = str(path), None
        raise
