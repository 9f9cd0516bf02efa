"""Pictures of notebook 01: what each of the 256 bytes does in UTF-8, and how long texts become."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from matplotlib.figure import Figure
from matplotlib.patches import Patch, Rectangle

from cs336_basics.measure.plots import Picture
from cs336_basics.text import utf8
from cs336_basics.vocab import NUM_BYTES

CONTINUATION, NEVER = "continuation", "never occurs"
_LEADS = ("one byte: ASCII", "first of 2 bytes", "first of 3 bytes", "first of 4 bytes")
_ROLE_COLOURS = dict(
    zip(
        (*_LEADS, CONTINUATION, NEVER),
        ("#CDE5F5", "#B9E3D3", "#FBE3A6", "#F6C7A6", "#E6E6E6", "#FFFFFF"),
        strict=True,
    )
)
ENCODINGS = {"UTF-8": "#009E73", "UTF-16": "#E69F00", "UTF-32": "#56B4E9"}


class Sizes(NamedTuple):
    """How long one text is in each encoding.

    Attributes:
        name: which text.
        characters: code points in it.
        utf8: bytes in UTF-8.
        utf16: bytes in UTF-16, without a byte order mark.
        utf32: bytes in UTF-32, without a byte order mark.
    """

    name: str
    characters: int
    utf8: int
    utf16: int
    utf32: int


def role(byte: int) -> str:
    """Say what a byte (0–255) does in UTF-8.

    >>> [role(byte) for byte in "é".encode()], role(0xFF)
    (['first of 2 bytes', 'continuation'], 'never occurs')
    """
    if utf8.is_continuation(byte):
        return CONTINUATION
    start = 0
    for name, form in zip(_LEADS, utf8.FORMS, strict=True):
        first, last = (utf8.encode_code_point(point)[0] for point in (start, form.end - 1))
        if first <= byte <= last:
            return name
        start = form.end
    return NEVER


def byte_map() -> Figure:
    """Draw all 256 bytes, the first hex digit down and the second across, coloured by role."""
    figure = Picture(figsize=(8, 6.2), layout="constrained")
    axes = figure.add_subplot()
    for byte in range(NUM_BYTES):
        row, column = divmod(byte, 16)
        colour = _ROLE_COLOURS[role(byte)]
        axes.add_patch(Rectangle((column, row), 1, 1, facecolor=colour, edgecolor="white"))
        printable = 0x20 < byte < 0x7F
        # A dollar sign alone would start a formula.
        text = chr(byte).replace("$", r"\$") if printable else f"{byte:02X}"
        axes.text(
            column + 0.5,
            row + 0.5,
            text,
            ha="center",
            va="center",
            fontsize=10 if printable else 7.5,
            color="#000000" if printable else "#666666",
        )
    digits = [f"{digit:X}" for digit in range(16)]
    places = [digit + 0.5 for digit in range(16)]
    axes.set(xlim=(0, 16), ylim=(16, 0), xlabel="second hex digit", ylabel="first hex digit")
    axes.set_xticks(places, digits)
    axes.set_yticks(places, digits)
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
    patches = [
        Patch(facecolor=colour, edgecolor="#999999", label=name)
        for name, colour in _ROLE_COLOURS.items()
    ]
    figure.legend(handles=patches, loc="outside lower center", ncols=3, fontsize=9, frameon=False)
    return figure


def encoding_lengths(rows: Sequence[Sizes]) -> Figure:
    """Draw bytes per character in UTF-8, UTF-16 and UTF-32, a group of bars for each text."""
    figure = Picture(figsize=(8, 1.1 + 0.27 * len(rows)), layout="constrained")
    axes = figure.add_subplot()
    height = 0.8 / len(ENCODINGS)
    for place, (name, colour) in enumerate(ENCODINGS.items()):
        sizes = [(row.utf8, row.utf16, row.utf32)[place] for row in rows]
        means = [size / row.characters for size, row in zip(sizes, rows, strict=True)]
        spots = [number + (place - 1) * height for number in range(len(rows))]
        axes.barh(spots, means, height=height, color=colour, label=name)
    axes.set_yticks(range(len(rows)), [row.name for row in rows])
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.set_xlabel("bytes per character")
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(True, axis="x", color="#E5E5E5", linewidth=0.6)
    axes.set_axisbelow(True)
    axes.tick_params(labelsize=9)
    figure.legend(loc="outside upper center", ncols=3, fontsize=9, frameon=False)
    return figure
