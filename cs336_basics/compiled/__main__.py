"""Compile every kernel that is not in the cache: `python -m cs336_basics.compiled`.

The set-up runs it once, so that no later run has to wait. numba compiles one function at a time, so
two processes share the work. Where it cannot be done one line says why, and the exit status is not
0: everything works without kernels, more slowly.
"""

from __future__ import annotations

import subprocess
import sys
import time

import cs336_basics.compiled.count.word_table
import cs336_basics.compiled.encode.encoder
import cs336_basics.compiled.merge.merge_loop
import cs336_basics.compiled.scan.boundaries  # noqa: F401  # these four import every kernel
from cs336_basics.compiled.machine.jit import KERNELS
from cs336_basics.compiled.machine.kernel_cache import is_kept, wipe_old_caches
from cs336_basics.compiled.scan.classes import TABLE, class_table

# What one process compiles; the other compiles the rest, which takes about as long. The kernels of
# a half share most of their inner functions.
_HALF = ("scan.windows.", "count.", "merge.merge.")


def missing() -> list[str]:
    """Name the kernels that are not in the cache, or damaged there."""
    return [name for name, kernel in KERNELS.items() if kernel.kept() is None]


def main(names: list[str]) -> int:
    """Compile the kernels named, or all that are missing; return the exit status."""
    try:
        for name in names:
            KERNELS[name].load()
        return 0 if names else compile_missing()
    except Exception as error:  # whatever a numba that does not fit may raise
        first_line = str(error).partition("\n")[0]
        print(f"No kernels are compiled: {type(error).__name__}: {first_line}", file=sys.stderr)
        return 1


def compile_missing() -> int:
    """Compile in two processes what is missing; return the exit status."""
    wipe_old_caches()
    class_table()
    if not is_kept(TABLE):
        return 1  # the cache cannot be written, and has just said so
    one = [name for name in missing() if name.startswith(_HALF)]
    other = [name for name in missing() if not name.startswith(_HALF)]
    if not one + other:
        return 0
    import cs336_basics.compiled.machine.lowering  # noqa: F401  # if it fails, then here and once

    print(f"Compiling {len(one + other)} kernels, once: about twenty seconds.", flush=True)
    start = time.perf_counter()
    command = [sys.executable, "-m", "cs336_basics.compiled"]
    processes = [subprocess.Popen([*command, *half]) for half in (one, other) if half]
    failed = [process for process in processes if process.wait()]
    if failed or missing():
        return 1
    print(f"Compiled in {time.perf_counter() - start:.1f} s.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
