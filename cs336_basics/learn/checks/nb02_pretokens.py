"""Checks for notebook 02: cutting a text into words, pre-tokens, and what special tokens leave."""

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
    end = "<|endoftext|>"
    inputs: list[tuple[str, list[str]]] = [
        ("a", []),
        ("ab", []),  # an empty pattern fits everywhere
        ("a", ["<e>"]),
        ("a<e>b", ["<e>"]),
        ("<e>a<e><e>", ["<e>"]),
        ("a.b", ["."]),  # regex characters mean nothing in a special token
        ("a|b", [end]),
        (f"a{end}b|c<d", [end]),
        ("a<e>b<s>c", ["<e>", "<s>"]),
        ("a<e>xb", ["<e>", "<e>x"]),  # of two that start together the longer
        ("a\n<e>\nb", ["<e>"]),
    ]

    def between(text: str, tokens: list[str]) -> list[str]:
        pieces = special_tokens.split_on_special(text.encode("utf-8"), tokens)
        return [piece.decode("utf-8") for _, piece, is_special in pieces if not is_special]

    def same(expected: list[str], got: list[str]) -> bool:
        return [piece for piece in expected if piece] == [piece for piece in got if piece]

    check(fn, between, inputs, same=same)
