"""The corpora people really use: TinyStories and OpenWebText, from the Hugging Face hub.

A finished file has a record beside it (`NAME.json`: address, bytes, sha256). The record is written
last. A later call checks the file against it, and nothing is fetched twice.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, NamedTuple

from cs336_basics.datasets.bundled import DATA_DIR
from cs336_basics.datasets.fetch import Progress, Stage, discard, fetch
from cs336_basics.errors import ChecksumError, DownloadError, UnknownNameError
from cs336_basics.files import write_whole

HUB = "https://huggingface.co"
CHUNK = 1 << 20  # bytes hashed or unpacked at once


class Source(NamedTuple):
    """Where a corpus is on the hub, and the name of the finished file."""

    path: str
    file: str

    @property
    def packed(self) -> bool:
        """Whether the hub's file is gzipped."""
        return self.path.endswith(".gz")


_TINY = "datasets/roneneldan/TinyStories/resolve/main/"
_OWT = "datasets/stanford-cs336/owt-sample/resolve/main/"
SOURCES = {
    "tinystories-train": Source(
        _TINY + "TinyStoriesV2-GPT4-train.txt", "TinyStoriesV2-GPT4-train.txt"
    ),
    "tinystories-valid": Source(
        _TINY + "TinyStoriesV2-GPT4-valid.txt", "TinyStoriesV2-GPT4-valid.txt"
    ),
    "owt-train": Source(_OWT + "owt_train.txt.gz", "owt_train.txt"),
    "owt-valid": Source(_OWT + "owt_valid.txt.gz", "owt_valid.txt"),
}


def download(
    name: str,
    to: str | Path | None = None,
    *,
    base_url: str | None = None,
    progress: Progress | None = None,
    on_stage: Stage | None = None,
) -> Path:
    """Fetch a corpus unless it is there already, and return its path.

    The file is whole or absent. A fetch that was cut leaves a `.part` file, and the next call goes
    on from it. The sha256 is recorded at the end of the first download and checked by every later
    call. A file that was put there by hand is recorded as it is, so a corpus can come from
    another machine.

    Args:
        name: one of `SOURCES`.
        to: the folder; if None, the one in the environment variable `CS336_DATA`, or else
            `data/downloads/` in the repository. It is made if it is missing.
        base_url: the hub or a mirror of it; if None, the one in the environment variable
            `HF_ENDPOINT`, or else https://huggingface.co.
        progress: called with the number of bytes since the last call, within the current stage.
        on_stage: called with "downloading", "unpacking" or "checking" and the number of bytes this
            stage has to go through (None if unknown), whenever a stage begins or starts over.

    Returns:
        The path of the text file, unpacked.

    Raises:
        UnknownNameError: no such corpus.
        DownloadError: offline, an HTTP error, too many cuts, or damaged bytes.
        ChecksumError: the file is not the one that was downloaded.
        OSError: the folder cannot be written to, or the disk is full.

    >>> sorted(SOURCES)
    ['owt-train', 'owt-valid', 'tinystories-train', 'tinystories-valid']
    """
    if name not in SOURCES:
        raise UnknownNameError(f"no corpus {name!r}; there are {', '.join(SOURCES)}")
    source = SOURCES[name]
    path = folder(to) / source.file
    hub = base_url or os.environ.get("HF_ENDPOINT") or HUB
    url = f"{hub.rstrip('/')}/{source.path}"
    watch = _Watch(progress, on_stage)
    if path.exists():
        _check(path, url, watch)
        return path
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(Path(source.path).name + ".part")
    try:
        promised = fetch(url, part, progress=progress, on_stage=on_stage)
    except DownloadError as error:
        unpacked = "unpack it and put it at" if source.packed else "put it at"
        raise DownloadError(
            f"{error}. Without a network: fetch it on another machine, {unpacked} {path}; "
            "or go on with stories of your own: cs336-bpe generate --size 200MB FILE"
        ) from error
    digest = _finish(part, path, promised, watch, packed=source.packed)
    _write_record(path, url, digest)
    return path


def folder(to: str | Path | None = None) -> Path:
    """Choose the folder of the downloads: `to`, or `$CS336_DATA`, or `data/downloads/`.

    >>> folder("corpora").name
    'corpora'
    """
    if to is not None:
        return Path(to)
    if os.environ.get("CS336_DATA"):
        return Path(os.environ["CS336_DATA"])
    return DATA_DIR / "downloads"


class _Watch:
    """Reports stages and bytes to the caller's callbacks, if there are any."""

    def __init__(self, progress: Progress | None, on_stage: Stage | None) -> None:
        self._progress, self._on_stage = progress, on_stage

    def sha256(self, path: Path) -> str:
        """Hash a file."""
        digest = hashlib.sha256()
        with path.open("rb") as file:
            for chunk in self._pieces("checking", file, file):
                digest.update(chunk)
        return digest.hexdigest()

    def unpack(self, packed: Path, path: Path) -> str:
        """Unpack a gzip file, whole or not at all, and hash what came out."""
        digest = hashlib.sha256()
        with packed.open("rb") as raw, gzip.GzipFile(fileobj=raw) as file, write_whole(path) as out:
            for chunk in self._pieces("unpacking", raw, file):
                digest.update(chunk)
                out.write(chunk)
        return digest.hexdigest()

    def _pieces(self, stage: str, raw: BinaryIO, file: BinaryIO | gzip.GzipFile) -> Iterator[bytes]:
        """Read `file` to its end; what counts as progress is the place in `raw` below it."""
        if self._on_stage:
            self._on_stage(stage, os.fstat(raw.fileno()).st_size)
        done = 0
        while chunk := file.read(CHUNK):
            yield chunk
            if self._progress:
                self._progress(raw.tell() - done)
            done = raw.tell()


def _finish(part: Path, path: Path, promised: str | None, watch: _Watch, *, packed: bool) -> str:
    """Turn the fetched part file into the finished one; return the finished one's sha256."""
    digest = watch.sha256(part) if promised or not packed else None
    if promised and digest != promised:
        discard(part)
        raise DownloadError(
            f"the bytes of {path.name} arrived damaged (sha256 {digest}, the hub promised "
            f"{promised}); run the same command again"
        )
    if digest is None or packed:
        try:
            digest = watch.unpack(part, path)
        except (gzip.BadGzipFile, EOFError, zlib.error) as error:
            discard(part)
            raise DownloadError(
                f"what arrived for {path.name} is not a whole gzip file ({error}); "
                "run the same command again"
            ) from error
    else:
        part.replace(path)
    discard(part)
    return digest


def _check(path: Path, url: str, watch: _Watch) -> None:
    """Check a finished file against its record; make the record if there is none."""
    record = _record(path)
    try:
        known = json.loads(record.read_bytes())
        expected = str(known["sha256"])
    except FileNotFoundError:
        _write_record(path, url, watch.sha256(path))
        return
    except (ValueError, KeyError, TypeError) as error:
        raise ChecksumError(
            f"{record} is damaged; delete it to trust {path} as it is, "
            "or delete both files to download again"
        ) from error
    digest = watch.sha256(path)
    if digest != expected:
        raise ChecksumError(
            f"{path} is not what was downloaded (sha256 {digest}, recorded {expected}); "
            f"delete it and {record.name} to download again"
        )


def _write_record(path: Path, url: str, digest: str) -> None:
    record = {"url": url, "bytes": path.stat().st_size, "sha256": digest}
    with write_whole(_record(path)) as file:
        file.write(json.dumps(record, indent=2).encode() + b"\n")


def _record(path: Path) -> Path:
    return path.with_name(path.name + ".json")
