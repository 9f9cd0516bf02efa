"""Checks of notebook 05: where bytes, blocks and files may be cut."""

from __future__ import annotations

import io
import re
from functools import wraps
from tempfile import TemporaryFile
from typing import Any

from cs336_basics.corpus import chunks
from cs336_basics.learn.checker.cases import Cutting
from cs336_basics.learn.checker.frame import check
from cs336_basics.learn.checker.whole import Function, look_into
from cs336_basics.learn.checks._streams import sparing
from cs336_basics.text.safe_cuts import SafeCuts

__all__ = ["find_chunk_boundaries", "find_in_blocks", "is_safe_cut", "next_character"]

_MUCH = 1 << 24  # bytes of a file that is not to be read at once
_WORDS_ONLY = r"\S+|\s+"  # a pattern without safe cuts: what is left are special tokens


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
    check(spared, oracle, inputs, show=_with_runs)


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
    """Write a long run of one byte as a product, and many blocks by the first: nobody counts."""
    if isinstance(value, list) and len(value) > 20:
        return f"[{_with_runs(value[0])}, …: {len(value)} blocks]"
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
