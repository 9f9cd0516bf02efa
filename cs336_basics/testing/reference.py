"""Encoding as the definition says it: slow, short, and without a line of the real encoder.

Source: CS336 assignment 1, sections 2.4 (special tokens) and 2.6.1 (encoding text).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cs336_basics.datatypes import Merges, TokenizerData
from cs336_basics.text.pretokenize import pretokenize


def tokens_of(data: TokenizerData, text: str) -> list[bytes]:
    """Return the tokens of a text, as bytes.

    Args:
        data: a tokenizer whose special tokens are all looked for at once (no `cut_last`).
        text: without lone surrogates.

    >>> tokens_of(TokenizerData({}, [(b"a", b"b")], ["<s>"]), "ab<s>b")
    [b'ab', b'<s>', b'b']
    """
    tokens: list[bytes] = []
    for part, is_special in split_on_special(text, data.special_tokens):
        if is_special:
            tokens.append(part.encode("utf-8"))
        else:
            for pretoken in pretokenize(part, data.pattern):
                tokens += merge(pretoken.encode("utf-8"), data.merges)
    return tokens


def split_on_special(text: str, special_tokens: Sequence[str]) -> Iterator[tuple[str, bool]]:
    """Cut a text at its special tokens: the leftmost first, of those the longest.

    >>> list(split_on_special("a<s><s>b", ["<s>", "<s><s>"]))
    [('a', False), ('<s><s>', True), ('b', False)]
    """
    start = place = 0
    while place < len(text):
        here = [token for token in special_tokens if text.startswith(token, place)]
        if not here:
            place += 1
            continue
        if start < place:
            yield text[start:place], False
        longest = max(here, key=len)
        yield longest, True
        start = place = place + len(longest)
    if start < place:
        yield text[start:], False


def merge(pretoken: bytes, merges: Merges) -> list[bytes]:
    """Do the merges of a trained tokenizer one after the other, each from left to right.

    >>> merge(b"aaa", [(b"a", b"a")])
    [b'aa', b'a']
    """
    word = [bytes([byte]) for byte in pretoken]
    for left, right in merges:
        place = 0
        while place + 1 < len(word):
            if (word[place], word[place + 1]) == (left, right):
                word[place : place + 2] = [left + right]
            place += 1
    return word
