"""The texts of the contests: shared corpora, and three kinds that are made once.

Stories from our generator, which everybody has; the modules of Python's own library, an example of
code; and the first megabytes of a corpus that is too long to be encoded by the slow ones.
"""

from __future__ import annotations

import sysconfig
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from cs336_basics.datasets.corpora import default_corpus, shared_folder
from cs336_basics.datasets.downloads import folder
from cs336_basics.datasets.stories import write_stories
from cs336_basics.files import write_whole


def find(name: str) -> Path:
    """Find a text by its name in `suites.toml`, and write it first where that can be done.

    Args:
        name: `default`, `stories MEGABYTES`, `python library`, `head FILE MEGABYTES`, or a file in
            the shared folder, which need not exist.
    """
    match name.split():
        case ["default"]:
            return default_corpus()
        case ["stories", megabytes]:
            return _stories(int(megabytes))
        case ["python", "library"]:
            return _python_library()
        case ["head", file, megabytes]:
            return _head_of(shared_folder() / file, int(megabytes))
        case _:
            return shared_folder() / name


def _stories(megabytes: int) -> Path:
    path = _place(f"generated-{megabytes}MB.txt")
    if not path.is_file():
        write_stories(path, megabytes * 10**6)
    return path


def _python_library() -> Path:
    """Write the modules of Python's library one after the other."""
    path = _place("python-library.txt")
    if not path.is_file():
        library = Path(sysconfig.get_path("stdlib"))
        modules = [p for p in library.rglob("*.py") if not {"site-packages", "test"} & {*p.parts}]
        with write_whole(path) as file:
            for module in sorted(modules):
                file.write(module.read_bytes().decode("utf-8", "replace").encode("utf-8"))
    return path


def _head_of(whole: Path, megabytes: int) -> Path:
    """Write the first whole lines of a corpus, up to a size; absent where that is absent."""
    path = _place(f"{whole.stem}-{megabytes}MB.txt")
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


def _place(name: str) -> Path:
    folder().mkdir(parents=True, exist_ok=True)
    return folder() / name
