"""Where a corpus comes from."""

from __future__ import annotations

import gzip
import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

from cs336_basics.corpus.chunks import Range, read_range
from cs336_basics.corpus.sources import Source, describe_source, find_sources, open_source
from cs336_basics.errors import CorpusError

WHOLE = gzip.compress(bytes(range(256)) * 99, mtime=0)


def names(paths: str | Path | list[str | Path]) -> list[str]:
    """File names of the sources that these paths stand for."""
    return [Path(source.name).name for source in find_sources(paths)]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with three files, and one further down."""
    (tmp_path / "deep").mkdir()
    for name in ("b.txt", "a.txt", "c.md", "deep/d.txt"):
        (tmp_path / name).write_bytes(b"text of " + name.encode())
    return tmp_path


def test_a_file_is_a_source_with_its_size(folder: Path) -> None:
    """It can be read from the middle."""
    path = folder / "a.txt"

    os.utime(path, ns=(0, 7))

    assert find_sources(path) == [Source(str(path), len(b"text of a.txt"), True, 7)]


def test_paths_keep_their_order_and_globs_are_sorted(folder: Path) -> None:
    """Two machines that list a folder in another order still report the same first error."""
    assert names([folder / "c.md", str(folder / "*.txt")]) == ["c.md", "a.txt", "b.txt"]
    assert names(str(folder / "**" / "*.txt")) == ["a.txt", "b.txt", "d.txt"]
    assert names(str(folder / "[bc].*")) == ["b.txt", "c.md"]


def test_a_file_may_have_a_glob_character_in_its_name(tmp_path: Path) -> None:
    """What exists is meant."""
    (tmp_path / "notes[1].txt").write_bytes(b"")
    (tmp_path / "notes1.txt").write_bytes(b"")

    assert names(tmp_path / "notes[1].txt") == ["notes[1].txt"]


def test_a_glob_leaves_out_folders(folder: Path) -> None:
    """`corpus/*` means the files in it."""
    assert names(str(folder / "*")) == ["a.txt", "b.txt", "c.md"]


def test_what_is_not_there_is_an_error_with_its_name(folder: Path) -> None:
    """A file, a glob and a folder: each is the error of the system that people know."""
    for missing in ("absent.txt", "*.csv"):
        with pytest.raises(FileNotFoundError) as caught:
            find_sources(folder / missing)
        assert caught.value.filename == str(folder / missing)
    with pytest.raises(IsADirectoryError):
        find_sources(folder)
    with pytest.raises(CorpusError, match="no input file"):
        find_sources([])


def test_a_gzip_file_is_one_unit_and_is_unpacked(tmp_path: Path) -> None:
    """Nobody can start in its middle."""
    path = tmp_path / "corpus.txt.gz"
    path.write_bytes(gzip.compress(b"one two", mtime=0))

    [source] = find_sources(path)

    assert (str(path), path.stat().st_size, False) == source[:3]
    with open_source(str(path)) as file:
        assert file.read() == b"one two"


@pytest.mark.parametrize("data", [WHOLE[:-9], WHOLE[:20] + b"?" + WHOLE[21:], b"no gzip at all"])
def test_a_damaged_gzip_file_is_an_error_with_its_name(tmp_path: Path, data: bytes) -> None:
    """A download that was cut, one that was damaged, and a file with the wrong ending."""
    path = tmp_path / "corpus.txt.gz"
    path.write_bytes(data)

    with pytest.raises(CorpusError, match=r"corpus\.txt\.gz: not a whole gzip file: "):
        list(read_range(Range(str(path), 0, None)))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_named_pipe_is_a_stream(tmp_path: Path) -> None:
    """It can be read once, so no other process may open it."""
    os.mkfifo(tmp_path / "pipe")

    [source] = find_sources(tmp_path / "pipe")

    assert (source.can_seek, source.is_stream) == (False, True)
    assert find_sources("-")[0].is_stream


def test_standard_input_stays_open_after_it_was_read(python: str) -> None:
    """The file belongs to Python, not to us."""
    code = (
        "import sys; from cs336_basics.corpus.sources import open_source\n"
        "with open_source('-') as file: print(file.read())\n"
        "print(sys.stdin.closed)"
    )

    done = subprocess.run([python, "-c", code], input=b"a\r\nb", capture_output=True, timeout=60)

    assert done.stdout.split() == [rb"b'a\r\nb'", b"False"]


def test_a_source_is_described_without_its_place(folder: Path) -> None:
    """A tokenizer file names its corpus, not the machine."""
    [source] = find_sources(folder / "a.txt")

    assert describe_source(source) == {
        "name": "a.txt",
        "size": 13,
        "sha256": hashlib.sha256(b"text of a.txt").hexdigest(),
    }


def test_a_file_that_changed_meanwhile_gets_no_checksum(
    folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """What was read of it is not what is there now, and a warning says so."""
    changed, grown, gone = find_sources([folder / name for name in ("a.txt", "b.txt", "c.md")])
    (folder / "a.txt").write_bytes(b"TEXT OF A.TXT")  # as long as before
    os.utime(folder / "a.txt", ns=(0, 0))
    with (folder / "b.txt").open("ab") as file:
        file.write(b" and more")
    (folder / "c.md").unlink()

    assert [
        {"name": "a.txt", "size": 13},
        {"name": "b.txt", "size": 13},
        {"name": "c.md", "size": 12},
    ] == [describe_source(source) for source in (changed, grown, gone)]
    assert 3 == caplog.text.count("changed while it was in use")


def test_an_address_without_fsspec_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    """fsspec comes with an extra."""
    monkeypatch.setitem(sys.modules, "fsspec.core", None)

    with pytest.raises(CorpusError, match=r"fsspec; pip install 'cs336-bpe\[distributed\]'"):
        find_sources("https://example.org/corpus.txt")
