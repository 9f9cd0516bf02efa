"""Checks for notebook 05: counting in pieces, and where bytes may be cut."""

from __future__ import annotations

import io
import math
import re
from collections import Counter
from collections.abc import Callable
from functools import wraps
from tempfile import TemporaryFile
from typing import Any

from cs336_basics.corpus import chunks
from cs336_basics.datatypes import PretokenCounts
from cs336_basics.learn.checker.cases import Cutting
from cs336_basics.learn.checker.frame import check, check_answer
from cs336_basics.learn.checker.whole import look_into
from cs336_basics.learn.checks._roads import Road, by_road
from cs336_basics.learn.checks._streams import blocks_text, sparing
from cs336_basics.pairs import count_pairs, split_bytes
from cs336_basics.text import pretokenize
from cs336_basics.text.safe_cuts import SafeCuts

__all__ = ["cluster_hours", "count_stretches", "find_chunk_boundaries", "find_in_blocks"]
__all__ += ["invented_pair", "is_safe_cut", "join_counts", "next_character"]

Function = Callable[..., Any]

_MUCH = 1 << 24  # bytes of a file that is not to be read at once
_WORDS_ONLY = r"\S+|\s+"  # a pattern without safe cuts: what is left are special tokens


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


def next_character(fn: Function) -> None:
    """Check a learner's `next_character` (notebook 05): move on to where a character starts."""

    def oracle(data: bytes, offset: int) -> int:
        starts = [len(data[:i].decode("utf-8", "ignore").encode()) == i for i in range(len(data))]
        return next((i for i in range(offset, len(data)) if starts[i]), len(data))

    inputs = [(b"a", 0), (b"ab", 1)]
    for text in ("é", "牛", "a牛b", "😀x"):
        data = text.encode()
        inputs += [(data, offset) for offset in range(len(data) + 1)]
    check(fn, oracle, sorted(inputs, key=lambda pair: len(pair[0])))


def find_in_blocks(fn: Function) -> None:
    """Check a learner's `find_in_blocks` (notebook 05): a token that may straddle blocks."""
    inputs: list[tuple[list[bytes], bytes]] = [
        ([], b"<e>"),
        ([b"<e>"], b"<e>"),
        ([b"ab"], b"<e>"),
        ([b"a<e>b<e>"], b"<e>"),
        ([b"ab", b"<e>"], b"<e>"),
        ([b"ab<", b"e>c"], b"<e>"),
        ([b"ab<e", b">c"], b"<e>"),
        ([b"<", b"e", b">"], b"<e>"),
        ([b"a<", b"<e>"], b"<e>"),  # a beginning that leads nowhere, then the token
        ([b"a<e", b"<e>"], b"<e>"),
        ([b"abcd", b"<|endof", b"text", b"|>xy"], b"<|endoftext|>"),
        ([b"a" * 9, b"", b"b<e", b">", b"<e>"], b"<e>"),
        ([b"a" * 65_536] * 63 + [b"a<", b"e>"], b"<e>"),  # longer than memory, let us say
    ]

    def oracle(blocks: list[bytes], token: bytes) -> int | None:
        offset = b"".join(blocks).find(token)
        return None if offset < 0 else offset

    spared = sparing(fn, lambda blocks, _: sum(map(len, blocks)))
    check(spared, oracle, inputs, show=blocks_text)


def find_chunk_boundaries(fn: Function) -> None:
    """Check a learner's `find_chunk_boundaries` (notebook 05): chunks that begin with a token."""
    end = b"<|endoftext|>"
    inputs: list[tuple[bytes, int, bytes]] = [
        (b"", 1, b"<e>"),
        (b"aa", 1, b"<e>"),
        (b"aa", 2, b"<e>"),  # no token: one chunk
        (b"a<e>b", 2, b"<e>"),  # the guess is inside the token
        (b"a<e>bb<e>cc", 2, b"<e>"),
        (b"aaa<e>bbb", 3, b"<e>"),  # the guess is right already
        (b"aaaaaaaaa<e>", 3, b"<e>"),  # two guesses meet
        (b"a<e>" * 9, 4, b"<e>"),
        (("牛" * 40 + end.decode() + "羊" * 9).encode(), 4, end),
    ]
    # However a learner reads, in blocks of a power of two: the token straddles two of them.
    for block in (2**power for power in range(4, 17)):
        guess = block + len(end)
        data = b"a" * (guess + block - 3) + end
        inputs.append((data.ljust(2 * guess, b"b"), 2, end))

    # Longer than memory, let us say; a token comes soon after each guess.
    third = _MUCH // 3
    much = b"a" * third + b"<e>" + b"b" * third + b"<e>" + b"c" * (third - 6)
    inputs.append((much, 3, b"<e>"))

    @wraps(fn)
    def on_file(data: bytes, number: int, token: bytes) -> Any:
        if len(data) < _MUCH // 2:
            return fn(io.BytesIO(data), number, token)
        with TemporaryFile() as file:
            file.write(data)
            file.seek(0)
            return sparing(fn, lambda *_: len(data))(file, number, token)

    check(
        on_file,
        oracle=lambda data, number, token: chunks.find_chunk_boundaries(
            io.BytesIO(data), number, token, pattern=_WORDS_ONLY
        ),
        inputs=inputs,
        show=_with_runs,
        form="{name}(a file that holds {arguments})",
        deeper=look_into("find_chunk_boundaries", fn, case=Cutting),
    )


def _with_runs(value: object) -> str:
    """Write a long run of one byte as a product: nobody counts 4,096 letters."""
    if not isinstance(value, bytes) or len(value) < 40:
        return repr(value)
    parts = re.finditer(rb"(?s)(.)\1{19,}|(?:(?!(.)\2{19,}).)+", value)
    return " + ".join(
        f"{part[1]!r} * {len(part[0])}" if part[1] else repr(part[0]) for part in parts
    )


def is_safe_cut(fn: Function) -> None:
    """Check a learner's `is_safe_cut` (notebook 05): the rule of gpt2, with special tokens."""
    texts: list[tuple[str, list[str]]] = [
        ("ab", []),
        ("a b", []),
        ("a\nb", []),
        ("a  b", []),
        ("a\n\n\nb", []),
        ("!\n", []),
        ("a<e>b", ["<e>"]),
        ("a b c", ["b c"]),  # a special token with a space in it
        ("a<e> b", ["<e>"]),
        ("<a<b>x", ["<a<", "<b>x"]),  # where one begins, another may still go on
        ("a <e>", ["<e>"]),
    ]
    inputs = [(text, cut, specials) for text, specials in texts for cut in range(1, len(text))]

    def oracle(text: str, cut: int, specials: list[str]) -> bool:
        # All these texts are ASCII: an offset in the text is one in its bytes.
        return SafeCuts("gpt2", specials).is_safe(text.encode(), cut)

    check(fn, oracle, inputs)


def cluster_hours(fn: Function) -> None:
    """Check a learner's `cluster_hours` (notebook 05): from size and speed to hours."""
    inputs = [(36_000.0, 10.0, 1), (36_000.0, 10.0, 2), (2_000.0, 5.0, 4), (12_000.0, 8.0, 16)]
    check(
        fn,
        oracle=lambda megabytes, speed, workers: megabytes / speed / workers / 3600,
        inputs=inputs,
        same=math.isclose,
    )
