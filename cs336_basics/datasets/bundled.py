"""The two small corpora that come with the repository, in its folder `data/`."""

from __future__ import annotations

from pathlib import Path

from cs336_basics.errors import MissingDataError
from cs336_basics.repository import ROOT

DATA_DIR = ROOT / "data"
# What `data/stories.txt` was made with; `generate_stories(*)` gives its bytes again.
STORIES_SIZE = 1_500_000
STORIES_SEED = 336


def stories_path() -> Path:
    """Path of `data/stories.txt`: 1.5 MB of children's stories from our own generator.

    Raises:
        MissingDataError: the package was installed without the repository around it.

    >>> stories_path().name
    'stories.txt'
    """
    return _bundled("stories.txt")


def languages_path() -> Path:
    """Path of `data/languages.txt`: one page each in many languages and scripts.

    Raises:
        MissingDataError: the package was installed without the repository around it.

    >>> languages_path().name
    'languages.txt'
    """
    return _bundled("languages.txt")


def _bundled(name: str) -> Path:
    path = DATA_DIR / name
    if not path.is_file():
        raise MissingDataError(
            f"{path} is missing: the bundled corpora live in the repository, not in the installed "
            "package; clone the repository and install it with `make lab`"
        )
    return path
