"""Where a corpus comes from: files, globs, gzip files, a pipe, or addresses that fsspec can open.

A source that can be read from the middle is cut into ranges; a `.gz` file or a pipe is one unit.
"""

from __future__ import annotations

import errno
import glob
import gzip
import hashlib
import logging
import os
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path, PurePosixPath
from typing import BinaryIO, NamedTuple, TypeAlias, cast
from urllib.parse import urlsplit

from cs336_basics.arguments import as_list, as_path
from cs336_basics.errors import CorpusError

PIPE = "-"
_PIPE = 1 << 20  # bytes of text expected from what does not tell its size
READ_AHEAD = 4 * 1024  # bytes: little, because it may be opened to look for one boundary


class Source(NamedTuple):
    """One input.

    Attributes:
        name: a path, an address such as `https://…`, or `-` for standard input.
        size: bytes on disk (compressed, for `.gz`); 0 where it cannot be known.
        can_seek: whether a range can be read without reading what is before it.
        modified: when a file was last written, in nanoseconds; None for what is not a file.
    """

    name: str
    size: int
    can_seek: bool
    modified: int | None = None

    @property
    def is_stream(self) -> bool:
        """True for what can be read once, and by this process alone: a pipe."""
        return "://" not in self.name and not Path(self.name).is_file()

    @property
    def expected(self) -> int:
        """How many bytes of text it holds, as far as can be told without reading it all.

        A `.gz` says at its end how much the last of its parts holds; a pipe may hold anything, so
        it is taken for a text that is worth loading the kernels.
        """
        if self.can_seek:
            return self.size
        if self.modified is None:
            return max(self.size, _PIPE)
        with suppress(OSError), open(self.name, "rb") as file:
            file.seek(-4, os.SEEK_END)
            return max(self.size, int.from_bytes(file.read(4), "little"))
        return self.size


log = logging.getLogger(__name__)

Paths: TypeAlias = str | Path | Source | Iterable[str | Path | Source]
"""What people name a corpus by: a path, or several, each a file, a glob, `-` or an address."""


def find_sources(paths: Paths) -> list[Source]:
    """Expand paths and globs into sources, in the order given; the files of a glob sorted by name.

    Sources are left as they are, so a corpus is looked for once and handed on. Paths are walked
    once: an iterator, such as `folder.glob("*.txt")`, will do.

    Raises:
        CorpusError: no paths at all.
        OSError: a file is missing, or is a folder, or a glob matches no file.
        WrongTypeError: what is not a path.

    >>> find_sources("-")
    [Source(name='-', size=0, can_seek=False, modified=None)]
    """
    if isinstance(paths, str | os.PathLike | Source):
        paths = [paths]
    every = as_list("input", paths, "a path or a list of paths")
    if not every:
        raise CorpusError("no input file given: the list of paths, or the glob behind it, is empty")
    return [
        source
        for path in every
        for source in ([path] if isinstance(path, Source) else _expand(_name("input", path)))
    ]


def _name(what: str, path: object) -> str:
    """Return a path as it was written: `Path` would join the slashes of an address."""
    return path if isinstance(path, str) else str(as_path(what, path))


def _expand(name: str) -> list[Source]:
    if name == PIPE:
        return [Source(name, 0, False)]
    if "://" in name:
        return [_remote(name)]
    if any(character in name for character in "*?[") and not Path(name).exists():
        found = [
            match for match in sorted(glob.glob(name, recursive=True)) if Path(match).is_file()
        ]
        if not found:
            raise FileNotFoundError(2, "no file matches this pattern", name)
        return [_local(match) for match in found]
    return [_local(name)]


def _local(name: str) -> Source:
    path = Path(name)
    if path.is_dir():
        raise IsADirectoryError(21, "is a folder; name the files in it, or a pattern", name)
    state, is_file = path.stat(), path.is_file()
    can_seek = is_file and path.suffix != ".gz"
    return Source(name, state.st_size, can_seek, state.st_mtime_ns if is_file else None)


def _remote(name: str) -> Source:
    with _open_remote(name, READ_AHEAD) as file:
        size = getattr(file, "size", None) or 0
        can_seek = size > 0 and not name.endswith(".gz") and _can_seek(file)
    return Source(name, size, can_seek)


def _can_seek(file: BinaryIO) -> bool:
    """Try it: some web servers ignore what range they are asked for."""
    try:
        file.seek(1)
        file.read(1)
    except ValueError:
        return False
    return True


def _open_remote(name: str, read_ahead: int) -> BinaryIO:
    try:
        from fsspec.core import url_to_fs
    except ImportError:
        raise CorpusError(
            f"{name}: reading addresses needs fsspec; pip install 'cs336-bpe[distributed]'"
        ) from None
    try:
        system, path = url_to_fs(name)
        return cast("BinaryIO", system.open(path, "rb", block_size=read_ahead))
    except FileNotFoundError as error:
        raise FileNotFoundError(2, "not there, or its server does not answer", name) from error
    except OSError:
        raise
    except Exception as error:  # an unknown protocol, a package for it, a refusal: many classes
        raise CorpusError(f"{name}: {error}") from error


def open_source(name: str, read_ahead: int = READ_AHEAD) -> BinaryIO:
    """Open a source for reading bytes; `.gz` is unpacked on the way.

    Args:
        name: as in `Source`.
        read_ahead: bytes that a server is asked for beyond those wanted; 0 reads it as a stream.

    Raises:
        OSError: it cannot be opened.
    """
    if name == PIPE:
        if sys.stdin is None:
            raise OSError(errno.EBADF, "standard input is closed", name)
        return open(sys.stdin.fileno(), "rb", closefd=False)
    if "://" in name:
        file = _open_remote(name, read_ahead)
        return cast("BinaryIO", gzip.GzipFile(fileobj=file)) if name.endswith(".gz") else file
    return cast("BinaryIO", gzip.open(name)) if name.endswith(".gz") else open(name, "rb")


def describe_source(source: Source) -> dict[str, str | int]:
    """Say what a source is without saying where it lies: name, size in bytes, sha256.

    A pipe has been read already, so it has a name only; an address would have to be read again, so
    it has no sha256. Nor has a file that is no longer as it was found: what was read of it is not
    what is there now.

    >>> describe_source(Source("https://user:secret@example.org/data/owt.txt?key=1", 5, True))
    {'name': 'owt.txt', 'size': 5}
    """
    if "://" in source.name:
        return {"name": PurePosixPath(urlsplit(source.name).path).name, "size": source.size}
    if source.modified is None and source.is_stream:
        return {"name": source.name}
    path = Path(source.name)
    described: dict[str, str | int] = {"name": path.name, "size": source.size}
    with suppress(OSError):  # it is gone: what it was is known no more
        sha256, now = sha256_of(path), path.stat()
        if source.modified in (None, now.st_mtime_ns) and source.size == now.st_size:
            return described | {"sha256": sha256}
    log.warning("%s changed while it was in use, so no sha256 is recorded for it", path.name)
    return described


def sha256_of(path: Path) -> str:
    """Return the sha256 of a file's bytes, hexadecimal.

    Raises:
        OSError: it is missing or cannot be read.
    """
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
