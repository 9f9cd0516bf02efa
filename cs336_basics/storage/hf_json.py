"""tokenizer.json, the one file of Hugging Face's `tokenizers`: same ids there as here.

That library reads regular expressions with another engine: `{1,3}+` means "repeat" to it, not "keep
hold", and `$` ends a line. So each named pattern has a form for it, and is known again by it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from cs336_basics.datatypes import TokenizerData
from cs336_basics.errors import FileFormatError
from cs336_basics.pretokenize import PATTERNS
from cs336_basics.storage.printable import merge_lines, read_merge, read_vocab_keys, vocab_keys
from cs336_basics.storage.sidecar import read_json, write_json

_THEIR_PATTERNS = {
    "gpt2": PATTERNS["gpt2"].source,
    "cl100k": (
        r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}"
        r"| ?[^\s\p{L}\p{N}]+[\r\n]*|\s+\z|\s*[\r\n]|\s+(?!\S)|\s"
    ),
    "o200k": PATTERNS["o200k"].source,
}


def save(data: TokenizerData, path: Path) -> None:
    """Write one JSON file, whole or not at all.

    Raises:
        FileFormatError: two tokens would be written alike, so one would be lost.
    """
    keys = vocab_keys(data, str(path))
    added = [
        {
            "id": keys[token],
            "content": token,
            "single_word": False,
            "lstrip": False,
            "rstrip": False,
            "normalized": False,
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
            "continuing_subword_prefix": None,
            "end_of_word_suffix": None,
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
    """
    content = read_json(path)
    model = content.get("model") if isinstance(content, dict) else None
    if not isinstance(model, dict) or model.get("type", "BPE") != "BPE" or "merges" not in model:
        raise FileFormatError(f"{path}: no BPE model in it")
    for place, value in (
        ("normalizer", content.get("normalizer")),
        *((f"model.{name}", model.get(name)) for name in ("ignore_merges", "byte_fallback")),
        *((f"model.{name}", model.get(name)) for name in ("unk_token", "dropout")),
    ):
        if value:
            raise FileFormatError(f"{path}: {place} is {value!r}, which would change the ids")
    merges = [
        read_merge(merge.split(" ") if isinstance(merge, str) else merge, f"{path}: merge {rank}")
        for rank, merge in enumerate(model["merges"])
    ]
    added = {entry["content"]: entry["id"] for entry in content.get("added_tokens") or []}
    vocab = read_vocab_keys(model.get("vocab"), merges, added, str(path))
    for token, token_id in added.items():
        vocab[token_id] = token.encode("utf-8")
    pattern = _read_pattern(content.get("pre_tokenizer"), str(path))
    return TokenizerData(vocab, merges, list(added), pattern)


def _read_pattern(node: Any, source: str) -> str:
    steps = node.get("pretokenizers", [node]) if isinstance(node, dict) else []
    kinds = [step.get("type") for step in steps]
    if any(step.get("add_prefix_space") for step in steps):
        raise FileFormatError(f"{source}: add_prefix_space is set, which would change the ids")
    if kinds == ["ByteLevel"] and steps[0].get("use_regex", True):
        return "gpt2"
    if kinds == ["Split", "ByteLevel"] and not steps[1].get("use_regex", True):
        theirs = steps[0].get("pattern", {}).get("Regex")
        if isinstance(theirs, str) and steps[0].get("behavior") == "Isolated":
            known = {regex: name for name, regex in _THEIR_PATTERNS.items()}
            return known.get(theirs, theirs)
    raise FileFormatError(f"{source}: pre_tokenizer is not a byte-level one: {kinds}")
