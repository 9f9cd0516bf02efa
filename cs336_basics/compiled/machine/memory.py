"""The few machine operations that Python has no word for, and what each of them means.

A kernel that calls one gets the machine instruction (`lowering`); the Python here is its meaning.
"""

from __future__ import annotations

from cs336_basics.compiled.machine.pointers import Pointer


def load64(data: Pointer, index: int) -> int:
    """Read the eight bytes from `data[index]` on as one integer, the first byte the lowest.

    >>> load64(b"a" + bytes(7), 0)
    97
    """
    value = sum(data[index + i] << (8 * i) for i in range(8))
    return value - (1 << 64) if value >> 63 else value


def store64(data: Pointer, index: int, value: int) -> None:
    """Write the eight bytes of `value` from `data[index]` on, the lowest first."""
    raise NotImplementedError("machine code alone can write two small numbers as one large one")


def as_u8s(address: int) -> Pointer:
    """Take a number as the address of bytes; kernels keep addresses in arrays of numbers."""
    raise NotImplementedError("an address means something to machine code alone")


def as_i32s(address: int) -> Pointer:
    """Take a number as the address of 32-bit integers."""
    raise NotImplementedError("an address means something to machine code alone")


def as_i64s(address: int) -> Pointer:
    """Take a number as the address of 64-bit integers."""
    raise NotImplementedError("an address means something to machine code alone")


def prefetch(data: Pointer, index: int) -> None:
    """Ask for the memory around `data[index]`, so that it is at hand when it is needed.

    It changes nothing, and no address is wrong: it is a hint.
    """


def mask64(data: Pointer, index: int, fold: int, low: int, count: int) -> int:
    """Compare 64 bytes from `data[index]` on at once; bit i says whether byte i is in a range.

    A byte is in it if `byte | fold` is one of the `count` values from `low` on. `fold` 0x20 makes
    ASCII capitals small.

    >>> bin(mask64(b"aB-z" + bytes(60), 0, 0x20, ord("a"), 26))
    '0b1011'
    """
    bits = sum((((data[index + i] | fold) - low) % 256 < count) << i for i in range(64))
    return bits - (1 << 64) if bits >> 63 else bits


def trailing_zeros(bits: int) -> int:
    """Return the position of the lowest bit that is set; 64 if none is.

    >>> trailing_zeros(0b1000)
    3
    """
    return (bits & -bits).bit_length() - 1 if bits else 64


def leading_zeros(bits: int) -> int:
    """Return how many of 64 bits are above the highest one that is set; 64 if none is.

    >>> leading_zeros(1)
    63
    """
    return 64 - (bits % (1 << 64)).bit_length()


def count_bits(bits: int) -> int:
    """Return how many of the 64 bits are set.

    >>> count_bits(0b1011)
    3
    """
    return (bits % (1 << 64)).bit_count()


def shift_right(bits: int, by: int) -> int:
    """Move 64 bits down by 0 to 63 places and fill with zeros, where `>>` would copy the sign.

    >>> shift_right(-1, 60)
    15
    """
    return (bits % (1 << 64)) >> by
