"""A text file -> arrays of ids, in the order of the text: here, in processes, or in threads.

All three cut where `safe_cuts` allows, so they give the same ids. Processes serve the pure-Python
encoder. The compiled one runs without Python's lock, so threads serve it, and nothing is copied.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import numpy.typing as npt

from cs336_basics.corpus.chunks import Range, read_range, split_source, whole_sources
from cs336_basics.corpus.processes import run_in_order
from cs336_basics.corpus.sources import Source
from cs336_basics.text.safe_cuts import split_stream
from cs336_basics.tokenizer import Tokenizer

if TYPE_CHECKING:
    from cs336_basics.compiled.encode.encoder import Encoder

Ids: TypeAlias = npt.NDArray[Any]  # of uint16 or uint32
Sized: TypeAlias = tuple[int, Ids]
"""How many bytes of text were encoded, and their ids."""
Reader: TypeAlias = tuple[int, Callable[[], bytes]]
"""Where a piece of text starts, and what reads it."""

_PIECE = 2 * 1024 * 1024  # bytes of text encoded at once
_CHUNK = 4 * 1024 * 1024  # bytes of text a process is given at once


def encode_source(
    tokenizer: Tokenizer,
    source: Source,
    allowed: list[str],
    errors: str,
    workers: int,
    dtype: npt.DTypeLike = np.uint32,
) -> Generator[Sized, None, None]:
    """Encode a file piece by piece, in bounded memory.

    Args:
        tokenizer: what to encode with.
        source: what to read.
        allowed: the special tokens that count as such, those of `Tokenizer.allowed`.
        errors: `strict` or `replace`.
        workers: threads for the compiled encoder, processes for the other; 1 starts none.
        dtype: of the arrays; it holds every id.
    """
    tokenizer.expect(source.expected)
    if tokenizer.compiled is not None and errors == "strict" and workers > 1:
        readers = _readers(tokenizer, source, allowed)
        yield from _in_threads(tokenizer.compiled, readers, allowed, source.name, workers, dtype)
    elif workers > 1 and source.can_seek and not tokenizer.cut_last:
        parts = list(split_source(source, _CHUNK, allowed, tokenizer.pattern))
        encode = partial(encode_range, tokenizer, allowed, errors, dtype)
        for part, ids in run_in_order(encode, parts, workers):
            yield part.size, ids
    else:
        [whole] = whole_sources([source])
        yield from _here(tokenizer, allowed, errors, dtype, whole)


def encode_range(
    tokenizer: Tokenizer, allowed: list[str], errors: str, dtype: npt.DTypeLike, part: Range
) -> Ids:
    """Encode one range of a file; this is what a worker process does."""
    pieces = [ids for _, ids in _here(tokenizer, allowed, errors, dtype, part)]
    return np.concatenate(pieces) if pieces else np.empty(0, dtype)


def _here(
    tokenizer: Tokenizer, allowed: list[str], errors: str, dtype: npt.DTypeLike, part: Range
) -> Iterator[Sized]:
    blocks = read_range(part, _PIECE, errors)
    for offset, piece in split_stream(blocks, tokenizer.safe_cuts(allowed)):
        ids = tokenizer.encode_array(
            piece,
            allowed_special=allowed,
            errors=errors,
            source=part.name,
            offset=part.start + offset,
        )
        yield len(piece), ids.astype(dtype, copy=False)


def _readers(tokenizer: Tokenizer, source: Source, allowed: list[str]) -> Iterator[Reader]:
    """What the threads read: of a file on this machine each its own ranges, else what comes in."""
    if source.can_seek and Path(source.name).is_file():
        for part in split_source(source, _PIECE, allowed, tokenizer.pattern):
            yield part.start, partial(_read, part)
    else:
        [whole] = whole_sources([source])
        blocks = read_range(whole, _PIECE)
        for offset, piece in split_stream(blocks, tokenizer.safe_cuts(allowed)):
            yield offset, partial(bytes, piece)


def _read(part: Range) -> bytes:
    return b"".join(read_range(part, part.size))


def _in_threads(
    encoder: Encoder,
    readers: Iterable[Reader],
    allowed: list[str],
    name: str,
    threads: int,
    dtype: npt.DTypeLike,
) -> Iterator[Sized]:
    """Keep every thread busy with a piece, and at most one more waiting for each."""
    tokens = [token.encode("utf-8") for token in allowed]

    def encode(offset: int, read: Callable[[], bytes]) -> Sized:
        piece = read()
        with encoder.borrowed() as own:
            ids = own.encode(piece, tokens, source=name, offset=offset)
        return len(piece), ids.astype(dtype, copy=False)

    running: deque[Future[Sized]] = deque()
    with ThreadPoolExecutor(threads) as pool:
        for offset, read in readers:
            running.append(pool.submit(encode, offset, read))
            if len(running) > 2 * threads:
                yield running.popleft().result()
        while running:
            yield running.popleft().result()
