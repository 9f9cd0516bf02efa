"""What a function does, as a hash of its code in memory.

A file may have changed since its functions were imported: a notebook is open while the repository
is updated. So the key of kept machine code is taken from what is compiled, not from the file it
came from.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from types import CodeType, FunctionType
from typing import Any

_PLAIN = (bool, int, float, str, bytes, tuple, dict)


def code_hash(function: Callable[..., Any]) -> str:
    """Hash a function, each function it calls and each constant it uses.

    Its name and comments do not count; a docstring does.

    >>> def one(): return ord("a")
    >>> def again(): return ord("a")  # under another name
    >>> def two(): return ord("b")
    >>> code_hash(one) == code_hash(again), code_hash(one) == code_hash(two)
    (True, False)
    """
    digest = hashlib.sha256()
    for part in _describe(function, {}):
        digest.update(part.encode() + b"\n")
    return digest.hexdigest()


def _describe(value: object, seen: dict[FunctionType, int]) -> Iterator[str]:
    """Yield what the value of a global name is; nothing of a module, whose name says all."""
    # Kernels and their inner functions hold the Python function they are made of.
    function = getattr(value, "function", value)
    if isinstance(function, FunctionType):
        if function in seen:
            yield f"function {seen[function]}"
            return
        seen[function] = len(seen)
        yield f"{type(value).__name__} {getattr(value, 'in_place', None)}"
        yield f"{function.__annotations__} {function.__defaults__}"
        yield from _describe_code(function.__code__, function.__globals__, seen)
    elif isinstance(value, _PLAIN):
        yield repr(value)


def _describe_code(
    code: CodeType, names: dict[str, Any], seen: dict[FunctionType, int]
) -> Iterator[str]:
    yield code.co_code.hex()
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _describe_code(constant, names, seen)
        elif isinstance(constant, frozenset):  # its order is another in each process
            yield repr(sorted(map(repr, constant)))
        else:
            yield repr(constant)
    for name in code.co_names:
        yield name
        yield from _describe(names.get(name), seen)
