"""Rows of the growth measurements, and the slope of a line through them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

Points = Sequence[tuple[float, float]]


class GrowthRow(NamedTuple):
    """One run. These are the columns of `profiles/growth/size.csv` and `vocab.csv`.

    Attributes:
        name: a trainer, or `pretokenize`.
        corpus: file name of the text that the pieces are cut from.
        megabytes: size of the text, 10**6 bytes.
        merges: made; 0 for `pretokenize`.
        pretokens: distinct pre-tokens in the text.
        seconds: for the merges, or for cutting and counting.
        memory: by which the peak memory of the process rose during that time, 10**6 bytes.
        instructions: executed by the processor, in 10**9, as valgrind counts them: the same on a
            busy machine as on a quiet one; None where they were not counted.
    """

    name: str
    corpus: str
    megabytes: float
    merges: int
    pretokens: int
    seconds: float
    memory: float
    instructions: float | None


def slope(points: Points) -> float | None:
    """Fit a straight line to points on log axes and return how steep it is.

    A slope of 1 means: ten times as much of x costs ten times as much of y. None for fewer than
    three points: two lie on a line whatever they are.

    >>> slope([(1, 3), (10, 300), (100, 30000)])
    2.0
    """
    if len(points) < 3:
        return None
    x, y = np.log(np.array(points, dtype=float)).T
    return round(float(np.polyfit(x, y, 1)[0]), 6)
