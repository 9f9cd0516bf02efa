"""Decoding needs a vocabulary and nothing else."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from functools import partial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cs336_basics import kernels
from cs336_basics.errors import VocabularyError, WrongTypeError
from cs336_basics.tokenizer import decoder
from cs336_basics.tokenizer.decoder import Decoder

BYTES = Decoder({i: bytes([i]) for i in range(256)})
# Tokens of every length around the sixteen bytes that are copied at once, and gaps between ids.
VOCAB = {3 * i: bytes(range(65, 65 + i % 60)) for i in range(200)} | {5000: "é你😀".encode()}


@pytest.fixture(params=[False, True], ids=["plain", "kernels"])
def either(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Decoder]:
    """A decoder without the kernels, and one that uses them for the shortest list."""
    if request.param:
        pytest.importorskip("numba")
        assert kernels.start("decode")
        for name in ("_ENOUGH", "_ENOUGH_AT_HAND", "_ENOUGH_WITH_TABLE"):
            monkeypatch.setattr(decoder, name, 1)
    made = Decoder(VOCAB)
    yield made
    assert request.param == (made._table is not None)


DTYPES = ("uint16", "int16", "uint32", "int32", "uint64", "int64", ">u4", ">i8")
FORMS: dict[str, Callable[[list[int]], object]] = {
    "list": list,
    "tuple": tuple,
    "array of four bytes": lambda ids: array("I", ids),
    "array of eight bytes": lambda ids: array("q", ids),
    "memoryview": lambda ids: memoryview(array("H", ids)),
    "every other": lambda ids: np.repeat(np.array(ids, np.int32), 2)[::2],
    **{dtype: partial(np.array, dtype=dtype) for dtype in DTYPES},
}


@pytest.mark.parametrize("form", FORMS)
def test_ids_of_every_form_are_decoded(either: Decoder, form: str) -> None:
    """Lists and arrays of any width and byte order."""
    ids = [*VOCAB, 0, 3, 5000, 597] * 3

    actual = either.decode_bytes(FORMS[form](ids))  # type: ignore[arg-type]  # all of them walk

    assert b"".join(VOCAB[token_id] for token_id in ids) == actual
    assert actual.decode() == either.decode(FORMS[form](ids))  # type: ignore[arg-type]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("wrong", [1, 601, 5001, 65535, -1, -3, -5000, 2**31, 2**32, 2**40, 2**63])
def test_an_unknown_id_of_any_form_is_named(either: Decoder, form: str, wrong: int) -> None:
    """As a plain number: a gap, one behind the last, a negative one, one that wraps around."""
    try:
        ids = FORMS[form]([0, 3, wrong, 3])
    except (OverflowError, ValueError):
        either.decode([0])
        return  # this form does not hold such a number

    with pytest.raises(VocabularyError, match=f"^id {wrong} is not in the vocabulary$"):
        either.decode(ids)  # type: ignore[arg-type]


@pytest.mark.parametrize("number", [1, 1023, 1024, 1025, 2048, 5000])
def test_no_number_of_ids_is_special(either: Decoder, number: int) -> None:
    """However many are joined at once, and also where thousands of tokens are empty."""
    assert b"" == either.decode_bytes([0] * number) + either.decode_bytes([])
    assert VOCAB[3] * number == either.decode_bytes([3] * number)
    assert VOCAB[3] * number == either.decode_bytes(iter([3] * number))


def test_bytes_are_ids(either: Decoder) -> None:
    """Each is a number from 0 to 255."""
    assert VOCAB[3] + VOCAB[255] == either.decode_bytes(b"\x03\xff")


@pytest.mark.parametrize("ids", [[0, [3]], np.zeros((2, 2), int), [[0]], "0", 3, None, [0, {}]])
def test_what_is_no_list_of_ids_is_refused(either: Decoder, ids: object) -> None:
    """Nested lists and text."""
    either.decode([0])
    with pytest.raises(WrongTypeError):
        either.decode(ids)  # type: ignore[arg-type]  # that is the mistake


def test_bad_bytes_are_replaced_or_named(either: Decoder) -> None:
    """With half a character among the tokens."""
    either.vocab = {0: b"a", 1: b"\xc3", 2: b"\xa9"}

    assert "aé\ufffda" == either.decode([0, 1, 2, 1, 0])
    with pytest.raises(UnicodeDecodeError):
        either.decode([0, 1, 0], errors="strict")


def test_a_vocabulary_of_few_ids_far_apart_gets_no_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """It would take gigabytes."""
    monkeypatch.setattr(decoder, "_ENOUGH", 1)
    sparse = Decoder({0: b"a", 4_000_000_000: b"b"})

    assert "ab" * 2000 == sparse.decode([0, 4_000_000_000] * 2000)
    assert sparse._table is None


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
