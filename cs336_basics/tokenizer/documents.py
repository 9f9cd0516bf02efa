"""Many texts -> their ids in one array, by the compiled encoder, on threads if asked.

Texts are handed to the kernels in bundles of about a megabyte: one call for thousands of short
texts, and bytes that are still near the processor when the kernel reads them. A thread takes the
next bundle whenever it is done with one, and keeps what its words are for all of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cs336_basics.compiled.encode.ascii_view import ascii_view
from cs336_basics.compiled.encode.encoder import Encoder
from cs336_basics.compiled.encode.output import Output
from cs336_basics.text.utf8 import to_utf8

Ids = NDArray[np.uint32]
Offsets = NDArray[np.int64]

_BUNDLE = 1 << 20  # characters


class _Encoded(NamedTuple):
    """A bundle of texts that is encoded: its place among them, and where its ids are."""

    number: int
    output: Output
    start: int
    ends: Offsets


def encode_documents(
    encoder: Encoder, texts: Sequence[str], special_tokens: Sequence[bytes], workers: int = 1
) -> tuple[Ids, Offsets]:
    """Encode each text on its own.

    Args:
        encoder: what to encode with.
        texts: any strings.
        special_tokens: what becomes one id each.
        workers: how many threads.

    Returns:
        the ids of all texts, and where those of each begin, and the last end.

    Raises:
        VocabularyError: a text holds a byte that no token holds.

    >>> ids, offsets = encode_documents(Encoder({b"a": 7}, []), ["aa", "", "a"], [])
    >>> ids.tolist(), offsets.tolist()
    ([7, 7, 7], [0, 2, 2, 3])
    """
    ends = np.cumsum(np.fromiter(map(len, texts), np.int64, len(texts)))
    size = int(ends[-1]) if len(texts) else 0
    bundles = _bundles(ends, max(1, min(_BUNDLE, size // (4 * workers))))
    threads = min(workers, len(bundles))
    share = size // max(threads, 1)
    waiting = iter(enumerate(bundles))
    with ExitStack() as borrowed:
        # The encoder itself, which may have learned words already, and forks of it.
        own = [encoder, *(borrowed.enter_context(encoder.borrowed()) for _ in range(threads - 1))]
        if threads <= 1:
            found = list(_encode_bundles(encoder, texts, special_tokens, waiting, share))
        else:
            from concurrent.futures import ThreadPoolExecutor

            def work(each: Encoder) -> list[_Encoded]:
                return list(_encode_bundles(each, texts, special_tokens, waiting, share))

            with ThreadPoolExecutor(threads) as pool:
                found = [each for done in pool.map(work, own) for each in done]
    return _joined(sorted(found, key=lambda each: each.number))


def _bundles(ends: Offsets, size: int) -> list[slice]:
    """Group neighbouring texts until they have `size` characters."""
    if not len(ends):
        return []
    borders = np.searchsorted(ends, np.arange(size, int(ends[-1]), size)) + 1
    return [slice(*each) for each in pairwise(np.unique([0, *borders, len(ends)]).tolist())]


def _encode_bundles(
    encoder: Encoder,
    texts: Sequence[str],
    special_tokens: Sequence[bytes],
    waiting: Iterator[tuple[int, slice]],
    size: int,
) -> Iterator[_Encoded]:
    """Encode bundles as long as some are waiting; this is what a thread does."""
    output = Output(size)
    for number, bundle in waiting:
        start = output.written
        text, ends = _put_together(texts[bundle])
        data = ascii_view(text) if isinstance(text, str) else text
        ends = encoder.encode_documents(data, ends, special_tokens, output)
        yield _Encoded(number, output, start, ends)


def _put_together(texts: Sequence[str]) -> tuple[str | bytes, Offsets]:
    """Return texts one behind the other, as ASCII or as UTF-8, and where each ends."""
    if all(map(str.isascii, texts)):
        return "".join(texts), np.cumsum([*map(len, texts)], dtype=np.int64)
    try:
        parts = list(map(str.encode, texts))
    except UnicodeEncodeError:  # surrogates
        parts = list(map(to_utf8, texts))
    return b"".join(parts), np.cumsum([*map(len, parts)], dtype=np.int64)


def _joined(found: Sequence[_Encoded]) -> tuple[Ids, Offsets]:
    """Put the ids of all bundles in the order of the texts."""
    sizes = [int(each.ends[-1]) - each.start for each in found]
    starts = np.cumsum([0, *sizes], dtype=np.int64)
    shifted = [each.ends + (start - each.start) for each, start in zip(found, starts, strict=False)]
    offsets = np.concatenate([starts[:1], *shifted])
    if len({id(each.output) for each in found}) == 1:  # one thread, so they are in order
        return found[0].output.taken(), offsets
    ids = np.empty(offsets[-1], np.uint32)
    for each, start, size in zip(found, starts.tolist(), sizes, strict=False):
        ids[start : start + size] = each.output.ids[each.start : each.start + size]
    return ids, offsets
