"""Where the tokens of a `.tiktoken` file are cut into the two of their merge, kept for next time.

To find the merges of 100,000 tokens takes seconds, and what is found depends on the file alone. So
it is kept in the user's cache folder under the hash of the file: four bytes a merge. What cannot
be read, or does not match its seal, is found anew; what cannot be kept is found again next time.
CS336_BPE_CACHE names another folder.
"""

from __future__ import annotations

import hashlib
import os
from contextlib import suppress
from pathlib import Path

from cs336_basics.compiled.machine.sealed import seal, unseal
from cs336_basics.files import write_whole

_VERSION = "cuts 1"  # of what is kept, and of the way it was found


def read_cuts(content: bytes) -> bytes | None:
    """Return what is kept for a file; None if nothing is.

    Args:
        content: all bytes of the `.tiktoken` file.
    """
    name = _name(content)
    with suppress(OSError):
        return unseal((_folder() / name).read_bytes(), f"{_VERSION} {name}")
    return None


def keep_cuts(content: bytes, cuts: bytes) -> None:
    """Keep cuts for a file, where that is possible.

    Args:
        content: as for `read_cuts`.
        cuts: what `read_cuts` is to return.
    """
    name = _name(content)
    with suppress(OSError):
        if not (_folder() / name).exists():
            _folder().mkdir(parents=True, exist_ok=True)
            with write_whole(_folder() / name) as file:
                file.write(seal(cuts, f"{_VERSION} {name}"))


def _name(content: bytes) -> str:
    return f"{hashlib.sha256(content).hexdigest()[:40]}.cuts"


def _folder() -> Path:
    chosen = os.environ.get("CS336_BPE_CACHE")
    if chosen:
        return Path(chosen).absolute()
    home = Path(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")) / "cs336-bpe"
    return home if home.is_absolute() else Path(os.devnull)  # in which nothing can be kept
