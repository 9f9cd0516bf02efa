"""CSV files hold what was measured, and say where they are damaged."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from cs336_basics.errors import FileFormatError
from cs336_basics.measure.tables import read_rows, write_rows


class Sample(NamedTuple):
    """A row with every kind of cell."""

    name: str
    number: int
    seconds: float
    megabytes: float


def test_rows_come_back(tmp_path: Path) -> None:
    """What is written is read again, a comma in a text included."""
    rows = [Sample("a, b", 3, 0.5, 10.0), Sample("c", -1, 1e-6, 2.25)]
    write_rows(rows, tmp_path / "x.csv")
    assert rows == read_rows(Sample, tmp_path / "x.csv")


def test_header_names_the_columns(tmp_path: Path) -> None:
    """The file can be read by people: a header, no exponents, no carriage returns."""
    write_rows([Sample("a", 3, 0.000001, 2.0)], tmp_path / "x.csv")
    assert b"name,number,seconds,megabytes\na,3,0.000001,2\n" == (tmp_path / "x.csv").read_bytes()


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("name,number\na,3\n", "columns are"),
        ("", "columns are"),
        ("name,number,seconds,megabytes\na,3,0.5\n", "line 2"),
        ("name,number,seconds,megabytes\na,3,0.5,1\na,three,0.5,1\n", "line 3"),
    ],
)
def test_damaged_file_names_the_place(tmp_path: Path, text: str, complaint: str) -> None:
    """Other columns, a missing cell, a word for a number: the message says where."""
    (tmp_path / "x.csv").write_text(text)
    with pytest.raises(FileFormatError, match=complaint):
        read_rows(Sample, tmp_path / "x.csv")


def test_no_rows_is_an_error(tmp_path: Path) -> None:
    """An empty table has no header, so nothing is written."""
    with pytest.raises(ValueError, match="no rows"):
        write_rows([], tmp_path / "x.csv")
    assert [] == list(tmp_path.iterdir())
