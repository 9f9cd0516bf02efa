"""Encode a file with GPT-2's vocabulary; called in a process of its own.

Cold is the first pass of a fresh tokenizer, warm the second over the same text: then a cache holds
every word. Building the tokenizer is not part of either. The ids come back as a digest.
"""

from __future__ import annotations

import hashlib
import re
import time
from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import numpy.typing as npt

from cs336_basics.measure.places import gpt2_files
from cs336_basics.pretokenize import get_pattern
from cs336_basics.tokenizer import Tokenizer

if TYPE_CHECKING:
    from tiktoken import Encoding

Text: TypeAlias = str | bytes
Ids: TypeAlias = "Sequence[int] | npt.NDArray[np.uint32]"
Encode: TypeAlias = Callable[[Any], Any]

_SETTLING, _FRESH = 1, 5  # tokenizers that are left out, and those measured then
_SPECIAL, _SPECIAL_ID = "<|endoftext|>", 50256


def ours(corpus: str) -> dict[str, Any]:
    """Encode with this project's `Tokenizer.encode`: str -> list of ids."""
    tokenizer = gpt2_tokenizer()
    tokenizer.expect(Path(corpus).stat().st_size)  # builds more tables where kernels are used,
    tokenizer.encode("to be")  # and this loads them
    return _measure(corpus, tokenizer.encode)


def array(corpus: str, kernel: str) -> dict[str, Any]:
    """Encode with one of this project's kernels: UTF-8 -> array of ids."""
    tokenizer = gpt2_tokenizer()

    def fresh() -> Encode:
        return _forgetful(tokenizer, kernel).encode_array

    return _measure_arrays(corpus, fresh)


def gigatoken_array(corpus: str) -> dict[str, Any]:
    """Encode with gigatoken: UTF-8 -> array of ids."""
    library, description = import_module("gigatoken"), _tokenizer_json()
    return _measure_arrays(corpus, lambda: library.Tokenizer.from_json(description).encode)


def two_threads(corpus: str) -> dict[str, Any]:
    """Encode a file with two threads of this project: UTF-8 -> arrays of ids.

    The special tokens between the documents are left out of what is compared.
    """
    from cs336_basics.id_arrays import encode_source
    from cs336_basics.sources import find_sources

    [source], tokenizer = find_sources(corpus), gpt2_tokenizer()

    def fresh() -> Encode:
        parts = partial(encode_source, _forgetful(tokenizer), source, [_SPECIAL], "strict", 2)
        return lambda _: [ids for _, ids in parts()]

    def compared(arrays: list[npt.NDArray[np.uint32]]) -> Ids:
        return np.concatenate([ids[ids != _SPECIAL_ID] for ids in arrays])

    return _measure_arrays(corpus, fresh, compared)


def gigatoken_batch(corpus: str) -> dict[str, Any]:
    """Encode a list of documents with gigatoken's threads; cutting it out of the text is free."""
    library, description = import_module("gigatoken"), _tokenizer_json()
    flatten = import_module("awkward").flatten
    documents = Path(corpus).read_bytes().split(_SPECIAL.encode())

    def fresh() -> Encode:
        encode = library.Tokenizer.from_json(description).encode_batch
        return lambda _: encode(documents, parallel=True)

    return _measure_arrays(corpus, fresh, flatten)


def tiktoken_array(corpus: str) -> dict[str, Any]:
    """Encode with tiktoken: str -> array of ids; it keeps no words, so one pass tells all."""
    encode = partial(_tiktoken().encode_to_numpy, allowed_special="all")
    return _measure(corpus, encode, ("cold",))


def tiktoken(corpus: str) -> dict[str, Any]:
    """Encode with tiktoken: str -> list of ids."""
    encoding = _tiktoken()
    return _measure(corpus, lambda text: encoding.encode(text, allowed_special="all"))


def _tiktoken() -> Encoding:
    """Build tiktoken's GPT-2 from the files, for the network may be off."""
    import tiktoken as library

    vocab = gpt2_tokenizer().vocab
    return library.Encoding(
        "gpt2",
        pat_str=get_pattern("gpt2").source,
        mergeable_ranks={token: i for i, token in vocab.items() if token != _SPECIAL.encode()},
        special_tokens={_SPECIAL: _SPECIAL_ID},
    )


def hf_tokenizers(corpus: str) -> dict[str, Any]:
    """Encode with Hugging Face's tokenizers, document by document.

    It keeps the place of every token, so a whole file at once would take ten times the memory.
    """
    from tokenizers import Tokenizer as Library

    tokenizer = Library.from_str(_tokenizer_json())

    def encode(text: str) -> list[int]:
        ids: list[int] = []
        for document in re.findall(rf"(?s:.+?)(?:{re.escape(_SPECIAL)}|\Z)", text):
            ids += tokenizer.encode(document, add_special_tokens=False).ids
        return ids

    return _measure(corpus, encode)


def gigatoken(corpus: str) -> dict[str, Any]:
    """Encode with gigatoken: str -> array of ids."""
    library = import_module("gigatoken")

    tokenizer = library.Tokenizer.from_json(_tokenizer_json())
    return _measure(corpus, tokenizer.encode)


def fastokens(corpus: str) -> dict[str, Any]:
    """Encode with fastokens: str -> list of ids."""
    library = import_module("fastokens")

    tokenizer = library.Tokenizer.from_json_str(_tokenizer_json())
    return _measure(corpus, lambda text: tokenizer.encode(text).ids)


def _measure(
    corpus: str, encode: Encode, phases: Sequence[str] = ("cold", "warm")
) -> dict[str, Any]:
    data = Path(corpus).read_bytes()
    return _result(data, *_passes(encode, data.decode("utf-8"), phases))


def _measure_arrays(
    corpus: str, fresh: Callable[[], Encode], compared: Callable[[Any], Ids] = np.asarray
) -> dict[str, Any]:
    """Measure two passes of a fresh tokenizer, and of more of them; the medians stand.

    `compared` makes of what an encoder returns the ids that are compared.

    What the first one takes is left out: the first large arrays of a process wait for the system to
    give it memory, page by page, and that takes as long as the encoding.
    """
    data = Path(corpus).read_bytes()
    taken: list[dict[str, float]] = []
    for _ in range(_SETTLING + _FRESH):
        ids: Any = ()  # or the next array would have to be new memory
        seconds, ids = _passes(fresh(), data)
        taken.append(seconds)
    of_those = taken[_SETTLING:]
    seconds = {phase: median(each[phase] for each in of_those) for phase in of_those[0]}
    return _result(data, seconds, compared(ids))


def _passes(
    encode: Encode, text: Text, phases: Sequence[str] = ("cold", "warm")
) -> tuple[dict[str, float], Ids]:
    seconds = {}
    for phase in phases:
        ids: Ids = ()
        start = time.perf_counter()
        ids = encode(text)
        seconds[phase] = time.perf_counter() - start
    return seconds, ids


def _result(data: bytes, seconds: dict[str, float], ids: Ids) -> dict[str, Any]:
    digest = hashlib.sha256(np.asarray(ids, np.uint32).tobytes()).hexdigest()
    return {"seconds": seconds, "amount": len(data) / 1e6, "digest": digest, "tokens": len(ids)}


def _forgetful(tokenizer: Tokenizer, kernel: str = "masks") -> Tokenizer:
    """Give a tokenizer an encoder that has seen no word."""
    from cs336_basics.compiled.encoder import Encoder

    ids = {token: i for i, token in tokenizer.vocab.items()}
    tokenizer.compiled = Encoder(ids, tokenizer.merges, tokenizer.pattern, kernel=kernel)
    return tokenizer


def gpt2_tokenizer() -> Tokenizer:
    """Build this project's tokenizer with GPT-2's vocabulary."""
    vocab, merges = gpt2_files()
    return Tokenizer.from_files(vocab, merges, [_SPECIAL])


def _tokenizer_json() -> str:
    """GPT-2 as a tokenizer.json, written by Hugging Face's own library."""
    from tokenizers import AddedToken, models, pre_tokenizers
    from tokenizers import Tokenizer as Library

    vocab, merges = gpt2_files()
    tokenizer = Library(models.BPE.from_file(str(vocab), str(merges)))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.add_special_tokens([AddedToken(_SPECIAL, special=True)])
    return str(tokenizer.to_str())
