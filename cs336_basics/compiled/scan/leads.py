"""What kind of character a first byte begins, for 64 bytes at a time where that can be.

The first byte of a character often decides: D0 begins Cyrillic letters and nothing else, E6 Chinese
ones. Where it does not, the second byte may, or the third. Only characters that these three leave
open are looked up one by one.

    bytes     D1 8F 20 E6 88 91 20 E3 81 97 20 C2 BB
    leads     1  .  .  1  .  .  .  1  .  .  .  1  .
    letters   1  .  .  1  .  .  .  1  .  .  .  .  .      C2 begins ª and », so it is looked up
"""

from __future__ import annotations

from cs336_basics.compiled.machine.jit import i64, inline, u8s
from cs336_basics.compiled.machine.memory import mask64, shift_right
from cs336_basics.compiled.scan.classes import character, class_of
from cs336_basics.compiled.scan.masks import TRUSTED


@inline
def kind_of(data: u8s, place: i64, i: i64, end: i64, classes: u8s) -> i64:
    """Return the kind of the character at byte i of the window at `place`; -1 if it is none.

    Its bytes inside the window are known to be as many as they should, and continuation bytes, so
    most characters need less than `scan.character` does.
    """
    place += i
    first = data[place]
    if first >= 0xF0 or i > TRUSTED:
        found = character(data, place, end, classes)
        return found & 7 if found else -1
    if first < 0xE0:
        code = (first & 0x1F) << 6 | data[place + 1] & 0x3F
        return class_of(classes, code) if first >= 0xC2 else -1
    code = (first & 0xF) << 12 | (data[place + 1] & 0x3F) << 6 | data[place + 2] & 0x3F
    return class_of(classes, code) if code >= 0x800 and code >> 11 != 0x1B else -1


@inline
def known_letters(data: u8s, place: i64, leads: i64) -> i64:
    """Mark those of the first bytes `leads`, in the window at `place`, that begin letters."""
    known = (
        mask64(data, place, 0, 0xC4, 7)
        | mask64(data, place, 0, 0xD0, 2)
        | mask64(data, place, 0, 0xE5, 5)
        | mask64(data, place, 0, 0xEB, 2)
    )
    if mask64(data, place, 0, 0xE3, 2) & leads:
        known |= chinese_and_kana(data, place)
    return known & leads


@inline
def chinese_and_kana(data: u8s, place: i64) -> i64:
    """Mark more bytes that begin letters, by what follows them.

    E4 begins letters but for the hexagrams and what stands before them (E4 B6, E4 B7). E3 81, 82
    and 83 are kana, but for a few last bytes: 80 after 81; 97 to 9C and A0 after 82; BB after 83.
    """
    chinese = mask64(data, place, 0, 0xE4, 1) & ~shift_right(mask64(data, place, 0, 0xB6, 2), 1)
    second = mask64(data, place, 0, 0x81, 1) & ~shift_right(mask64(data, place, 0, 0x80, 1), 1)
    marks = mask64(data, place, 0, 0x97, 6) | mask64(data, place, 0, 0xA0, 1)
    second |= mask64(data, place, 0, 0x82, 1) & ~shift_right(marks, 1)
    second |= mask64(data, place, 0, 0x83, 1) & ~shift_right(mask64(data, place, 0, 0xBB, 1), 1)
    return chinese | mask64(data, place, 0, 0xE3, 1) & shift_right(second, 1)
