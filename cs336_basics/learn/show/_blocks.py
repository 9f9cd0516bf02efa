"""Boxes in a row: pictures of heaps, tables and streams, for light pages and dark ones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from cs336_basics.learn.show._html import MONOSPACE, Html

PLAIN, CHOSEN, GONE = "plain", "chosen", "gone"
"""How a box looks: as it is, outlined, or struck out."""
# Tints that let the page shine through, so that its own ink can be read on them.
TINTS = ("#4c9be83c", "#f0a23c46", "#5bb95b3c", "#d45bbf32", "#9b7be83c", "#c9c23c46")
_LOOKS = {
    PLAIN: "border:1px solid #8888",
    CHOSEN: "border:2px solid;font-weight:bold",
    GONE: "border:1px dashed #8888;text-decoration:line-through",
}
_BOX = (
    f"display:inline-block;{MONOSPACE};white-space:pre;border-radius:4px;padding:1px 6px;margin:2px"
)


def box(text: str, look: str = PLAIN, tint: int | None = None) -> Html:
    """A text in a box.

    Args:
        text: it is escaped.
        look: `plain`, `chosen` or `gone`.
        tint: a number; boxes with the same number have the same colour.

    >>> box("9 e·s", CHOSEN)
    [9 e·s]
    """
    colour = "" if tint is None else f";background:{TINTS[tint % len(TINTS)]}"
    marks = {PLAIN: text, CHOSEN: f"[{text}]", GONE: f"({text})"}
    html = f'<span style="{_BOX};{_LOOKS[look]}{colour}">{escape(text)}</span>'
    return Html(html, marks[look])


def row(boxes: Iterable[Html | str], label: str = "") -> Html:
    """Boxes side by side, after a word that says what they are.

    >>> row([box("a"), box("b")], "held")
    held: a b
    """
    parts = [each if isinstance(each, Html) else Html(escape(each), each) for each in boxes]
    head = f"{escape(label)}: " if label else ""
    html = f'<div style="margin:4px 0">{head}{" ".join(part.html for part in parts)}</div>'
    return Html(html, (f"{label}: " if label else "") + " ".join(part.text for part in parts))


def column(rows: Iterable[Html]) -> Html:
    """Rows, one below the other.

    >>> column([row(["a"]), row(["b"])])
    a
    b
    """
    below = list(rows)
    return Html("".join(each.html for each in below), "\n".join(each.text for each in below))


def tree(boxes: Sequence[Html], left_out: int = 0) -> Html:
    """Boxes as a binary tree: the one at i hangs under the one at (i - 1) // 2.

    Args:
        boxes: in the order of the list that holds a heap.
        left_out: how many more there are.

    >>> tree([box("9"), box("7"), box("8"), box("2")])
    9
    7 8
    2
    """
    depths = range(len(boxes).bit_length())
    levels = [boxes[2**depth - 1 : 2 ** (depth + 1) - 1] for depth in depths]
    lines = []
    for depth, level in enumerate(levels):
        wide = f' colspan="{2 ** (len(levels) - 1 - depth)}"'
        style = "text-align:center;border:0;background:none;padding:2px"
        cells = [each.html for each in level] + [""] * (2**depth - len(level))
        lines.append("".join(f'<td{wide} style="{style}">{cell}</td>' for cell in cells))
    body = "".join(f'<tr style="background:none">{line}</tr>' for line in lines)
    more = f"… and {left_out} more" if left_out else ""
    html = f'<table role="presentation" style="margin:4px 0"><tbody>{body}</tbody></table>{more}'
    text = [" ".join(each.text for each in level) for level in levels]
    return Html(html, "\n".join([*text, more] if more else text))
