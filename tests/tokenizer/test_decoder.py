"""Decoding needs a vocabulary and nothing else."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cs336_basics.errors import VocabularyError
from cs336_basics.tokenizer.decoder import Decoder

BYTES = Decoder({i: bytes([i]) for i in range(256)})


@given(st.binary(max_size=40))
def test_a_stream_of_ids_gives_the_text_of_all_of_them(data: bytes) -> None:
    """Piece by piece, whatever is broken in it."""
    pieces = list(BYTES.decode_iterable(data))

    assert "".join(pieces) == BYTES.decode(data) == data.decode("utf-8", "replace")
    assert "" not in pieces


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=20))
def test_a_stream_never_shows_half_a_character(text: str) -> None:
    """Each piece is one whole character here, because each id is one byte."""
    assert list(BYTES.decode_iterable(text.encode())) == list(text)


def test_ids_of_numpy_are_ids() -> None:
    """As they come from a token file."""
    assert BYTES.decode(np.array([104, 105], np.uint16)) == "hi"


@pytest.mark.parametrize("token_id", [256, -1, "0", None])
def test_an_unknown_id_is_named(token_id: int) -> None:
    """In a stream too, when it gets there."""
    with pytest.raises(VocabularyError, match=repr(token_id)):
        BYTES.decode([104, token_id])
    with pytest.raises(VocabularyError, match=repr(token_id)):
        list(BYTES.decode_iterable([104, token_id]))


def test_errors_are_the_callers_choice() -> None:
    """As for `bytes.decode`."""
    assert BYTES.decode([0xFF, 0x61], errors="ignore") == "a"
    with pytest.raises(UnicodeDecodeError):
        BYTES.decode([0xFF], errors="strict")
