"""When to leave the interpreter: are the compiled kernels here, and from which size do they pay?

Small inputs stay in pure Python, which needs no start. Loading the kernels takes a moment, and
compiling them, where the set-up has not, takes longer than most corpora do. Both ways give the same
result, so there is nothing to choose, and where the kernels cannot be used pure Python does their
work. Setting CS336_BPE_KERNELS=0 keeps everything in pure Python.
"""

from __future__ import annotations

import os
import threading
from functools import cache
from importlib import import_module

PATTERNS = frozenset({"gpt2", "cl100k"})
"""Patterns whose scanner is compiled; any other takes the `regex` path."""

FROM_SIZE = 1 << 18  # bytes of text from which loading the kernels is repaid
FROM_SIZE_UNCOMPILED = 1 << 27  # bytes from which compiling them is repaid too

_COUNT = (
    "count.count_masks.count_batches",
    "count.count.add_table",
    "count.count.spell_words",
    "count.words.move_slots",
)
_MERGE = "merge.word_row.lay_out", "merge.merge.merge_pairs"
_ENCODE = (
    "encode.ranks.fill_pairs",
    "encode.word_ids.find_known",
    "encode.encode_masks.encode_batches",
)
JOBS: dict[str, tuple[str, ...]] = {
    "count": _COUNT,
    "merge": _MERGE,
    "train": (*_COUNT, *_MERGE),
    "encode": (*_ENCODE, "count.words.move_slots"),
    "decode": ("encode.join_tokens.size_of_tokens", "encode.join_tokens.join_tokens"),
}
"""The kernels that each job needs."""
_MORE = {"encode": 2}  # its tables, made of a vocabulary, take as long as loading

_failed = threading.Event()  # set when they could not be started: once is enough
_started: set[str] = set()  # the jobs whose kernels are loaded


@cache
def are_here() -> bool:
    """Say whether numba is installed, and not switched off; `start` finds out if it works."""
    from importlib.util import find_spec  # here: a new process encodes a sentence sooner

    return not _are_off() and find_spec("numba") is not None


def pay(size: int, job: str = "train") -> bool:
    """Start the kernels if they are worth it for `size` bytes of text; say whether they run.

    Args:
        size: how much text there is.
        job: what to do with it, one of `JOBS`.

    >>> pay(1000)
    False
    """
    if size < FROM_SIZE * _MORE.get(job, 1):
        return False
    if not are_here():
        _hint_once()
        return False
    return start(job, compiling=size >= FROM_SIZE_UNCOMPILED)


def start(job: str, *, compiling: bool = True) -> bool:
    """Load the kernels of a job; say whether they can be used.

    A numba that does not import, or that these kernels do not compile with, counts as none: a
    warning says so once, and pure Python does the work.

    Args:
        job: one of `JOBS`.
        compiling: compile those that are not kept; False leaves the job to pure Python then.
    """
    if _failed.is_set() or not are_here():
        return False
    if job in _started:
        return True
    try:
        from cs336_basics.compiled.machine.jit import KERNELS
        from cs336_basics.compiled.machine.kernel_cache import is_kept

        if not compiling and not all(is_kept(f"{name}.o") for name in JOBS[job]):
            return False
        for name in JOBS[job]:
            import_module(f"cs336_basics.compiled.{name.rpartition('.')[0]}")
            KERNELS[name].load()
    except Exception as error:  # whatever a foreign numba or LLVM may raise
        _failed.set()
        why = f"{type(error).__name__}: {error}".partition("\n")[0]
        _warn("the compiled kernels cannot be used: pure Python does their work (%s)", why)
        return False
    _started.add(job)
    return True


def at_hand() -> bool:
    """Say whether some kernels run in this process, so that those of another job load at once."""
    return bool(_started)


def can_count(pattern: str, errors: str) -> bool:
    """Say whether the kernels do what is asked; anything else takes the `regex` path.

    >>> can_count("o200k", "strict"), can_count("gpt2", "replace")
    (False, False)
    """
    return are_here() and pattern in PATTERNS and errors == "strict"


def _are_off() -> bool:
    return os.environ.get("CS336_BPE_KERNELS") == "0"


def _warn(message: str, *values: object) -> None:
    import logging

    logging.getLogger(__name__).warning(message, *values)


@cache
def _hint_once() -> None:
    if not _are_off():
        _warn("numba is not installed: pip install 'cs336-bpe[fast]' makes this many times faster")
