"""Which corpora are here, and a few documents of each.

The assignment's two corpora may be here as downloaded, or as the samples of the shared folder, or
not at all. The two bundled ones always are.
"""

from __future__ import annotations

import mmap
import os
import random
from pathlib import Path
from typing import NamedTuple

from cs336_basics.datasets.bundled import languages_path, stories_path
from cs336_basics.datasets.downloads import SOURCES, folder
from cs336_basics.errors import CorpusError
from cs336_basics.repository import ROOT
from cs336_basics.text.special_tokens import decode_part


class Corpus(NamedTuple):
    """A corpus that is here.

    Attributes:
        name: `TinyStories`, `web text`, `our stories` or `our languages`.
        path: the text file.
        size: its bytes.
        part: which text this is: the whole corpus, a part of it, or one that stands in for it.
    """

    name: str
    path: Path
    size: int
    part: str


def shared_folder() -> Path:
    """Folder with real corpora, which the repository does not hold; it need not exist."""
    return Path(os.environ.get("CS336_SHARED", ROOT.parent / "shared"))


def default_corpus() -> Path:
    """Real text where it is there (TinyStories), else the bundled stories."""
    tinystories = shared_folder() / "corpora" / "tinystories.txt"
    return tinystories if tinystories.is_file() else stories_path()


def find_corpora() -> list[Corpus]:
    """Find the corpora of the experiments: the real ones where they are, then the bundled ones.

    Of several files for one corpus the first counts: training part, validation part, sample.
    Downloads are looked for in the folder that `CS336_DATA` names, or else in `data/downloads/`;
    samples in the one that `CS336_SHARED` names.

    >>> [corpus.path.name for corpus in find_corpora()][-2:]
    ['stories.txt', 'languages.txt']
    """
    downloads, samples = folder(), shared_folder() / "corpora"
    wanted = {
        "TinyStories": {
            downloads / SOURCES["tinystories-train"].file: "training part",
            downloads / SOURCES["tinystories-valid"].file: "validation part",
            samples / "tinystories.txt": "a sample",
        },
        "web text": {
            downloads / SOURCES["owt-train"].file: "OpenWebText, training part",
            downloads / SOURCES["owt-valid"].file: "OpenWebText, validation part",
            samples / "weblike_en.txt": "stands in for OpenWebText",
        },
        "our stories": {stories_path(): "from the generator of this course"},
        "our languages": {languages_path(): "written for this course"},
    }
    found = []
    for name, places in wanted.items():
        path = next((path for path in places if path.is_file()), None)
        if path is not None:
            found.append(Corpus(name, path, path.stat().st_size, places[path]))
    return found


def sample_documents(path: str | Path, number: int = 10, *, seed: int = 0) -> list[str]:
    """Draw documents at random, without reading the whole file.

    A place in the file is drawn, and the document that begins next is taken. The same seed gives
    the same documents. They come in the order of the file, without the line ends around them;
    fewer come back when the file does not hold so many.

    Args:
        path: a text file with `<|endoftext|>` between its documents.
        number: how many.
        seed: of the random places.

    Raises:
        CorpusError: the file is empty.
        InvalidUtf8Error: a document is not UTF-8.

    >>> [len(sample_documents(stories_path(), number)) for number in (1, 10)]
    [1, 10]
    """
    path, separator = Path(path), b"<|endoftext|>"
    if not path.stat().st_size:
        raise CorpusError(f"{path} is empty: there are no documents in it")
    draw = random.Random(seed)
    found: dict[int, str] = {}
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        for _ in range(100 * number):  # most files give a new document nearly every time
            if len(found) == number:
                break
            cut = data.find(separator, draw.randrange(len(data)))
            start = cut + len(separator) if cut >= 0 else 0  # after the last comes the first
            end = data.find(separator, start)
            piece = data[start : end if end >= 0 else len(data)]
            text = decode_part(piece, "strict", str(path), start).strip("\r\n")
            if text:
                found[start] = text
    return [found[start] for start in sorted(found)]
