"""Machine code on disk and in memory.

The folder is keyed by a hash of all sources beside this one, numba's version and the processor, so
a changed kernel never meets old machine code. It stands in `__pycache__`, or in the user's cache
folder where that cannot be written; CS336_BPE_CACHE names another place.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Callable
from functools import lru_cache, partial
from importlib.metadata import version
from pathlib import Path
from typing import Any


def read_kept(name: str) -> bytes | None:
    """Return what is kept under a name; None if nothing is."""
    try:
        return (cache_folder() / name).read_bytes()
    except FileNotFoundError:
        return None


def keep(name: str, data: bytes) -> None:
    """Keep data under a name, whole: another process may be about to read it."""
    folder = cache_folder()
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=folder, delete=False) as file:
        file.write(data)
    os.replace(file.name, folder / name)


def wipe_old_caches() -> None:
    """Delete the machine code of other versions of the kernels."""
    for folder in cache_folder().parent.glob("kernels-*"):
        if folder != cache_folder():
            for file in folder.iterdir():
                file.unlink(missing_ok=True)
            folder.rmdir()


@lru_cache(maxsize=1)
def cache_folder() -> Path:
    """Return the folder for this version of the kernels on this processor; it exists."""
    name = f"kernels-{_fingerprint()}"
    beside = Path(__file__).parent / "__pycache__"
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "cs336-bpe"
    chosen = os.environ.get("CS336_BPE_CACHE")
    for root in [Path(chosen)] if chosen else [beside, home]:
        try:
            (root / name).mkdir(parents=True, exist_ok=True)
        except OSError:
            continue
        if os.access(root / name, os.W_OK):
            return root / name
    return Path(tempfile.mkdtemp(prefix="cs336-bpe-")) / name  # this process alone profits


def _fingerprint() -> str:
    """Hash everything the machine code depends on."""
    import llvmlite.binding as llvm  # here, so that the kernels can be read where numba is not

    digest = hashlib.sha256()
    for source in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(source.name.encode() + source.read_bytes())
    processor = llvm.get_host_cpu_name() + llvm.get_host_cpu_features().flatten()
    digest.update(f"{version('numba')} {version('llvmlite')} {processor}".encode())
    return digest.hexdigest()[:16]


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
