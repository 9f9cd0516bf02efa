"""Short texts take a short way, and get the same ids on it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cs336_basics import Tokenizer, kernels
from cs336_basics.errors import SpecialTokenError, VocabularyError
from cs336_basics.testing import strategies
from cs336_basics.tokenizer import text_encoder
from cs336_basics.tokenizer.text_encoder import _marks_of
from tests import oracles
from tests.oracles import END


@pytest.fixture(scope="module")
def gpt2() -> Tokenizer:
    """GPT-2's tokenizer, in pure Python for texts of this size."""
    return Tokenizer.from_files(*oracles.gpt2_files(), [END])


@pytest.fixture(scope="module")
def compiled() -> Tokenizer:
    """The same with the kernels, where they are to be had."""
    tokenizer = Tokenizer.from_files(*oracles.gpt2_files(), [END])
    tokenizer.expect(kernels.FROM_SIZE_UNCOMPILED)
    return tokenizer


@given(
    text=strategies.tricky_text(200) | st.text(max_size=300) | st.text("ab '\n<|\ud800\udc00"),
    end=st.sampled_from(["", END, END[:-1]]),
)
def test_short_texts_get_the_ids_of_tiktoken(
    gpt2: Tokenizer, compiled: Tokenizer, text: str, end: str
) -> None:
    """On both sides of the size where the kernels are called, with special tokens and surrogates.

    New characters differ between the tables of the engines, so only what both take alike counts.
    """
    text = text + end + text[:9]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(text_encoder, "_LARGE", 0)
        expected = gpt2.encode(text)

    assert expected == gpt2.encode(text) == compiled.encode(text)
    if set(text) <= {*strategies.TRICKY, *oracles.LONG_ASSIGNED}:
        assert expected == oracles.tiktoken_gpt2().encode(text, allowed_special={END})


@pytest.mark.parametrize("length", [1, 63, 64, 65, 2047, 2048, 2049, 65535, 65536])
def test_no_size_is_special(gpt2: Tokenizer, compiled: Tokenizer, length: int) -> None:
    """At every border between the ways, in letters of one byte and of three."""
    for text in (("It's a dog, 1234 dogs. " * length)[:length], "你好 " * (length // 3 + 1)):
        expected = oracles.tiktoken_gpt2().encode(text)

        assert expected == gpt2.encode(text) == compiled.encode(text)


def test_a_byte_without_a_token_is_named_on_the_short_way() -> None:
    """By pure Python and by the kernels; the next text is encoded as if nothing had been."""
    for tokenizer in (Tokenizer({97: b"a"}, []), Tokenizer({97: b"a"}, [])):
        for text in ("ab", "a" * 80 + "b"):
            with pytest.raises(VocabularyError, match="b"):
                tokenizer.encode(text)
        assert [97] * 100 == tokenizer.encode("a" * 100)
        tokenizer.expect(kernels.FROM_SIZE_UNCOMPILED)


def test_what_is_not_a_special_token_is_refused_on_the_short_way(gpt2: Tokenizer) -> None:
    """Also where the text holds none."""
    with pytest.raises(SpecialTokenError):
        gpt2.encode("a", allowed_special={"<s>"})


@given(tokens=st.lists(st.text("<|ab", min_size=1, max_size=8), max_size=40, unique=True))
def test_a_text_with_a_special_token_has_a_mark(tokens: list[str]) -> None:
    """However many there are, a few marks are enough to look for."""
    marks = _marks_of(tokens)

    assert len(marks) <= 4
    assert all(any(mark in token for mark in marks) for token in tokens)
