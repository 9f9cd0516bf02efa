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
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
import numpy.typing as npt
from tqdm import tqdm

from cs336_basics.corpus import check_errors
from cs336_basics.errors import CorpusError, FileFormatError
from cs336_basics.files import write_whole
from cs336_basics.id_arrays import encode_source
from cs336_basics.sources import find_sources
from cs336_basics.special_tokens import AllowedSpecial
from cs336_basics.storage.sidecar import read_json, write_json
from cs336_basics.storage.yaml_file import dumps
from cs336_basics.tokenizer import Tokenizer

Ids = npt.NDArray[Any]  # of uint16 or uint32


def id_dtype(tokenizer: Tokenizer) -> np.dtype[Any]:
    """Return the narrowest of uint16 and uint32 (little-endian) that holds every id.

    >>> id_dtype(Tokenizer({65536: b"a"}, [])).name
    'uint32'
    """
    return np.dtype("<u2" if max(tokenizer.vocab, default=0) < 1 << 16 else "<u4")


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
        OSError: a file cannot be read or written.
    """
    out_path = Path(out_path)
    check_token_path(out_path)
    check_errors(errors)
    if workers < 1:
        raise CorpusError(f"workers is {workers}; it must be at least 1")
    dtype, count = id_dtype(tokenizer), 0
    [source] = find_sources(text_path)
    with (
        tqdm(
            total=source.size, desc="encoding", unit="B", unit_scale=True, disable=not progress
        ) as bar,
        write_whole(out_path) as file,
    ):
        if out_path.suffix == ".npy":
            _write_npy_header(file, dtype, 0)
        for size, ids in encode_source(tokenizer, source, allowed_special, errors, workers):
            file.write(ids.astype(dtype).tobytes())
            count += len(ids)
            bar.update(size)
        if out_path.suffix == ".npy":
            file.seek(0)
            _write_npy_header(file, dtype, count)
        else:
            _sidecar(out_path).unlink(missing_ok=True)  # the old one must not meet the new numbers
    if out_path.suffix == ".bin":
        write_json(_description(tokenizer, dtype, count), _sidecar(out_path))
    return count


def open_token_file(path: str | Path) -> Ids:
    """Return the ids of a file as a read-only memory map (an empty file as an empty array).

    Raises:
        FileFormatError: not a file of ids, its JSON is missing, or its length or dtype is wrong.
    """
    path = Path(path)
    check_token_path(path)
    if path.suffix == ".npy":
        return _open_npy(path)
    if not _sidecar(path).is_file():
        raise FileFormatError(f"{_sidecar(path)}: missing, so the width of the ids is not known")
    description = read_json(_sidecar(path))
    dtype_name = description.get("dtype") if isinstance(description, dict) else None
    if dtype_name not in ("<u2", "<u4") or type(description.get("count")) is not int:
        raise FileFormatError(f"{_sidecar(path)}: expected a dtype <u2 or <u4, and a count")
    dtype, count = np.dtype(dtype_name), description["count"]
    if (size := path.stat().st_size) != count * dtype.itemsize:
        raise FileFormatError(
            f"{path}: {size} bytes, but {count} ids of {dtype.itemsize} bytes were written"
        )
    return np.memmap(path, dtype, "r", shape=(count,)) if count else np.empty(0, dtype)


def check_token_path(path: Path) -> None:
    """Refuse names that are no token file.

    Raises:
        FileFormatError: the suffix is neither `.npy` nor `.bin`.
    """
    if path.suffix not in (".npy", ".bin"):
        raise FileFormatError(f"{path}: a file of token ids ends in .npy or .bin")


def _open_npy(path: Path) -> Ids:
    try:
        ids: Any = np.load(path, mmap_mode="r") if path.stat().st_size > 128 else np.load(path)
    except (ValueError, EOFError) as error:
        raise FileFormatError(f"{path}: not a whole .npy file: {error}") from error
    if ids.ndim != 1 or ids.dtype.str not in ("<u2", "<u4"):
        raise FileFormatError(f"{path}: holds {ids.dtype} in {ids.ndim} dimensions, not token ids")
    return ids  # type: ignore[no-any-return]  # numpy types a load as Any


def _write_npy_header(file: BinaryIO, dtype: np.dtype[Any], count: int) -> None:
    # numpy leaves room for the length to grow, so the header can be written again in its place.
    header = {"descr": dtype.str, "fortran_order": False, "shape": (count,)}
    np.lib.format.write_array_header_1_0(file, header)


def _description(tokenizer: Tokenizer, dtype: np.dtype[Any], count: int) -> dict[str, Any]:
    return {
        "dtype": dtype.str,
        "count": count,
        "vocab_size": len(tokenizer.vocab),
        "tokenizer_sha256": hashlib.sha256(dumps(tokenizer.data).encode("utf-8")).hexdigest(),
    }


def _sidecar(path: Path) -> Path:
    return path.with_name(f"{path.name}.json")
