"""Compile every kernel that is not in the cache: `python -m cs336_basics.compiled`.

The set-up runs it once, so that no later run has to wait. numba compiles one function at a time, so
two processes share the work.
"""

from __future__ import annotations

import subprocess
import sys
import time

from cs336_basics.compiled import count, encode, merge, ranks, scan, words
from cs336_basics.compiled.jit import KERNELS, cache_folder, wipe_old_caches

# Two halves that take about as long; the kernels of one half share most of their inner functions.
_HALVES = ((scan, count, words), (merge, ranks, encode))


def missing(modules: tuple[object, ...]) -> list[str]:
    """Name the kernels of these modules that are not in the cache."""
    names = [module.__name__.rpartition(".")[2] for module in modules]  # type: ignore[attr-defined]
    kernels = [name for name in KERNELS if name.partition(".")[0] in names]
    return [name for name in kernels if not (cache_folder() / f"{name}.o").exists()]


def main(names: list[str]) -> int:
    """Compile the kernels named, or all that are missing; return the exit status."""
    if names:
        for name in names:
            KERNELS[name].load()
        return 0
    wipe_old_caches()
    halves = [half for half in map(missing, _HALVES) if half]
    if not halves:
        return 0
    number = sum(map(len, halves))
    print(f"Compiling {number} kernels, once: about ten seconds.", flush=True)
    start = time.perf_counter()
    command = [sys.executable, "-m", "cs336_basics.compiled"]
    processes = [subprocess.Popen([*command, *half]) for half in halves]
    failed = [process for process in processes if process.wait()]
    if not failed:
        print(f"Compiled in {time.perf_counter() - start:.1f} s.")
    return len(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
