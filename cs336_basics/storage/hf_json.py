"""tokenizer.json, the one file of Hugging Face's `tokenizers`: same ids there as here.

That library reads regular expressions with another engine: `{1,3}+` means "repeat" to it, not "keep
hold", and `$` ends a line. So each named pattern has a form for it, and is known again by it.
"""

from __future__ import annotations

import re
from pathlib import Path
from reprlib import repr as short
from typing import Any

from cs336_basics.datatypes import TokenizerData
from cs336_basics.errors import FileFormatError, SpecialTokenError
from cs336_basics.pretokenize import PATTERNS
from cs336_basics.special_finder import order_matters
from cs336_basics.special_tokens import check_special_tokens
from cs336_basics.storage.printable import merge_lines, read_merge, read_vocab_keys, vocab_keys
from cs336_basics.storage.sidecar import read_json, write_json
from cs336_basics.utf8 import token_literal
from cs336_basics.vocab import own_special_ids

_THEIR_PATTERNS = {
    "gpt2": PATTERNS["gpt2"].source,
    "cl100k": (
        r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}"
        r"| ?[^\s\p{L}\p{N}]+[\r\n]*|\s+\z|\s*[\r\n]|\s+(?!\S)|\s"
    ),
    "o200k": PATTERNS["o200k"].source,
}
_KEEPS_HOLD = re.compile(r"\{\d*,?\d*\}\+")
_AFFIXES = ("continuing_subword_prefix", "end_of_word_suffix")


def save(data: TokenizerData, path: Path) -> None:
    """Write one JSON file, whole or not at all.

    Raises:
        FileFormatError: two tokens would be written alike, so one would be lost, or the pattern
            means something else to that library.
        OSError: it cannot be written.
    """
    if data.pattern not in _THEIR_PATTERNS and (found := _KEEPS_HOLD.search(data.pattern)):
        raise FileFormatError(
            f"{path}: in the pattern, {found.group()} keeps hold of what it matched; this format's "
            "readers take it for a repetition. Write it without the last +"
        )
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
        "pattern": {"Regex": _THEIR_PATTERNS.get(data.pattern, data.pattern)},
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
            **dict.fromkeys(_AFFIXES),
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
    _refuse_other_ids(content, model, str(path))
    if not isinstance(model.get("merges"), list):
        raise FileFormatError(f"{path}: model.merges is not a list")
    merges = [
        read_merge(merge.split(" ") if isinstance(merge, str) else merge, f"{path}: merge {rank}")
        for rank, merge in enumerate(model["merges"])
    ]
    added, normalized = _read_added(content.get("added_tokens"), str(path))
    vocab = read_vocab_keys(model.get("vocab"), merges, added, str(path))
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
    pattern = _read_pattern(content.get("pre_tokenizer"), str(path))
    first = [token for token in added if token not in normalized]
    return TokenizerData(
        vocab,
        merges,
        list(added),
        pattern,
        special_ids=own_special_ids(vocab, added, added) or None,
        cut_last=normalized if order_matters(first, normalized) else None,
    )


def _refuse_other_ids(content: dict[str, Any], model: dict[str, Any], source: str) -> None:
    """Refuse what would give other ids there than here."""
    outer = ("normalizer", "truncation", "padding")
    inner = ("ignore_merges", "byte_fallback", "unk_token", "dropout", *_AFFIXES)
    found = {name: content.get(name) for name in outer}
    found |= {f"model.{name}": model.get(name) for name in inner}
    processor = content.get("post_processor")
    if not isinstance(processor, dict) or processor.get("type") != "ByteLevel":
        found["post_processor"] = processor
    for place, value in found.items():
        if value:
            raise FileFormatError(f"{source}: {place} is {short(value)}, which changes the ids")


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


def _read_pattern(node: Any, source: str) -> str:
    steps = node.get("pretokenizers", [node]) if isinstance(node, dict) else []
    if not isinstance(steps, list) or not all(isinstance(step, dict) for step in steps):
        raise FileFormatError(f"{source}: pre_tokenizer is damaged")
    kinds = [step.get("type") for step in steps]
    if any(step.get("add_prefix_space") for step in steps):
        raise FileFormatError(f"{source}: add_prefix_space is set, which changes the ids")
    if kinds == ["ByteLevel"] and steps[0].get("use_regex", True):
        return "gpt2"
    if kinds == ["Split", "ByteLevel"] and not steps[1].get("use_regex", True):
        split = steps[0]
        theirs = split["pattern"].get("Regex") if isinstance(split.get("pattern"), dict) else None
        if (
            isinstance(theirs, str)
            and split.get("behavior") == "Isolated"
            and not split.get("invert")
        ):
            known = {regex: name for name, regex in _THEIR_PATTERNS.items()}
            return known.get(theirs, theirs)
    raise FileFormatError(f"{source}: pre_tokenizer is not a byte-level one: {short(kinds)}")
