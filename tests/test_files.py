"""Files are whole or absent."""

from __future__ import annotations

from pathlib import Path

import pytest

from cs336_basics.files import write_whole


def test_a_finished_file_stands_under_its_name_and_alone(tmp_path: Path) -> None:
    """Nothing else is left in the folder."""
    with write_whole(tmp_path / "out") as file:
        file.write(b"whole")

    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("out", b"whole")]


def test_a_failed_write_leaves_what_stood_there(tmp_path: Path) -> None:
    """Even Ctrl-C, and even when half is written."""
    (tmp_path / "out").write_bytes(b"old")

    def fail() -> None:
        with write_whole(tmp_path / "out") as file:
            file.write(b"half")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fail()
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("out", b"old")]


def test_a_folder_cannot_be_written_as_a_file(tmp_path: Path) -> None:
    """The error comes before anything is written."""
    with pytest.raises(IsADirectoryError), write_whole(tmp_path):
        pass
