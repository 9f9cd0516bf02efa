"""What vocab.json and tokenizer.json share: `{printable token: id}`, special tokens as text."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from itertools import chain
from operator import methodcaller
from typing import Any

from cs336_basics.datatypes import Merges, TokenizerData, Vocab
from cs336_basics.errors import FileFormatError
from cs336_basics.storage.byte_map import (
    CHARACTER_TO_BYTE,
    all_from_printable,
    from_printable,
    to_printable,
)
from cs336_basics.text.utf8 import token_literal

_SPACES = methodcaller("count", " ")


def vocab_keys(data: TokenizerData, target: str) -> dict[str, int]:
    """Return `{key: id}` in the order of ids; special tokens are their own text.

    Raises:
        FileFormatError: two tokens would share a key, or one would need two; it names the token.

    >>> vocab_keys(TokenizerData({0: b" a", 1: b"<s>"}, [], ["<s>"]), "vocab.json")
    {'Ġa': 0, '<s>': 1}
    """
    special = {token.encode("utf-8"): token for token in data.special_tokens}
    own, texts = data.special_ids or {}, frozenset(data.special_tokens)
    made = {left + right for left, right in data.merges}
    keys: dict[str, int] = {}
    for token_id, token in sorted(data.vocab.items()):
        printable = to_printable(token)
        text = special.get(token, printable)
        has_own = text in own  # then its bytes are an ordinary token too, with another id
        key = text if own.get(text, token_id) == token_id else printable
        kind = "special token" if token in special or key in texts else "token"
        named = f"{target}: {kind} {key!r} (id {token_id}, {token_literal(token)})"
        if key in keys:
            raise FileFormatError(
                f"{named} is written like id {keys[key]}; this format cannot hold both"
            )
        if key != printable and not has_own and (len(token) == 1 or token in made):
            # Merges would look for the one, text for the other.
            raise FileFormatError(
                f"{named} is an ordinary token too, which this format writes {printable!r}"
            )
        if key != printable and key in CHARACTER_TO_BYTE:
            raise FileFormatError(f"{named} would be read back as the byte {key!r} stands for")
        keys[key] = token_id
    return keys


def read_vocab_keys(
    keys: Any,
    merges: Merges,
    special_tokens: Collection[str],
    source: str,
    tokens: Mapping[str, bytes] | None = None,
) -> Vocab:
    """Turn `{key: id}` back into a vocabulary.

    A key that a merge makes, or that is one character, is printable bytes. Any other key that is
    listed as a special token is plain text.

    Args:
        keys: `{key: id}`, as it was read.
        merges: in rank order.
        special_tokens: which keys may be plain text.
        source: the file's name, for errors.
        tokens: the `tokens_of_keys`, where they are at hand.

    Raises:
        FileFormatError: not such a mapping, or a key with a character that stands for no byte.
    """
    if not isinstance(keys, dict):
        raise FileFormatError(f"{source}: expected a mapping from token to id")
    texts = frozenset(special_tokens)
    if tokens is None:
        tokens = tokens_of_keys(keys, special_tokens)
    if len(tokens) == len(keys) and _are_ids(keys.values()):
        # As nearly always: then Python does not look at thousands of tokens one by one.
        vocab = dict(zip(keys.values(), tokens.values(), strict=True))
        other = [key for key in texts if key in keys and tokens[key] != key.encode("utf-8")]
        for key in _plain_keys(other, merges):
            vocab[keys[key]] = key.encode("utf-8")
        return vocab
    plain, vocab = _plain_keys(texts, merges), {}
    for key, token_id in keys.items():
        if type(token_id) is not int or token_id < 0:
            raise FileFormatError(
                f"{source}: token {key!r} has the id {token_id!r}; expected token: number "
                "(some files hold number: token, which is another format)"
            )
        if token_id in vocab:
            raise FileFormatError(f"{source}: id {token_id} stands twice, for {key!r} again")
        vocab[token_id] = key.encode("utf-8") if key in plain else read_token(key, source)
    return vocab


def tokens_of_keys(keys: Any, special_tokens: Collection[str]) -> dict[str, bytes]:
    """Turn the keys of a vocabulary into bytes, all at once; leave out what has no such bytes.

    >>> tokens_of_keys({"Ġt": 0, "<s> ": 1}, ["<s> "])
    {'Ġt': b' t'}
    """
    if not isinstance(keys, dict):
        return {}
    try:
        return dict(zip(keys, all_from_printable(keys), strict=True))
    except ValueError:
        texts = frozenset(special_tokens)
    with suppress(ValueError):
        left = [key for key in keys if key not in texts]
        return dict(zip(left, all_from_printable(left), strict=True))
    return {}


def _are_ids(values: Collection[Any]) -> bool:
    """Say whether these are whole numbers from 0 on, each once."""
    return (
        set(map(type, values)) <= {int}
        and min(values, default=0) >= 0
        and len(set(values)) == len(values)
    )


def _plain_keys(texts: Collection[str], merges: Merges) -> set[str]:
    """Return those special tokens whose key is their own text, and not printable bytes."""
    plain = {text for text in texts if text not in CHARACTER_TO_BYTE}
    if any(not text.isascii() for text in plain):  # in ASCII both are the same
        plain -= {to_printable(left + right) for left, right in merges}
    return plain


def read_token(text: str, source: str) -> bytes:
    """Turn a printable token into bytes.

    Raises:
        FileFormatError: a character that stands for no byte.

    >>> read_token("Ġt", "merges.txt")
    b' t'
    """
    try:
        return from_printable(text)
    except KeyError as error:
        raise FileFormatError(
            f"{source}: token {text!r} holds {error.args[0]!r}, which stands for no byte; "
            "if it is a special token, name it in special_tokens"
        ) from None


def merge_lines(merges: Merges) -> list[list[str]]:
    """Return each merge as two printable tokens."""
    return [[to_printable(left), to_printable(right)] for left, right in merges]


def merges_of_lines(
    lines: Sequence[Any], tokens: Mapping[str, bytes], place: Callable[[int], str]
) -> Merges:
    """Turn merges, each of two printable tokens, into pairs.

    Args:
        lines: lists of two, or text with a space between.
        tokens: printable token -> bytes, of as many as are known.
        place: what to call a merge in an error, by its place in the list.

    Raises:
        FileFormatError: as `read_merge`.

    >>> merges_of_lines(["Ġ t"], {}, "merge {}".format)
    [(b' ', b't')]
    """
    kinds = set(map(type, lines))
    merges: Merges | None = None
    if kinds == {str} and set(map(_SPACES, lines)) == {1}:
        merges = pairs_of(" ".join(lines).split(" "), tokens)
    elif kinds == {list} and set(map(len, lines)) == {2}:
        merges = pairs_of(list(chain.from_iterable(lines)), tokens)
    if merges is not None:
        return merges
    parts = (line.split(" ") if isinstance(line, str) else line for line in lines)
    return [read_merge(both, place(i)) for i, both in enumerate(parts)]


def pairs_of(row: list[Any], tokens: Mapping[str, bytes]) -> Merges | None:
    """Turn printable tokens in a row, two a merge, into pairs; None if one is not known.

    >>> pairs_of(["Ġ", "t"], {"Ġ": b" ", "t": b"t"})
    [(b' ', b't')]
    """
    try:
        known = map(tokens.__getitem__, row)
        return None if "" in tokens else list(zip(known, known, strict=True))
    except (KeyError, TypeError):
        return None


def read_merge(parts: Any, place: str) -> tuple[bytes, bytes]:
    """Turn two printable tokens into a pair.

    Raises:
        FileFormatError: not exactly two, or empty ones, or characters that stand for no byte.

    >>> read_merge(["Ġ", "t"], "merges.txt: line 1")
    (b' ', b't')
    """
    tokens = parts if isinstance(parts, list) else []
    if len(tokens) != 2 or not all(isinstance(token, str) and token for token in tokens):
        raise FileFormatError(f"{place}: expected two tokens with one space between, found {parts}")
    left, right = (read_token(token, place) for token in tokens)
    return left, right
