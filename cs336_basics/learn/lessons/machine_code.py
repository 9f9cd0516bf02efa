"""What a notebook needs to turn its functions into machine code, and plain Python in its place.

    njit       numba's decorator: the function becomes machine code at its first call
    address    where the numbers of an array, or the bytes of a text, stand in memory
    as_u8s     inside a compiled function: take a number as the address of bytes
    as_i64s    the same, of 64-bit integers

Where numba is not installed, or cannot be imported, `njit` and the others hand back what they are
given. Then the same functions run in the interpreter: with the same results, and slowly.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

import numpy as np
from numpy.typing import NDArray

AVAILABLE = find_spec("numba") is not None


def _as_it_is(given: Any = None, **options: object) -> Any:
    """Stand in for a decorator, with or without options, and for a conversion."""
    return (lambda function: function) if given is None else given


njit: Callable[..., Any] = _as_it_is
as_u8s: Callable[..., Any] = _as_it_is
as_i64s: Callable[..., Any] = _as_it_is

if AVAILABLE:
    try:
        import numba

        import cs336_basics.compiled.machine.lowering  # noqa: F401  # teaches numba what an address is
        from cs336_basics.compiled.machine import memory
    except Exception:  # whatever a numba that does not fit may raise
        AVAILABLE = False
    else:
        njit, as_u8s, as_i64s = numba.njit, memory.as_u8s, memory.as_i64s


def address(data: bytes | NDArray[Any]) -> Any:
    """Return where the bytes of a text or the numbers of an array stand in memory.

    The caller keeps `data` alive as long as the number is used.

    >>> numbers = np.arange(3)
    >>> address(numbers) in (numbers.ctypes.data, numbers)
    True
    """
    if not AVAILABLE:
        return data
    array = np.frombuffer(data, np.uint8) if isinstance(data, bytes) else data
    return array.ctypes.data


def compiled(function: Callable[..., Any], **options: object) -> Callable[..., Any]:
    """Return a function as machine code that says in short what numba cannot compile.

    Args:
        function: in the part of Python that numba knows.
        options: for `njit`.

    Raises:
        TypeError: at a call, if numba cannot compile it; with the gist of numba's message.

    >>> compiled(lambda a, b: a + b)(2, 3)
    5
    """
    code = njit(function, **options)

    def run(*arguments: Any) -> Any:
        try:
            return code(*arguments)
        except Exception as error:
            if type(error).__module__.startswith("numba."):
                raise TypeError(_gist(str(error))) from None
            raise

    return run


def _gist(message: str) -> str:
    """Keep the lines of numba's message that say what it does not know, and where."""
    lines = [line.strip() for line in message.splitlines()]
    telling = [line for line in lines if line and not line.startswith(("During:", "File", "<"))]
    return "numba cannot compile it: " + " ".join(telling[:4])
