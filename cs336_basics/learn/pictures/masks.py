"""Masks as coloured rows of bits under the text they tell about.

The first byte stands on the left, because we read from left to right. So `<<`, which makes a number
larger, moves the ones to the *right* here.
"""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from itertools import groupby

from cs336_basics.learn.show import Html
from cs336_basics.learn.show._html import MONOSPACE
from cs336_basics.text.utf8 import is_continuation

# The colours of the course's plots, made pale; a row that is named otherwise is grey.
COLOURS = {
    "L": "#bcdcf2",
    "D": "#fde2b8",
    "O": "#f6cfd3",
    "W": "#e4e4e4",
    "S": "#f3efb4",
    "same": "#e0d6f2",
    "starts": "#a9dfc9",
}
_OTHER = "#d9d9d9"
_LABEL = 15  # letters that a label has room for at least
_LINE = f"{MONOSPACE};letter-spacing:5px;line-height:1.75;white-space:pre"
_BOX = "border:1px solid #8884;border-radius:4px;padding:6px 10px;margin:4px 0"
_MARK = "font-weight:bold;box-shadow:inset 0 -2px #009e73"


def bit_rows(text: bytes, rows: Mapping[str, int], *, starts: int | None = None) -> Html:
    """Draw masks under a text: a one is `1` on its row's colour, a zero is a dot.

    Args:
        text: what the masks tell about, one column a byte. A line end is drawn `↵`; of a character
            of several bytes the first column shows it, the others show `‥`.
        rows: name -> mask, bit i for byte i. The first word of a name chooses the colour.
        starts: where pre-tokens start; their first byte is underlined in the text.

    >>> bit_rows(b"to be", {"L letters": 0b11011, "W": 0b00100})
               to·be
    L letters  11.11
    W          ..1..
    """
    names = ["", *rows]
    width = max(map(len, names)) + 2
    columns = _columns(text)
    drawn = {name: _bits(bits, len(text)) for name, bits in rows.items()}
    head = "".join(
        f'<span style="{_MARK}">{escape(column)}</span>'
        if starts is not None and starts >> i & 1
        else escape(column)
        for i, column in enumerate(columns)
    )
    lines = [f"{_label('', width)}{head}"]
    for name, bits in drawn.items():
        colour = COLOURS.get(name.partition(" ")[0], _OTHER)
        lines.append(_label(name, width) + _coloured(bits, colour))
    plain = [f"{name.ljust(width)}{bits}" for name, bits in drawn.items()]
    box = f'<div style="{_BOX};overflow-x:auto" tabindex="0"><div style="{_LINE}">'
    html = box + "\n".join(lines)
    return Html(html + "</div></div>", "\n".join([" " * width + "".join(columns), *plain]))


def _bits(bits: int, size: int) -> str:
    return "".join(".1"[bits >> i & 1] for i in range(size))


def _columns(text: bytes) -> list[str]:
    columns = []
    for i, byte in enumerate(text):
        if is_continuation(byte):
            columns.append("‥")
            continue
        end = i + 1
        while end < len(text) and is_continuation(text[end]):
            end += 1
        character = text[i:end].decode("utf-8", "replace")
        columns.append({" ": "·", "\n": "↵", "\t": "→"}.get(character, character))
    return columns


def _label(name: str, width: int) -> str:
    # In its own spacing: bits stand apart, words do not. Steps of one process should not jump.
    style = (
        f"display:inline-block;width:{0.62 * max(width, _LABEL):.1f}em;letter-spacing:0;opacity:.8"
    )
    return f'<span style="{style}">{escape(name)}</span>'


def _coloured(bits: str, colour: str) -> str:
    """Write equal bits together, so that a run of ones is one bar."""
    parts = ("".join(group) for _, group in groupby(bits))
    return "".join(
        f'<span style="background:{colour};color:#111">{part}</span>'
        if part[0] == "1"
        else f'<span style="opacity:.4">{part}</span>'
        for part in parts
    )
