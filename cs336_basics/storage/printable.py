"""What vocab.json and tokenizer.json share: `{printable token: id}`, special tokens as text."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from cs336_basics.datatypes import Merges, TokenizerData, Vocab
from cs336_basics.errors import FileFormatError
from cs336_basics.storage.byte_map import CHARACTER_TO_BYTE, from_printable, to_printable
from cs336_basics.text.utf8 import token_literal


def vocab_keys(data: TokenizerData, target: str) -> dict[str, int]:
    """Return `{key: id}` in the order of ids; special tokens stand as their own text.

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
    keys: Any, merges: Merges, special_tokens: Collection[str], source: str
) -> Vocab:
    """Turn `{key: id}` back into a vocabulary.

    A key that a merge makes, or that is one character, is printable bytes. Any other key that is
    listed as a special token is plain text.

    Raises:
        FileFormatError: not such a mapping, or a key with a character that stands for no byte.
    """
    if not isinstance(keys, dict):
        raise FileFormatError(f"{source}: expected a mapping from token to id")
    made = {to_printable(left + right) for left, right in merges}
    texts = frozenset(special_tokens)
    vocab: Vocab = {}
    for key, token_id in keys.items():
        if type(token_id) is not int or token_id < 0:
            raise FileFormatError(
                f"{source}: token {key!r} has the id {token_id!r}; expected token: number "
                "(some files hold number: token, which is another format)"
            )
        if token_id in vocab:
            raise FileFormatError(f"{source}: id {token_id} stands twice, for {key!r} again")
        plain = key in texts and key not in made and key not in CHARACTER_TO_BYTE
        vocab[token_id] = key.encode("utf-8") if plain else read_token(key, source)
    return vocab


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
