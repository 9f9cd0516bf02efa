"""Many texts at once get the ids that each gets alone."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cs336_basics import Tokenizer, kernels
from cs336_basics.errors import CorpusError, VocabularyError, WrongTypeError
from cs336_basics.testing import strategies
from cs336_basics.tokenizer import documents
from tests import oracles
from tests.oracles import END

# With a bundle of eight characters, a few texts are several bundles, and a long one is one alone.
SPECIALS = [END, "<|e|>", "<|e|><|e|>", "a ", "\n\n"]
TEXT = (
    strategies.tricky_text()
    | st.text("ab <|e>'s\n1", max_size=200)
    | st.sampled_from(["", *SPECIALS, END * 9, "\ud83d", "\ude00", "\ud83d\ude00", "a" * 300])
)


@pytest.fixture(scope="module")
def plain() -> Tokenizer:
    """GPT-2's vocabulary and special tokens that overlap, in pure Python."""
    return Tokenizer.from_files(*oracles.gpt2_files(), SPECIALS)


@pytest.fixture(scope="module")
def compiled() -> Tokenizer:
    """The same with the kernels, where they are to be had."""
    tokenizer = Tokenizer.from_files(*oracles.gpt2_files(), SPECIALS)
    tokenizer.expect(kernels.FROM_SIZE_UNCOMPILED)
    return tokenizer


@pytest.fixture(params=["plain", "compiled"])
def tokenizer(request: pytest.FixtureRequest) -> Tokenizer:
    """One after the other: without and with the kernels."""
    chosen: Tokenizer = request.getfixturevalue(request.param)
    return chosen


@pytest.fixture
def _small_bundles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(documents, "_BUNDLE", 8)


@given(
    texts=st.lists(TEXT, max_size=12),
    workers=st.sampled_from([1, 2, 5]),
    allowed=st.sampled_from(["all", "none", frozenset(["<|e|>"])]),
    bundle=st.sampled_from([1, 8, 1 << 20]),
)
def test_a_batch_gives_the_ids_of_each_text_alone(
    plain: Tokenizer,
    compiled: Tokenizer,
    texts: list[str],
    workers: int,
    allowed: str | frozenset[str],
    bundle: int,
) -> None:
    """As lists and as arrays, on threads or not, however the texts are bundled."""
    expected = [plain.encode(text, allowed_special=allowed) for text in texts]

    for tokenizer in (plain, compiled):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(documents, "_BUNDLE", bundle)
            lists = tokenizer.encode_batch(texts, allowed_special=allowed, workers=workers)
            ids, offsets = tokenizer.encode_arrays(texts, allowed_special=allowed, workers=workers)

        assert expected == lists
        assert expected == [ids[start:end].tolist() for start, end in pairwise(offsets)]
        assert ("uint32", "int64") == (ids.dtype.name, offsets.dtype.name)


@pytest.mark.parametrize("workers", [1, 2])
def test_a_batch_gives_the_ids_of_tiktoken(compiled: Tokenizer, workers: int) -> None:
    """Texts of every size, of ASCII and of others, empty ones between them."""
    texts = ["It's a story. " * size + rare for size in range(300) for rare in ("", "é", "你" * 40)]
    texts += ["", "The  end. " * 150_000, ""]
    expected = oracles.tiktoken_gpt2().encode_ordinary_batch(texts)

    assert expected == compiled.encode_batch(texts, allowed_special="none", workers=workers)


def test_the_sum_of_the_texts_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two texts, each too short for the kernels alone, are long enough together."""
    asked: list[int] = []
    monkeypatch.setattr(kernels, "pay", lambda size, job: asked.append(size))

    Tokenizer({97: b"a"}, []).encode_arrays(["aa", "", "a"])

    assert 3 == asked[0]


def test_no_texts_have_no_ids(tokenizer: Tokenizer) -> None:
    """An empty list, from an iterator too."""
    empty: Iterator[str] = iter([])
    ids, offsets = tokenizer.encode_arrays(empty)

    assert ([], [0]) == (ids.tolist(), offsets.tolist())
    assert [] == tokenizer.encode_batch([], workers=3)


@pytest.mark.parametrize("texts", ["text", b"text", None, ["a", b"b"], [None]])
def test_what_is_no_list_of_strings_is_refused(tokenizer: Tokenizer, texts: object) -> None:
    """Before anything is encoded."""
    with pytest.raises(WrongTypeError):
        tokenizer.encode_batch(texts)  # type: ignore[arg-type]  # that is the mistake
    with pytest.raises(WrongTypeError):
        tokenizer.encode_arrays(texts)  # type: ignore[arg-type]


def test_no_workers_are_refused(tokenizer: Tokenizer) -> None:
    """With or without kernels."""
    with pytest.raises(CorpusError, match="workers is 0"):
        tokenizer.encode_batch(["a"], workers=0)


@pytest.mark.parametrize("workers", [1, 2])
def test_a_byte_that_no_token_holds_is_named(workers: int) -> None:
    """In whichever bundle and thread it is."""
    tokenizer = Tokenizer({97: b"a"}, [])
    tokenizer.expect(kernels.FROM_SIZE_UNCOMPILED)

    with pytest.raises(VocabularyError, match="b"):
        tokenizer.encode_batch(["a"] * 99 + ["b"] + ["a"] * 99, workers=workers)


@pytest.mark.usefixtures("_small_bundles")
def test_an_encoder_goes_on_after_an_error(compiled: Tokenizer) -> None:
    """What it had written of the other texts is not in the next answer."""
    expected = compiled.encode_batch(["one", "two two"])
    with pytest.raises(WrongTypeError):
        compiled.encode_batch(["one", 2])  # type: ignore[list-item]  # that is the mistake

    assert expected == compiled.encode_batch(["one", "two two"], workers=2)
