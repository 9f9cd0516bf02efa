"""Compile every kernel that is not in the cache: `python -m cs336_basics.compiled`.

The set-up runs it once, so that no later run has to wait. numba compiles one function at a time, so
two processes share the work.
"""

from __future__ import annotations

import subprocess
import sys
import time

import cs336_basics.compiled.boundaries
import cs336_basics.compiled.encoder
import cs336_basics.compiled.merge_loop
import cs336_basics.compiled.word_table  # noqa: F401  # these four import every kernel
from cs336_basics.compiled.jit import KERNELS
from cs336_basics.compiled.kernel_cache import cache_folder, wipe_old_caches

# What one process compiles; the other compiles the rest, which takes about as long. The kernels of
# a half share most of their inner functions.
_HALF = ("scan_masks.", "count", "words.", "merge.")


def missing() -> list[str]:
    """Name the kernels that are not in the cache."""
    return [name for name in KERNELS if not (cache_folder() / f"{name}.o").exists()]


def main(names: list[str]) -> int:
    """Compile the kernels named, or all that are missing; return the exit status."""
    if names:
        for name in names:
            KERNELS[name].load()
        return 0
    wipe_old_caches()
    one = [name for name in missing() if name.startswith(_HALF)]
    other = [name for name in missing() if not name.startswith(_HALF)]
    if not one + other:
        return 0
    print(f"Compiling {len(one + other)} kernels, once: about twenty seconds.", flush=True)
    start = time.perf_counter()
    command = [sys.executable, "-m", "cs336_basics.compiled"]
    processes = [subprocess.Popen([*command, *half]) for half in (one, other) if half]
    failed = [process for process in processes if process.wait()]
    if not failed:
        print(f"Compiled in {time.perf_counter() - start:.1f} s.")
    return len(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
