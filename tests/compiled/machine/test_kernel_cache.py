"""The cache gives back what was kept, or nothing, and never stops the work."""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path

import pytest

import cs336_basics
from cs336_basics.compiled.count.words import move_slots
from cs336_basics.compiled.encode.ranks import fill_pairs
from cs336_basics.compiled.machine import kernel_cache
from cs336_basics.compiled.machine.code_hash import code_hash
from cs336_basics.compiled.machine.kernel_cache import is_kept, keep, read_kept
from cs336_basics.compiled.scan.classes import TABLE, _build, class_table
from tests.compiled.apart import LOAD, run

PACKAGE = Path(cs336_basics.__file__).parent


@pytest.fixture
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Two folders in the place of the real ones; the first is better."""
    chosen = [tmp_path / "first", tmp_path / "second"]
    monkeypatch.setattr(kernel_cache, "cache_folders", lambda: chosen)
    kernel_cache._warn_once.cache_clear()
    return chosen


def files(folder: Path) -> list[str]:
    """Name the files below a folder."""
    return sorted(path.name for path in folder.rglob("*") if path.is_file())


def test_what_is_kept_is_read_by_the_same_code_alone(folders: list[Path]) -> None:
    """Not under another name, and not by a function that does something else."""
    keep("a", "code", b"data")

    assert b"data" == read_kept("a", "code")
    assert read_kept("a", "other code") is None
    assert read_kept("b", "code") is None
    assert (True, False) == (is_kept("a"), is_kept("b"))


DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda data: b"",
    "cut off": lambda data: data[: len(data) // 2],
    "one bit": lambda data: data[:-9] + bytes([data[-9] ^ 1]) + data[-8:],
    "zeros": lambda data: bytes(len(data)),
    "a block of zeros": lambda data: data[:512] + bytes(512) + data[1024:],
    "longer": lambda data: data + b"\0",
    "unsealed": lambda data: data[40:],
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_damaged_machine_code_is_compiled_again(
    python: str, tmp_path: Path, damage: Callable[[bytes], bytes]
) -> None:
    """It is never run; after that the cache is whole again."""
    run(python, LOAD, CS336_BPE_CACHE=str(tmp_path))
    [kept] = tmp_path.rglob("*.o")
    kept.write_bytes(damage(kept.read_bytes()))

    after = [run(python, LOAD, CS336_BPE_CACHE=str(tmp_path)) for _ in range(2)]

    assert ["True", "False"] == after


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_a_damaged_table_of_classes_is_built_again(
    folders: list[Path], damage: Callable[[bytes], bytes]
) -> None:
    """It is never read; after that the cache is whole again."""
    expected = class_table().tobytes()
    class_table.cache_clear()
    class_table()
    kept = folders[0] / TABLE
    kept.write_bytes(damage(kept.read_bytes()))
    class_table.cache_clear()

    assert expected == class_table().tobytes()
    assert expected == read_kept(TABLE, code_hash(_build))


def test_the_code_of_another_kernel_is_not_run(folders: list[Path]) -> None:
    """A file that was copied to another name is absent."""
    one, other = fill_pairs, move_slots
    one.machine_code()
    shutil.copy(folders[0] / f"{one.name}.o", folders[0] / f"{other.name}.o")

    assert one.kept() is not None
    assert other.kept() is None


@pytest.mark.parametrize("error", [PermissionError, IsADirectoryError, OSError(errno.EIO, "I/O")])
def test_what_cannot_be_read_is_absent(
    folders: list[Path], monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    """Another user's file, a folder, a bad disk: the data is made anew."""
    keep("a", "code", b"data")

    def refuse(path: Path) -> bytes:
        raise error

    monkeypatch.setattr(Path, "read_bytes", refuse)

    assert read_kept("a", "code") is None


def test_a_file_that_others_may_read_is_kept(folders: list[Path]) -> None:
    """What is kept has the mode of an ordinary file, so all users of a checkout share it."""
    ordinary = folders[0].parent / "ordinary"
    ordinary.write_bytes(b"")

    keep("a", "code", b"data")

    assert ordinary.stat().st_mode == (folders[0] / "a").stat().st_mode


def test_where_the_first_folder_cannot_be_written_the_second_serves(folders: list[Path]) -> None:
    """And what lies in either is found."""
    keep("before", "code", b"1")
    kept = folders[0].rename(folders[0].with_name("elsewhere"))
    folders[0].write_text("a file, where a folder is wanted")
    keep("after", "code", b"2")
    folders[0].unlink()
    kept.rename(folders[0])

    assert (b"1", b"2") == (read_kept("before", "code"), read_kept("after", "code"))
    assert (["before"], ["after"]) == (files(folders[0]), files(folders[1]))


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EACCES])
@pytest.mark.parametrize("step", ["open", "fsync", "replace"])
def test_a_cache_that_cannot_be_written_stops_nothing(
    folders: list[Path],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    number: int,
    step: str,
) -> None:
    """Full, read-only or forbidden: one warning names the reason, and nothing is left behind."""

    def refuse(*arguments: object, **more: object) -> object:
        raise OSError(number, os.strerror(number))

    owner, name = {"open": (kernel_cache, "write_whole")}.get(step, (os, step))
    monkeypatch.setattr(owner, name, refuse)

    keep("a", "code", b"data")
    keep("b", "code", b"data")

    assert [] == [name for folder in folders for name in files(folder)]
    assert read_kept("a", "code") is None
    assert 1 == len(caplog.records)
    assert os.strerror(number) in caplog.text


def test_a_full_disk_does_not_stop_the_work(python: str, tmp_path: Path) -> None:
    """A kernel that cannot be kept runs all the same, and no temporary folder is left."""
    place = tmp_path / "not a folder"
    place.write_text("")
    temporary = tmp_path / "temporary"
    temporary.mkdir()

    printed = run(python, LOAD, CS336_BPE_CACHE=str(place), TMPDIR=str(temporary))

    assert "True" == printed
    assert [] == list(temporary.iterdir())


def test_a_user_without_a_home_needs_none(python: str, tmp_path: Path) -> None:
    """No HOME and no entry for the user: the other places serve, and none is no error."""
    code = """
import os, pwd
def nobody(uid):
    raise KeyError(uid)
pwd.getpwuid = nobody
for name in ("HOME", "XDG_CACHE_HOME", "USERPROFILE"):
    os.environ.pop(name, None)
from cs336_basics.compiled.machine.kernel_cache import cache_folders
print([folder.parent.name for folder in cache_folders()])
"""
    assert f"['{tmp_path.name}']" == run(python, code, CS336_BPE_CACHE=str(tmp_path))
    assert "['__pycache__']" == run(python, code, CS336_BPE_CACHE="")


def copy_of_the_package(place: Path) -> Path:
    """Copy the package, without what Python keeps beside it; return its `compiled` folder."""
    ignore = shutil.ignore_patterns("__pycache__")
    shutil.copytree(PACKAGE, place / "cs336_basics", ignore=ignore)
    return place / "cs336_basics" / "compiled"


SCAN = """
from cs336_basics.compiled.scan.boundaries import pretoken_ends
print(pretoken_ends(b"it'x so", kernel="plain").tolist())
"""
EDIT = """
from pathlib import Path
scan = Path("cs336_basics/compiled/scan/plain.py")
old = scan.read_text()
new = old.replace('== ord("t")', '== ord("t") or second == ord("x")')
assert old != new
scan.write_text(new)
"""
ENDS = {"old": "[2, 3, 4, 7]", "new": "[2, 4, 7]"}


def test_old_code_is_never_kept_for_new_sources(python: str, tmp_path: Path) -> None:
    """A process that imported the kernels before an edit compiles those; no other runs them.

    The edit takes 'x as a contraction.
    """
    copy_of_the_package(tmp_path)
    cache = {"CS336_BPE_CACHE": str(tmp_path / "cache")}
    meanwhile = "import cs336_basics.compiled.scan.boundaries\n" + EDIT + SCAN

    assert ENDS["old"] == run(python, meanwhile, tmp_path, **cache)
    assert ENDS["new"] == run(python, SCAN, tmp_path, **cache)


def test_new_code_is_never_kept_for_old_sources(python: str, tmp_path: Path) -> None:
    """A process that imports one module before an edit and the others after it keeps no mixture."""
    scan = copy_of_the_package(tmp_path) / "scan" / "plain.py"
    cache = {"CS336_BPE_CACHE": str(tmp_path / "cache")}
    old = scan.read_text()
    meanwhile = "import cs336_basics.compiled.machine.kernel_cache\n" + EDIT + SCAN

    assert ENDS["new"] == run(python, meanwhile, tmp_path, **cache)
    assert ENDS["new"] == run(python, SCAN, tmp_path, **cache)
    scan.write_text(old)
    assert ENDS["old"] == run(python, SCAN, tmp_path, **cache)


def test_old_code_is_not_run_by_new_functions(python: str, tmp_path: Path) -> None:
    """What was kept before an edit is not used by a module that is imported after it."""
    copy_of_the_package(tmp_path)
    cache = {"CS336_BPE_CACHE": str(tmp_path / "cache")}
    meanwhile = "import cs336_basics.compiled.machine.kernel_cache\n" + EDIT + SCAN

    assert ENDS["old"] == run(python, SCAN, tmp_path, **cache)
    assert ENDS["new"] == run(python, meanwhile, tmp_path, **cache)


def test_a_compiler_that_changed_meanwhile_keeps_nothing(python: str, tmp_path: Path) -> None:
    """What numba is taught is read late; what it makes then is run, and not kept as the old."""
    lowering = copy_of_the_package(tmp_path) / "machine" / "lowering.py"
    cache = tmp_path / "cache"
    assert lowering.exists()
    edit = f"open({str(lowering)!r}, 'a').write('# Something else.')"

    code = "import cs336_basics.compiled.scan.boundaries\n" + edit + SCAN

    assert ENDS["old"] == run(python, code, tmp_path, CS336_BPE_CACHE=str(cache))
    assert [] == files(cache)


def test_processes_may_start_on_an_empty_cache_together(python: str, tmp_path: Path) -> None:
    """Each gets its kernel, and one whole file is left."""
    command = [python, "-c", LOAD]
    environment = {**os.environ, "CS336_BPE_CACHE": str(tmp_path)}
    started = [
        subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
        for _ in range(4)
    ]

    assert [0] * 4 == [process.wait() for process in started]
    for process in started:
        process.communicate()
    assert ["encode.ranks.fill_pairs.o"] == files(tmp_path)
    assert "False" == run(python, LOAD, CS336_BPE_CACHE=str(tmp_path))


def test_only_former_sources_of_this_environment_are_wiped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What another Python, numba or processor uses in the same checkout stays."""
    monkeypatch.setattr(kernel_cache, "_beside", lambda: tmp_path)
    here, own = kernel_cache._environment(), kernel_cache._folder_name()
    for name in (own, f"kernels-{here}-former", "kernels-elsewhere-former", "other"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.o").write_bytes(b"")

    kernel_cache.wipe_old_caches()

    assert {own, "kernels-elsewhere-former", "other"} == {each.name for each in tmp_path.iterdir()}


@pytest.mark.parametrize("what", ["numba", "llvmlite"])
def test_another_version_has_another_folder(monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    """Machine code of another numba or LLVM is not found."""
    before = kernel_cache._environment()
    monkeypatch.setattr(
        kernel_cache, "version", lambda name: "0.0" if name == what else version(name)
    )
    kernel_cache._environment.cache_clear()
    try:
        assert before != kernel_cache._environment()
    finally:
        kernel_cache._environment.cache_clear()
