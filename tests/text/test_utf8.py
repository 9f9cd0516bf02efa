"""UTF-8 by hand, and bytes written so that people can read them."""

from __future__ import annotations

import unicodedata

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from cs336_basics.errors import CorpusError, VocabularyError
from cs336_basics.text.printable_characters import is_printable
from cs336_basics.text.utf8 import (
    SURROGATES,
    check_errors,
    encode_chunks,
    encode_code_point,
    is_continuation,
    join_surrogates,
    to_utf8,
    token_literal,
)


def test_every_code_point_encodes_as_the_library_does() -> None:
    """Every seventh of the 1,112,064, and the edges of each length."""
    step = 7  # shares no factor with 64, so every last byte is met
    edges = [0x7F, 0x80, 0x7FF, 0x800, 0xFFFF, 0x10000, 0x10FFFF, 0xD7FF, 0xE000]

    for code_point in [*edges, *range(0, 0x110000, step)]:
        if code_point not in SURROGATES:
            assert encode_code_point(code_point) == chr(code_point).encode()


@pytest.mark.parametrize("code_point", [-1, 0xD800, 0xDFFF, 0x110000])
def test_what_is_no_character_has_no_utf8(code_point: int) -> None:
    """Surrogates and numbers outside Unicode are refused."""
    with pytest.raises(VocabularyError):
        encode_code_point(code_point)


def test_continuation_bytes_are_those_from_0x80_to_0xbf() -> None:
    """Sixty-four of them, starting with 8, 9, A or B in hexadecimal."""
    assert [byte for byte in range(256) if is_continuation(byte)] == list(range(0x80, 0xC0))


@pytest.mark.parametrize(
    ("text", "joined"),
    [
        ("a\ud800b", "a\ufffdb"),
        ("\ud83d\ude00", "😀"),
        ("\ude00\ud83d", "\ufffd\ufffd"),
        ("\ud83d", "\ufffd"),
        ("plain é", "plain é"),
    ],
)
def test_pairs_of_surrogates_join_and_lone_ones_are_replaced(text: str, joined: str) -> None:
    """A pair is the character it stands for; half a pair is no character."""
    assert join_surrogates(text) == joined


@pytest.mark.parametrize("large", [0, 3, 1 << 18])
@given(text=st.text("aaaaé😀\ud83d\ude00\ud800", max_size=40))
def test_utf8_is_that_of_the_text_with_its_surrogates_joined(large: int, text: str) -> None:
    """At once and in pieces, where a pair of surrogates may lie in two of them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("cs336_basics.text.utf8._LARGE", large)
        patch.setattr("cs336_basics.text.utf8._PIECE", 3)

        assert to_utf8(text) == text.encode("utf-16", "surrogatepass").decode(
            "utf-16", "replace"
        ).encode("utf-8")


def test_a_long_text_of_every_kind_is_written_as_python_writes_it() -> None:
    """ASCII, ASCII for the most part, nearly none of it; and with half a pair."""
    for rare in ("", "é", "😀"):
        for common in ("a", "é", "你"):
            text = (common * 4095 + rare) * 80

            assert to_utf8(text) == text.encode("utf-8")
            assert to_utf8(f"{text}\ud83d") == f"{text}\ufffd".encode()


@given(st.lists(st.text("aé😀\ud83d\ude00\ud800", max_size=6)), st.integers(1, 5))
def test_blocks_join_to_the_whole_text_however_it_came(chunks: list[str], size: int) -> None:
    """Pairs of surrogates cut by the end of a chunk, with empty chunks between, are joined."""
    blocks = list(encode_chunks(chunks, size))

    assert b"".join(blocks) == join_surrogates("".join(chunks)).encode()
    assert b"" not in blocks


def test_a_long_chunk_is_cut_into_blocks() -> None:
    """So memory does not grow with the chunks a stream comes in."""
    assert [len(block) for block in encode_chunks(["a" * 10, "b"], 4)] == [4, 4, 3]


@pytest.mark.parametrize("errors", ["ignore", "Strict", "surrogateescape"])
def test_a_policy_that_could_invent_pairs_is_refused(errors: str) -> None:
    """Only `strict` and `replace` keep neighbours apart."""
    assert [check_errors(known) for known in ("strict", "replace")] == ["strict", "replace"]
    with pytest.raises(CorpusError, match=errors):
        check_errors(errors)


@given(st.binary(min_size=1) | st.text(min_size=1).map(str.encode))
def test_a_literal_is_one_line_of_yaml_that_reads_back(token: bytes) -> None:
    """Text comes back as text, anything else as a list of numbers, every byte kept."""
    literal = token_literal(token)
    node = yaml.safe_load(literal)

    assert literal.isprintable()
    assert (node.encode() if isinstance(node, str) else bytes(node)) == token


def test_what_is_printed_does_not_depend_on_the_version_of_python() -> None:
    """U+1FAE8 came with Unicode 15, which Python 3.11 does not know and 3.13 does."""
    assert token_literal("\U0001fae8".encode()) == '"\\U0001FAE8"'
    assert token_literal("é 😀\u200b\xa0".encode()) == '"é 😀\\u200B\\xA0"'


def test_what_is_printed_is_what_unicode_14_calls_printable() -> None:
    """Of every character; a newer Python knows more of them, and none fewer."""
    ours = {chr(i) for i in range(0x110000) if is_printable(chr(i))}
    theirs = {chr(i) for i in range(0x110000) if chr(i).isprintable()}

    assert ours <= theirs
    if unicodedata.unidata_version == "14.0.0":
        assert ours == theirs
