"""Checks of notebook 05: what is counted once, added up and timed."""

from __future__ import annotations

import math
from collections import Counter
from typing import Any

from cs336_basics.datatypes import PretokenCounts
from cs336_basics.learn.checker.frame import check, check_answer
from cs336_basics.learn.checks._roads import Function, Road, by_road
from cs336_basics.pairs import count_pairs, split_bytes
from cs336_basics.text import pretokenize

__all__ = ["cluster_hours", "count_stretches", "invented_pair", "join_counts"]


def count_stretches(fn: Function) -> None:
    """Check a learner's `count_stretches` (notebook 05): each different stretch is cut once."""
    texts = [
        "",
        "a",
        "a a",  # "a" and " a" are two pre-tokens
        "a a a a",
        "no, no, no!",
        "a  b",  # of two spaces only the second goes with the word
        "x\n\ny\n\n",  # the end of a text is white space alone
        "I'll see. I'll see. I'll say I'll see.",
    ]
    inputs = [(text,) for text in texts]
    often = (" the dog, the dog said: the dog!" * 9,)

    def fault(road: Road, _: Any) -> str | None:
        (text,) = road.arguments
        cut = [call["text"] for call in road.calls_of(pretokenize.pretokenize)]
        if not cut:
            return "it never calls `pretokenize.pretokenize`, which is to cut the stretches"
        if len(cut) > len(set(cut)):
            again = next(each for each in cut if cut.count(each) > 1)
            return f"it cuts {again!r} {cut.count(again)} times: each different stretch once"
        if sum(map(len, cut)) > len(text) / 2:
            longest = max(cut, key=len)
            return f"it cuts {longest[:20]!r}… in one piece: count stretches first, cut each once"
        return None

    check(
        by_road(fn, fault, plain=len(inputs), watch=[pretokenize.pretokenize]),
        oracle=lambda text: pretokenize.count_pretokens([text]),
        inputs=[*inputs, often],
    )


def join_counts(fn: Function) -> None:
    """Check a learner's `join_counts` (notebook 05): add up, and only then leave out."""
    inputs: list[tuple[list[PretokenCounts], int]] = [
        ([], 1),
        ([{b"a": 1}], 1),
        ([{b"a": 1}], 2),
        ([{b"a": 1}, {b"a": 1}], 2),  # rare in each part, not in all
        ([{b"a": 2}, {b"b": 3}], 3),
        ([{b"a": 1, b"b": 2}, {b"b": 2, b"c": 1}, {b"c": 1}], 2),
    ]

    def oracle(parts: list[PretokenCounts], min_count: int) -> PretokenCounts:
        total = sum(map(Counter, parts), Counter[bytes]())
        return {pretoken: count for pretoken, count in total.items() if count >= min_count}

    check(fn, oracle, inputs)


def invented_pair(fn: Function) -> None:
    """Check a learner's `invented_pair` (notebook 05): bytes that `ignore` makes a pair of."""

    def fault(data: object) -> str | None:
        if not isinstance(data, bytes):
            return "bytes"
        text = data.decode("utf-8", "ignore")
        if text.encode() == data:
            return "bytes that are not valid UTF-8"
        there = {data[i : i + 2] for i in range(len(data) - 1)}
        words = [split_bytes(word.encode()) for word in pretokenize.pretokenize(text)]
        made = {left + right for left, right in count_pairs((word, 1) for word in words)} - there
        if not made:
            return "a pair that appears when the bad bytes are left out, and is not there before"
        return "another pair than the (a, b) of the notebook" if made == {b"ab"} else None

    check_answer(fn, fault)


def cluster_hours(fn: Function) -> None:
    """Check a learner's `cluster_hours` (notebook 05): from size and speed to hours."""
    inputs = [(36_000.0, 10.0, 1), (36_000.0, 10.0, 2), (2_000.0, 5.0, 4), (12_000.0, 8.0, 16)]
    check(
        fn,
        oracle=lambda megabytes, speed, workers: megabytes / speed / workers / 3600,
        inputs=inputs,
        same=math.isclose,
    )
