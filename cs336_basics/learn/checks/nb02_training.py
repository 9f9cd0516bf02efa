"""Checks of notebook 02: vocabulary, pairs, merging, training.

Each check is an oracle from the package and a list of inputs, the smallest first. What an input is
there to catch stands beside it.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import reduce, wraps
from itertools import permutations
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from cs336_basics import pairs, vocab
from cs336_basics.datatypes import Merges, Pair, PretokenCounts
from cs336_basics.learn.checker.answers import SWAPPED, to_trained
from cs336_basics.learn.checker.cases import Counts
from cs336_basics.learn.checker.frame import check
from cs336_basics.learn.checker.notes import Notes
from cs336_basics.learn.checker.outcome import ShapeError
from cs336_basics.learn.checker.vocab_text import vocab_text
from cs336_basics.learn.checker.whole import Function, look_into, whole
from cs336_basics.learn.checks._corpora import TOY
from cs336_basics.learn.checks._one_more import one_more
from cs336_basics.trainers import naive

__all__ = ["apply_merges", "base_vocab", "best_pair", "count_pairs", "learn_merges", "merge_word"]
__all__ += ["train_bpe"]

TOY_MERGES: Merges = [
    (b"s", b"t"),
    (b"e", b"st"),
    (b"o", b"w"),
    (b"l", b"ow"),
    (b"w", b"est"),
    (b"n", b"e"),
]
"""The first six merges of the assignment's problem bpe_example, by hand in notebook 02."""


def base_vocab(fn: Function) -> None:
    """Check a learner's `base_vocab` (notebook 02): every byte, then the special tokens."""
    lists = [[], ["<|endoftext|>"], ["é"], ["<b>", "<a>"], ["<s>", "<s>"], ["a", "<s>"]]
    check(fn, oracle=vocab.base_vocab, inputs=[(tokens,) for tokens in lists], show=vocab_text)


def count_pairs(fn: Function) -> None:
    """Check a learner's `count_pairs` (notebook 02): words with frequencies to pair counts."""
    corpora: list[PretokenCounts] = [
        {},
        {b"a": 3},  # a word of one token has no pair
        {b"ab": 1},
        {b"ab": 2},  # a pair counts as often as its word occurs
        {b"aaa": 1},  # overlaps count
        {b"ab": 2, b"abc": 3},  # words add up
        TOY,
    ]
    inputs = [(_split(counts),) for counts in corpora]
    inputs.append(([([b"l", b"ow"], 5), ([b"l", b"ow", b"e", b"r"], 2)],))  # longer tokens
    check(fn, oracle=pairs.count_pairs, inputs=inputs)


def _split(counts: PretokenCounts) -> list[tuple[list[bytes], int]]:
    return [(pairs.split_bytes(pretoken), frequency) for pretoken, frequency in counts.items()]


def best_pair(fn: Function) -> None:
    """Check a learner's `best_pair` (notebook 02): the highest count, then the greatest pair."""
    counts: list[dict[Pair, int]] = [
        {(b"a", b"b"): 1},
        {(b"a", b"b"): 2, (b"c", b"d"): 1},
        {(b"a", b"b"): 1, (b"c", b"d"): 1},  # a tie: not the first seen …
        {(b"c", b"d"): 1, (b"a", b"b"): 1},  # … and not the last seen
        {(b"a", b"b"): 1, (b"a", b"c"): 1},
        {(b"B", b"ZZ"): 4, (b"BA", b"A"): 4},  # half by half, not joined: b"BA" > b"B"
        {(b"b", b"a"): 4, (b"aa", b"a"): 4},  # length does not count
        {(b" ", b"a"): 4, (b"\xc3", b"\xa9"): 4},
        {(b"a", b"b"): 1, (b"B", b"c"): 1},  # capitals come first
        {(b"a", b"\x80"): 1, (b"a", b"\x81"): 1},  # no text, so not to be compared as text …
        {(b"a", b"\x80"): 1, (b"a", b"z"): 1},  # … with or without replacements and escapes
        {(b"\x80", b"a"): 1, (b"\xc3\xa9", b"a"): 1},
        pairs.count_pairs(_split(TOY)),
        *_ties(),
    ]
    check(fn, lambda counts: max(counts.items(), key=pairs.rank)[0], [(each,) for each in counts])


def _ties() -> Iterator[dict[Pair, int]]:
    """Every two of some tokens in a tie, as left halves and as right ones, in both orders."""
    tokens = [b" ", b"B", b"a", b"ab", b"b", b"\x7f", b"\x80", b"\xc3\xa9", b"\xe7\x89", b"\xff"]
    for one, other in permutations(tokens, 2):
        yield {(one, b"a"): 2, (other, b"a"): 2}
        yield {(b"a", one): 2, (b"a", other): 2}


def merge_word(fn: Function) -> None:
    """Check a learner's `merge_word` (notebook 02): join a pair, left to right, no overlap."""
    a_a, a_b = (b"a", b"a"), (b"a", b"b")
    inputs: list[tuple[list[bytes], Pair]] = [
        ([], a_b),
        ([b"a"], a_b),
        ([b"a", b"b"], a_b),
        ([b"b", b"a"], a_b),  # the order matters
        ([b"ab", b"c"], (b"a", b"bc")),  # the same bytes, but another pair
        ([b"a", b"a", b"a"], a_a),  # no overlap, and the left one wins
        ([b"a", b"a", b"a", b"a"], a_a),
        ([b"a", b"b", b"a", b"b"], a_b),
        ([b"a", b"a", b"b"], a_b),
        ([b"w", b"i", b"d", b"e", b"st"], (b"e", b"st")),
    ]
    check(fn, oracle=pairs.merge_word, inputs=inputs)


def learn_merges(fn: Function) -> None:
    """Check a learner's `learn_merges` (notebook 02): counts and a number to a list of merges."""
    inputs: list[tuple[PretokenCounts, int]] = [
        ({b"ab": 1}, 0),
        ({b"ab": 1}, 1),
        ({b"ab": 1}, 9),  # the pairs run out: stop, no error
        ({}, 1),
        ({b"a": 7}, 1),
        ({b"abab": 1}, 2),
        ({b"baaa": 1}, 3),  # ties between tokens of different length
        ({b"aaaaa": 1, b"bc": 3}, 1),  # overlaps count
        (TOY, 6),
        ({_random_text(length, seed=length): length for length in range(3, 20)}, 60),
    ]

    @wraps(fn)
    def merges_of(counts: PretokenCounts) -> Any:
        return fn(counts, sum(map(len, counts)))

    deeper = look_into("iter_merges", merges_of, fn, case=Counts)
    check(fn, oracle=_learn_merges, inputs=inputs, deeper=deeper)


def _learn_merges(counts: PretokenCounts, num_merges: int) -> Merges:
    # zip asks the range first: of a trainer no merge more is asked for than is wanted.
    return [merge.pair for _, merge in zip(range(num_merges), naive.iter_merges(counts))]  # noqa: B905


def _random_text(length: int, seed: int, alphabet: str = "ab") -> bytes:
    return "".join(random.Random(seed).choices(alphabet, k=length)).encode("utf-8")


def apply_merges(fn: Function) -> None:
    """Check a learner's `apply_merges` (notebook 02): a pre-token to its tokens."""
    inputs: list[tuple[bytes, Merges]] = [
        (b"", []),
        (b"ab", []),
        (b"ab", [(b"a", b"b")]),
        (b"aaa", [(b"a", b"a")]),
        (b"abc", [(b"b", b"c"), (b"a", b"b")]),  # the first merge learned comes first
        (b"abcab", [(b"a", b"b"), (b"ab", b"c")]),
        (b"newest", TOY_MERGES),
        (b"lowest", TOY_MERGES),
        ("né".encode(), TOY_MERGES),
    ]

    def applied(pretoken: bytes, merges: Merges) -> list[bytes]:
        return reduce(pairs.merge_word, merges, pairs.split_bytes(pretoken))

    check(fn, applied, inputs)


def train_bpe(fn: Function) -> None:
    """Check a learner's `train_bpe` (notebook 02): the assignment's problem train_bpe."""

    def merges_of_a_named_file() -> Merges:
        """The examination hands over paths; the assignment's `input_path` may be a str as well."""
        notes = Notes()
        # A learner's file may still be open, and Windows would not delete it.
        with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            path = Path(folder) / "corpus.txt"
            path.write_bytes(b"ab")
            trained = to_trained(fn(str(path), 258, ["<|endoftext|>"]), notes)
        if SWAPPED in notes.all:
            raise ShapeError("the two results swapped, merges before vocab")
        return trained.merges

    call = "{name}('corpus.txt', 258, ['<|endoftext|>'])[1], where the file holds b'ab'"
    right = [(b"a", b"b")]
    whole("train_bpe", fn, afterwards=lambda: one_more(fn, call, merges_of_a_named_file, right))
