"""Show rows as a table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Any

from cs336_basics.learn.show._html import MONOSPACE, Html

_CELL = "padding:2px 12px;border-bottom:1px solid #8884;white-space:pre"


def table(rows: Iterable[Sequence[Any]], header: Sequence[str] = ()) -> Html:
    """Show rows as a table; numbers stand to the right, `bytes` in their Python form.

    A cell that is itself `Html` (coloured tokens, say) is drawn; anything else is escaped.

    >>> table([("low", 5), ("lower", 2)], ["word", "count"])
    word   count
    low    5
    lower  2
    """
    body = [list(row) for row in rows]
    head = "".join(f'<th style="{_CELL};text-align:left">{escape(name)}</th>' for name in header)
    lines = "".join(f"<tr>{''.join(map(_cell, row))}</tr>" for row in body)
    html = (
        '<table style="border-collapse:collapse;margin:4px 0">'
        + (f"<thead><tr>{head}</tr></thead>" if header else "")
        + f"<tbody>{lines}</tbody></table>"
    )
    return Html(html, _plain([list(header), *body] if header else body))


def _cell(value: Any) -> str:
    if isinstance(value, Html):
        return f'<td style="{_CELL};text-align:left">{value.html}</td>'
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    side = "right" if is_number else "left"
    if isinstance(value, bytes):
        side += f";{MONOSPACE}"
    return f'<td style="{_CELL};text-align:{side}">{escape(_text(value))}</td>'


def _text(value: Any) -> str:
    if isinstance(value, int) and not isinstance(value, bool):
        return f"{value:,}"
    return str(value)


def _plain(rows: list[list[Any]]) -> str:
    texts = [[_text(value) for value in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*texts, strict=True)]
    return "\n".join(
        "  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip()
        for row in texts
    )
