"""GPT-2's printable stand-ins for bytes: how vocab.json and merges.txt write tokens.

JSON and lines of text cannot hold arbitrary bytes. So each byte has a character: the printable
Latin-1 characters stand for themselves, and the other 68 bytes, in order, take U+0100, U+0101, …
A space becomes `Ġ` (U+0120), a line end `Ċ` (U+010A).

Source: the GPT-2 encoder (2019); the map is part of the file format.
"""

from __future__ import annotations

from cs336_basics.vocab import NUM_BYTES


def _byte_characters() -> list[str]:
    printable = [*range(ord("!"), ord("~") + 1), *range(0xA1, 0xAC + 1), *range(0xAE, 0xFF + 1)]
    shifted = [byte for byte in range(NUM_BYTES) if byte not in printable]
    characters = {byte: chr(byte) for byte in printable}
    characters |= {byte: chr(NUM_BYTES + i) for i, byte in enumerate(shifted)}
    return [characters[byte] for byte in range(NUM_BYTES)]


BYTE_TO_CHARACTER = _byte_characters()
CHARACTER_TO_BYTE = {character: byte for byte, character in enumerate(BYTE_TO_CHARACTER)}


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
