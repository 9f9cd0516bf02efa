"""Rows of measurements <-> CSV files whose columns are the fields of the row."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple, TypeVar, get_type_hints

from cs336_basics.errors import FileFormatError
from cs336_basics.files import write_whole

Row = TypeVar("Row", bound=NamedTuple)

DECIMALS = 7  # of seconds: a tenth of a microsecond, below what the clock can tell apart


def write_rows(rows: Iterable[NamedTuple], path: str | Path) -> None:
    """Write rows of one kind to a CSV file; the header names their fields.

    Args:
        rows: at least one; all of the same class.
        path: it is replaced, when all is written.

    Raises:
        ValueError: no rows, so no header either.
    """
    rows = list(rows)
    if not rows:
        raise ValueError(f"{path}: there are no rows to write")
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(rows[0]._fields)
    writer.writerows([_plain(value) for value in row] for row in rows)
    with write_whole(path) as file:
        file.write(text.getvalue().encode("utf-8"))


def read_rows(kind: type[Row], path: str | Path) -> list[Row]:
    """Read the rows that `write_rows` wrote.

    Args:
        kind: the NamedTuple class of the rows; its fields are int, float or str.

    Raises:
        FileFormatError: the columns are not the fields of `kind`, or a cell has the wrong type.
        OSError: the file is missing or cannot be read.
    """
    types = get_type_hints(kind)
    with Path(path).open(encoding="utf-8", newline="") as file:
        reader = csv.reader(file)
        header = next(reader, [])
        if header != list(types):
            raise FileFormatError(f"{path}: columns are {header}, expected {list(types)}")
        rows = []
        for number, cells in enumerate(reader, start=2):
            try:
                pairs = zip(types.values(), cells, strict=True)
                rows.append(kind._make(parse(cell) for parse, cell in pairs))
            except ValueError as error:
                raise FileFormatError(f"{path}, line {number}: {error}") from error
    return rows


def _plain(value: object) -> object:
    """Write a float without an exponent and without zeros at its end."""
    return f"{value:.{DECIMALS}f}".rstrip("0").rstrip(".") if isinstance(value, float) else value
