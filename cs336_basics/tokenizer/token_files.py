"""Text file -> file of token ids, and back as a memory map.

Two forms, told apart by suffix:

    .npy    numpy's own: it says itself what it holds
    .bin    the bare numbers, with NAME.bin.json beside it: dtype, count, vocabulary, tokenizer

Ids up to 65535 take two bytes, else four. A bare file read with the wrong width gives plausible
garbage, so a `.bin` without its JSON is refused.

Source: CS336 assignment 1, section 2.7 (experiments: serialize the token ids, why uint16).
"""

from __future__ import annotations

import hashlib
from contextlib import closing
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from cs336_basics.arguments import as_path, at_least_one, shown, wrong_type
from cs336_basics.bars import progress_bar
from cs336_basics.corpus.sources import find_sources
from cs336_basics.errors import CorpusError, FileFormatError
from cs336_basics.files import write_together
from cs336_basics.storage.sidecar import json_bytes, read_json
from cs336_basics.storage.yaml_file import dumps
from cs336_basics.text.special_tokens import AllowedSpecial
from cs336_basics.text.utf8 import check_errors
from cs336_basics.tokenizer import Tokenizer
from cs336_basics.tokenizer.id_arrays import Ids, encode_source

_DTYPES = ("<u2", "<u4")  # the byte order is part of the name


def id_dtype(tokenizer: Tokenizer) -> np.dtype[Any]:
    """Return the narrowest of uint16 and uint32 (little-endian) that holds every id.

    >>> id_dtype(Tokenizer({65536: b"a"}, [])).name
    'uint32'
    """
    return np.dtype(_DTYPES[max(tokenizer.vocab, default=0) >= 1 << 16])


def encode_file(
    tokenizer: Tokenizer,
    text_path: str | Path,
    out_path: str | Path,
    *,
    allowed_special: AllowedSpecial = "all",
    errors: str = "strict",
    workers: int = 1,
    progress: bool = False,
) -> int:
    """Encode a text file (or `.gz`, or `-`) into a file of ids; return how many there are.

    The output is the same for any number of workers. It appears under its name when it is
    complete, never before.

    Args:
        tokenizer: what to encode with.
        text_path: UTF-8, read as bytes: line ends are kept.
        out_path: `….npy` or `….bin`.
        allowed_special: as for `Tokenizer.encode`.
        errors: `strict` (invalid UTF-8 is an error) or `replace` (bad bytes become U+FFFD).
        workers: processes (for the compiled encoder: threads) to encode with; 1 starts none.
        progress: draw a bar, in bytes of text.

    Raises:
        FileFormatError: `out_path` ends neither in `.npy` nor in `.bin`.
        InvalidUtf8Error: naming the file and the first bad offset.
        CorpusError: `errors` or `workers` is wrong, or `text_path` is a pattern of several files.
        SpecialTokenError, VocabularyError: as for `Tokenizer.encode`.
        OSError: a file cannot be read or written.

    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> size = (folder / "text.txt").write_bytes(b"aab")
    >>> tokenizer = Tokenizer({5: b"a", 6: b"b", 7: b"aa"}, [(b"a", b"a")])
    >>> encode_file(tokenizer, folder / "text.txt", folder / "ids.npy")
    2
    >>> open_token_file(folder / "ids.npy").tolist()
    [7, 6]
    """
    if not isinstance(tokenizer, Tokenizer):
        raise wrong_type("tokenizer", tokenizer, "a Tokenizer", "Tokenizer.load reads one")
    out_path = as_path("out_path", out_path)
    check_token_path(out_path)
    check_errors(errors)
    at_least_one("workers", workers)
    sources = find_sources(text_path)
    if len(sources) != 1:
        raise CorpusError(f"{text_path}: {len(sources)} files; encode each into a file of its own")
    source, allowed = sources[0], tokenizer.allowed(allowed_special)
    size = source.size if source.can_seek else None
    dtype, count = id_dtype(tokenizer), 0
    paths = [out_path] if out_path.suffix == ".npy" else [out_path, _sidecar(out_path)]
    with (
        write_together(*paths) as [file, *sidecar],
        progress_bar("encoding", size, "B", shown=progress) as bar,
        closing(encode_source(tokenizer, source, allowed, errors, workers, dtype)) as encoded,
    ):
        if out_path.suffix == ".npy":
            _write_npy_header(file, dtype, 0)
        for text_size, ids in encoded:
            file.write(ids.data)
            count += len(ids)
            bar.update(text_size)
        if out_path.suffix == ".npy":
            file.seek(0)
            _write_npy_header(file, dtype, count)
        else:
            sidecar[0].write(json_bytes(_description(tokenizer, dtype, count)))
    return count


def open_token_file(path: str | Path, tokenizer: Tokenizer | None = None) -> Ids:
    """Return the ids of a file as a read-only memory map (an empty file as an empty array).

    Args:
        path: `….npy` or `….bin`.
        tokenizer: the one to decode the ids with. The JSON of a `.bin` says which one made them,
            and with another the text would be garbage; an `.npy` does not say.

    Raises:
        FileFormatError: not a file of ids, its JSON is missing, its length or dtype is wrong, or
            another tokenizer made it.
        OSError: it is missing or cannot be read.
    """
    path = as_path("path", path)
    check_token_path(path)
    if path.suffix == ".npy":
        dtype, count, start = _read_npy_header(path)
    else:
        dtype, count, start = *_read_description(path), 0
    if (size := path.stat().st_size - start) != count * dtype.itemsize:
        raise FileFormatError(
            f"{path}: {size} bytes, but {count} ids of {dtype.itemsize} bytes were written"
        )
    if tokenizer is not None:
        check_maker(path, tokenizer)
    return np.memmap(path, dtype, "r", start, (count,)) if count else np.empty(0, dtype)


def check_token_path(path: Path) -> None:
    """Refuse names that are no token file.

    Raises:
        FileFormatError: the suffix is neither `.npy` nor `.bin`.
    """
    if path.suffix not in (".npy", ".bin"):
        raise FileFormatError(f"{path}: a file of token ids ends in .npy or .bin")


def _read_npy_header(path: Path) -> tuple[np.dtype[Any], int, int]:
    """Return dtype, count, and the offset of the first id."""
    with path.open("rb") as file:
        try:
            version = np.lib.format.read_magic(file)
            shape, _, dtype = np.lib.format.read_array_header_1_0(file)
        except OSError:
            raise
        except Exception as error:  # numpy parses the header as Python, which fails in many ways
            reason = " ".join(str(error).split())[:200] or type(error).__name__
            raise FileFormatError(f"{path}: not a whole .npy file: {reason}") from error
        start = file.tell()
    if version != (1, 0) or len(shape) != 1 or dtype.str not in _DTYPES:
        raise FileFormatError(f"{path}: holds {dtype} of shape {shape}, not a list of token ids")
    return dtype, shape[0], start


def _read_description(path: Path) -> tuple[np.dtype[Any], int]:
    """Return dtype and count from the JSON beside a `.bin` file."""
    path.stat()  # a missing file is a missing file, not a missing JSON
    sidecar = _sidecar(path)
    if not sidecar.is_file():
        raise FileFormatError(f"{sidecar}: missing, so the width of the ids is not known")
    description = read_json(sidecar)
    dtype = description.get("dtype") if isinstance(description, dict) else None
    if dtype not in _DTYPES or type(description.get("count")) is not int:
        raise FileFormatError(f"{sidecar}: expected a dtype {' or '.join(_DTYPES)}, and a count")
    return np.dtype(dtype), description["count"]


def check_maker(path: Path, tokenizer: Tokenizer, name: str = "this one") -> None:
    """Compare a tokenizer with the one that made a `.bin`; an `.npy` does not say.

    Args:
        path: the file of ids.
        tokenizer: the one at hand.
        name: what people call it.

    Raises:
        FileFormatError: another one made the ids; it names both.
    """
    if path.suffix != ".bin":
        return
    recorded = read_json(_sidecar(path))
    maker, own = recorded.get("tokenizer_sha256"), _sha256(tokenizer)
    if maker not in (None, own):  # other programs may not say
        raise FileFormatError(
            f"{path}: made with another tokenizer than {name}: with sha256 {str(maker)[:12]}… and "
            f"{shown(recorded.get('vocab_size'))} tokens, which here are {own[:12]}… and "
            f"{len(tokenizer.vocab)}"
        )


def _sha256(tokenizer: Tokenizer) -> str:
    """Return the sha256 of a tokenizer: that of its YAML, whatever file it came from."""
    return hashlib.sha256(dumps(tokenizer.data).encode("utf-8")).hexdigest()


def _write_npy_header(file: BinaryIO, dtype: np.dtype[Any], count: int) -> None:
    # numpy leaves room for the length to grow, so the header can be written again in its place.
    header = {"descr": dtype.str, "fortran_order": False, "shape": (count,)}
    np.lib.format.write_array_header_1_0(file, header)


def _description(tokenizer: Tokenizer, dtype: np.dtype[Any], count: int) -> dict[str, Any]:
    return {
        "dtype": dtype.str,
        "count": count,
        "vocab_size": len(tokenizer.vocab),
        "tokenizer_sha256": _sha256(tokenizer),
    }


def _sidecar(path: Path) -> Path:
    return path.with_name(f"{path.name}.json")
