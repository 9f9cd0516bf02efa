"""Every way to hand over a text gives the same ids."""

from __future__ import annotations

import pytest

from cs336_basics import Tokenizer, kernels
from tests import oracles
from tests.oracles import END


@pytest.fixture(scope="module")
def gpt2() -> Tokenizer:
    """A tokenizer with GPT-2's own files, and the kernels where they are to be had."""
    tokenizer = Tokenizer.from_files(*oracles.gpt2_files(), [END])
    tokenizer.expect(kernels.FROM_SIZE_UNCOMPILED)
    return tokenizer


@pytest.mark.parametrize("rare", ["", "é", "’", "😀", "\ud83d\ude00", "\ud800"])
def test_long_strings_of_every_kind_get_the_ids_of_tiktoken(gpt2: Tokenizer, rare: str) -> None:
    """ASCII, which is read where it is, ASCII for the most part, and with surrogates in it."""
    text = f"It's a story,{END} of 1234 words.\n\n" * 9_000 + rare + " The  end. " * 9
    expected = oracles.tiktoken_gpt2().encode(text, allowed_special={END})

    assert gpt2.encode(text) == expected
    assert gpt2.encode_array(text).tolist() == expected
    assert gpt2.encode_array(text, errors="replace").tolist() == expected
