"""Cuts that no merge can cross, in plain Python: what notebook 09 goes on with after its exercises.

Why such a cut changes nothing is proved in `compiled.joints`.
"""

from __future__ import annotations

from collections.abc import Sequence

from cs336_basics.datatypes import Pair
from cs336_basics.merge_ranks import merge_by_rank


def joints(merges: Sequence[Pair]) -> set[tuple[int, int]]:
    """Collect the bytes a merge brings together: the last of its left, the first of its right.

    >>> joints([(b"lo", b"w")]) == {(ord("o"), ord("w"))}
    True
    """
    return {(left[-1], right[0]) for left, right in merges}


def cut(word: bytes, joints: set[tuple[int, int]]) -> list[bytes]:
    """Cut a word between two bytes wherever no merge can join them.

    >>> cut(b"abab", {(97, 98)})
    [b'ab', b'ab']
    """
    parts = []
    start = 0
    for i in range(1, len(word)):
        if (word[i - 1], word[i]) not in joints:
            parts.append(word[start:i])
            start = i
    return [*parts, word[start:]]


def contexts(merges: Sequence[Pair]) -> set[Pair]:
    """Collect what is around the joint of a merge: up to two bytes on each side.

    >>> contexts([(b"slo", b"wer")]) == {(b"lo", b"we")}
    True
    """
    return {(left[-2:], right[:2]) for left, right in merges}


def fits(word: bytes, place: int, contexts: set[Pair]) -> bool:
    """Say whether the bytes around a place are those of a merge; where none fits, we may cut.

    >>> [fits(word, 2, {(b"lo", b"we")}) for word in (b"lowed", b"aowed")]
    [True, False]
    """
    return any(
        (word[max(0, place - before) : place], word[place : place + after]) in contexts
        for before in (1, 2)
        for after in (1, 2)
    )


def cut_is_exact(word: bytes, parts: Sequence[bytes], merges: Sequence[Pair]) -> bool:
    """Say whether the parts, merged one by one, give the tokens of the whole word.

    >>> cut_is_exact(b"ab", [b"a", b"b"], [(b"a", b"b")])
    False
    """
    ranks = {pair: rank for rank, pair in enumerate(merges)}
    tokens = [token for part in parts for token in merge_by_rank(part, ranks)]
    return tokens == merge_by_rank(word, ranks)
