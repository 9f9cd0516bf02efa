"""Encode a file to an array of ids, from UTF-8; called in a process of its own.

Cold is the first pass of a fresh tokenizer, warm the second; a run takes the medians of several.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import import_module
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
import numpy.typing as npt

from cs336_basics.corpus.sources import find_sources
from cs336_basics.measure.peers.encode_peers import (
    SPECIAL,
    SPECIAL_ID,
    Encode,
    Ids,
    gpt2_tokenizer,
    measure,
    passes,
    result,
    tiktoken_gpt2,
    tokenizer_json,
)
from cs336_basics.tokenizer import Tokenizer
from cs336_basics.tokenizer.id_arrays import encode_source
from cs336_basics.train import train_bpe

_SETTLING, _FRESH = 1, 5  # tokenizers that are left out, and those measured then


def array(corpus: str, kernel: str, vocab_size: int | None = None) -> dict[str, Any]:
    """Encode with one of this project's kernels: UTF-8 -> array of ids.

    With a `vocab_size` the vocabulary is trained on the text; by default it is GPT-2's.
    """
    tokenizer = gpt2_tokenizer()
    if vocab_size is not None:
        tokenizer = Tokenizer(*train_bpe(corpus, vocab_size, [SPECIAL], trainer="compiled"))
    return _measure_arrays(corpus, lambda: _forgetful(tokenizer, kernel).encode_array)


def gigatoken_array(corpus: str) -> dict[str, Any]:
    """Encode with gigatoken: UTF-8 -> array of ids."""
    library, description = import_module("gigatoken"), tokenizer_json()
    return _measure_arrays(corpus, lambda: library.Tokenizer.from_json(description).encode)


def two_threads(corpus: str) -> dict[str, Any]:
    """Encode a file with two threads of this project: UTF-8 -> arrays of ids.

    The special tokens between the documents are left out of what is compared.
    """
    [source], tokenizer = find_sources(corpus), gpt2_tokenizer()

    def fresh() -> Encode:
        parts = partial(encode_source, _forgetful(tokenizer), source, [SPECIAL], "strict", 2)
        return lambda _: [ids for _, ids in parts()]

    def compared(arrays: list[npt.NDArray[np.uint32]]) -> Ids:
        return np.concatenate([ids[ids != SPECIAL_ID] for ids in arrays])

    return _measure_arrays(corpus, fresh, compared)


def gigatoken_batch(corpus: str) -> dict[str, Any]:
    """Encode a list of documents with gigatoken's threads; cutting it out of the text is free."""
    library, description = import_module("gigatoken"), tokenizer_json()
    flatten = import_module("awkward").flatten
    documents = Path(corpus).read_bytes().split(SPECIAL.encode())

    def fresh() -> Encode:
        encode = library.Tokenizer.from_json(description).encode_batch
        return lambda _: encode(documents, parallel=True)

    return _measure_arrays(corpus, fresh, flatten)


def tiktoken_array(corpus: str) -> dict[str, Any]:
    """Encode with tiktoken: str -> array of ids; it keeps no words, so one pass tells all."""
    encode = partial(tiktoken_gpt2().encode_to_numpy, allowed_special="all")
    return measure(corpus, encode, ("cold",))


def _measure_arrays(
    corpus: str, fresh: Callable[[], Encode], compared: Callable[[Any], Ids] = np.asarray
) -> dict[str, Any]:
    """Measure two passes of a fresh tokenizer, several times over, and take the medians.

    The first tokenizer is left out: the first large arrays of a process wait for the system to give
    it memory, page by page, and that takes as long as the encoding.

    Args:
        corpus: a text file.
        fresh: makes an encoder that has seen no text.
        compared: turns what an encoder returns into the ids that are compared.
    """
    data = Path(corpus).read_bytes()
    taken: list[dict[str, float]] = []
    for _ in range(_SETTLING + _FRESH):
        ids: Any = ()  # or the next array would have to be new memory
        seconds, ids = passes(fresh(), data)
        taken.append(seconds)
    of_those = taken[_SETTLING:]
    seconds = {phase: median(each[phase] for each in of_those) for phase in of_those[0]}
    return result(data, seconds, compared(ids))


def _forgetful(tokenizer: Tokenizer, kernel: str = "masks") -> Tokenizer:
    """Give a tokenizer an encoder that has seen no word."""
    from cs336_basics.compiled.encode.encoder import Encoder

    ids = {token: i for i, token in tokenizer.vocab.items()}
    tokenizer.compiled = Encoder(ids, tokenizer.merges, tokenizer.pattern, kernel=kernel)
    return tokenizer
