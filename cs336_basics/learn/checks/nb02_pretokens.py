"""Checks of notebook 02: cutting a text into words, pre-tokens, and what special tokens leave."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from cs336_basics.datatypes import PretokenCounts
from cs336_basics.learn.checker.frame import check
from cs336_basics.text import pretokenize, special_tokens

__all__ = ["count_pretokens", "split_on_special", "split_words"]

Function = Callable[..., Any]

_WORD_OR_CHARACTER = r" ?\p{L}+|[\s\S]"


def split_words(fn: Function) -> None:
    """Check a learner's `split_words` (notebook 02): words with their space, else characters."""
    texts = [
        "",
        "a",
        "\n",  # `.` stops at a line end
        "éa",  # `[a-z]` knows no accents
        "a7",  # `\w` takes digits too
        "a_",
        " a",
        "  a",  # only one space belongs to the word
        "a!",
        "dog! dog. dogs",
        "Ça va?\n你好 12",
    ]
    check(
        fn,
        oracle=partial(pretokenize.pretokenize, pattern=_WORD_OR_CHARACTER),
        inputs=[(text,) for text in texts],
    )


def count_pretokens(fn: Function) -> None:
    """Check a learner's `count_pretokens` (notebook 02): one text to pre-token counts, as bytes."""
    texts = [
        "",
        "a",
        "a a",
        "é",
        "\r\n",
        "a  b",  # the last space of a run goes with the word
        "I'll, he'll",
        "x\n\ny\n\n",
        "dog! dog. Two dogs: 2 dogs?",
    ]

    def counted(text: str) -> PretokenCounts:
        counts = pretokenize.count_pretokens([text])
        return {pretoken.encode("utf-8"): count for pretoken, count in counts.items()}

    check(fn, counted, [(text,) for text in texts])


def split_on_special(fn: Function) -> None:
    """Check a learner's `split_on_special` (notebook 02): the texts between special tokens.

    Empty pieces may be left in or out: they hold no pairs.
    """

    def between(text: str, tokens: list[str]) -> list[str]:
        return [piece for piece, is_special in pieces(text, tokens) if not is_special]

    def same(expected: list[str], got: list[str]) -> bool:
        return [piece for piece in expected if piece] == [piece for piece in got if piece]

    check(fn, between, WITH_SPECIALS, same=same)


_END = "<|endoftext|>"

WITH_SPECIALS: list[tuple[str, list[str]]] = [
    ("", []),
    ("a", []),
    ("ab", []),  # an empty pattern fits everywhere
    ("a b\nc", []),
    ("a", ["<e>"]),
    ("<e>", ["<e>"]),
    ("ab.c", ["."]),  # regex characters mean nothing in a special token
    ("a|b", [_END]),
    ("a<e>b", ["<e>"]),
    ("<e>a<e><e>", ["<e>"]),
    ("a<e>xb", ["<e>", "<e>x"]),  # of two that start together the longer
    ("a<e>xb", ["<e>x", "<e>"]),
    ("a<b>xc", ["<b", "<b>x", "b>"]),  # the leftmost, then the longest
    ("to be", ["be", "to"]),
    ("a<e><s>b<e>c", ["<e>", "<s>"]),
    ("a<e> \n<e>\né", ["<e>"]),  # the space beside it is text
    (f"a{_END}b|c<d", [_END]),
    (f"a{_END}{_END}b", [_END, _END + _END]),
]
"""Texts and the special tokens to look for in them."""


def pieces(text: str, tokens: list[str]) -> list[tuple[str, bool]]:
    """Split a text as the package does: each piece, and whether it is a special token."""
    parts = special_tokens.split_on_special(text.encode("utf-8"), tokens)
    return [(part.decode("utf-8"), is_special) for _, part, is_special in parts]
