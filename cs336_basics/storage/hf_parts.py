"""The parts of tokenizer.json beside the model: what they must be, for the ids to be the same.

A part that does nothing is let through, however it is written: a normalizer with no steps, an
unknown token where no byte is unknown, a post-processor that moves offsets.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from reprlib import repr as short
from typing import Any

import regex

from cs336_basics.errors import BPEError, FileFormatError
from cs336_basics.storage.byte_map import CHARACTER_TO_BYTE
from cs336_basics.storage.hf_atoms import Different
from cs336_basics.storage.hf_pattern import from_theirs, to_theirs
from cs336_basics.text.own_patterns import compile_pattern
from cs336_basics.text.pretokenize import PATTERNS, get_pattern

AFFIXES = ("continuing_subword_prefix", "end_of_word_suffix")
_THEIR_PATTERNS = {
    "gpt2": PATTERNS["gpt2"].source,
    "cl100k": (
        r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}"
        r"| ?[^\s\p{L}\p{N}]+[\r\n]*|\s+\z|\s*[\r\n]|\s+(?!\S)|\s"
    ),
    "o200k": PATTERNS["o200k"].source,
}
_NAMED = {regex: name for name, regex in _THEIR_PATTERNS.items()} | {
    r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+": "gpt2"
}
_EVERYTHING = r"[\s\S]+"  # where nothing cuts, a text is one pre-token
# What decides by more than the character at hand: looking around, keeping hold, references.
_LOOKS_FURTHER = re.compile(r"\(\?[=!<>]|(?:[*+?]|[0-9,]})\+|(?<!\[)\^|\$|\\[bBAZzGKR1-9]")


def refuse_other_ids(content: dict[str, Any], model: dict[str, Any], source: str) -> None:
    """Refuse what would give other ids there than here.

    Raises:
        FileFormatError: naming the part.
    """
    vocab = model.get("vocab")
    knows_all = isinstance(vocab, dict) and vocab.keys() >= CHARACTER_TO_BYTE.keys()
    # Both say what becomes of a byte that no token holds.
    harmless = ("unk_token", "byte_fallback") if knows_all else ()
    inner = ("ignore_merges", "byte_fallback", "unk_token", "dropout", *AFFIXES)
    found = {name: content.get(name) for name in ("truncation", "padding")}
    found |= {f"model.{name}": model.get(name) for name in inner if name not in harmless}
    found["normalizer"] = list(_steps(content.get("normalizer"), "normalizers"))
    found["post_processor"] = [
        step for step in _steps(content.get("post_processor"), "processors") if _adds_ids(step)
    ]
    for place, value in found.items():
        if value:
            raise FileFormatError(f"{source}: {place} is {short(value)}, which changes the ids")


def read_pattern(node: Any, source: str) -> str:
    """Return the pattern of a pre-tokenizer: a name, or one of our dialect.

    Raises:
        FileFormatError: it does something else than cut by one pattern into bytes.
    """
    steps = list(_steps(node, "pretokenizers"))
    if not all(isinstance(step, dict) for step in steps):
        raise FileFormatError(f"{source}: pre_tokenizer is damaged")
    kinds = [step.get("type") for step in steps]
    if any(step.get("add_prefix_space") for step in steps):
        raise FileFormatError(f"{source}: add_prefix_space is set, which changes the ids")
    if kinds == ["ByteLevel"]:
        return "gpt2" if steps[0].get("use_regex", True) else _EVERYTHING
    if kinds != ["Split", "ByteLevel"] or steps[1].get("use_regex", True):
        raise FileFormatError(
            f"{source}: pre_tokenizer is {short(kinds)}; this package knows one Split, then "
            "ByteLevel without a pattern of its own"
        )
    return _read_split(steps[0], source)


def write_pattern(pattern: str, target: str) -> str:
    """Return the regular expression that means to that library what `pattern` means here.

    Raises:
        FileFormatError: there is none, or it is not known.
    """
    try:
        return _THEIR_PATTERNS.get(pattern) or to_theirs(pattern)
    except Different as error:
        raise FileFormatError(f"{target}: in the pattern, {error}") from error


def _read_split(split: dict[str, Any], source: str) -> str:
    node = split.get("pattern")
    theirs = node.get("Regex") if isinstance(node, dict) else None
    behavior, invert = split.get("behavior"), bool(split.get("invert"))
    if not isinstance(theirs, str) or behavior not in ("Isolated", "Removed"):
        raise FileFormatError(f"{source}: pre_tokenizer: a Split of another kind: {short(split)}")
    try:
        pattern = _NAMED.get(theirs) or _not_a_name(from_theirs(theirs))
        name = get_pattern(pattern).name
    except (Different, BPEError) as error:
        raise FileFormatError(f"{source}: in the pattern of pre_tokenizer, {error}") from error
    if behavior == "Removed" and not (invert and (name in PATTERNS or _matches_all(name))):
        what = "does not match" if invert else "matches"
        raise FileFormatError(f"{source}: pre_tokenizer drops what its pattern {what}")
    return name


def _not_a_name(pattern: str) -> str:
    """Keep a pattern such as `gpt2`, which matches these four letters, from meaning a name."""
    return f"(?:{pattern})" if regex.fullmatch(r"[\w-]+", pattern) else pattern


def _matches_all(pattern: str) -> bool:
    """Say whether a pattern surely matches at every character, so that nothing is left out.

    Only branches that decide by the character at hand are asked, and each of all characters.
    """
    branches = [each for each in _branches(pattern) if not _LOOKS_FURTHER.search(each)]
    if not branches:
        return False
    matches = compile_pattern("|".join(f"(?:{each})" for each in branches)).match
    everything = map(chr, [*range(0xD800), *range(0xE000, 0x110000)])
    return all((found := matches(each)) and found.end() for each in everything)


def _branches(pattern: str) -> Iterator[str]:
    """Cut a pattern at the bars that are in no group and in no set."""
    begin = groups = sets = 0
    for found in re.finditer(r"\\.|[\[\]()|]", pattern, re.DOTALL):
        sets += (found[0] == "[") - (found[0] == "]")
        groups += 0 if sets else (found[0] == "(") - (found[0] == ")")
        if found[0] == "|" and not groups and not sets:
            yield pattern[begin : found.start()]
            begin = found.end()
    yield pattern[begin:]


def _steps(node: Any, name: str) -> Iterator[Any]:
    """Yield the steps of a part, those of a sequence in their order."""
    if (
        isinstance(node, dict)
        and node.get("type") == "Sequence"
        and isinstance(node.get(name), list)
    ):
        for each in node[name]:
            yield from _steps(each, name)
    elif node is not None:
        yield node


def _adds_ids(step: Any) -> bool:
    """Say whether a post-processor adds special tokens; the one of ByteLevel moves offsets."""
    if not isinstance(step, dict) or step.get("type") not in ("ByteLevel", "TemplateProcessing"):
        return True
    single = step.get("single") if step["type"] == "TemplateProcessing" else []
    return not isinstance(single, list) or any(
        not isinstance(piece, dict) or set(piece) != {"Sequence"} for piece in single
    )
