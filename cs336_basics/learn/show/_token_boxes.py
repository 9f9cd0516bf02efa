"""The learner's own sentence in several tokenizers side by side, and one word merged by rank."""

from __future__ import annotations

import base64
import struct
from collections.abc import Mapping
from typing import Any

from cs336_basics.learn.show._frame import field, live
from cs336_basics.learn.show._html import Html
from cs336_basics.learn.show._merge_stepper import javascript_pattern
from cs336_basics.learn.show._tables import table
from cs336_basics.learn.show._tokens import tokens
from cs336_basics.tokenizer import Tokenizer
from cs336_basics.vocab import NUM_BYTES

_MOST_TEXT = 1000
_MOST_TOKENS = 1 << 16  # a token's number is packed into two bytes


def token_boxes(text: str, tokenizers: Mapping[str, Tokenizer], word: str = "") -> Html:
    """Show the tokens of a text in several tokenizers: ids, bytes, and characters torn apart.

    In a notebook that is run the text can be typed over, for every tokenizer with the gpt2 pattern
    and fewer than 65,536 tokens; below, one word is merged by rank, step by step.

    Args:
        text: what to begin with, up to 1,000 characters.
        tokenizers: name -> tokenizer.
        word: the word that is merged step by step; the longest of the text where it is empty.

    >>> toy = Tokenizer({0: b"a", 1: b"b", 2: b"ab"}, [(b"a", b"b")])
    >>> token_boxes("aab", {"toy": toy})
    tokenizer  tokens  bytes each  the text in tokens
    toy        2       1.5         a|ab
    """
    text = text[:_MOST_TEXT]
    rows, given = [], []
    for name, tokenizer in tokenizers.items():
        ids = tokenizer.encode(text)
        size = len(text.encode("utf-8", "replace"))
        pieces = [tokenizer.vocab[i] for i in ids]
        rows.append((name, len(ids), f"{size / max(1, len(ids)):.1f}", tokens(pieces)))
        made = [(i, _base64(piece)) for i, piece in zip(ids, pieces, strict=True)]
        given.append({"name": name, **(_packed(tokenizer) or {"rows": made})})
    return live(
        "Tokens of your own sentence",
        [
            field("text", "Your sentence", text, "textarea", maxlength=_MOST_TEXT),
            field("word", "One word of it, merged by rank", word, maxlength=64),
        ],
        {"pattern": javascript_pattern(), "text": text, "tokenizers": given},
        ["token_text.js", "tokens.js"],
        table(rows, ["tokenizer", "tokens", "bytes each", "the text in tokens"]),
    )


def _packed(tokenizer: Tokenizer) -> dict[str, Any] | None:
    """All that the page needs to encode by itself: each merge as two numbers of earlier tokens.

    Bytes have the numbers 0–255, what the first merge makes is 256, and so on. None where the
    tokenizer has more than can be written so.
    """
    ids = {token: i for i, token in sorted(tokenizer.vocab.items(), reverse=True)}
    numbers = {bytes([byte]): byte for byte in range(NUM_BYTES)}
    if (
        tokenizer.pattern != "gpt2"
        or tokenizer.special_ids
        or tokenizer.cut_last
        or not ids.keys() >= numbers.keys()
        or NUM_BYTES + len(tokenizer.merges) > _MOST_TOKENS
    ):
        return None
    pairs = bytearray()
    for rank, (left, right) in enumerate(tokenizer.merges):
        if left not in numbers or right not in numbers:
            return None
        pairs += struct.pack("<HH", numbers[left], numbers[right])
        numbers.setdefault(left + right, NUM_BYTES + rank)
    made = [ids[left + right] for left, right in tokenizer.merges]
    in_a_row = bool(made) and made == list(range(made[0], made[0] + len(made)))
    return {
        "ids": [ids[bytes([byte])] for byte in range(NUM_BYTES)],
        "first": made[0] if in_a_row else made,
        "pairs": _base64(bytes(pairs)),
        "specials": {token: ids[token.encode("utf-8")] for token in tokenizer.special_tokens},
    }


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")
