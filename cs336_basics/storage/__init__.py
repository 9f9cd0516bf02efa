"""A tokenizer <-> a file. The suffix names the format; `.yaml` is the one to use.

.yaml       ours: readable, nothing lost            .tiktoken   ranks for tiktoken, and a sidecar
.json       tokenizer.json of Hugging Face          .pkl        a plain pickle
a folder    GPT-2's vocab.json and merges.txt, and a sidecar
"""

from __future__ import annotations

import errno
import os
from importlib import import_module
from pathlib import Path
from typing import Protocol, cast

from cs336_basics.arguments import as_path
from cs336_basics.datatypes import TokenizerData
from cs336_basics.errors import FileFormatError


class Format(Protocol):
    """A module that writes and reads one kind of file."""

    def save(self, data: TokenizerData, path: Path) -> None:
        """Write `data` to `path`, whole or not at all."""

    def load(self, path: Path) -> TokenizerData:
        """Read what `save` wrote."""


_FORMATS = {
    ".yaml": "yaml_file",
    ".yml": "yaml_file",
    ".json": "hf_json",
    ".tiktoken": "tiktoken_file",
    ".pkl": "pickle_file",
    "": "gpt2_files",  # a folder
}
"""Suffix -> module. They are imported when they are needed: to read one takes half as long."""


def save(data: TokenizerData, path: str | Path) -> None:
    """Write a tokenizer in the format that the suffix of `path` names.

    Raises:
        FileFormatError: no format has this suffix.
        OSError: the file cannot be written.
    """
    _format(path).save(data, as_path("path", path))


def load(path: str | Path) -> TokenizerData:
    """Read a tokenizer from the format that the suffix of `path` names.

    Raises:
        FileFormatError: no format has this suffix, or the file is damaged; it names the place.
        OSError: the file is missing or cannot be read.
    """
    return _format(path).load(as_path("path", path))


def check_writable(path: str | Path) -> None:
    """Fail now, not after an hour of training: the suffix must be known and the folder be there.

    Raises:
        FileFormatError: no format has this suffix.
        OSError: the folder does not exist, or nothing may be written to it; or a file stands where
            a folder is to be made.
    """
    if _module(path) == "gpt2_files" and Path(path).exists() and not Path(path).is_dir():
        raise NotADirectoryError(errno.ENOTDIR, "is no folder, and has no suffix", str(path))
    folder = Path(os.path.realpath(path)).parent  # a link is followed
    if not folder.is_dir():
        raise FileNotFoundError(errno.ENOENT, "no such folder", str(folder))
    if not os.access(folder, os.W_OK):
        raise PermissionError(errno.EACCES, "you may not write to this folder", str(folder))


def _format(path: str | Path) -> Format:
    module = import_module(f"{__name__}.{_module(path)}")
    return cast(Format, module)


def _module(path: str | Path) -> str:
    if path == "":  # an unset variable of the shell; as a path it would be the current folder
        raise FileFormatError("the tokenizer file has no name; write . for the current folder")
    place = as_path("path", path)
    suffix = "" if place.is_dir() else place.suffix.lower()
    if suffix not in _FORMATS:
        known = ", ".join(filter(None, _FORMATS))
        raise FileFormatError(
            f"{path}: no tokenizer format {suffix!r}; use {known}, or a folder for GPT-2's files"
        )
    return _FORMATS[suffix]
