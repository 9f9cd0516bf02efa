"""The experiments on trained tokenizers: bytes per token, longest tokens, what a vocabulary knows.

Source: CS336 assignment 1, section 2.7 (experiments).
"""

from __future__ import annotations

import time
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from cs336_basics.datatypes import TokenizerData, Vocab
from cs336_basics.tokenizer import Tokenizer

KINDS = (
    "word, with its space",
    "word or piece of one",
    "other scripts",
    "digits",
    "punctuation",
    "white space",
    "piece of a character",
)
"""Kinds of tokens, as `token_kind` names them."""


def trained_on(data: TokenizerData) -> str:
    """Say what a vocabulary was trained on, as far as its file tells.

    >>> corpus = [{"name": "a.txt", "size": 5_600_000}]
    >>> trained_on(TokenizerData({}, [], [], training={"corpus": corpus}))
    'a.txt, 5.6 MB'
    """
    corpus: Any = (data.training or {}).get("corpus", [{"name": "its file does not say"}])
    return "; ".join(
        f"{each['name']}, {each['size'] / 1e6:.1f} MB" if each.get("size") else each["name"]
        for each in corpus
    )


def bytes_per_token(tokenizer: Tokenizer, texts: Iterable[str]) -> float:
    """Return how many bytes of UTF-8 one token holds on average: all bytes over all tokens.

    The mean of each text's own ratio would be another number: there a short text would count as
    much as a long one.

    Args:
        tokenizer: what to encode with.
        texts: each is encoded on its own.

    Raises:
        ZeroDivisionError: there is no token in them.

    >>> bytes_per_token(Tokenizer({0: b"a", 1: b"b", 2: b"ab"}, [(b"a", b"b")]), ["ab", "abb"])
    1.6666666666666667
    """
    texts = list(texts)
    size = sum(len(text.encode("utf-8")) for text in texts)
    return size / sum(map(len, tokenizer.encode_batch(texts)))


def compression_matrix(
    tokenizers: Mapping[str, Tokenizer], corpora: Mapping[str, Sequence[str]]
) -> dict[str, dict[str, float]]:
    """Return bytes per token for every tokenizer (rows) on the texts of every corpus (columns)."""
    return {
        name: {corpus: bytes_per_token(tokenizer, texts) for corpus, texts in corpora.items()}
        for name, tokenizer in tokenizers.items()
    }


def bytes_per_second(tokenizer: Tokenizer, text: str, *, rounds: int = 3) -> float:
    """Return the speed of encoding in the middle of a long text, in bytes of UTF-8 a second.

    The first half is read before the clock starts: so common words are remembered, as they are for
    nearly all of a long text. The second half is new. Each round begins with nothing remembered.

    Args:
        tokenizer: its vocabulary is used, its memory is not.
        text: at least two characters; much more for a number that means something.
        rounds: how often to measure; the fastest round counts.
    """
    half, seconds = len(text) // 2, []
    for _ in range(rounds):
        fresh = Tokenizer(
            tokenizer.vocab, tokenizer.merges, tokenizer.special_tokens, pattern=tokenizer.pattern
        )
        fresh.encode(text[:half])
        start = time.perf_counter()
        fresh.encode(text[half:])
        seconds.append(time.perf_counter() - start)
    return len(text[half:].encode("utf-8")) / min(seconds)


def longest_tokens(
    vocab: Vocab, number: int, special_tokens: Sequence[str] = ()
) -> list[tuple[int, bytes]]:
    """Return the longest tokens in bytes as (id, token); of equally long ones the first learned.

    Args:
        vocab: id -> bytes.
        number: how many.
        special_tokens: left out; they are not learned.

    >>> longest_tokens({0: b"a", 1: b"abc", 2: b"<s>", 3: b"ab"}, 2, ["<s>"])
    [(1, b'abc'), (3, b'ab')]
    """
    special = {token.encode("utf-8") for token in special_tokens}
    items = [(i, token) for i, token in sorted(vocab.items()) if token not in special]
    return sorted(items, key=lambda item: -len(item[1]))[:number]


def only_in(vocab: Vocab, other: Vocab) -> list[bytes]:
    """Return the tokens of a vocabulary that another lacks, in the order of their ids.

    Ids say nothing here: the same token has different ids in two vocabularies.

    >>> only_in({0: b"a", 1: b"b"}, {7: b"a"})
    [b'b']
    """
    known = set(other.values())
    return [token for _, token in sorted(vocab.items()) if token not in known]


def token_kind(token: bytes) -> str:
    """Say what a token is: one of `KINDS`.

    >>> [token_kind(token) for token in (b" the", b"ing", b"``", b"\\n ")]
    ['word, with its space', 'word or piece of one', 'punctuation', 'white space']
    """
    try:
        text = token.decode("utf-8")
    except UnicodeDecodeError:
        return "piece of a character"
    visible = text.strip()
    if not visible:
        return "white space"
    letters = [c for c in visible if unicodedata.category(c)[0] in "LM"]
    if any("LATIN" not in unicodedata.name(c, "") for c in letters):
        return "other scripts"
    if letters:
        return "word, with its space" if text[0] == " " else "word or piece of one"
    return "digits" if any(c.isnumeric() for c in visible) else "punctuation"
