"""Pages of Markdown: a template beside the code, its gaps filled with figures and tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from cs336_basics.files import write_whole


def fill(template: Path, **parts: object) -> str:
    """Return the text of a template with its gaps filled.

    Args:
        template: a Markdown file with gaps such as `{table}`.
        parts: name of a gap -> what belongs there.
    """
    return template.read_text(encoding="utf-8").format(**parts)


def row(cells: Iterable[object]) -> str:
    """Write one row of a table.

    >>> row(["heap", 3, ""])
    '| heap | 3 |  |'
    """
    return f"| {' | '.join(map(str, cells))} |"


def table(head: Sequence[str], rows: Iterable[Sequence[object]], *, texts: int = 1) -> str:
    """Write a table.

    Args:
        head: a title for each column.
        rows: a cell for each column.
        texts: how many columns, from the left, hold text; the others hold numbers.

    >>> print(table(["rung", "s"], [["naive", 9], ["heap", 1]]))
    | rung | s |
    |---|--:|
    | naive | 9 |
    | heap | 1 |
    """
    rule = "|---" * texts + "|--:" * (len(head) - texts) + "|"
    return "\n".join([row(head), rule, *map(row, rows)])


def write_text(path: Path, text: str) -> None:
    """Write a page or another text in UTF-8, whole or not at all."""
    with write_whole(path) as file:
        file.write(text.encode("utf-8"))
