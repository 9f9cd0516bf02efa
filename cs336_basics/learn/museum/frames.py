"""The frame of an exhibit as HTML: one slim table, since there are more than a hundred of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from itertools import zip_longest
from typing import NamedTuple

from cs336_basics.learn.museum.rows import Row
from cs336_basics.learn.show import Html

_FRAME = "border:1px solid #8886;border-radius:8px;margin-top:8px;padding:8px 16px"
# JupyterLab centres tables, and aligns their text to the right, unless told otherwise.
_TABLE = "margin:4px 0;font:13px/1.9 monospace"
_CELL = "text-align:left"
_LABEL = f"{_CELL};opacity:.7"
_HEAD = f"{_CELL};border-top:1px solid #8886"
_WRONG = f"{_CELL};border-left:3px solid #d55e00"


class Frame(Html):
    """A framed exhibit. Its text would double the notebook, so only its title is printed."""

    def __repr__(self) -> str:
        return self.text.partition("\n")[0]


class Compared(NamedTuple):
    """A line of an exhibit: what is right, and what comes out here."""

    label: str
    right: Html
    here: Html


def frame(
    title: str,
    note: str,
    asked: Iterable[Row] = (),
    rows: Sequence[Compared] = (),
    names: tuple[str, str] = ("right", "here"),
) -> Frame:
    """Frame an exhibit.

    Args:
        title: above the picture.
        note: below it.
        asked: what goes in.
        rows: what comes out; where both sides are equal the right one is enough.
        names: of the two sides.
    """
    lines = [_line(_cell(label, _LABEL), _cell(part, _CELL, 2)) for label, part in asked]
    said = [title, *(f"{label}: {part.text}" for label, part in asked)]
    if rows:
        lines.append(_line(*(_cell(name, _HEAD) for name in ("", *names))))
    for label, right, here in rows:
        shown, style = ("the same", _LABEL) if right == here else (here, _WRONG)
        lines.append(_line(_cell(label, _LABEL), _cell(right, _CELL), _cell(shown, style)))
        said.append(f"{label}: {right.text} / {shown if isinstance(shown, str) else shown.text}")
    return _framed(title, lines, note, "\n".join([*said, note]))


def frame_all(title: str, asked: Iterable[Row], columns: Mapping[str, Sequence[Row]]) -> Frame:
    """Frame several answers to one question, side by side.

    Args:
        title: above the picture.
        asked: what goes in.
        columns: a name -> what comes out.
    """
    lines = [_line(_cell(label, _LABEL), _cell(part, _CELL, len(columns))) for label, part in asked]
    lines.append(_line(*(_cell(name, _HEAD) for name in ("", *columns))))
    for rows in zip_longest(*columns.values()):
        label = next(row.label for row in rows if row)
        parts = [_cell(row.cell if row else "–", _CELL) for row in rows]
        lines.append(_line(_cell(label, _LABEL), *parts))
    said = [f"{name}: {[row.cell.text for row in rows]}" for name, rows in columns.items()]
    return _framed(title, lines, "", "\n".join([title, *said]))


def _framed(title: str, lines: Sequence[str], note: str, said: str) -> Frame:
    table = f'<table style="{_TABLE}">{"".join(lines)}</table>' if lines else "<br>"
    below = f"<small>{escape(note)}</small>" if note else ""
    return Frame(f'<div style="{_FRAME}"><b>{escape(title)}</b>{table}{below}</div>', said)


def _cell(content: Html | str, style: str, span: int = 1) -> str:
    html = escape(content) if isinstance(content, str) else content.html
    return f'<td{f" colspan={span}" if span > 1 else ""} style="{style}">{html}</td>'


def _line(*cells: str) -> str:
    return f"<tr>{''.join(cells)}</tr>"
