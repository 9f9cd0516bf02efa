"""Machine code on disk and in memory.

    kernels-ENVIRONMENT-SOURCES/      ENVIRONMENT: Python, numba, the processor
        merge.merge.merge_pairs.o     SOURCES: all files of `compiled`, when it was imported
        classes-2026.1.1

A changed kernel never meets old machine code: every file is sealed for its folder, its name and the
code in memory that it was made of, and what does not match its seal is absent (`sealed`,
`code_hash`). A cache is a convenience: what cannot be read is made anew, and what cannot be kept is
made again by the next process.

The folder is in `__pycache__`, or in the user's cache folder where that cannot be written;
CS336_BPE_CACHE names another place.
"""

from __future__ import annotations

import hashlib
import logging
import os
import shutil
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache, lru_cache, partial
from importlib.metadata import version
from pathlib import Path
from typing import Any

from cs336_basics.compiled.machine.sealed import seal, unseal
from cs336_basics.files import user_cache, write_whole

log = logging.getLogger(__name__)


def read_kept(name: str, code: str) -> bytes | None:
    """Return what is kept under a name; None if nothing is, or not exactly what was kept.

    Args:
        name: of the file.
        code: the `code_hash` of the function that the data comes from.
    """
    for folder in cache_folders():
        try:
            sealed = (folder / name).read_bytes()
        except OSError:  # missing, or not ours to read
            continue
        data = unseal(sealed, _purpose(name, code))
        if data is not None:
            return data
    return None


def keep(name: str, code: str, data: bytes) -> None:
    """Keep data under a name, whole: another process may be about to read it.

    Where that is not possible, a warning says so and the work goes on.

    Args:
        name: of the file.
        code: the `code_hash` of the function that the data comes from.
        data: any bytes.
    """
    if _hash_sources() != _SOURCES:
        return  # they changed meanwhile: what was compiled just now may be old and new in one
    for folder in cache_folders():
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with write_whole(folder / name) as file:
                file.write(seal(data, _purpose(name, code)))
            return
        except OSError as error:
            last = f"{folder}: {error.strerror}"
    _warn_once(last)


def is_kept(name: str) -> bool:
    """Say whether there is a file of this name that can be read; `read_kept` looks into it."""
    return any(os.access(folder / name, os.R_OK) for folder in cache_folders())


def wipe_old_caches() -> None:
    """Delete the machine code of former sources of this checkout.

    What other environments and other machines use stays, and so does a cache that several checkouts
    may share.
    """
    own = _beside() / _folder_name()
    for folder in _beside().glob(f"kernels-{_environment()}-*"):
        if folder != own:
            shutil.rmtree(folder, ignore_errors=True)


def cache_folder() -> Path:
    """Return the folder where machine code is kept: the first that can be written, if any can."""
    for folder in cache_folders():
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            continue
        if os.access(folder, os.W_OK):
            return folder
    return cache_folders()[0]


@lru_cache(maxsize=1)
def cache_folders() -> list[Path]:
    """Return the folders that machine code is read from, the best one first; none need exist."""
    beside = None if os.environ.get("CS336_BPE_CACHE") else _beside()
    return [root / _folder_name() for root in (beside, user_cache()) if root]


def _beside() -> Path:
    return Path(__file__).absolute().parents[1] / "__pycache__"


def _folder_name() -> str:
    return f"kernels-{_environment()}-{_SOURCES}"


def _purpose(name: str, code: str) -> str:
    return f"{_folder_name()}/{name} {code}"


@lru_cache(maxsize=1)
def _environment() -> str:
    """Hash what machine code depends on besides the sources."""
    import llvmlite.binding as llvm  # here, so that the kernels can be read where numba is not

    parts = (
        sys.implementation.cache_tag,  # `code_hash` depends on it, and on -O
        sys.flags.optimize,
        version("numba"),
        version("llvmlite"),
        llvm.get_process_triple(),
        llvm.get_host_cpu_name(),
        llvm.get_host_cpu_features().flatten(),
    )
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:12]


def _hash_sources() -> str:
    digest = hashlib.sha256()
    folder = Path(__file__).parents[1]
    for source in sorted(folder.rglob("[!.]*.py")):
        with suppress(OSError):  # one is being replaced at this moment
            digest.update(source.relative_to(folder).as_posix().encode() + source.read_bytes())
    return digest.hexdigest()[:12]


_SOURCES = _hash_sources()  # at import: `jit` imports this module before it makes the first kernel


@cache
def _warn_once(why: str) -> None:
    log.warning(
        "the cache of the compiled kernels cannot be written, so the next run makes them again "
        "(%s); CS336_BPE_CACHE names another folder",
        why,
    )


def place_code(code: bytes) -> Any:
    """Place machine code in memory and return the engine that owns it."""
    import llvmlite.binding as llvm

    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), _target_machine()())
    engine.add_object_file(llvm.ObjectFileRef.from_data(code))
    engine.finalize_object()
    return engine


@lru_cache(maxsize=1)
def _target_machine() -> Callable[[], Any]:
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    target = llvm.Target.from_triple(llvm.get_process_triple())
    return partial(
        target.create_target_machine,
        cpu=llvm.get_host_cpu_name(),
        features=llvm.get_host_cpu_features().flatten(),
        opt=3,
        reloc="static" if target.name.startswith("x86") else "default",
        codemodel="jitdefault",
        jit=True,
    )
