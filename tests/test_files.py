"""Files are whole or absent."""

from __future__ import annotations

import os
import stat
import threading
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


def test_a_missing_folder_is_named_as_the_caller_named_it(tmp_path: Path) -> None:
    """Nobody has heard of the temporary file."""
    path = tmp_path / "absent" / "out"

    with pytest.raises(FileNotFoundError) as caught, write_whole(path):
        pass
    assert caught.value.filename == str(path)


def test_a_link_is_followed(tmp_path: Path) -> None:
    """What it points to is replaced; it stays a link."""
    (tmp_path / "real").write_bytes(b"old")
    (tmp_path / "link").symlink_to(tmp_path / "real")

    with write_whole(tmp_path / "link") as file:
        file.write(b"new")

    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_bytes() == b"new"


def test_a_device_is_written_to_and_stays(tmp_path: Path) -> None:
    """A rename would put an ordinary file in the place of /dev/null; here a pipe stands for it."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)

    with write_whole(pipe) as file:
        file.write(b"through")

    assert os.read(reader, 100) == b"through"
    os.close(reader)
    assert stat.S_ISFIFO(pipe.stat().st_mode)


@pytest.mark.skipif(not Path("/dev/fd").exists(), reason="this system has no /dev/fd")
def test_a_pipe_without_a_path_is_written_to() -> None:
    """As /dev/stdout is in `… -o /dev/stdout | less`: following the link leads nowhere."""
    reader, writer = os.pipe()

    with write_whole(f"/dev/fd/{writer}") as file:
        file.write(b"through")

    assert os.read(reader, 100) == b"through"
    os.close(reader)
    os.close(writer)


def test_a_finished_file_may_be_read_by_others(tmp_path: Path) -> None:
    """Temporary files are private; this one has the rights any new file has."""
    (tmp_path / "ordinary").write_bytes(b"")
    with write_whole(tmp_path / "out") as file:
        file.write(b"whole")

    assert (tmp_path / "out").stat().st_mode == (tmp_path / "ordinary").stat().st_mode


def test_writing_never_touches_the_umask(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It belongs to the whole process: other threads make files meanwhile."""

    def forbidden(mask: int) -> int:
        raise AssertionError(f"umask({mask})")

    monkeypatch.setattr(os, "umask", forbidden)
    with write_whole(tmp_path / "out") as file:
        file.write(b"whole")


def test_threads_may_write_at_once(tmp_path: Path) -> None:
    """One name, many writers: one of them wins whole, and nothing is left beside it."""

    def write(letter: bytes) -> None:
        for _ in range(20):
            with write_whole(tmp_path / "out") as file:
                file.write(letter * 1000)

    threads = [threading.Thread(target=write, args=(letter,)) for letter in (b"a", b"b", b"c")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert [path.name for path in tmp_path.iterdir()] == ["out"]
    assert (tmp_path / "out").read_bytes() in (b"a" * 1000, b"b" * 1000, b"c" * 1000)
