"""Kernels are compiled once, kept, loaded without numba, and never stale."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

import cs336_basics
from cs336_basics.compiled.machine.jit import KERNELS
from cs336_basics.compiled.machine.kernel_cache import cache_folder
from cs336_basics.compiled.scan import classes
from cs336_basics.compiled.scan import plain as scan
from tests.compiled.apart import LOAD, run

PACKAGE = Path(cs336_basics.__file__).parent


def test_importing_the_package_imports_neither_numba_nor_llvm(python: str) -> None:
    """The compiled rung costs nothing until it is used."""
    code = "import sys, cs336_basics.train, cs336_basics.trainers, cs336_basics.tokenizer\n"

    assert "[]" == run(
        python, code + "print([m for m in ('numba', 'llvmlite') if m in sys.modules])"
    )


def test_a_kept_kernel_needs_no_numba(python: str, tmp_path: Path) -> None:
    """The first process compiles, the second loads what the first has kept."""
    first = run(python, LOAD, CS336_BPE_CACHE=str(tmp_path))
    second = run(python, LOAD, CS336_BPE_CACHE=str(tmp_path))

    assert ("True", "False") == (first, second)


def test_threads_may_load_a_kernel_at_the_same_time(python: str) -> None:
    """Sixteen threads that call a kernel first, all at once, get their results."""
    code = """
import threading
from concurrent.futures import ThreadPoolExecutor
from cs336_basics.compiled.scan.boundaries import pretoken_ends
barrier = threading.Barrier(16)
def work(number):
    barrier.wait()
    return len(pretoken_ends(b" word" * 50_000))
with ThreadPoolExecutor(16) as pool:
    print(set(pool.map(work, range(16))))
"""

    assert ["{50000}"] * 3 == [run(python, code) for _ in range(3)]


def test_a_changed_kernel_is_compiled_again(python: str, tmp_path: Path) -> None:
    """An edit in any source of the kernels, in a copy of the package, changes the cache's key."""
    copy = tmp_path / "cs336_basics"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    cache = tmp_path / "cache"
    before = run(python, LOAD, tmp_path, CS336_BPE_CACHE=str(cache))
    again = run(python, LOAD, tmp_path, CS336_BPE_CACHE=str(cache))
    source = copy / "compiled" / "count" / "words.py"
    source.write_text(source.read_text() + "\n# An edit in another file of the folder.\n")

    after = run(python, LOAD, tmp_path, CS336_BPE_CACHE=str(cache))

    assert ("True", "False", "True") == (before, again, after)
    assert 2 == len(list(cache.iterdir()))


def test_the_set_up_compiles_every_kernel_and_says_so_once(python: str) -> None:
    """`python -m cs336_basics.compiled` leaves nothing to compile; then it is silent."""
    command = [python, "-m", "cs336_basics.compiled"]
    subprocess.run(command, check=True, capture_output=True)

    again = subprocess.run(command, check=True, capture_output=True, text=True)

    assert "" == again.stdout
    assert set(KERNELS) <= {file.stem for file in cache_folder().glob("*.o")}


def test_a_kernel_keeps_its_docstring_and_its_python() -> None:
    """The source can be shown, and inner functions run as ordinary Python."""
    assert scan.scan.__doc__ == scan.scan.function.__doc__
    assert classes.is_continuation(0x80)
    assert not classes.is_continuation(0x61)


@pytest.mark.slow
def test_the_checked_build_stays_inside_its_arrays(python: str) -> None:
    """The kernels that check every load and store pass the tests of all kernels."""
    command = [python, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-m", "not slow"]
    compiled = Path(__file__).parents[1]
    tests = [str(compiled / name) for name in ("scan", "count", "merge", "encode")]

    done = subprocess.run(
        [*command, *tests],
        env={**os.environ, "CS336_BPE_CHECKED": "1"},
        capture_output=True,
        text=True,
        check=False,
    )

    assert 0 == done.returncode, done.stdout[-2000:]


def test_the_checked_build_notices_a_load_outside(python: str) -> None:
    """A kernel that is told a wrong length raises an error that says so."""
    code = """
import numpy as np
from cs336_basics.compiled.machine.jit import address
from cs336_basics.compiled.count.words import move_slots
old, new = np.zeros(4 * 4, np.int64), np.zeros(4 * 8, np.int64)
print(move_slots(address(old), 4, address(new), 7), end=" ")
try:
    move_slots(address(old), 5, address(new), 7)
except IndexError as error:
    print("caught")
"""

    assert "0 caught" == run(python, code, CS336_BPE_CHECKED="1")


def test_an_error_inside_a_kernel_is_an_exception(python: str) -> None:
    """numba's entry returns a status; a kernel that raises does not come back with a number."""
    code = """
from cs336_basics.compiled.machine.jit import i64, kernel
from cs336_basics.errors import KernelError
def half(x: i64) -> i64:
    if x & 1:
        raise ValueError("odd")
    return x >> 1
half.__annotations__ = dict.fromkeys(half.__annotations__, "i64")
half = kernel(half)
print(half(6), end=" ")
try:
    half(7)
except KernelError as error:
    print(error, end=" ")
print(half(8))
"""

    printed = run(python, code, CS336_BPE_CHECKED="1")

    assert "3 the kernel __main__.half stopped with an error (status 1) 4" == printed
