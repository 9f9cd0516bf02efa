"""tokenizer.json, the one file of Hugging Face's `tokenizers`: same ids there as here.

Its regular expressions are those of another engine (`hf_pattern`); what else is in it may change no
id (`hf_parts`).
"""

from __future__ import annotations

from pathlib import Path
from reprlib import repr as short
from typing import Any

from cs336_basics.datatypes import TokenizerData
from cs336_basics.errors import FileFormatError, SpecialTokenError
from cs336_basics.storage.hf_parts import AFFIXES, read_pattern, refuse_other_ids, write_pattern
from cs336_basics.storage.printable import (
    merge_lines,
    merges_of_lines,
    read_vocab_keys,
    tokens_of_keys,
    vocab_keys,
)
from cs336_basics.storage.sidecar import read_json, write_json
from cs336_basics.text.special_finder import order_matters
from cs336_basics.text.special_tokens import check_special_tokens
from cs336_basics.text.utf8 import token_literal
from cs336_basics.vocab import own_special_ids


def save(data: TokenizerData, path: Path) -> None:
    """Write one JSON file, whole or not at all.

    Raises:
        FileFormatError: two tokens would be written alike, so one would be lost, or the pattern
            means something else to that library, or nothing.
        OSError: it cannot be written.
    """
    keys, cut_last = vocab_keys(data, str(path)), frozenset(data.cut_last or ())
    added = [
        {
            "id": keys[token],
            "content": token,
            "single_word": False,
            "lstrip": False,
            "rstrip": False,
            "normalized": token in cut_last,
            "special": True,
        }
        for token in data.special_tokens
    ]
    split = {
        "type": "Split",
        "pattern": {"Regex": write_pattern(data.pattern, str(path))},
        "behavior": "Isolated",
        "invert": False,
    }
    byte_level = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True}
    content = {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": added,
        "normalizer": None,
        "pre_tokenizer": {
            "type": "Sequence",
            "pretokenizers": [split, {**byte_level, "use_regex": False}],
        },
        "post_processor": None,
        "decoder": {**byte_level, "use_regex": True},
        "model": {
            "type": "BPE",
            "dropout": None,
            "unk_token": None,
            **dict.fromkeys(AFFIXES),
            "fuse_unk": False,
            "byte_fallback": False,
            "ignore_merges": False,
            "vocab": keys,
            "merges": merge_lines(data.merges),
        },
    }
    write_json(content, path)


def load(path: Path) -> TokenizerData:
    """Read a byte-level BPE tokenizer.json, ours or another's.

    Raises:
        FileFormatError: damaged, or it does something this package does not (it says what).
        OSError: it is missing or cannot be read.
    """
    content = read_json(path)
    model = content.get("model") if isinstance(content, dict) else None
    if not isinstance(model, dict) or model.get("type", "BPE") != "BPE":
        raise FileFormatError(f"{path}: no BPE model in it")
    refuse_other_ids(content, model, str(path))
    if not isinstance(model.get("merges"), list):
        raise FileFormatError(f"{path}: model.merges is not a list")
    added, normalized = _read_added(content.get("added_tokens"), str(path))
    tokens = tokens_of_keys(model.get("vocab"), added)
    merges = merges_of_lines(model["merges"], tokens, lambda rank: f"{path}: merge {rank}")
    vocab = read_vocab_keys(model.get("vocab"), merges, added, str(path), tokens)
    for token, token_id in added.items():
        if (other := model["vocab"].get(token, token_id)) != token_id:
            raise FileFormatError(
                f"{path}: added token {token!r} has the id {token_id}, and {other} in model.vocab"
            )
        if vocab.setdefault(token_id, token.encode("utf-8")) != token.encode("utf-8"):
            raise FileFormatError(
                f"{path}: id {token_id} is {token_literal(vocab[token_id])}, and the added token "
                f"{token!r} too"
            )
    pattern = read_pattern(content.get("pre_tokenizer"), str(path))
    first = [token for token in added if token not in normalized]
    return TokenizerData(
        vocab,
        merges,
        list(added),
        pattern,
        special_ids=own_special_ids(vocab, added, added) or None,
        cut_last=normalized if order_matters(first, normalized) else None,
    )


def _read_added(node: Any, source: str) -> tuple[dict[str, int], list[str]]:
    """Return special token -> id, and those that are cut out of the normalized text: later."""
    if not isinstance(node, list | None):
        raise FileFormatError(f"{source}: added_tokens is not a list")
    added: dict[str, int] = {}
    normalized: list[str] = []
    for entry in node or []:
        token = entry.get("content") if isinstance(entry, dict) else None
        if not isinstance(token, str) or type(entry.get("id")) is not int or entry["id"] < 0:
            raise FileFormatError(f"{source}: added_tokens holds {short(entry)}")
        if flags := [flag for flag in ("single_word", "lstrip", "rstrip") if entry.get(flag)]:
            raise FileFormatError(f"{source}: added token {token!r} is {flags}; matched otherwise")
        added[token] = entry["id"]
        if entry.get("normalized"):
            normalized.append(token)
    try:
        check_special_tokens(list(added))
    except SpecialTokenError as error:
        raise FileFormatError(f"{source}: added_tokens: {error}") from error
    return added, normalized
