"""One check for each exercise of the notebooks: `checks.count_pairs(my_count_pairs)`.

Each takes the learner's function and compares it with the package's own, or with values worked out
by hand. It prints a line when all is well, and raises `CheckFailed` with the smallest input that
fails.
"""

from __future__ import annotations

from cs336_basics.learn.checks._frame import CheckFailed
from cs336_basics.learn.checks.training import (
    apply_merges,
    base_vocab,
    best_pair,
    count_pairs,
    count_pretokens,
    learn_merges,
    merge_word,
    save_and_load,
    split_on_special,
    split_words,
    train_bpe,
)
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
    "apply_merges",
    "base_vocab",
    "best_pair",
    "breaking_input",
    "count_pairs",
    "count_pretokens",
    "encode_code_point",
    "find_controls",
    "from_hex",
    "label",
    "learn_merges",
    "merge_word",
    "save_and_load",
    "sizes",
    "split_on_special",
    "split_words",
    "train_bpe",
    "undecodable",
    "visible",
    "whole_prefix",
]
