"""The texts of the contests that no repository holds: made once, in the folder of the downloads.

Stories from our generator, which everybody has; the modules of Python's own library, an example of
code; and the first megabytes of a corpus that is too long to be encoded by the slow ones.
"""

from __future__ import annotations

import sysconfig
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from cs336_basics.datasets.downloads import folder
from cs336_basics.datasets.stories import write_stories
from cs336_basics.files import write_whole
from cs336_basics.measure.places import shared_folder


def corpus(name: str) -> Path:
    """Path of a shared corpus; it need not exist."""
    return shared_folder() / "corpora" / name


@cache
def stories(megabytes: int) -> Path:
    """Write generated stories of this size, unless they are there."""
    path = _text(f"generated-{megabytes}MB.txt")
    if not path.is_file():
        write_stories(path, megabytes * 10**6)
    return path


@cache
def python_library() -> Path:
    """Write the modules of Python's library one after the other, unless that is done."""
    path = _text("python-library.txt")
    if not path.is_file():
        library = Path(sysconfig.get_path("stdlib"))
        modules = [p for p in library.rglob("*.py") if not {"site-packages", "test"} & {*p.parts}]
        with write_whole(path) as file:
            for module in sorted(modules):
                file.write(module.read_bytes().decode("utf-8", "replace").encode("utf-8"))
    return path


@cache
def head_of(name: str, megabytes: int) -> Path:
    """Write the first whole lines of a shared corpus, up to a size; absent where that is absent."""
    whole = corpus(name)
    path = _text(f"{whole.stem}-{megabytes}MB.txt")
    if not path.is_file() and whole.is_file():
        with whole.open("rb") as source, write_whole(path) as file:
            head = source.read(megabytes * 10**6)
            file.write(head[: head.rfind(b"\n") + 1] or head)
    return path


@contextmanager
def tiny() -> Iterator[Path]:
    """Lend a text of a few words: running over it loads what is loaded once."""
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / "text.txt"
        path.write_bytes(b"to be or not to be")
        yield path


def _text(name: str) -> Path:
    place = folder()
    place.mkdir(parents=True, exist_ok=True)
    return place / name
