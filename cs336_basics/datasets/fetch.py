"""One file over HTTP, continued where an earlier try was cut (RFC 9110, sections 13 and 14).

The bytes go into a part file. A small JSON file beside it says which version of the
remote file they belong to; bytes of two versions are never mixed.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from dataclasses import asdict, astuple, dataclass
from pathlib import Path

import requests

from cs336_basics.errors import DownloadError
from cs336_basics.files import write_whole

Progress = Callable[[int], object]
Stage = Callable[[str, int | None], object]

TIMEOUT = (10.0, 30.0)  # seconds to connect, and seconds without a byte
RETRIES = 5  # failures in a row without a byte more than before
FIRST_WAIT = 1.0  # seconds before the first retry; doubled each time
CHUNK = 1 << 16  # bytes read at once: a cut loses less than one chunk
_BUSY = {408, 429, 500, 502, 503, 504}


class _TryAgainError(Exception):
    """A failure that may pass: a cut, a time-out, a busy server, a file that changed meanwhile."""


class _UnreachableError(_TryAgainError):
    """No server answered."""


@dataclass(frozen=True)
class _Version:
    """What the server says the file is: the bytes of a part file belong to one version."""

    url: str
    total: int | None = None  # bytes
    validator: str | None = None  # for If-Range: a strong ETag, or else Last-Modified
    sha256: str | None = None  # of the file as sent, where the hub tells it

    def may_be(self, other: _Version) -> bool:
        """Whether nothing that both know differs."""
        pairs = zip(astuple(self), astuple(other), strict=True)
        return all(a == b or a is None or b is None for a, b in pairs)


def fetch(
    url: str, part: Path, *, progress: Progress | None = None, on_stage: Stage | None = None
) -> str | None:
    """Fetch `url` into `part`, continuing what an earlier call left there.

    Args:
        url: what to fetch; redirects are followed.
        part: where the bytes go. It stays when the fetch fails, to be continued by the next call.
        progress: called with the number of bytes since the last call.
        on_stage: called with "downloading" and the total number of bytes (None if unknown) at
            each connection; what is there already is then reported to `progress` first.

    Returns:
        The sha256 that the server promised for the file, in hex, or None if it promised none.

    Raises:
        DownloadError: no connection, an HTTP error, or too many cuts in a row.
    """
    best = failures = 0
    first = True  # without a network there is no use in waiting half a minute
    while True:
        try:
            return _attempt(url, part, progress or _ignore, on_stage or _ignore)
        except _TryAgainError as error:
            size = _size(part)
            failures = 1 if size > best else failures + 1
            best = max(best, size)
            offline = first and isinstance(error, _UnreachableError)
            first = False
            if offline or failures > RETRIES:
                kept = f" ({size:,} bytes are kept in {part})" if size else ""
                raise DownloadError(
                    f"{error}{kept}; run the same command again to go on"
                ) from error
            time.sleep(FIRST_WAIT * 2 ** (failures - 1))


def discard(part: Path) -> None:
    """Delete a part file and what is noted about it."""
    part.unlink(missing_ok=True)
    _note(part).unlink(missing_ok=True)


def _attempt(url: str, part: Path, progress: Progress, on_stage: Stage) -> str | None:
    known = _read_version(part, url)
    have = _size(part) if known else 0
    if known and known.total is not None and have == known.total:
        return known.sha256
    headers = {"Accept-Encoding": "identity"}  # a packed reply could not be continued
    if known and have:
        headers["Range"] = f"bytes={have}-"
        if known.validator:
            headers["If-Range"] = known.validator
    with _connect(url, headers) as response:
        version = _start(response, url, part, known, have)
        if response.status_code == 200:
            have = 0
        on_stage("downloading", version.total)
        progress(have)
        with part.open("ab" if have else "wb") as file:
            try:
                for chunk in response.iter_content(CHUNK):
                    file.write(chunk)
                    progress(len(chunk))
            except requests.RequestException as error:
                raise _TryAgainError(f"the connection to {url} was cut or fell silent") from error
    if version.total is not None and _size(part) != version.total:
        if _size(part) > version.total:
            discard(part)
        raise _TryAgainError(f"the server sent another length than the {version.total:,} it stated")
    return version.sha256


def _connect(url: str, headers: dict[str, str]) -> requests.Response:
    try:
        return requests.get(url, headers=headers, stream=True, timeout=TIMEOUT)
    except requests.ReadTimeout as error:
        raise _TryAgainError(f"{url} sent nothing for {TIMEOUT[1]:g} seconds") from error
    except requests.exceptions.SSLError as error:
        raise DownloadError(f"no safe connection to {url}: its certificate is refused") from error
    except requests.ConnectionError as error:
        reason = "there is no network, or the server is down"
        raise _UnreachableError(f"cannot reach {url}: {reason}") from error
    except requests.RequestException as error:
        raise DownloadError(f"cannot fetch {url}: {error}") from error


def _start(
    response: requests.Response, url: str, part: Path, known: _Version | None, have: int
) -> _Version:
    """Look at status and headers before a byte is written; note the version."""
    if response.status_code in _BUSY:
        raise _TryAgainError(f"{url} answered HTTP {response.status_code}")
    if response.status_code == 416:
        discard(part)
        raise _TryAgainError(f"{url} is shorter now than what was fetched of it")
    if response.status_code not in (200, 206):
        raise DownloadError(
            f"{url} answered HTTP {response.status_code} {response.reason}: the file has moved or "
            "is not open to everybody; look at the address in a browser"
        )
    version = _version(response, url)
    if response.status_code == 206:
        span = re.match(r"bytes (\d+)-", response.headers.get("Content-Range", ""))
        continues = span is not None and int(span[1]) == have
        if known is None or not continues or not version.may_be(known):
            discard(part)
            raise _TryAgainError(f"{url} changed while it was fetched")
        return known
    discard(part)
    with write_whole(_note(part)) as file:
        file.write(json.dumps(asdict(version)).encode())
    return version


def _version(response: requests.Response, url: str) -> _Version:
    headers = response.headers
    if response.status_code == 206:
        length = headers.get("Content-Range", "").rpartition("/")[2]
    else:
        length = headers.get("Content-Length", "")
    total = int(length) if length.isdecimal() else None
    etag = headers.get("ETag", "")
    validator = etag if etag.startswith('"') else headers.get("Last-Modified")
    sha256 = None
    # The hub redirects to a store, and says in the redirect what the store must deliver.
    for redirect in response.history:
        linked_size = redirect.headers.get("X-Linked-Size", "")
        if linked_size.isdecimal():
            if total is not None and total != int(linked_size):
                raise DownloadError(
                    f"{url} should have {int(linked_size):,} bytes, but the server offers "
                    f"{total:,}; try again later"
                )
            total = int(linked_size)
        digest = re.fullmatch(r'"([0-9a-f]{64})"', redirect.headers.get("X-Linked-ETag", ""))
        sha256 = digest[1] if digest else sha256
    return _Version(url, total, validator, sha256)


def _read_version(part: Path, url: str) -> _Version | None:
    """Read the note beside a part file; None if there is none, or it is about something else."""
    try:
        version = _Version(**json.loads(_note(part).read_bytes()))
    except (OSError, ValueError, TypeError):
        return None
    return version if version.url == url else None


def _note(part: Path) -> Path:
    return part.with_name(part.name + ".json")


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


def _ignore(*_: object) -> None:
    """Stand in for a callback that the caller did not give."""
