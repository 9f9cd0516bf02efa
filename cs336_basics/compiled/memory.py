"""The few machine operations that Python has no word for, and what each of them means.

A kernel that calls one gets the machine instruction (`lowering`); the Python here is its meaning.
"""

from __future__ import annotations

from cs336_basics.compiled.jit import Pointer


def load64(data: Pointer, index: int) -> int:
    """Read the eight bytes from `data[index]` on as one integer, the first byte the lowest.

    >>> load64(b"a" + bytes(7), 0)
    97
    """
    value = sum(data[index + i] << (8 * i) for i in range(8))
    return value - (1 << 64) if value >> 63 else value


def prefetch(data: Pointer, index: int) -> None:
    """Ask for the memory around `data[index]`, so that it is at hand when it is needed.

    It changes nothing, and no address is wrong: it is a hint.
    """
