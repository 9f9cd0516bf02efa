"""The words of a kernel's signature: a number, and the address of many numbers of one type."""

from __future__ import annotations

from typing import Protocol, TypeAlias


class Pointer(Protocol):
    """The address of many numbers of one type; it reads and writes like an array."""

    def __getitem__(self, index: int) -> int: ...
    def __setitem__(self, index: int, value: int) -> None: ...


# `u8s` is the address of bytes, `i32s` and `i64s` of integers of 32 and 64 bits.
i64: TypeAlias = int
u8s: TypeAlias = Pointer
i32s: TypeAlias = Pointer
i64s: TypeAlias = Pointer
