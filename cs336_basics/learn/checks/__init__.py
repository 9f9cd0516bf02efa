"""One check for each exercise of the notebooks: `checks.count_pairs(my_count_pairs)`.

Each takes the learner's function and compares it with the package's own, or with values worked out
by hand. It prints a line when all is well, and raises `CheckFailed` with the smallest input that
fails.
"""

from __future__ import annotations

from cs336_basics.learn.checks._frame import CheckFailed
from cs336_basics.learn.checks.unicode import (
    breaking_input,
    encode_code_point,
    find_controls,
    from_hex,
    label,
    sizes,
    undecodable,
    visible,
    whole_prefix,
)

__all__ = [
    "CheckFailed",
    "breaking_input",
    "encode_code_point",
    "find_controls",
    "from_hex",
    "label",
    "sizes",
    "undecodable",
    "visible",
    "whole_prefix",
]
