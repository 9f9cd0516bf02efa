"""Pre-tokenize and count a file once; called in a process of its own.

Besides the seconds each function returns a digest of its counts, so that they can be compared.
"""

from __future__ import annotations

import hashlib
import time
from collections import Counter
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from statistics import median
from typing import Any

from cs336_basics import kernels
from cs336_basics.measure.peers import texts
from cs336_basics.measure.places import SPECIAL_TOKENS
from cs336_basics.text.pretokenize import get_pattern

_SPECIAL = SPECIAL_TOKENS[0]


def ours(corpus: str, workers: int = 1, compiled: bool | None = None) -> dict[str, Any]:
    """Count with this project's `count_files`, with kernels, without, or as it chooses."""
    from cs336_basics.corpus import count_files

    with texts.tiny() as text:
        count_files(text, SPECIAL_TOKENS, compiled=kernels.are_here() and compiled is not False)
    start = time.perf_counter()
    counts = count_files(corpus, SPECIAL_TOKENS, workers=workers, compiled=compiled)
    return _result(corpus, time.perf_counter() - start, counts)


def kernel(corpus: str, kernel: str) -> dict[str, Any]:
    """Count with one of this project's kernels and one thread; the median of three tables."""
    from cs336_basics.compiled.count.word_table import WordTable

    text, seconds = Path(corpus).read_bytes(), []
    for _ in range(4):  # the first one waits for the kernel and for memory
        table = WordTable("gpt2", [_SPECIAL.encode()], kernel=kernel)
        start = time.perf_counter()
        table.count(text)
        seconds.append(time.perf_counter() - start)
    return _result(corpus, median(seconds[1:]), table.counts())


def findall(corpus: str) -> dict[str, Any]:
    """Count with one call into C for each document, and encode each different word once."""
    import regex

    start = time.perf_counter()
    counts: Counter[str] = Counter()
    find = regex.compile(get_pattern("gpt2").source).findall
    for document in Path(corpus).read_bytes().decode("utf-8").split(_SPECIAL):
        counts.update(find(document))
    encoded = {word.encode("utf-8"): count for word, count in counts.items()}
    return _result(corpus, time.perf_counter() - start, encoded)


def plain_loop(corpus: str) -> dict[str, Any]:
    """Count as one writes it first: every match of the pattern, encoded, one by one."""
    import regex

    start = time.perf_counter()
    counts: dict[bytes, int] = {}
    pattern = regex.compile(get_pattern("gpt2").source)
    for document in Path(corpus).read_bytes().decode("utf-8").split(_SPECIAL):
        for match in pattern.finditer(document):
            word = match.group().encode("utf-8")
            counts[word] = counts.get(word, 0) + 1
    return _result(corpus, time.perf_counter() - start, counts)


def hf_tokenizers(corpus: str) -> dict[str, Any]:
    """Count the pre-tokens that Hugging Face's ByteLevel finds, line by line as it reads files."""
    from tokenizers import pre_tokenizers

    from cs336_basics.storage.byte_map import from_printable

    level = pre_tokenizers.ByteLevel(add_prefix_space=False)
    start = time.perf_counter()
    found: Counter[str] = Counter()
    with Path(corpus).open(encoding="utf-8", newline="") as file:
        for line in file:
            for part in line.split(_SPECIAL):
                found.update(word for word, _ in level.pre_tokenize_str(part))
    seconds = time.perf_counter() - start
    return _result(corpus, seconds, {from_printable(word): n for word, n in found.items()})


def ffbpe(corpus: str) -> dict[str, Any]:
    """Count with ffbpe."""
    library = import_module("ffbpe")

    start = time.perf_counter()
    words = library.PreTokenizer([_SPECIAL]).get_words_from_file(corpus)
    seconds = time.perf_counter() - start
    return _result(corpus, seconds, {word.encode("utf-8"): n for word, n in words.items()})


def gigatoken(corpus: str) -> dict[str, Any]:
    """Count with gigatoken."""
    library = import_module("gigatoken.gigatoken_rs")

    start = time.perf_counter()
    counts = library.pretokenized_counts(Path(corpus).read_bytes(), separator=_SPECIAL.encode())
    seconds = time.perf_counter() - start
    return _result(corpus, seconds, {bytes(word): count for word, count in counts})


def _result(corpus: str, seconds: float, counts: Mapping[bytes, int]) -> dict[str, Any]:
    digest = hashlib.sha256()
    for word, count in sorted(counts.items()):
        digest.update(len(word).to_bytes(8, "little") + word + count.to_bytes(8, "little"))
    amount = Path(corpus).stat().st_size / 1e6
    return {"seconds": seconds, "amount": amount, "digest": digest.hexdigest()}
