"""How the number of different pre-tokens grows with a text, and what that means for larger ones.

New text brings known words, mostly, and some new ones, without end: Heaps' law says that their
number grows as a power of the size. So a few sizes of a real text tell about larger ones.
"""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from tqdm import tqdm

from cs336_basics.corpus import count_range
from cs336_basics.corpus.chunks import split_source
from cs336_basics.corpus.sources import find_sources
from cs336_basics.measure import places

FREQUENT = 5
_STEP = 1_000_000  # bytes between two looks


class WordGrowth(NamedTuple):
    """The pre-tokens of the first part of a corpus. These are the columns of `word_growth.csv`.

    Attributes:
        corpus: file name of the text.
        megabytes: size of the part, 10**6 bytes.
        distinct: different pre-tokens in it.
        twice: those that occur at least twice.
        frequent: those that occur at least five times.
        pickled_megabytes: size of their counts on the way from a worker.
    """

    corpus: str
    megabytes: float
    distinct: int
    twice: int
    frequent: int
    pickled_megabytes: float


def word_growth(corpus: Path) -> list[WordGrowth]:
    """Count a corpus, with a row each time its counted part has doubled, and one at the end.

    Args:
        corpus: a text file, English by preference.

    Raises:
        OSError: it cannot be read.
    """
    [source] = find_sources(corpus)
    parts = list(split_source(source, _STEP, places.SPECIAL_TOKENS, "gpt2"))
    counts: Counter[str] = Counter()
    rows, size, mark = [], 0, 0
    for part in tqdm(parts, desc="counting", unit="MB"):
        counts.update(count_range(part, places.SPECIAL_TOKENS, "gpt2", "strict"))
        size += part.size
        if size >= mark or part is parts[-1]:
            twice, frequent = (sum(n >= least for n in counts.values()) for least in (2, FREQUENT))
            pickled = len(pickle.dumps(counts)) / 1e6
            part_so_far = corpus.name, size / 1e6, len(counts)
            rows.append(WordGrowth(*part_so_far, twice, frequent, pickled))
            mark = 2 * size
    return rows


def power_law(points: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """Fit y = factor * x ** exponent: a straight line through the logarithms.

    Args:
        points: (x, y), at least two, all above 0.

    >>> [round(each, 6) for each in power_law([(1, 3), (4, 6), (16, 12)])]
    [3.0, 0.5]
    """
    x, y = np.log(np.array(points, dtype=float)).T
    exponent, height = np.polyfit(x, y, 1)
    return float(np.exp(height)), float(exponent)
