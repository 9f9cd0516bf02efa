"""The theorem behind the cut: what no merge can join is never joined."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from cs336_basics.compiled.joints import find_joints, may_join
from cs336_basics.datatypes import Merges
from cs336_basics.merge_ranks import merge_by_rank

merge_lists = st.lists(st.tuples(*[st.text("abc", min_size=1, max_size=3).map(str.encode)] * 2))


@given(merges=merge_lists, word=st.text("abc", min_size=1, max_size=12).map(str.encode))
def test_cutting_where_nothing_joins_changes_no_token(merges: Merges, word: bytes) -> None:
    """The parts, merged one by one, give the tokens of the whole word."""
    ranks = {pair: rank for rank, pair in reversed(list(enumerate(merges)))}
    table = find_joints(merges).tolist()
    cuts = [i for i in range(1, len(word)) if not may_join(table, word[i - 1], word[i])]
    parts = [word[start:end] for start, end in pairwise([0, *cuts, len(word)])]

    by_parts = [token for part in parts for token in merge_by_rank(part, ranks)]

    assert merge_by_rank(word, ranks) == by_parts


@given(merges=merge_lists)
def test_the_table_holds_the_joints_of_the_merges_and_no_others(merges: Merges) -> None:
    """A pair of bytes is marked if and only if some merge brings it together."""
    joined = {(left[-1], right[0]) for left, right in merges}
    table = find_joints(merges).tolist()

    assert joined == {(x, y) for x in range(256) for y in range(256) if may_join(table, x, y)}
