"""Kernels: Python functions turned into machine code once, kept on disk, loaded in a blink.

    @kernel                              the first call of `total`:
    def total(data: u8s, n: i64) -> i64:     is there total.o in the cache?
        ...                                    yes: load it                        milliseconds
                                               no:  numba compiles, it is kept     seconds
    total(b"abc", 3)

A kernel is written in the part of Python that numba knows, and takes only whole numbers and
addresses. So its machine code needs nothing from Python, and loading it needs no numba: importing
numba takes longer than training on a small corpus. While a kernel runs, other threads run too.

Inside a kernel an address reads like an array: `data[i]`. Nothing checks `i`. Set
CS336_BPE_CHECKED=1 and every load and store is checked against the arrays whose address was taken
(`address`); a kernel that leaves them raises IndexError.

Where the machine code is kept, and why it is never stale: `kernel_cache`.
"""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable
from typing import Any, Generic, ParamSpec, TypeVar

from numpy.typing import NDArray

from cs336_basics.compiled.machine import checked
from cs336_basics.compiled.machine.checked import CHECKED
from cs336_basics.compiled.machine.code_hash import code_hash
from cs336_basics.compiled.machine.kernel_cache import keep, place_code, read_kept
from cs336_basics.compiled.machine.pointers import i32s as i32s
from cs336_basics.compiled.machine.pointers import i64 as i64
from cs336_basics.compiled.machine.pointers import i64s as i64s
from cs336_basics.compiled.machine.pointers import u8s as u8s
from cs336_basics.errors import KernelError

_C_TYPES: dict[str, type] = {
    "i64": ctypes.c_int64,
    "u8s": ctypes.c_void_p,
    "i32s": ctypes.c_void_p,
    "i64s": ctypes.c_void_p,
}

_FINE = 0  # the status that numba's entry returns when nothing was raised

_one_at_a_time = threading.RLock()

_PACKAGE = "cs336_basics.compiled."

KERNELS: dict[str, Kernel] = {}
"""Every kernel of the modules imported so far, by name: `merge.merge.merge_pairs`."""


class Kernel:
    """A function that runs as machine code; called like the function it is made of.

    Args:
        function: takes and returns `i64` and addresses, and says so in its annotations.
    """

    def __init__(self, function: Callable[..., int]) -> None:
        self.function = function
        self.name = f"{function.__module__.removeprefix(_PACKAGE)}.{function.__name__}"
        self.__doc__ = function.__doc__
        self.parameters = {k: v for k, v in function.__annotations__.items() if k != "return"}
        KERNELS[self.name] = self
        self._entry: Callable[..., int] | None = None

    def __call__(self, *arguments: int | bytes) -> int:
        """Run the kernel; an address is given as an int (`address`) or as a bytes object.

        Raises:
            KernelError: an error was raised inside; what the kernel wrote so far means nothing.
        """
        entry = self._entry or self.load()
        result, error = ctypes.c_int64(), ctypes.c_void_p()
        if CHECKED:
            with checked.watch(arguments):
                status = entry(ctypes.byref(result), ctypes.byref(error), *arguments)
        else:
            status = entry(ctypes.byref(result), ctypes.byref(error), *arguments)
        if status != _FINE:
            raise KernelError(f"the kernel {self.name} stopped with an error (status {status})")
        return result.value

    def load(self) -> Callable[..., int]:
        """Make the kernel ready to be called, by one thread alone; return its entry."""
        with _one_at_a_time:
            if self._entry is None:
                symbol, code = self.machine_code()
                self._engine = place_code(code)  # kept, because it owns the machine code
                # numba's calling convention: places for the result and for an exception come first.
                kinds = ["u8s", "u8s", *self.parameters.values()]
                entry = ctypes.CFUNCTYPE(ctypes.c_int32, *(_C_TYPES[kind] for kind in kinds))
                self._entry = entry(self._engine.get_function_address(symbol))
        return self._entry

    def machine_code(self) -> tuple[str, bytes]:
        """Return the name of the entry and the object code, from the cache if it is there."""
        kept = self.kept()
        if kept is None:
            from cs336_basics.compiled.machine.lowering import compile_function

            symbol, code = compile_function(self.function, [*self.parameters.values()])
            if not CHECKED:
                kept = symbol.encode() + b"\0" + code
                keep(f"{self.name}.o", code_hash(self.function), kept)
            return symbol, code
        name, _, code = kept.partition(b"\0")
        return name.decode(), code

    def kept(self) -> bytes | None:
        """Return what the cache holds for this kernel; None if it must be compiled."""
        return None if CHECKED else read_kept(f"{self.name}.o", code_hash(self.function))


Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")


class Inner(Generic[Parameters, Result]):
    """A function that kernels call; it becomes part of their machine code.

    Args:
        function: it says what it takes and returns in its annotations, as a kernel does.
        in_place: copy it to each place that calls it, which saves the call.
    """

    def __init__(self, function: Callable[Parameters, Result], in_place: bool) -> None:
        self.function = function
        self.in_place = in_place
        self.__doc__ = function.__doc__
        self._dispatcher: Any = None

    def __call__(self, *arguments: Parameters.args, **more: Parameters.kwargs) -> Result:
        """Run it as ordinary Python: for reading, testing and stepping through."""
        return self.function(*arguments, **more)

    @property
    def _numba_type_(self) -> Any:
        """What numba asks of a global that it meets in a kernel."""
        if self._dispatcher is None:
            from cs336_basics.compiled.machine.lowering import inner_function

            *parameters, result = self.function.__annotations__.values()
            self._dispatcher = inner_function(self.function, parameters, result, self.in_place)
        return self._dispatcher._numba_type_


kernel = Kernel


def inline(function: Callable[Parameters, Result]) -> Inner[Parameters, Result]:
    """Make a function that is copied to each place where a kernel calls it: for the hot path."""
    return Inner(function, in_place=True)


def subroutine(function: Callable[Parameters, Result]) -> Inner[Parameters, Result]:
    """Make a function that kernels jump to: for what is long or seldom needed."""
    return Inner(function, in_place=False)


def address(array: NDArray[Any]) -> int:
    """Return the address of an array's numbers. The caller keeps the array alive while it is used.

    >>> import numpy as np
    >>> numbers = np.array([7], np.int64)
    >>> ctypes.c_int64.from_address(address(numbers)).value
    7
    """
    if CHECKED:
        checked.register(array)
    place: int = array.ctypes.data
    return place
