"""Does `from_files` read the files it is given? Their format is the learner's own."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from cs336_basics.learn.outcome import ShapeError
from cs336_basics.storage.byte_map import to_printable
from cs336_basics.vocab import base_vocab

READS = "a tokenizer, read from the files"
"""What `from_files` must give."""

_WITHOUT = "a class method from_files(vocab_filepath, merges_filepath, special_tokens)"


def reads_files(code: Any) -> str:
    """Say whether a tokenizer's `from_files` opens its files.

    Files that are not there must give an OSError, or else files in one of the usual formats must
    give something other than the same error again.
    """
    made = type(code(base_vocab([]), [], []))
    if not all(hasattr(made, method) for method in ("encode", "decode")):
        return READS  # functions put together for a check: nothing to read
    read = getattr(made, "from_files", None)
    if read is None:
        raise ShapeError(f"expected {_WITHOUT}, and {made.__name__} has none")
    with TemporaryDirectory(prefix="cs336-check-") as folder:
        try:
            read(str(Path(folder, "vocab.json")), str(Path(folder, "merges.txt")), None)
        except OSError:
            return READS
        except NotImplementedError:
            raise
        except Exception as error:
            return _reads_one_of(read, Path(folder), error)
    return "no error, although the files are not there"


def _reads_one_of(read: Any, folder: Path, first: Exception) -> str:
    vocab = base_vocab([])
    as_json = {to_printable(token): token_id for token_id, token in vocab.items()}
    formats = {
        "json": (json.dumps(as_json).encode(), b"#version: 0.2\na b\n"),
        "pkl": (pickle.dumps(vocab), pickle.dumps([(b"a", b"b")])),
    }
    for ending, (vocab_bytes, merges_bytes) in formats.items():
        paths = folder / f"vocab.{ending}", folder / f"merges.{ending}"
        for path, content in zip(paths, (vocab_bytes, merges_bytes), strict=True):
            path.write_bytes(content)
        try:
            read(*map(str, paths), None)
        except Exception as error:
            if repr(error) != repr(first):
                return READS  # another file, another error: it looks into them
        else:
            return READS
    raise first
