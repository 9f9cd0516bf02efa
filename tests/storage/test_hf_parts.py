"""What tokenizer.json holds beside the model: let through where Hugging Face's ids are the same."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tokenizers import Tokenizer as TheirTokenizer

from cs336_basics import Tokenizer, train_bpe
from cs336_basics.errors import FileFormatError
from cs336_basics.storage.hf_parts import _matches_all

BYTE_LEVEL = {
    "type": "ByteLevel",
    "add_prefix_space": False,
    "trim_offsets": True,
    "use_regex": True,
}
NO_REGEX = BYTE_LEVEL | {"use_regex": False}
PLAIN_TEMPLATE = {
    "type": "TemplateProcessing",
    "single": [{"Sequence": {"id": "A", "type_id": 0}}],
    "pair": [{"Sequence": {"id": "A", "type_id": 0}}, {"Sequence": {"id": "B", "type_id": 1}}],
    "special_tokens": {},
}
LLAMA = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}"
    r"| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)
GPT2 = r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"


def split(pattern: str, behavior: str = "Isolated", *, invert: bool = False) -> dict[str, Any]:
    """Return a pre-tokenizer that cuts by a pattern, then writes bytes as characters."""
    step = {"type": "Split", "pattern": {"Regex": pattern}, "behavior": behavior, "invert": invert}
    return {"type": "Sequence", "pretokenizers": [step, NO_REGEX]}


@pytest.fixture(scope="module")
def content(languages: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """A tokenizer.json with all bytes, and merges from many languages."""
    path = tmp_path_factory.mktemp("hf") / "t.json"
    Tokenizer(*train_bpe(languages, 600, ["<e>"]), ["<e>"]).save(path)
    loaded: dict[str, Any] = json.loads(path.read_bytes())
    return loaded


HARMLESS: list[dict[str, Any]] = [
    {"model.unk_token": "<e>"},
    {"model.unk_token": "!", "model.fuse_unk": True},
    {"model.byte_fallback": True},
    {"model.dropout": 0.0},
    {"model.continuing_subword_prefix": "", "model.end_of_word_suffix": ""},
    {"normalizer": {"type": "Sequence", "normalizers": []}},
    {"normalizer": {"type": "Sequence", "normalizers": [{"type": "Sequence", "normalizers": []}]}},
    {"post_processor": BYTE_LEVEL},
    {"post_processor": {"type": "Sequence", "processors": [BYTE_LEVEL]}},
    {"post_processor": {"type": "Sequence", "processors": [BYTE_LEVEL, PLAIN_TEMPLATE]}},
    {"post_processor": {"type": "Sequence", "processors": []}},
    {"post_processor": PLAIN_TEMPLATE},
    {"pre_tokenizer": BYTE_LEVEL},
    {"pre_tokenizer": NO_REGEX},
    {"pre_tokenizer": {"type": "Sequence", "pretokenizers": [BYTE_LEVEL]}},
    {"pre_tokenizer": {"type": "Sequence", "pretokenizers": [split(LLAMA)]}},
    {"pre_tokenizer": split(LLAMA)},
    {"pre_tokenizer": split(LLAMA, invert=True)},
    {"pre_tokenizer": split(LLAMA, "Removed", invert=True)},
    {"pre_tokenizer": split(GPT2, "Removed", invert=True)},
    {"pre_tokenizer": split(r"\w+|[^\w\s]+|\s", "Removed", invert=True)},
]


@pytest.mark.parametrize("parts", HARMLESS)
def test_what_changes_no_id_is_let_through(
    parts: dict[str, Any], content: dict[str, Any], languages: Path, tmp_path: Path
) -> None:
    """The other library gives the same ids, with it as ours do."""
    path = write_with(parts, content, tmp_path)
    text = languages.read_bytes().decode()[:4000] + "<e> it's 12345 \n\n x\t\r\n\0\x1c end  "
    theirs = TheirTokenizer.from_file(str(path))

    assert Tokenizer.load(path).encode(text) == theirs.encode(text).ids


def test_gpt2s_own_way_of_writing_its_pattern_is_known(
    content: dict[str, Any], tmp_path: Path
) -> None:
    """So it has safe cuts and kernels."""
    path = write_with({"pre_tokenizer": split(GPT2)}, content, tmp_path)

    assert Tokenizer.load(path).pattern == "gpt2"


HARMFUL: list[tuple[dict[str, Any], str]] = [
    ({"normalizer": {"type": "Sequence", "normalizers": [{"type": "NFC"}]}}, "normalizer is .*NFC"),
    ({"post_processor": {"type": "Sequence", "processors": [BYTE_LEVEL, {"type": "X"}]}}, "post_p"),
    ({"post_processor": PLAIN_TEMPLATE | {"single": [{"SpecialToken": {"id": "<e>"}}]}}, "post_p"),
    ({"pre_tokenizer": split(LLAMA, "Removed")}, "drops what its pattern matches"),
    ({"pre_tokenizer": split(r"\w+", "Removed", invert=True)}, "drops what its pattern does not"),
    ({"pre_tokenizer": split(r"\w+|\S+", "Removed", invert=True)}, "drops what its pattern does"),
    ({"pre_tokenizer": split(LLAMA, "MergedWithNext")}, "Split of another kind"),
    ({"pre_tokenizer": {"type": "Sequence", "pretokenizers": [{"type": "Digits"}, BYTE_LEVEL]}},
     "pre_tokenizer is .*Digits.*knows one Split"),
    ({"model.dropout": 0.1}, "model.dropout is 0.1, which changes the ids"),
]  # fmt: skip


@pytest.mark.parametrize(("parts", "reason"), HARMFUL)
def test_what_changes_ids_is_refused_with_its_reason(
    parts: dict[str, Any], reason: str, content: dict[str, Any], tmp_path: Path
) -> None:
    """The part is named."""
    with pytest.raises(FileFormatError, match=reason):
        Tokenizer.load(write_with(parts, content, tmp_path))


def test_an_unknown_token_counts_where_a_byte_is_missing(
    content: dict[str, Any], tmp_path: Path
) -> None:
    """Then a text with that byte has other ids there."""
    vocab = dict(content["model"]["vocab"])
    del vocab["ÿ"]
    for part in ({"model.unk_token": "!"}, {"model.byte_fallback": True}):
        with pytest.raises(FileFormatError, match="changes the ids"):
            Tokenizer.load(write_with(part | {"model.vocab": vocab}, content, tmp_path))


def write_with(parts: dict[str, Any], content: dict[str, Any], folder: Path) -> Path:
    """Write a tokenizer.json in which some parts are others."""
    changed = content | {"model": dict(content["model"])}
    for name, value in parts.items():
        node, key = (changed["model"], name[6:]) if name.startswith("model.") else (changed, name)
        node[key] = value
    path = folder / "t.json"
    path.write_text(json.dumps(changed), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        (LLAMA, True),
        (r"[\s\S]", True),
        (r".|\n", True),
        (r"\w|\W", True),
        (r"(?i:a)|[|]|(?:b|c)|[^a]|A", True),
        (r".", False),
        (r"\w+|\s+", False),
        (r"\s|\S(?=a)", False),
        (r"(?:\s|\S)?+a", False),
        (r"", False),
    ],
)
def test_a_pattern_that_matches_every_character_is_told_from_others(
    pattern: str, expected: bool
) -> None:
    """Where that is not sure, it is no."""
    assert expected == _matches_all(pattern)
