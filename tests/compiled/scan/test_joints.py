"""The theorem behind the cut: what no merge can join is never joined."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from cs336_basics.compiled.scan.joints import context_mask, find_joints, may_join, may_join_here
from cs336_basics.datatypes import Merges
from cs336_basics.merge_ranks import merge_by_rank

merge_lists = st.lists(st.tuples(*[st.text("abc", min_size=1, max_size=3).map(str.encode)] * 2))
words = st.text("abc", min_size=1, max_size=12).map(str.encode)


def merged_in_parts(
    word: bytes, cuts: list[int], ranks: dict[tuple[bytes, bytes], int]
) -> list[bytes]:
    """The tokens of the parts of a word, merged one by one."""
    parts = [word[start:end] for start, end in pairwise([0, *cuts, len(word)])]
    return [token for part in parts for token in merge_by_rank(part, ranks)]


@given(merges=merge_lists, word=words)
def test_cutting_where_nothing_joins_changes_no_token(merges: Merges, word: bytes) -> None:
    """By one byte on each side, and by two."""
    ranks = {pair: rank for rank, pair in reversed(list(enumerate(merges)))}
    joints = find_joints(merges)
    table, mask = joints.tolist(), context_mask(joints)
    by_one = [i for i in range(1, len(word)) if not may_join(table, word[i - 1], word[i])]
    by_two = [i for i in range(2, len(word) - 1) if not may_join_here(table, mask, list(word), i)]

    assert merge_by_rank(word, ranks) == merged_in_parts(word, by_one, ranks)
    assert merge_by_rank(word, ranks) == merged_in_parts(word, by_two, ranks)


@given(merges=merge_lists)
def test_the_table_holds_the_joints_of_the_merges_and_no_others(merges: Merges) -> None:
    """A pair of bytes is marked if and only if some merge brings it together."""
    joined = {(left[-1], right[0]) for left, right in merges}
    table = find_joints(merges).tolist()

    assert joined == {(x, y) for x in range(256) for y in range(256) if may_join(table, x, y)}


@given(merges=merge_lists, word=words)
def test_two_bytes_on_each_side_tell_more(merges: Merges, word: bytes) -> None:
    """They forbid no cut that one byte allows, and allow none that a merge reaches over."""
    joints = find_joints(merges)
    table, mask = joints.tolist(), context_mask(joints)
    for i in range(2, len(word) - 1):
        fits = any(word[:i].endswith(a) and word[i:].startswith(b) for a, b in merges)
        joined = may_join_here(table, mask, list(word), i)

        assert fits <= joined <= bool(may_join(table, word[i - 1], word[i]))


def test_a_context_that_no_merge_has_is_a_cut() -> None:
    """The example of the module: after l o may come v e, but after a o nothing."""
    joints = find_joints([(b"l", b"o"), (b"lo", b"w"), (b"lo", b"ve")])
    table, mask = joints.tolist(), context_mask(joints)

    texts = [list(text) for text in (b"lover", b"aover", b"xowed")]

    assert [may_join(table, *text[1:3]) for text in texts] == [1, 1, 1]
    assert [may_join_here(table, mask, text, 2) for text in texts] == [1, 0, 1]
