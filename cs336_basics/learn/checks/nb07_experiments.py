"""Checks of notebook 07: what is measured about a tokenizer, and what is saved."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import wraps
from itertools import groupby
from typing import Any

import numpy as np

from cs336_basics.datatypes import Vocab
from cs336_basics.learn.checker.frame import check
from cs336_basics.learn.checks.nb06_tokenizer import CAT_MERGES, CAT_VOCAB
from cs336_basics.measure import experiments
from cs336_basics.tokenizer import Tokenizer
from cs336_basics.tokenizer.token_files import id_dtype

__all__ = ["compression_ratio", "longest_token", "narrowest_dtype", "only_in", "pile_days"]
__all__ += ["split_documents"]

Function = Callable[..., Any]
_PILE = 825_000_000_000  # bytes


def compression_ratio(fn: Function) -> None:
    """Check a learner's `compression_ratio` (notebook 07): all bytes over all tokens."""
    ox: Vocab = {0: b"\xe7", 1: b"\x89", 2: b"\x9b", 3: b"\xe7\x89", 4: b"a"}
    tokenizers = {
        "of the cat": Tokenizer(CAT_VOCAB, CAT_MERGES),
        "of the ox": Tokenizer(ox, [(b"\xe7", b"\x89")]),
    }
    inputs = [
        ("of the cat", ["a"]),
        ("of the cat", ["the"]),
        ("of the cat", ["the cat ate"]),
        ("of the ox", ["牛"]),  # bytes, not characters
        ("of the cat", ["a", "the"]),  # 4 bytes, 2 tokens; the mean of the ratios agrees
        ("of the cat", ["a", "thethe"]),  # here it does not
        ("of the ox", ["aaaa", "牛"]),
    ]

    def named(ratio: Function) -> Function:
        """Let a message name the tokenizer instead of showing it."""
        return wraps(ratio)(lambda name, texts: ratio(tokenizers[name], texts))

    check(
        named(fn),
        oracle=named(experiments.bytes_per_token),
        inputs=inputs,
        same=math.isclose,
        show=lambda value: f"<tokenizer {value}>" if isinstance(value, str) else repr(value),
    )


def longest_token(fn: Function) -> None:
    """Check a learner's `longest_token` (notebook 07): in bytes, special tokens left out."""
    inputs: list[tuple[Vocab, list[str]]] = [
        ({0: b"a"}, []),
        ({0: b"a", 1: b"bb"}, []),
        ({0: b"a", 1: b"bb", 2: b"<e>"}, ["<e>"]),  # nobody learned it
        ({0: b"abcd", 1: "牛牛".encode()}, []),  # bytes, not characters
        ({0: b"abc", 1: b"\xe7\x89\x9b\xe7"}, []),  # not every token is text
        ({5: b"bb", 3: b"aa"}, []),  # of equally long ones the first learned
    ]
    check(fn, lambda vocab, tokens: experiments.longest_tokens(vocab, 1, tokens)[0][1], inputs)


def only_in(fn: Function) -> None:
    """Check a learner's `only_in` (notebook 07): the tokens that another vocabulary lacks."""
    inputs: list[tuple[Vocab, Vocab]] = [
        ({}, {}),
        ({0: b"a"}, {}),
        ({0: b"a"}, {0: b"a"}),
        ({0: b"a"}, {7: b"a"}),  # the same token under another id
        ({0: b"a"}, {0: b"b"}),  # another token under the same id
        ({2: b"c", 1: b"b", 0: b"a"}, {5: b"b"}),  # in the order of ids
        ({i: bytes([122 - i]) for i in range(26)}, {}),  # a set would give any order
    ]
    check(fn, oracle=experiments.only_in, inputs=inputs)


def pile_days(fn: Function) -> None:
    """Check a learner's `pile_days` (notebook 07): bytes done in so many seconds to days."""
    inputs = [(_PILE, 86_400.0), (_PILE // 2, 86_400.0), (1_000_000, 1.0), (5_641_003, 2.5)]
    check(
        fn,
        oracle=lambda done, seconds: _PILE / done * seconds / 86_400,
        inputs=inputs,
        same=math.isclose,
    )


def narrowest_dtype(fn: Function) -> None:
    """Check a learner's `narrowest_dtype` (notebook 07): the fewest bytes that hold every id."""
    greatest = [0, 255, 256, 9_999, 65_535, 65_536, 100_276]
    inputs: list[tuple[Vocab]] = [({last: b"a"},) for last in greatest]
    inputs.append(({0: b"a", 70_000: b"b"},))  # the greatest id decides, not their number
    inputs.append(({70_000: b"b", 0: b"a"},))
    check(fn, lambda vocab: id_dtype(Tokenizer(vocab, [])).name, inputs)


def split_documents(fn: Function) -> None:
    """Check a learner's `split_documents` (notebook 07): ids to documents, at the end token."""
    inputs: list[tuple[list[int], int]] = [
        ([], 9),
        ([9], 9),  # no empty documents
        ([1, 2], 9),
        ([1, 2, 9], 9),
        ([1, 9, 2, 3], 9),
        ([9, 1, 9, 9, 2], 9),
    ]

    @wraps(fn)
    def split(ids: list[int], end: int) -> list[list[int]]:
        """Hand the ids over as a file's array is, and take lists or arrays back."""
        return [np.asarray(part).tolist() for part in fn(np.array(ids, np.uint16), end)]

    def expected(ids: list[int], end: int) -> list[list[int]]:
        runs = groupby(ids, key=lambda token_id: token_id == end)
        return [list(run) for is_end, run in runs if not is_end]

    check(split, expected, inputs)
