"""Pictures of notebook 01: every byte in its role, every text with its three bars."""

from __future__ import annotations

from matplotlib.patches import Rectangle

from cs336_basics.learn.pictures.bytes import (
    CONTINUATION,
    ENCODINGS,
    NEVER,
    Sizes,
    byte_map,
    encoding_lengths,
    role,
)
from cs336_basics.text import utf8


def test_roles_of_bytes_are_those_of_every_character() -> None:
    """Each first byte, from the encoder in Python itself."""
    points = [p for p in range(0, 0x110000, 32) if p not in utf8.SURROGATES]
    first = {chr(p).encode()[0]: len(chr(p).encode()) for p in [*range(0x100), *points]}

    expected = {
        byte: f"first of {n} bytes" if n > 1 else "one byte: ASCII" for byte, n in first.items()
    }
    actual = {b: role(b) for b in range(256) if role(b) not in (CONTINUATION, NEVER)}
    assert expected == actual


def test_thirteen_bytes_never_occur() -> None:
    """C0 and C1 would write ASCII in two bytes; F5 to FF would leave Unicode."""
    assert [0xC0, 0xC1, *range(0xF5, 0x100)] == [b for b in range(256) if role(b) == NEVER]


def test_the_map_has_a_field_for_each_byte() -> None:
    """Sixteen rows of sixteen, each with its text."""
    (axes,) = byte_map().axes
    fields = {patch.get_xy() for patch in axes.patches if isinstance(patch, Rectangle)}

    assert {(column, row) for row in range(16) for column in range(16)} == fields
    assert len(axes.texts) == 256


def test_bars_are_bytes_per_character() -> None:
    """A bar for each text and encoding, as long as the mean."""
    (axes,) = encoding_lengths([Sizes("low", 3, 3, 6, 12), Sizes("你好", 2, 6, 4, 8)]).axes
    bars = [patch.get_width() for patch in axes.patches if isinstance(patch, Rectangle)]

    assert len(bars) == 2 * len(ENCODINGS)
    assert [1, 3, 2, 2, 4, 4] == bars
