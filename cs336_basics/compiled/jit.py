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

The cache is keyed by all sources of this folder, numba's version and the processor, so a changed
kernel never meets old machine code. CS336_BPE_CACHE moves it.
"""

from __future__ import annotations

import ctypes
import hashlib
import os
import tempfile
from collections.abc import Callable
from functools import lru_cache, partial
from importlib.metadata import version
from pathlib import Path
from typing import Any, Generic, ParamSpec, Protocol, TypeAlias, TypeVar

from numpy.typing import NDArray

from cs336_basics.compiled import checked

CHECKED = os.environ.get("CS336_BPE_CHECKED", "") not in ("", "0")


class Pointer(Protocol):
    """The address of many numbers of one type; it reads and writes like an array."""

    def __getitem__(self, index: int) -> int: ...
    def __setitem__(self, index: int, value: int) -> None: ...


# The words of a kernel's signature. `u8s` is the address of bytes, `i64s` of 64-bit integers.
i64: TypeAlias = int
u8s: TypeAlias = Pointer
i32s: TypeAlias = Pointer
i64s: TypeAlias = Pointer
_C_TYPES: dict[str, type] = {
    "i64": ctypes.c_int64,
    "u8s": ctypes.c_void_p,
    "i32s": ctypes.c_void_p,
    "i64s": ctypes.c_void_p,
}

KERNELS: dict[str, Kernel] = {}
"""Every kernel of the modules imported so far, by name: `merge.merge_pairs`."""


class Kernel:
    """A function that runs as machine code; called like the function it is made of.

    Args:
        function: takes and returns `i64` and addresses, and says so in its annotations.
    """

    def __init__(self, function: Callable[..., int]) -> None:
        self.function = function
        self.name = f"{function.__module__.rpartition('.')[2]}.{function.__name__}"
        self.__doc__ = function.__doc__
        self.parameters = {k: v for k, v in function.__annotations__.items() if k != "return"}
        KERNELS[self.name] = self
        self._entry: Callable[..., int] | None = None

    def __call__(self, *arguments: int | bytes) -> int:
        """Run the kernel; an address is given as an int (`address`) or as a bytes object."""
        entry = self._entry or self.load()
        result, no_error = ctypes.c_int64(), ctypes.c_void_p()
        if CHECKED:
            with checked.watch(arguments):
                entry(ctypes.byref(result), ctypes.byref(no_error), *arguments)
        else:
            entry(ctypes.byref(result), ctypes.byref(no_error), *arguments)
        return result.value

    def load(self) -> Callable[..., int]:
        """Fetch the machine code from the cache, or compile it; then make it callable."""
        kept = cache_folder() / f"{self.name}.o"
        if CHECKED or not kept.exists():
            symbol, code = self._compile()
            if not CHECKED:
                write_whole(kept, symbol.encode() + b"\0" + code)
        else:
            name, _, code = kept.read_bytes().partition(b"\0")
            symbol = name.decode()
        # numba's own calling convention: a place for the result, one for an exception, arguments.
        types = [
            ctypes.c_void_p,
            ctypes.c_void_p,
            *(_C_TYPES[kind] for kind in self.parameters.values()),
        ]
        self._engine = _engine(code)  # kept, because it owns the machine code
        self._entry = ctypes.CFUNCTYPE(ctypes.c_int32, *types)(
            self._engine.get_function_address(symbol)
        )
        return self._entry

    def _compile(self) -> tuple[str, bytes]:
        from cs336_basics.compiled.lowering import compile_function

        return compile_function(self.function, [*self.parameters.values()])


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
            from cs336_basics.compiled.lowering import inner_function

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
    """Return where an array's numbers stand. The caller keeps the array alive while it is used.

    >>> import numpy as np
    >>> numbers = np.array([7], np.int64)
    >>> ctypes.c_int64.from_address(address(numbers)).value
    7
    """
    if CHECKED:
        checked.register(array)
    place: int = array.ctypes.data
    return place


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


def write_whole(path: Path, data: bytes) -> None:
    """Write a cache file whole: another process may be about to read it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
        file.write(data)
    os.replace(file.name, path)


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


def _engine(code: bytes) -> Any:
    """Place machine code in memory and return the engine that owns it."""
    import llvmlite.binding as llvm

    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), _target_machine()())
    engine.add_object_file(llvm.ObjectFileRef.from_data(code))
    engine.finalize_object()
    return engine
