"""Code points and bytes: what notebook 01 explains, and the few facts the pipeline needs of UTF-8.

Source: RFC 3629 (UTF-8), The Unicode Standard, chapter 3.9.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from cs336_basics.arguments import expect_text
from cs336_basics.errors import CorpusError, VocabularyError
from cs336_basics.text.printable_characters import is_printable

MAX_CODE_POINT = 0x10FFFF
SURROGATES = range(0xD800, 0xE000)
_LARGE, _PIECE = 1 << 18, 1 << 11  # characters


class Form(NamedTuple):
    """One row of the UTF-8 table: how the code points of a range are written.

    Attributes:
        end: the first code point that no longer fits.
        marker: the fixed bits of the first byte; the others are free.
        tail: how many continuation bytes follow, each with six free bits.
    """

    end: int
    marker: int
    tail: int


FORMS = (
    Form(0x80, 0b0000_0000, tail=0),
    Form(0x800, 0b1100_0000, tail=1),
    Form(0x10000, 0b1110_0000, tail=2),
    Form(MAX_CODE_POINT + 1, 0b1111_0000, tail=3),
)


def is_continuation(byte: int) -> bool:
    """Say whether a byte (0–255) is a continuation byte: its bits start with 10.

    >>> [is_continuation(byte) for byte in "é".encode()]
    [False, True]
    """
    return byte & 0b1100_0000 == 0b1000_0000


def encode_code_point(code_point: int) -> bytes:
    """Write one code point as UTF-8, by hand: `chr(code_point).encode()` without the library.

    Raises:
        VocabularyError: a surrogate, or a number outside 0–0x10FFFF.

    >>> encode_code_point(0x4F60) == "你".encode()
    True
    """
    if code_point in SURROGATES or not 0 <= code_point <= MAX_CODE_POINT:
        raise VocabularyError(f"U+{code_point:04X} is not a character that UTF-8 can write")
    form = next(form for form in FORMS if code_point < form.end)
    lead = form.marker | code_point >> 6 * form.tail
    sixes = [code_point >> 6 * i & 0b0011_1111 for i in reversed(range(form.tail))]
    return bytes([lead, *(0b1000_0000 | six for six in sixes)])


def bits(data: bytes) -> str:
    """Write bytes as bits, a group of eight for each byte.

    >>> bits("é".encode())
    '11000011 10101001'
    """
    return " ".join(f"{byte:08b}" for byte in data)


def join_surrogates(text: str) -> str:
    """Return `text` with surrogate pairs joined and lone surrogates replaced by U+FFFD.

    A Python string may hold surrogates (from JSON, from UTF-16 sources); UTF-8 cannot write them.

    >>> join_surrogates("\\ud83d\\ude00 \\ud800") == "😀 \\ufffd"
    True
    """
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def to_utf8(text: str) -> bytes:
    """Return a string as UTF-8: surrogate pairs as their character, lone surrogates as U+FFFD.

    Python writes ASCII many times faster than a text that holds a single curly quote. So a long
    text that is ASCII for the most part is written in pieces, most of which are.

    >>> to_utf8("\\ud83d\\ude00") == "😀".encode()
    True
    """
    try:
        if len(text) < _LARGE or text.isascii() or not _is_mostly_ascii(text):
            return text.encode("utf-8")
        pieces = range(0, len(text), _PIECE)
        return b"".join([text[i : i + _PIECE].encode("utf-8") for i in pieces])
    except UnicodeEncodeError:
        return join_surrogates(text).encode("utf-8")


def _is_mostly_ascii(text: str) -> bool:
    """Say whether of 32 pieces from all over the text more than half are ASCII."""
    starts = range(0, len(text), max(1, len(text) // 32))
    return 2 * sum(text[i : i + _PIECE].isascii() for i in starts) > len(starts)


def encode_chunks(chunks: Iterable[str], size: int) -> Iterator[bytes]:
    """Turn chunks of text into UTF-8 blocks of about `size` characters, however long a chunk is.

    A high surrogate at the end of a block waits for the next one, which may bring its other half.

    Raises:
        WrongTypeError: a chunk that is not a string.

    >>> list(encode_chunks(["a", "\\ud83d", "", "\\ude00"], 1)) == [b"a", "😀".encode()]
    True
    """
    held: list[str] = []
    length = 0
    for chunk in chunks:
        expect_text("a chunk", chunk, "open the file as text: open(path, encoding='utf-8')")
        for start in range(0, len(chunk), size):
            piece = chunk[start : start + size]
            held.append(piece)
            length += len(piece)
            if length >= size and not "\ud800" <= piece[-1] <= "\udbff":
                yield to_utf8("".join(held))
                held, length = [], 0
    if held:
        yield to_utf8("".join(held))


def check_errors(errors: str) -> str:
    """Return `errors` if it is a policy for bytes that are not UTF-8 that cannot invent pairs.

    Raises:
        WrongTypeError: not a string.
        CorpusError: anything but `strict` and `replace`. `ignore` would join what was on both
            sides of a bad byte, and so make pairs that are not in the file.

    >>> check_errors("replace")
    'replace'
    """
    expect_text("errors", errors)
    if errors == "ignore":
        raise CorpusError("errors='ignore' would invent pairs; use 'strict' or 'replace'")
    if errors not in ("strict", "replace"):
        raise CorpusError(f"unknown errors={errors!r}; use 'strict' or 'replace'")
    return errors


def token_literal(token: bytes) -> str:
    r"""Write any bytes so that people can read them and YAML reads them back, on one line.

    Text is put in quotes, with escapes for what does not print. Bytes that are not valid UTF-8 (a
    piece of a character) become a list of numbers, so that they cannot be taken for text.

    >>> token_literal(b" the"), token_literal(b"\n"), token_literal("é".encode()[:1])
    ('" the"', '"\\n"', '[0xC3]')
    """
    try:
        text = token.decode("utf-8")
    except UnicodeDecodeError:
        return "[" + ", ".join(f"0x{byte:02X}" for byte in token) + "]"
    return '"' + "".join(map(_escaped, text)) + '"'


def _escaped(character: str) -> str:
    if character in _ESCAPES:
        return _ESCAPES[character]
    if is_printable(character):
        return character
    code_point = ord(character)
    if code_point <= 0xFF:
        return f"\\x{code_point:02X}"
    return f"\\u{code_point:04X}" if code_point <= 0xFFFF else f"\\U{code_point:08X}"


_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
