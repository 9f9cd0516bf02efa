"""The checked build of the kernels: no load and no store outside the arrays they were given.

Machine code reads wherever it is told. With CS336_BPE_CHECKED=1 every address a kernel is given is
noted with its length, and each load and store looks its place up in that list first:

    ranges   [ start, end ) of every array whose address was taken and that is still alive
    fault    0, or the first place that was in none of them; the load then reads zeros instead

After the kernel has come back, a fault becomes an IndexError. The look-up makes kernels ten times
slower, so this is for tests.
"""

from __future__ import annotations

import os
import threading
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
from numpy.typing import NDArray

CHECKED = os.environ.get("CS336_BPE_CHECKED", "") not in ("", "0")
"""Whether this is the checked build."""

_MOST = 1024  # ranges
_RANGES = np.zeros((_MOST, 2), np.uint64)
_FAULT = np.zeros(2, np.uint64)  # the place, and how many bytes were wanted
_lock = threading.Lock()
_noted: dict[int, int] = {}  # id of an array -> its row in _RANGES
_ZEROS = np.zeros(64, np.uint8)  # what is read in place of what is out of bounds


def register(array: NDArray[Any]) -> None:
    """Note an array that kernels may use, until it is no longer alive."""
    if id(array) not in _noted:
        start = array.ctypes.data
        _noted[id(array)] = _enter(start, start + array.nbytes)
        weakref.finalize(array, _forget, id(array))


def _forget(array: int) -> None:
    _RANGES[_noted.pop(array)] = 0


@contextmanager
def watch(arguments: tuple[object, ...]) -> Iterator[None]:
    """Let a kernel read the bytes objects among its arguments; raise if it left its arrays.

    Raises:
        IndexError: a load or a store was outside every array.
    """
    texts = [np.frombuffer(each, np.uint8) for each in arguments if isinstance(each, bytes)]
    rows = [_enter(text.ctypes.data, text.ctypes.data + text.nbytes) for text in texts]
    try:
        yield
    finally:
        _RANGES[rows] = 0
    place, wanted = map(int, _FAULT)
    if wanted:
        _FAULT[:] = 0
        raise IndexError(f"{wanted} bytes at {place:#x} are in no array of the kernel")


def _enter(start: int, end: int) -> int:
    with _lock:
        free = np.flatnonzero(_RANGES[:, 1] == 0)
        if not len(free):
            raise RuntimeError(f"more than {_MOST} arrays are in use by kernels")
        _RANGES[free[0]] = start, max(end, 1)
        return int(free[0])


def lower_check(builder: Any, place: Any, size: int) -> Any:
    """Emit the check of a load or store: return `place` if it is allowed, else a place of zeros."""
    from llvmlite import ir

    number = ir.IntType(64)
    kind = ir.FunctionType(number, [number, number])
    name = "checked_place"
    function = builder.module.globals.get(name)
    if function is None:
        function = ir.Function(builder.module, kind, name)
        function.linkage = "linkonce_odr"
        _define(function)
    wanted = builder.ptrtoint(place, number)
    return builder.inttoptr(builder.call(function, [wanted, number(size)]), place.type)


def _define(function: Any) -> None:
    """Write the check itself: a loop over the ranges."""
    from llvmlite import ir

    number, address = ir.IntType(64), ir.IntType(64).as_pointer()
    place, size = function.args
    start, loop, inside, more, out = (
        function.append_basic_block(name) for name in ("start", "loop", "inside", "more", "out")
    )
    builder = ir.IRBuilder(start)
    end = builder.add(place, size)
    builder.branch(loop)
    builder.position_at_end(loop)
    row = builder.phi(number)
    row.add_incoming(number(_RANGES.ctypes.data), start)
    pointer = builder.inttoptr(row, address)
    low = builder.load(pointer)
    high = builder.load(builder.gep(pointer, [number(1)]))
    fits = builder.and_(
        builder.icmp_unsigned(">=", place, low), builder.icmp_unsigned("<=", end, high)
    )
    builder.cbranch(fits, inside, more)
    builder.position_at_end(inside)
    builder.ret(place)
    builder.position_at_end(more)
    following = builder.add(row, number(16))
    row.add_incoming(following, more)
    last = builder.icmp_unsigned("==", following, number(_RANGES.ctypes.data + _RANGES.nbytes))
    builder.cbranch(last, out, loop)
    builder.position_at_end(out)
    fault = builder.inttoptr(number(_FAULT.ctypes.data), address)
    builder.store(place, fault)
    builder.store(size, builder.gep(fault, [number(1)]))
    builder.ret(number(_ZEROS.ctypes.data))
