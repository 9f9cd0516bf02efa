"""A new process encodes a sentence soon: it imports what that needs, and no more."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from cs336_basics import Tokenizer
from tests import oracles

SENTENCE = """
import sys
before = set(sys.modules)
from cs336_basics import Tokenizer
print(*Tokenizer.load(sys.argv[1]).encode("It's one sentence, and a word: éé."))
print(*sys.modules.keys() - before)
"""
HEAVY = {"numpy", "numba", "llvmlite", "tqdm", "logging", "dataclasses", "pickle", "concurrent"}


@pytest.mark.parametrize(("suffix", "needs"), [(".json", set()), ("", set()), (".yaml", {"yaml"})])
def test_one_sentence_needs_few_modules(
    python: str, tmp_path: Path, suffix: str, needs: set[str]
) -> None:
    """Neither numpy nor numba, and a parser of YAML for YAML alone."""
    tokenizer = Tokenizer.from_files(*oracles.gpt2_files(), [oracles.END])
    tokenizer.save(tmp_path / f"gpt2{suffix}")

    done = subprocess.run(
        [python, "-c", SENTENCE, str(tmp_path / f"gpt2{suffix}")],
        capture_output=True,
        text=True,
        check=True,
    )
    ids, modules = done.stdout.splitlines()

    expected = oracles.tiktoken_gpt2().encode("It's one sentence, and a word: éé.")
    assert expected == [int(token_id) for token_id in ids.split()]
    assert needs == (HEAVY | {"yaml"}) & set(modules.split())
