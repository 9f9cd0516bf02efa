"""Decoding: ids become another text."""

from __future__ import annotations

from codecs import getincrementaldecoder
from collections.abc import Callable, Sequence

from cs336_basics.learn.checker.cases import Decoding
from cs336_basics.learn.mistakes._mistake import DECODING, Mistake
from cs336_basics.learn.mistakes.recipe import REFERENCE
from cs336_basics.storage.byte_map import CHARACTER_TO_BYTE, from_printable, to_printable


def _each_token(tokens: Sequence[bytes], specials: Sequence[str]) -> str:
    return "".join(token.decode("utf-8", "replace") for token in tokens)


def _each_token_ignoring(tokens: Sequence[bytes], specials: Sequence[str]) -> str:
    return "".join(token.decode("utf-8", "ignore") for token in tokens)


def _strictly(tokens: Sequence[bytes], specials: Sequence[str]) -> str:
    return b"".join(tokens).decode("utf-8")


def _ignoring(tokens: Sequence[bytes], specials: Sequence[str]) -> str:
    return b"".join(tokens).decode("utf-8", "ignore")


def _end_dropped(tokens: Sequence[bytes], specials: Sequence[str]) -> str:
    """As a decoder that waits for the rest of a character, and is never told that none comes."""
    decoder = getincrementaldecoder("utf-8")("replace")
    return "".join(map(decoder.decode, tokens))


def _held_back(tokens: Sequence[bytes], specials: Sequence[str]) -> str:
    """A buffer that grows until it is text: what never becomes text is lost, and all behind it."""
    text, held = "", b""
    for token in tokens:
        held += token
        try:
            text += held.decode("utf-8")
        except UnicodeDecodeError:
            continue
        held = b""
    return text


def _without_specials(tokens: Sequence[bytes], specials: Sequence[str]) -> str:
    special = {each.encode("utf-8") for each in specials}
    return REFERENCE.decode([token for token in tokens if token not in special], specials)


def _specials_unknown(tokens: Sequence[bytes], specials: Sequence[str]) -> str:
    special = {each.encode("utf-8") for each in specials}
    for token in tokens:
        if token in special:
            raise KeyError(token)
    return REFERENCE.decode(tokens, specials)


def _with_spaces(tokens: Sequence[bytes], specials: Sequence[str]) -> str:
    return " ".join(token.decode("utf-8", "replace") for token in tokens)


def _as_latin_1(tokens: Sequence[bytes], specials: Sequence[str]) -> str:
    return b"".join(tokens).decode("latin-1")


def _stripped(tokens: Sequence[bytes], specials: Sequence[str]) -> str:
    return REFERENCE.decode(tokens, specials).strip()


def _mapped(tokens: Sequence[bytes], specials: Sequence[str]) -> str:
    return to_printable(b"".join(tokens))


def _mapped_back(tokens: Sequence[bytes], specials: Sequence[str]) -> str:
    """Look characters up that are none of the map's; a space is the first to fail."""
    text = REFERENCE.decode(tokens, specials)
    return from_printable(text).decode("utf-8", "replace")


def _mapped_back_or(other: bytes) -> Callable[[Sequence[bytes], Sequence[str]], str]:
    """The same, and what is not in the map is dropped or becomes something else."""

    def decode(tokens: Sequence[bytes], specials: Sequence[str]) -> str:
        text = REFERENCE.decode(tokens, specials)
        found = (
            bytes([CHARACTER_TO_BYTE[each]]) if each in CHARACTER_TO_BYTE else other
            for each in text
        )
        return b"".join(found).decode("utf-8", "replace")

    return decode


def _newlines_translated(tokens: Sequence[bytes], specials: Sequence[str]) -> str:
    return REFERENCE.decode(tokens, specials).replace("\r\n", "\n")


def _all_newlines_translated(tokens: Sequence[bytes], specials: Sequence[str]) -> str:
    return _newlines_translated(tokens, specials).replace("\r", "\n")


DECODINGS = [
    Mistake(
        name="decoding-each-token",
        seen_by=DECODING,
        example=Decoding((0xC3, 0xA9)),
        parts={"decode": _each_token},
        variants=({"decode": _each_token_ignoring},),
    ),
    Mistake(
        name="decoding-strict",
        seen_by=DECODING,
        example=Decoding((0x80,)),
        parts={"decode": _strictly},
    ),
    Mistake(
        name="decoding-ignores",
        seen_by=DECODING,
        example=Decoding((0x80,)),
        parts={"decode": _ignoring},
    ),
    Mistake(
        name="decoding-end-dropped",
        seen_by=DECODING,
        example=Decoding((0xC3,)),
        parts={"decode": _end_dropped},
        variants=({"decode": _held_back},),
    ),
    Mistake(
        name="decoding-drops-specials",
        seen_by=DECODING,
        example=Decoding((256,), special_tokens=("<e>",)),
        parts={"decode": _without_specials},
    ),
    Mistake(
        name="decoding-specials-unknown",
        seen_by=DECODING,
        example=Decoding((256,), special_tokens=("<e>",)),
        parts={"decode": _specials_unknown},
    ),
    Mistake(
        name="decoding-with-spaces",
        seen_by=DECODING,
        example=Decoding((97, 98)),
        parts={"decode": _with_spaces},
    ),
    Mistake(
        name="decoding-latin-1",
        seen_by=DECODING,
        example=Decoding((0x80,)),
        parts={"decode": _as_latin_1},
    ),
    Mistake(
        name="decoding-stripped",
        seen_by=DECODING,
        example=Decoding((32,)),
        parts={"decode": _stripped},
    ),
    Mistake(
        name="decoding-byte-map-twice",
        seen_by=DECODING,
        example=Decoding((32,)),
        parts={"decode": _mapped},
        variants=(
            {"decode": _mapped_back},
            *({"decode": _mapped_back_or(other)} for other in (b"", b" ", b"?")),
        ),
    ),
    Mistake(
        name="decoding-newlines-translated",
        seen_by=DECODING,
        example=Decoding((13, 10)),
        parts={"decode": _newlines_translated},
        variants=({"decode": _all_newlines_translated},),
    ),
]
