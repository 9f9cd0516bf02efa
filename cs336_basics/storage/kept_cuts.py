"""Where the tokens of a `.tiktoken` file are cut into the two of their merge, kept for next time.

To find the merges of 100,000 tokens takes seconds, and what is found depends on the file alone. So
it is kept in the user's cache folder under the hash of the file: four bytes a merge. What cannot
be read, or does not match its seal, is found anew; what cannot be kept is found again next time.
CS336_BPE_CACHE names another folder.
"""

from __future__ import annotations

import hashlib
from contextlib import suppress

from cs336_basics.compiled.machine.sealed import seal, unseal
from cs336_basics.files import user_cache, write_whole

_VERSION = "cuts 1"  # of what is kept, and of the way it was found


def read_cuts(content: bytes) -> bytes | None:
    """Return what is kept for a file; None if nothing is.

    Args:
        content: all bytes of the `.tiktoken` file.
    """
    name = _name(content)
    if folder := user_cache():
        with suppress(OSError):
            return unseal((folder / name).read_bytes(), f"{_VERSION} {name}")
    return None


def keep_cuts(content: bytes, cuts: bytes) -> None:
    """Keep cuts for a file, where that is possible.

    Args:
        content: as for `read_cuts`.
        cuts: what `read_cuts` is to return.
    """
    name, folder = _name(content), user_cache()
    with suppress(OSError):
        if folder and not (folder / name).exists():
            folder.mkdir(parents=True, exist_ok=True)
            with write_whole(folder / name) as file:
                file.write(seal(cuts, f"{_VERSION} {name}"))


def _name(content: bytes) -> str:
    return f"{hashlib.sha256(content).hexdigest()[:40]}.cuts"
