"""The one module that imports numba: it turns the functions of this folder into machine code.

It is imported only when something must be compiled. Here is what numba does not know by itself:
the addresses that kernels read and write, and the few machine operations of `memory`, each as the
LLVM instructions it becomes. Every number that a kernel holds is a 64-bit integer, whatever the
size of the number in memory: so no two types ever meet.
"""

from __future__ import annotations

import inspect
import operator
from collections.abc import Callable
from typing import Any

import numba
import numba.extending
from llvmlite import ir
from numba.core import types
from numba.core.datamodel.models import PointerModel

from cs336_basics.compiled.machine import checked, memory

_extending: Any = numba.extending  # numba has types for a part of itself only
lower_builtin, type_callable = _extending.lower_builtin, _extending.type_callable

_BYTE, _LONG = ir.IntType(8), ir.IntType(64)

# No wrappers for calls from Python: `jit` calls the machine code itself.
_OPTIONS: dict[str, Any] = {
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
    "error_model": "numpy",
}


class Address(types.Type):
    """The address of numbers of one type."""

    def __init__(self, dtype: Any) -> None:
        super().__init__(f"Address({dtype})")
        self.dtype = dtype


_extending.register_model(Address)(PointerModel)

TYPES: dict[str, Any] = {
    "None": types.none,
    "bool": types.boolean,
    "i64": types.int64,
    "u8s": Address(types.uint8),
    "i32s": Address(types.int32),
    "i64s": Address(types.int64),
}


def inner_function(
    function: Callable[..., Any], parameters: list[str], result: str, in_place: bool
) -> Any:
    """Compile a function that kernels can call, for these types alone.

    Left to itself, numba compiles it again for each constant that it is called with.
    """
    signature = TYPES[result](*(TYPES[name] for name in parameters))
    return numba.njit(signature, forceinline=in_place, **_OPTIONS)(function)


def compile_function(function: Callable[..., int], parameters: list[str]) -> tuple[str, bytes]:
    """Compile a kernel.

    Args:
        function: the kernel.
        parameters: the types of its arguments, by the names of `TYPES`.

    Returns:
        the name of its entry, and the object code.
    """
    dispatcher = inner_function(function, parameters, "i64", in_place=False)
    (compiled,) = dispatcher.overloads.values()
    _, _, (code, _) = compiled.library.serialize_using_object_code()
    return compiled.fndesc.llvm_func_name, code


def _place(builder: Any, address: Any, index: Any, size: int) -> Any:
    """Return the pointer to `address[index]`, from where `size` bytes will be used."""
    place = builder.gep(address, [index])
    return checked.lower_check(builder, place, size) if checked.CHECKED else place


@type_callable(operator.getitem)
def _type_getitem(context: Any) -> Callable[..., Any]:
    def typer(address: Any, index: Any) -> Any:
        if isinstance(address, Address) and isinstance(index, types.Integer):
            return types.int64
        return None

    return typer


@lower_builtin(operator.getitem, Address, types.Integer)
def _lower_getitem(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    dtype = signature.args[0].dtype
    address, index = arguments
    value = builder.load(_place(builder, address, index, dtype.bitwidth // 8))
    if dtype.bitwidth == 64:
        return value
    return builder.sext(value, _LONG) if dtype.signed else builder.zext(value, _LONG)


@type_callable(operator.setitem)
def _type_setitem(context: Any) -> Callable[..., Any]:
    def typer(address: Any, index: Any, value: Any) -> Any:
        if isinstance(address, Address) and isinstance(index, types.Integer):
            return types.none
        return None

    return typer


@lower_builtin(operator.setitem, Address, types.Integer, types.Integer)
def _lower_setitem(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    address, index, value = arguments
    dtype = signature.args[0].dtype
    if dtype.bitwidth < signature.args[2].bitwidth:
        value = builder.trunc(value, ir.IntType(dtype.bitwidth))
    builder.store(value, _place(builder, address, index, dtype.bitwidth // 8))
    return context.get_dummy_value()


def _operation(meaning: Callable[..., Any], result: Any, *kinds: Any) -> Any:
    """Register the lowering of a function of `memory`."""

    names = ", ".join(inspect.signature(meaning).parameters)
    # numba wants the typer to have the parameters of the function itself.
    typer = eval(f"lambda {names}: result", {"result": result})
    type_callable(meaning)(lambda context: typer)
    return lower_builtin(meaning, *kinds)


@_operation(memory.load64, types.int64, Address, types.Integer)
def _lower_load64(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    address, index = arguments
    place = _place(builder, address, index, 8)
    return builder.load(builder.bitcast(place, _LONG.as_pointer()), align=1)


@_operation(memory.store64, types.none, Address, types.Integer, types.Integer)
def _lower_store64(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    address, index, value = arguments
    place = builder.bitcast(_place(builder, address, index, 8), _LONG.as_pointer())
    builder.store(value, place, align=1)
    return context.get_dummy_value()


@_operation(memory.prefetch, types.none, Address, types.Integer)
def _lower_prefetch(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    place = builder.bitcast(builder.gep(arguments[0], [arguments[1]]), _BYTE.as_pointer())
    number = ir.IntType(32)
    kind = ir.FunctionType(ir.VoidType(), [_BYTE.as_pointer(), number, number, number])
    intrinsic = builder.module.declare_intrinsic("llvm.prefetch", [_BYTE.as_pointer()], kind)
    to_read, keep, data = number(0), number(3), number(1)
    builder.call(intrinsic, [place, to_read, keep, data])
    return context.get_dummy_value()


@_operation(memory.mask64, types.int64, Address, *[types.Integer] * 4)
def _lower_mask64(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    address, index, *numbers = arguments
    vector, bits = ir.VectorType(_BYTE, 64), ir.VectorType(ir.IntType(1), 64)
    place = builder.bitcast(_place(builder, address, index, 64), vector.as_pointer())
    lanes = ir.Constant(ir.VectorType(ir.IntType(32), 64), None)  # all lanes take lane 0
    none = ir.Constant(vector, ir.Undefined)

    def everywhere(number: Any) -> Any:
        first = builder.insert_element(none, builder.trunc(number, _BYTE), ir.IntType(32)(0))
        return builder.shuffle_vector(first, none, lanes)

    fold, low, count = map(everywhere, numbers)
    folded = builder.or_(builder.load(place, align=1), fold)
    inside = builder.icmp_unsigned("<", builder.sub(folded, low), count)
    return builder.bitcast(builder.bitcast(inside, bits), _LONG)


def _bit_operation(meaning: Callable[..., Any], name: str, *more: Any) -> None:
    """Register one of LLVM's operations on the bits of an integer."""

    @_operation(meaning, types.int64, types.Integer)
    def lower(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        kind = ir.FunctionType(_LONG, [_LONG, *(constant.type for constant in more)])
        function = builder.module.declare_intrinsic(name, [_LONG], kind)
        return builder.call(function, [*arguments, *more])


_zero_is_defined = ir.IntType(1)(0)
_bit_operation(memory.trailing_zeros, "llvm.cttz", _zero_is_defined)
_bit_operation(memory.leading_zeros, "llvm.ctlz", _zero_is_defined)
_bit_operation(memory.count_bits, "llvm.ctpop")


@_operation(memory.shift_right, types.int64, types.Integer, types.Integer)
def _lower_shift_right(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    return builder.lshr(*arguments)


def _conversion(meaning: Callable[..., Any], kind: Any) -> None:
    """Register the conversion of a number to an address."""

    @_operation(meaning, kind, types.Integer)
    def lower(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.inttoptr(arguments[0], context.get_value_type(kind))


for _name in ("u8s", "i32s", "i64s"):
    _conversion(getattr(memory, f"as_{_name}"), TYPES[_name])
