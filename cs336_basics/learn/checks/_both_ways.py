"""The frame of the checks of kernels: the same result as Python and as machine code.

A kernel first runs in the interpreter on all inputs, then on all of them again and, where numba is,
compiled. So a wrong answer shows itself in plain Python, where it can be followed; then comes what
only Python's endless integers can hold, and what no kernel may use.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, wraps
from importlib.util import find_spec
from itertools import count
from typing import Any

import numpy as np

from cs336_basics.learn.checker.frame import check
from cs336_basics.learn.checks._roads import ShortCut

Kernel = Callable[..., Any]


def check_both_ways(
    fn: Kernel,
    oracle: Kernel,
    inputs: list[tuple[Any, ...]],
    *,
    use: Callable[[Kernel], Kernel] = lambda kernel: kernel,
    view: Callable[[Any], Any] = lambda argument: argument,
    **more: Any,
) -> None:
    """Check a kernel on all inputs in the interpreter, then on all of them as machine code.

    Args:
        fn: the learner's kernel.
        oracle: as in `check`, and so is what follows.
        inputs: the smallest first.
        use: makes of the kernel what takes the inputs and is compared.
        view: what Python is given for an argument when all inputs come again.
    """
    check(use(_both_ways(fn, len(inputs), view)), oracle, inputs * 2, **more)


class OnlyItems:
    """A text or a list that gives its items and nothing else, as an address in memory does.

    >>> OnlyItems(b"a")[0]
    97
    """

    __iter__ = None

    def __init__(self, items: Any) -> None:
        self._items = items

    def __getitem__(self, place: Any) -> Any:
        if isinstance(place, slice):
            raise TypeError("a slice makes a new object: use nothing but `data[i]` and numbers")
        return self._items[place]

    def __len__(self) -> int:
        raise TypeError("it has no length: `end` is given; use nothing but `data[i]` and numbers")

    def __getattr__(self, name: str) -> Any:
        raise TypeError(f"`{name}` is a method: use nothing but `data[i]` and numbers")


def _both_ways(fn: Kernel, first: int, view: Callable[[Any], Any]) -> Kernel:
    """Run a kernel as Python for the first calls; from then on both ways, which must agree."""
    python: Kernel = getattr(fn, "py_func", fn)  # the learner may have compiled it already
    calls, code = count(), cache(lambda: _machine_code(python))
    has_machine_code = find_spec("numba") is not None

    @wraps(fn)
    def run(*arguments: Any) -> Any:
        if next(calls) < first:
            return signed(python(*arguments))
        result = signed(python(*map(view, _copies(arguments))))
        if not has_machine_code:
            return result
        again = signed(code()(*map(_as_array, arguments)))
        if again == result:
            return result
        return ShortCut(again, f"only as machine code: as Python it is {result!r}")

    return run


def _machine_code(python: Kernel) -> Kernel:
    # Imports numba, which takes a moment: an unfilled stub never comes so far.
    from cs336_basics.learn.lessons.machine_code import compiled

    return compiled(python)


def _copies(arguments: tuple[Any, ...]) -> tuple[Any, ...]:
    # The tables that a kernel fills are for its second run.
    return tuple(each.copy() if isinstance(each, np.ndarray) else each for each in arguments)


def _as_array(value: Any) -> Any:
    return np.array(value, np.int64) if isinstance(value, list) else value


def signed(value: Any) -> Any:
    """Turn integers into what 64 bits keep of them; leave anything else as it is."""
    if isinstance(value, tuple):
        return tuple(map(signed, value))
    if isinstance(value, bool) or not isinstance(value, int | np.integer):
        return value
    kept = (int(value) % 2**64).to_bytes(8, "little")
    return int.from_bytes(kept, "little", signed=True)
