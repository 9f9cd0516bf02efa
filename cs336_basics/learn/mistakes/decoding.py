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
        title="each token is decoded by itself, which breaks characters that span two tokens",
        why="A character of several bytes may be split over two tokens, and neither half is"
        " text. Decoding them one by one gives U+FFFD twice instead of the character. First"
        " join the bytes, then decode.",
        notebook="01",
        seen_by=DECODING,
        example=Decoding((0xC3, 0xA9)),
        parts={"decode": _each_token},
        variants=({"decode": _each_token_ignoring},),
    ),
    Mistake(
        name="decoding-strict",
        title="decoding raises an error for ids that are not whole characters",
        why="A model may write any ids, half a character too. `bytes.decode()` is strict and"
        " raises a UnicodeDecodeError. The assignment asks for U+FFFD in that place:"
        " `errors='replace'`.",
        notebook="06",
        seen_by=DECODING,
        example=Decoding((0x80,)),
        parts={"decode": _strictly},
    ),
    Mistake(
        name="decoding-ignores",
        title="bytes that are no text are left out, instead of shown as U+FFFD",
        why="`errors='ignore'` hides that something was wrong, and joins what stood on both"
        " sides. U+FFFD says: here was something.",
        notebook="06",
        seen_by=DECODING,
        example=Decoding((0x80,)),
        parts={"decode": _ignoring},
    ),
    Mistake(
        name="decoding-end-dropped",
        title="half a character at the end is lost",
        why="A decoder that waits for the rest of a character must be told when no more comes:"
        " `decoder.decode(b'', final=True)`. A buffer that is emptied only when it is text keeps"
        " what never becomes text. Half a character at the end is shown as U+FFFD.",
        notebook="06",
        seen_by=DECODING,
        example=Decoding((0xC3,)),
        parts={"decode": _end_dropped},
        variants=({"decode": _held_back},),
    ),
    Mistake(
        name="decoding-drops-specials",
        title="special tokens are left out of the decoded text",
        why="Leaving them out may be what a chat window wants, but then encoding and decoding"
        " do not undo each other. Decode every id; who wants less can filter.",
        notebook="06",
        seen_by=DECODING,
        example=Decoding((256,), special_tokens=("<e>",)),
        parts={"decode": _without_specials},
    ),
    Mistake(
        name="decoding-specials-unknown",
        title="decoding knows no special tokens and raises an error at their ids",
        why="If special tokens live in a table of their own, the table for decoding lacks"
        " their ids. Put them into the vocabulary like all other tokens.",
        notebook="06",
        seen_by=DECODING,
        example=Decoding((256,), special_tokens=("<e>",)),
        parts={"decode": _specials_unknown},
    ),
    Mistake(
        name="decoding-with-spaces",
        title="tokens are joined with spaces",
        why="In byte-level BPE the spaces are inside the tokens: ` the` begins with one."
        " Joining with spaces puts more between them, also inside words. Join with nothing.",
        notebook="06",
        seen_by=DECODING,
        example=Decoding((97, 98)),
        parts={"decode": _with_spaces},
    ),
    Mistake(
        name="decoding-latin-1",
        title="bytes are decoded as Latin-1, one character a byte",
        why="Latin-1 never fails, so the code runs, and English looks right. Every other"
        " character turns into two or three: `é` becomes `Ã©`. The bytes are UTF-8.",
        notebook="01",
        seen_by=DECODING,
        example=Decoding((0x80,)),
        parts={"decode": _as_latin_1},
    ),
    Mistake(
        name="decoding-stripped",
        title="the decoded text is stripped",
        why="A first token such as ` the` gives a text with a space in front. It belongs"
        " there. With `.strip()`, pieces of text that are decoded one after the other run"
        " together.",
        notebook="06",
        seen_by=DECODING,
        example=Decoding((32,)),
        parts={"decode": _stripped},
    ),
    Mistake(
        name="decoding-byte-map-twice",
        title="GPT-2's map of bytes is undone, though the tokens are bytes already",
        why="Tokens in GPT-2's files are printable characters, and must be mapped back to bytes."
        " Those of the vocabulary are bytes already. Mapped again, a space comes out as `Ġ`, or"
        " ends in a KeyError. The map belongs into the code that reads and writes files.",
        notebook="06",
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
        title="`\\r\\n` becomes `\\n` in the decoded text",
        why="Text that goes through a file in text mode, or through `splitlines`, comes back with"
        " other line ends. Encoding and decoding must undo each other: join the bytes, decode them,"
        " and change nothing.",
        notebook="06",
        seen_by=DECODING,
        example=Decoding((13, 10)),
        parts={"decode": _newlines_translated},
        variants=({"decode": _all_newlines_translated},),
    ),
]
