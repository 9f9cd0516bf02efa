"""GPT-2's printable stand-ins for bytes: how vocab.json and merges.txt write tokens.

JSON and lines of text cannot hold arbitrary bytes. So each byte has a character: the printable
Latin-1 characters stand for themselves, and the other 68 bytes, in order, take U+0100, U+0101, …
A space becomes `Ġ` (U+0120), a line end `Ċ` (U+010A).

Source: the GPT-2 encoder (2019); the map is part of the file format.
"""

from __future__ import annotations

import codecs
from collections.abc import Collection
from itertools import accumulate, pairwise

from cs336_basics.vocab import NUM_BYTES


def _byte_characters() -> list[str]:
    printable = [*range(ord("!"), ord("~") + 1), *range(0xA1, 0xAC + 1), *range(0xAE, 0xFF + 1)]
    shifted = [byte for byte in range(NUM_BYTES) if byte not in printable]
    characters = {byte: chr(byte) for byte in printable}
    characters |= {byte: chr(NUM_BYTES + i) for i, byte in enumerate(shifted)}
    return [characters[byte] for byte in range(NUM_BYTES)]


BYTE_TO_CHARACTER = _byte_characters()
CHARACTER_TO_BYTE = {character: byte for byte, character in enumerate(BYTE_TO_CHARACTER)}
_ZERO = BYTE_TO_CHARACTER[0]
# The map as Python has its own one-byte encodings, which it reads in C. There 0 must stand for 0.
_ENCODING = codecs.charmap_build("\0" + "".join(BYTE_TO_CHARACTER[1:]))


def to_printable(token: bytes) -> str:
    """Write each byte as its character.

    >>> to_printable(b" the")
    'Ġthe'
    """
    return "".join([BYTE_TO_CHARACTER[byte] for byte in token])


def from_printable(text: str) -> bytes:
    """Turn the characters back into bytes.

    Raises:
        KeyError: a character that stands for no byte.

    >>> from_printable("Ġthe")
    b' the'
    """
    return bytes([CHARACTER_TO_BYTE[character] for character in text])


def all_from_printable(texts: Collection[str]) -> list[bytes]:
    """Turn the characters of many texts back into bytes, all at once: each character is one byte.

    Raises:
        ValueError: a character that stands for no byte.

    >>> all_from_printable(["Ġthe", "", "Ċ"])
    [b' the', b'', b'\\n']
    """
    text = "".join(texts)
    if "\0" in text:
        raise ValueError("the character 0 stands for no byte")
    data, _ = codecs.charmap_encode(text.replace(_ZERO, "\0"), "strict", _ENCODING)
    ends = accumulate(map(len, texts), initial=0)
    return [data[start:end] for start, end in pairwise(ends)]
