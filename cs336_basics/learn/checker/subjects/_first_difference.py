"""Where two lists of merges part, and what the text holds at that moment."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from cs336_basics.datatypes import Pair, PretokenCounts
from cs336_basics.learn.mistakes.recipe import Words
from cs336_basics.pairs import count_pairs, merge_word, split_bytes

Merged = Sequence[tuple[Any, int | None]]


def first_difference(expected: Sequence[Any], got: Sequence[Any]) -> int | None:
    """The first place where two sequences differ, None where they do not.

    >>> first_difference([1, 2, 3], [1, 2]), first_difference([1], [1])
    (2, None)
    """
    for i, (right, given) in enumerate(zip(expected, got, strict=False)):
        if right != given:
            return i
    return None if len(expected) == len(got) else min(len(expected), len(got))


def merge_evidence(counts: PretokenCounts, expected: Merged, got: Any) -> list[str]:
    """Say which merge is the first to differ, how often both pairs occur there, and in which words.

    Args:
        counts: the pre-token counts of the text.
        expected: the right merges, with counts.
        got: the learner's merges.

    >>> for line in merge_evidence({b"abc": 1}, [((b"b", b"c"), 1)], [((b"a", b"b"), 1)]):
    ...     print(line)
    the first difference is merge 0: right is (b'b', b'c'), yours is (b'a', b'b')
    at that moment both occur once
    (b'b', b'c') is in b'abc' = a|b|c
    (b'a', b'b') is in b'abc' = a|b|c
    """
    if not isinstance(got, list):
        return []
    place = first_difference([pair for pair, _ in expected], [pair for pair, _ in got])
    if place is None:
        return _count_evidence(expected, got)
    words = _words_after(counts, [pair for pair, _ in expected[:place]])
    occurring = count_pairs(words)
    right = expected[place][0] if place < len(expected) else None
    given = got[place][0] if place < len(got) else None
    lines = [
        f"the first difference is merge {place}: right is {_pair(right)}, yours is {_pair(given)}"
    ]
    known = [pair for pair in (right, given) if pair is not None]
    times = [_times(occurring.get(pair, 0)) for pair in known]
    if len(times) == 2 and times[0] == times[1]:
        lines.append(f"at that moment both occur {times[0]}")
    else:
        each = [f"{pair} occurs {often}" for pair, often in zip(known, times, strict=True)]
        lines.append(f"at that moment {' and '.join(each)}")
    return lines + [line for pair in known if (line := _where(pair, words))]


def _count_evidence(expected: Merged, got: Merged) -> list[str]:
    for place, ((pair, right), (_, given)) in enumerate(zip(expected, got, strict=True)):
        if given is not None and right != given:
            return [
                f"the pairs are right; merge {place}, {pair}, occurs {_times(right or 0)}, "
                f"and your count is {given}"
            ]
    return []


def _words_after(counts: PretokenCounts, merged: Sequence[Pair]) -> Words:
    words = [(split_bytes(pretoken), n) for pretoken, n in counts.items()]
    for pair in merged:
        words = [(merge_word(word, pair), n) for word, n in words]
    return words


def _where(pair: Pair, words: Words) -> str:
    holding = [(word, n) for word, n in words if pair in pairwise(word)]
    if not holding:
        return f"{pair} is in no word"
    shown = ", ".join(f"{b''.join(word)!r} = {_tokens(word)}" for word, _ in holding[:3])
    more = f", and {len(holding) - 3} more" if len(holding) > 3 else ""
    return f"{pair} is in {shown}{more}"


def _tokens(word: Sequence[bytes]) -> str:
    """Tokens side by side: `th|e`; a list of bytes would be hard to read."""
    return "|".join(repr(token)[2:-1].replace(" ", "␣") for token in word)


def _pair(pair: Pair | None) -> str:
    return "none, the merges have ended" if pair is None else str(pair)


def _times(number: int) -> str:
    return "once" if number == 1 else f"{number} times"
