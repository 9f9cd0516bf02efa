"""One check for each exercise of the notebooks: `checks.count_pairs(my_count_pairs)`.

Each takes the learner's function and compares it with the package's own, or with values worked out
by hand. It prints a line when all is well, and raises `CheckFailed` with the smallest input that
fails.
"""

from __future__ import annotations

from cs336_basics.learn.checks._frame import CheckFailed
from cs336_basics.learn.checks.chunking import (
    cluster_hours,
    count_stretches,
    find_chunk_boundaries,
    find_in_blocks,
    invented_pair,
    is_safe_cut,
    join_counts,
    next_character,
)
from cs336_basics.learn.checks.compiled import (
    chase,
    count_words,
    end_of_word,
    fill_table,
    find_slot,
    word_key,
    wrapped,
)
from cs336_basics.learn.checks.cutting import count_pretokens, split_on_special, split_words
from cs336_basics.learn.checks.experiments import (
    compression_ratio,
    longest_token,
    narrowest_dtype,
    only_in,
    pile_days,
    split_documents,
)
from cs336_basics.learn.checks.formats import byte_map, gpt2_text
from cs336_basics.learn.checks.heap import (
    compact,
    heap_key,
    is_heap,
    iter_merges_heap,
    pop_best,
    pop_order,
    pop_refreshed,
    total_changes,
)
from cs336_basics.learn.checks.incremental import (
    change_count,
    count_changes,
    hottest_lines,
    indexed,
    merge_changes,
    neighbours,
    rescan,
    smallest_difference,
    touched,
)
from cs336_basics.learn.checks.museum import apart, culprits, new_mistake, one_test
from cs336_basics.learn.checks.saving import save_load
from cs336_basics.learn.checks.threads import count_in_threads
from cs336_basics.learn.checks.tokenizing import (
    decode,
    decode_iterable,
    encode,
    last_safe_cut,
    merge_by_rank,
    split_keep_special,
    tokenizer,
)
from cs336_basics.learn.checks.training import (
    apply_merges,
    base_vocab,
    best_pair,
    count_pairs,
    learn_merges,
    merge_word,
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
from cs336_basics.learn.checks.whole import encode_iterable, iter_merges, token_file

__all__ = [
    "CheckFailed",
    "apart",
    "apply_merges",
    "base_vocab",
    "best_pair",
    "breaking_input",
    "byte_map",
    "change_count",
    "chase",
    "cluster_hours",
    "compact",
    "compression_ratio",
    "count_changes",
    "count_in_threads",
    "count_pairs",
    "count_pretokens",
    "count_stretches",
    "count_words",
    "culprits",
    "decode",
    "decode_iterable",
    "encode",
    "encode_code_point",
    "encode_iterable",
    "end_of_word",
    "fill_table",
    "find_chunk_boundaries",
    "find_controls",
    "find_in_blocks",
    "find_slot",
    "from_hex",
    "gpt2_text",
    "heap_key",
    "hottest_lines",
    "indexed",
    "invented_pair",
    "is_heap",
    "is_safe_cut",
    "iter_merges",
    "iter_merges_heap",
    "join_counts",
    "label",
    "last_safe_cut",
    "learn_merges",
    "longest_token",
    "merge_by_rank",
    "merge_changes",
    "merge_word",
    "narrowest_dtype",
    "neighbours",
    "new_mistake",
    "next_character",
    "one_test",
    "only_in",
    "pile_days",
    "pop_best",
    "pop_order",
    "pop_refreshed",
    "rescan",
    "save_load",
    "sizes",
    "smallest_difference",
    "split_documents",
    "split_keep_special",
    "split_on_special",
    "split_words",
    "token_file",
    "tokenizer",
    "total_changes",
    "touched",
    "train_bpe",
    "undecodable",
    "visible",
    "whole_prefix",
    "word_key",
    "wrapped",
]
