"""Each step of writing fails once: the old file or the new one, never half, and one sentence."""

from __future__ import annotations

import errno
import io
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cs336_basics import Tokenizer, files
from cs336_basics.cli import _one_line
from cs336_basics.errors import FileFormatError
from cs336_basics.files import write_together, write_whole
from cs336_basics.tokenizer.token_files import encode_file, open_token_file

BYTES = {byte: bytes([byte]) for byte in range(256)}
OLD = Tokenizer(BYTES | {256: b"<s>", 257: b"ab"}, [(b"a", b"b")], ["<s>"])
NEW = Tokenizer(BYTES | {256: b"<e>", 257: b"ba"}, [(b"b", b"a")], ["<e>"])
FORMATS = ["t.yaml", "t.json", "t.tiktoken", "t.pkl", "folder"]
REASONS = [errno.ENOSPC, errno.EIO, errno.EROFS, errno.EDQUOT]


class Failing:
    """Every step that writes, counted; one of them fails."""

    def __init__(self, number: int, reason: int) -> None:
        self.number, self.reason = number, reason
        self.failed: str | None = None

    def step(self, name: str, path: object = None) -> None:
        """Count a step, and raise if its turn has come."""
        self.number -= 1
        if self.number == 0:
            self.failed = name
            raise OSError(self.reason, os.strerror(self.reason), path)

    def install(self, patch: pytest.MonkeyPatch) -> None:
        """Stand in for the system's calls."""
        for name in ("open", "fsync", "replace"):
            patch.setattr(os, name, self._counted(name, getattr(os, name)))
        patch.setattr(files, "open", self._open, raising=False)

    def _counted(self, name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def counted(*args: Any, **options: Any) -> Any:
            self.step(name, args[0] if name != "fsync" else None)
            return call(*args, **options)

        return counted

    def _open(self, descriptor: int, mode: str) -> io.BufferedRandom:
        step = self.step

        class Raw(io.FileIO):
            def write(self, data: Any) -> int:
                step("write")
                return super().write(data)

        return io.BufferedRandom(Raw(descriptor, mode), 64)  # small, so that there are many writes


def read(path: Path) -> Tokenizer | str:
    """Return the tokenizer in a file, or what its error says."""
    try:
        return Tokenizer.load(path)
    except FileFormatError as error:
        return str(error)


@pytest.mark.parametrize("reason", REASONS, ids=errno.errorcode.get)
@pytest.mark.parametrize("name", FORMATS)
def test_each_step_of_saving_fails_once(
    name: str, reason: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before names change the old files are there; after that, nothing reads as what it is not."""
    path, seen = tmp_path / name, set()
    for number in range(1, 10_000, 1 if reason == errno.EIO else 7):
        OLD.save(path)
        failing = Failing(number, reason)
        message = None
        with monkeypatch.context() as patch:
            failing.install(patch)
            try:
                NEW.save(path)
            except OSError as error:
                message = _one_line(error)
        if failing.failed is None:
            break
        seen.add(failing.failed)
        left = read(path)
        if message is None:  # only the folder was not synced
            assert isinstance(left, Tokenizer)
            assert left.data == NEW.data
        else:
            if isinstance(left, str):
                assert (failing.failed, "missing" in left) == ("replace", True)
            else:
                assert left.data == OLD.data
            assert message.startswith(str(path))
            assert message.endswith(os.strerror(reason))
            assert ".part" not in message
        assert not list(tmp_path.rglob("*.part"))
    if reason == errno.EIO:
        assert seen == {"open", "write", "fsync", "replace"}
    NEW.save(path)
    assert Tokenizer.load(path).data == NEW.data


@pytest.mark.parametrize("name", ["ids.npy", "ids.bin"])
def test_each_step_of_writing_ids_fails_once(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Old ids, or new ones, or a sentence; never the numbers of one with the JSON of another."""
    path = tmp_path / name
    for text in ("old", "new"):
        (tmp_path / f"{text}.txt").write_text(text * 200, encoding="utf-8")
    for number in range(1, 10_000):
        encode_file(OLD, tmp_path / "old.txt", path)
        failing = Failing(number, errno.ENOSPC)
        with monkeypatch.context() as patch:
            failing.install(patch)
            try:
                encode_file(NEW, tmp_path / "new.txt", path)
                expected = b"new" * 200
            except OSError:
                expected = b"old" * 200
        if failing.failed is None:
            break
        if name == "ids.bin" and not (tmp_path / "ids.bin.json").exists():
            assert failing.failed == "replace"  # `open_token_file` refuses what has no JSON
        else:
            assert OLD.decode_bytes(open_token_file(path)) == expected
        assert not list(tmp_path.glob(".*.part"))
    assert number > 5


def test_files_that_belong_together_come_together(tmp_path: Path) -> None:
    """What fails in the middle of the second leaves both old ones."""
    one, two = tmp_path / "one", tmp_path / "two"
    one.write_bytes(b"old")
    two.write_bytes(b"old")

    def fail() -> None:
        with write_together(one, two) as [first, _]:
            first.write(b"new")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fail()
    assert sorted((path.name, path.read_bytes()) for path in tmp_path.iterdir()) == [
        ("one", b"old"),
        ("two", b"old"),
    ]


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="this system has no /proc")
def test_the_folder_is_synced_after_the_rename(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A new name is a change of the folder; without that, a power loss may take it back."""
    order: list[str] = []
    fsync, replace = os.fsync, os.replace

    def noted_fsync(descriptor: int) -> None:
        order.append("folder" if os.path.isdir(f"/proc/self/fd/{descriptor}") else "file")
        fsync(descriptor)

    def noted_replace(source: Path, target: Path) -> None:
        order.append("rename")
        replace(source, target)

    monkeypatch.setattr(os, "fsync", noted_fsync)
    monkeypatch.setattr(os, "replace", noted_replace)
    with write_whole(tmp_path / "out") as file:
        file.write(b"whole")

    assert order == ["file", "rename", "folder"]


def test_a_pipe_whose_reader_has_left_is_named() -> None:
    """The error says which output it was."""
    reader, writer = os.pipe()
    os.close(reader)
    name = f"/dev/fd/{writer}"

    with pytest.raises(BrokenPipeError) as caught, write_whole(name) as file:
        file.write(b"to nobody")
    assert caught.value.filename == name
    os.close(writer)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_a_full_device_is_named() -> None:
    """The same for a disk that is full from the start."""
    with (
        pytest.raises(OSError, match="No space left on device: '/dev/full'"),
        write_whole("/dev/full") as file,
    ):
        file.write(b"too much")
