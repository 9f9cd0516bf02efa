"""Encode a file with GPT-2's vocabulary; called in a process of its own.

Cold is the first pass of a fresh tokenizer, warm the second over the same text: then a cache holds
every word. Building the tokenizer is not part of either. The ids come back as a digest.
"""

from __future__ import annotations

import hashlib
import re
import tempfile
import time
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import numpy.typing as npt

from cs336_basics.measure.places import gpt2_files
from cs336_basics.text.pretokenize import get_pattern
from cs336_basics.tokenizer import Tokenizer
from cs336_basics.tokenizer.token_files import encode_file, open_token_file

if TYPE_CHECKING:
    from tiktoken import Encoding

Text: TypeAlias = str | bytes
Ids: TypeAlias = "Sequence[int] | npt.NDArray[np.uint32]"
Encode: TypeAlias = Callable[[Any], Any]

SPECIAL, SPECIAL_ID = "<|endoftext|>", 50256


def ours(corpus: str) -> dict[str, Any]:
    """Encode with this project's `Tokenizer.encode`: str -> list of ids."""
    tokenizer = gpt2_tokenizer()
    tokenizer.expect(Path(corpus).stat().st_size)  # builds more tables where kernels are used,
    tokenizer.encode("to be")  # and this loads them
    return measure(corpus, tokenizer.encode)


def ours_to_file(corpus: str, workers: int = 1) -> dict[str, Any]:
    """Encode with this project's `encode_file`, from a file of text into a file of ids."""
    tokenizer, size = gpt2_tokenizer(), Path(corpus).stat().st_size
    tokenizer.expect(size)  # loads the kernels, where they are used
    tokenizer.encode_array("to be")
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "ids.npy"
        start = time.perf_counter()
        encode_file(tokenizer, corpus, out, workers=workers)
        seconds = time.perf_counter() - start
        digest = hashlib.sha256(open_token_file(out).tobytes()).hexdigest()
    return {"seconds": seconds, "amount": size / 1e6, "digest": digest}


def tiktoken(corpus: str) -> dict[str, Any]:
    """Encode with tiktoken: str -> list of ids."""
    encoding = tiktoken_gpt2()
    return measure(corpus, lambda text: encoding.encode(text, allowed_special="all"))


def tiktoken_gpt2() -> Encoding:
    """Build tiktoken's GPT-2 from the files, for the network may be off."""
    import tiktoken as library

    vocab = gpt2_tokenizer().vocab
    return library.Encoding(
        "gpt2",
        pat_str=get_pattern("gpt2").source,
        mergeable_ranks={token: i for i, token in vocab.items() if token != SPECIAL.encode()},
        special_tokens={SPECIAL: SPECIAL_ID},
    )


def hf_tokenizers(corpus: str) -> dict[str, Any]:
    """Encode with Hugging Face's tokenizers, document by document.

    It keeps the place of every token, so a whole file at once would take ten times the memory.
    """
    from tokenizers import Tokenizer as Library

    tokenizer = Library.from_str(tokenizer_json())

    def encode(text: str) -> list[int]:
        ids: list[int] = []
        for document in re.findall(rf"(?s:.+?)(?:{re.escape(SPECIAL)}|\Z)", text):
            ids += tokenizer.encode(document, add_special_tokens=False).ids
        return ids

    return measure(corpus, encode)


def gigatoken(corpus: str) -> dict[str, Any]:
    """Encode with gigatoken: str -> array of ids."""
    library = import_module("gigatoken")

    tokenizer = library.Tokenizer.from_json(tokenizer_json())
    return measure(corpus, tokenizer.encode)


def fastokens(corpus: str) -> dict[str, Any]:
    """Encode with fastokens: str -> list of ids."""
    library = import_module("fastokens")

    tokenizer = library.Tokenizer.from_json_str(tokenizer_json())
    return measure(corpus, lambda text: tokenizer.encode(text).ids)


def measure(
    corpus: str, encode: Encode, phases: Sequence[str] = ("cold", "warm")
) -> dict[str, Any]:
    """Time the passes of one encoder over a file, given as `str`."""
    data = Path(corpus).read_bytes()
    return result(data, *passes(encode, data.decode("utf-8"), phases))


def passes(
    encode: Encode, text: Text, phases: Sequence[str] = ("cold", "warm")
) -> tuple[dict[str, float], Ids]:
    """Encode a text once for each phase; return seconds by phase, and the ids of the last one."""
    seconds = {}
    for phase in phases:
        ids: Ids = ()  # or the next ones would have to be in new memory
        start = time.perf_counter()
        ids = encode(text)
        seconds[phase] = time.perf_counter() - start
    return seconds, ids


def result(data: bytes, seconds: dict[str, float], ids: Ids) -> dict[str, Any]:
    """Describe a run: seconds by phase, megabytes of text, and a digest of the ids to compare."""
    digest = hashlib.sha256(np.asarray(ids, np.uint32).tobytes()).hexdigest()
    return {"seconds": seconds, "amount": len(data) / 1e6, "digest": digest, "tokens": len(ids)}


def gpt2_tokenizer() -> Tokenizer:
    """Build this project's tokenizer with GPT-2's vocabulary."""
    vocab, merges = gpt2_files()
    return Tokenizer.from_files(vocab, merges, [SPECIAL])


def tokenizer_json() -> str:
    """GPT-2 as a tokenizer.json, written by Hugging Face's own library."""
    from tokenizers import AddedToken, models, pre_tokenizers
    from tokenizers import Tokenizer as Library

    vocab, merges = gpt2_files()
    tokenizer = Library(models.BPE.from_file(str(vocab), str(merges)))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.add_special_tokens([AddedToken(SPECIAL, special=True)])
    return str(tokenizer.to_str())
