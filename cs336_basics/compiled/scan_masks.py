r"""Where pre-tokens start, for 64 bytes at a time and without a branch for each of them.

`scan` asks about one character after the other, and the processor must guess each answer; a wrong
guess costs as much as a whole short word. Here one comparison asks about 64 bytes. Its answer is a
mask: a 64-bit integer, bit i for byte i. (Written here with the first byte on the left.)

    bytes                   I'll  see 2 dogs!
    L letters               1.11..111...1111.
    D digits                ..........1......
    O others                .1..............1
    W white space           ....11...1.1.....
    S spaces                ....11...1.1.....

"The same kind as the byte before" is a shift: `same = L & L<<1 | D & D<<1 | O & O<<1`. A gpt2
pre-token starts at

    ~W & ~same & ~(S<<1)    what is no white space, unless it goes on or a space goes before it
    W & ~(W<<1)             the first white space of a run
    W & ~(W>>1)             the last one of a run: it joins what follows, or stands alone

    starts                  11...1....1.1..1.  by the three lines
    contraction             1...              : 'll is one, so not at 2; and a start behind it
    starts                  11..11...1.1....1

Windows carry nothing over. Each begins where a pre-token starts, only its first 60 bits are
trusted (a bit depends on the bytes beside it), and the last trusted start begins the next window.
What a window cannot decide is left to `scan`: a pre-token longer than the window, the last 64 bytes
of a text, bytes that are not UTF-8.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cs336_basics.compiled.classes import DIGIT, LETTER, WHITE, class_table
from cs336_basics.compiled.jit import address, i64, i64s, inline, kernel, subroutine, u8s
from cs336_basics.compiled.memory import (
    count_bits,
    leading_zeros,
    mask64,
    shift_right,
    trailing_zeros,
)
from cs336_basics.compiled.scan import (
    APOSTROPHE,
    CL100K,
    PATTERNS,
    SPACE,
    bad_byte,
    character,
    contraction,
    end_of_pretoken,
)

WINDOW = 64  # bytes looked at together
TRUSTED = 60  # of them, those whose neighbours are in the window: a character has up to four bytes
BATCH = 128  # pre-tokens found before any of them is used
ROOM = BATCH + 2 * WINDOW  # numbers that `find_batch` may write


@inline
def spread(bits: i64, continuation: i64) -> i64:
    """Carry a mask from the first byte of each character to its other bytes."""
    bits |= bits << 1 & continuation
    bits |= bits << 1 & continuation
    return bits | bits << 1 & continuation


@inline
def letter_leads(data: u8s, place: i64) -> i64:
    """Mark the bytes that begin letters only: most of Cyrillic, Chinese and Korean."""
    return (
        mask64(data, place, 0, 0xC4, 7)
        | mask64(data, place, 0, 0xD0, 2)
        | mask64(data, place, 0, 0xE5, 5)
        | mask64(data, place, 0, 0xEB, 2)
    )


@inline
def last_starts(white: i64, continuation: i64) -> i64:
    """Mark the start of the last character of each run of white space."""
    last = white & ~shift_right(white, 1)
    # A white character has up to three bytes: walk back from its last byte to its first.
    inner = last & continuation
    last = last & ~continuation | shift_right(inner, 1)
    inner = last & continuation
    return last & ~continuation | shift_right(inner, 1)


@inline
def gpt2_starts(letter: i64, digit: i64, white: i64, space: i64, continuation: i64) -> i64:
    """Mark where gpt2's pre-tokens start, but for contractions."""
    other = ~(letter | digit | white)
    same = letter & letter << 1 | digit & digit << 1 | other & other << 1
    starts = ~white & ~same & ~(space << 1) | white & ~(white << 1)
    return starts | last_starts(white, continuation)


@inline
def runs_before(marks: i64, bits: i64) -> i64:
    """Mark each run of set `bits` whose last bit is marked, in six steps that double."""
    for step in (1, 2, 4, 8, 16, 32):
        marks |= shift_right(marks, step) & bits
        bits &= shift_right(bits, step)
    return marks


@subroutine
def cl100k_starts(
    letter: i64, digit: i64, white: i64, space: i64, newline: i64, continuation: i64
) -> i64:
    """Mark where cl100k's pre-tokens start, but for contractions."""
    other = ~(letter | digit | white)
    blank = white & ~newline
    # Letters take one character with them that is neither \r, \n, letter nor digit: any white
    # space, or another that stands alone and has no space before it.
    alone = spread(other & ~continuation & ~(other << 1) & ~(space << 1), continuation)
    starts = letter & ~(letter << 1) & ~((blank | alone) << 1)
    # Digits go in threes.
    third = digit & ~(digit << 1)
    while third:
        starts |= third
        third = third << 3 & digit & digit << 1 & digit << 2
    # Others take a space before them with them, and the line ends behind them. Adding 1 to the
    # first of these carries it through their run.
    starts |= other & ~(other << 1) & ~(space << 1)
    taken = newline & ~(newline + (newline & other << 1))
    # White space: a run starts; it is cut behind its last line end, and before its last character.
    rest = white & ~taken
    starts |= rest & ~(rest << 1) | last_starts(white, continuation) & ~newline
    behind = blank & newline << 1
    if behind:
        starts |= behind & ~runs_before(blank & shift_right(newline, 1), blank)
    return starts & ~continuation


@inline
def certain(white: i64, digit: i64, high: i64, size: i64) -> i64:
    """Mark the bits that cl100k can decide; what comes later needs bytes behind the window.

    These are a run of white space that reaches the end of the window, and digits that are not
    ASCII: they have several bytes, which `<< 3` does not know.
    """
    bits = -1
    if white < 0 and size >= WINDOW:  # bit 63 is set
        start_of_run = WINDOW - leading_zeros(~white)
        bits = (2 << start_of_run) - 1
    if digit & high:
        first = (digit & high) & -(digit & high)
        runs = digit & ~(digit << 1) & (first | first - 1)
        bits &= (2 << 63 - leading_zeros(runs)) - 1
    return bits


@subroutine
def find_starts(data: u8s, place: i64, end: i64, classes: u8s, pattern: i64) -> i64:
    """Return a mask of the starts in the 64 bytes from `place` on, where a pre-token starts.

    The end of the text counts as a start. Bits that cannot be trusted, that of the end included,
    are clear; 0 means that something in the window needs `scan`.
    """
    space = mask64(data, place, 0, SPACE, 1)
    newline = mask64(data, place, 0, ord("\n"), 1) | mask64(data, place, 0, ord("\r"), 1)
    white = space | mask64(data, place, 0, 9, 5)
    letter = mask64(data, place, 0x20, ord("a"), 26)
    digit = mask64(data, place, 0, ord("0"), 10)
    size = end - place
    inside = (1 << size) - 1 if size < WINDOW else -1
    high = mask64(data, place, 0, 0x80, 128) & inside
    continuation = 0
    if high:
        continuation = mask64(data, place, 0, 0x80, 64) & inside
        leads = high & ~continuation
        three = mask64(data, place, 0, 0xE0, 16) & leads
        four = mask64(data, place, 0, 0xF0, 5) & leads
        if (leads << 1 | (three | four) << 2 | four << 3) != continuation:
            return 0
        known = letter_leads(data, place) & leads
        letter |= known
        leads &= ~known
        while leads:
            bit = leads & -leads
            found = character(data, place + trailing_zeros(leads), end, classes)
            if found == 0:
                return 0
            kind = found & 7
            letter |= bit if kind == LETTER else 0
            digit |= bit if kind == DIGIT else 0
            white |= bit if kind >= WHITE else 0
            leads ^= bit
        letter = spread(letter, continuation)
        digit = spread(digit, continuation)
        white = spread(white, continuation)
    # What comes behind the end counts as white space, and as line ends.
    letter &= inside
    digit &= inside
    space &= inside
    white |= ~inside
    trusted = (1 << TRUSTED) - 1
    if pattern == CL100K:
        newline |= ~inside
        starts = cl100k_starts(letter, digit, white, space, newline, continuation) | 1
        trusted &= certain(white, digit, high, size)
    else:
        starts = gpt2_starts(letter, digit, white, space, continuation) | 1
    quotes = mask64(data, place, 0, APOSTROPHE, 1) & starts & inside & trusted
    while quotes:
        i = trailing_zeros(quotes)
        quotes &= quotes - 1
        length = contraction(data, place + i, end, pattern == CL100K)
        if length:
            starts = starts & ~(2 << i) | 1 << i + length
    starts &= trusted & inside
    # The end is a start only where it can be trusted: the masks may have given up before it.
    return starts | 1 << size & trusted if size < WINDOW else starts


@subroutine
def find_batch(
    data: u8s, place: i64, end: i64, limit: i64, classes: u8s, pattern: i64, starts: i64s
) -> i64:
    """Write where the next pre-tokens start, and where the last of them ends; return how many.

    At least one, about BATCH, if the text goes on; -1 - p if no character starts at byte p. No
    byte at or behind `limit` is touched.
    """
    found = 0
    while found < BATCH and place < end:
        bits = 0
        if place + WINDOW <= limit:
            bits = find_starts(data, place, end, classes, pattern)
        if bits & (bits - 1) == 0:
            starts[found] = place
            found += 1
            place = end_of_pretoken(data, place, end, classes, pattern)
            if place < 0:
                return place
            continue
        last = 63 - leading_zeros(bits)
        bits ^= 1 << last
        # Eight at a time, and more than there are: a loop that ends early would be guessed wrong.
        number = count_bits(bits)
        for first in range(0, number, 8):
            for i in range(8):
                starts[found + first + i] = place + trailing_zeros(bits)
                bits &= bits - 1
        found += number
        place += last
    starts[found] = place
    return found


@kernel
def scan_part(
    data: u8s, place: i64, end: i64, limit: i64, classes: u8s, pattern: i64, starts: i64s
) -> i64:
    """Do `find_batch` alone: for tests, and for looking at one batch."""
    return find_batch(data, place, end, limit, classes, pattern, starts)


@kernel
def scan_masks(data: u8s, end: i64, classes: u8s, pattern: i64, starts: i64s, ends: i64s) -> i64:
    """Do what `scan.scan` does; `starts` is room for one batch."""
    place = found = 0
    while place < end:
        number = find_batch(data, place, end, end, classes, pattern, starts)
        if number < 0:
            return number
        for i in range(number):
            ends[found + i] = starts[i + 1]
        found += number
        place = starts[number]
    return found


def pretoken_ends(text: bytes, pattern: str = "gpt2") -> NDArray[np.int64]:
    """Return the offset behind each pre-token, as `scan.pretoken_ends` does.

    Raises:
        InvalidUtf8Error: at the offset where Python's own decoder stops.

    >>> pretoken_ends(b"it's so").tolist()
    [2, 4, 7]
    """
    starts, ends = np.empty(ROOM, np.int64), np.empty(len(text), np.int64)
    found = scan_masks(
        text,
        len(text),
        address(class_table()),
        PATTERNS[pattern],
        address(starts),
        address(ends),
    )
    if found < 0:
        raise bad_byte(text, -1 - found)
    return ends[:found]
