"""The one module that imports numba: it turns the functions of this folder into machine code.

It is imported only when something must be compiled. Here stand the few machine operations that
Python has no word for (`memory`), as the LLVM instructions they become.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba
from llvmlite import ir
from numba.core import types
from numba.extending import lower_builtin, type_callable

from cs336_basics.compiled import jit, memory

if jit.CHECKED:
    from cs336_basics.compiled.checked import Address, check
else:
    Address = types.CPointer

    def check(context: Any, builder: Any, place: Any, size: int) -> Any:
        """Use the place as it is."""
        return place


TYPES = {
    "i64": types.int64,
    "u8s": Address(types.uint8),
    "i32s": Address(types.int32),
    "i64s": Address(types.int64),
}

# No wrappers for calls from Python: `jit` calls the machine code itself.
_OPTIONS = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "error_model": "numpy"}

_BYTE, _LONG = ir.IntType(8), ir.IntType(64)


def inner_function(function: Callable[..., Any]) -> Any:
    """Make a function that kernels can call."""
    return numba.njit(function, **_OPTIONS)


def compile_function(function: Callable[..., int], parameters: list[str]) -> tuple[str, bytes]:
    """Compile a kernel.

    Args:
        function: the kernel.
        parameters: the types of its arguments, by the names of `TYPES`.

    Returns:
        the name of its entry, and the object code.
    """
    arguments = tuple(TYPES[name] for name in parameters)
    dispatcher = inner_function(function)
    dispatcher.compile(types.int64(*arguments))
    compiled = dispatcher.overloads[arguments]
    _, _, (code, _) = compiled.library.serialize_using_object_code()
    return compiled.fndesc.llvm_func_name, code


@type_callable(memory.load64)
def _type_load64(context: Any) -> Callable[..., Any]:
    return lambda data, index: types.int64


@lower_builtin(memory.load64, Address, types.Integer)
def _lower_load64(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    place = check(context, builder, builder.gep(arguments[0], [arguments[1]]), 8)
    value = builder.load(builder.bitcast(place, _LONG.as_pointer()))
    value.align = 1
    return value


@type_callable(memory.prefetch)
def _type_prefetch(context: Any) -> Callable[..., Any]:
    return lambda data, index: types.none


@lower_builtin(memory.prefetch, Address, types.Integer)
def _lower_prefetch(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    place = builder.bitcast(builder.gep(arguments[0], [arguments[1]]), _BYTE.as_pointer())
    number = ir.IntType(32)
    kind = ir.FunctionType(ir.VoidType(), [_BYTE.as_pointer(), number, number, number])
    intrinsic = builder.module.declare_intrinsic("llvm.prefetch", [_BYTE.as_pointer()], kind)
    to_read, keep, data = number(0), number(3), number(1)
    builder.call(intrinsic, [place, to_read, keep, data])
    return context.get_dummy_value()
