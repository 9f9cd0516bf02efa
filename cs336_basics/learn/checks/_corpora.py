"""Pre-token counts to try trainers on, what is taken from a trainer, and how pair counts change."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from itertools import islice
from typing import Any

from cs336_basics.datatypes import Merge, Pair, PretokenCounts
from cs336_basics.pairs import count_pairs

TOY: PretokenCounts = {b"low": 5, b"lower": 2, b"widest": 3, b"newest": 6}
"""The corpus of the assignment's problem bpe_example, already counted."""


def drawn(number: int, alphabets: Sequence[str]) -> list[PretokenCounts]:
    """Draw corpora of four short words each, the same ones in every run.

    >>> drawn(1, ["ab"])
    [{b'baabbbbaa': 4, b'aababba': 4, b'abab': 5, b'aaaa': 1}]
    """
    draw = random.Random(336)
    corpora = []
    for _ in range(number):
        letters = draw.choice(alphabets)
        every = ["".join(draw.choices(letters, k=draw.randint(1, 9))) for _ in range(4)]
        corpora.append({word.encode(): draw.randint(1, 5) for word in every})
    return corpora


def taken(trainer: Callable[[PretokenCounts], Iterable[Merge]]) -> Callable[..., list[Merge]]:
    """Make a function that returns the merges as a list.

    A word of n bytes has room for n - 1 merges: a trainer that goes on is cut off.
    """

    @wraps(trainer)
    def run(counts: PretokenCounts) -> list[Merge]:
        return list(islice(trainer(counts), sum(map(len, counts)) + 1))

    return run


def changes(before: Iterable[Any], after: Iterable[Any]) -> dict[Pair, int]:
    """Count the pairs of words twice, (tokens, frequency) each; return pair -> change.

    >>> changes([([b"a", b"b"], 2)], [([b"ab"], 2)])
    {(b'a', b'b'): -2}
    """
    old, new = count_pairs(before), count_pairs(after)
    every = {pair: new.get(pair, 0) - old.get(pair, 0) for pair in {**old, **new}}
    return {pair: change for pair, change in every.items() if change}
