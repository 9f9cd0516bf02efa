"""Where pre-tokens start: windows of 64 bytes, their masks, and batches of starts.

Windows carry nothing over. Each begins where a pre-token starts, only its first 60 bits are trusted
(a bit depends on the bytes beside it), and the last trusted start begins the next window. (`masks`
says how starts come from masks.)

    text     It's a truth universally acknowledged, that a single man in possession of a good ...
    window   |------------------------------------------------------------|...|
    next                                                                |---------------------...

A word may be longer than a window: Chinese has no spaces in a clause. If all that is trusted are
letters of one word, the next window begins at the last of them, and finds where the word ends.

What a window cannot decide is left to `scan`: another pre-token longer than the window, the last 64
bytes of a text, bytes that are not UTF-8.
"""

from __future__ import annotations

from cs336_basics.compiled.machine.jit import i64, i64s, kernel, subroutine, u8s
from cs336_basics.compiled.machine.memory import count_bits, leading_zeros, mask64, trailing_zeros
from cs336_basics.compiled.scan.classes import DIGIT, LETTER, WHITE
from cs336_basics.compiled.scan.leads import kind_of, known_letters
from cs336_basics.compiled.scan.masks import (
    TRUSTED,
    WINDOW,
    certain,
    cl100k_starts,
    gpt2_starts,
    spread,
)
from cs336_basics.compiled.scan.plain import APOSTROPHE, CL100K, SPACE, contraction, end_of_pretoken

BATCH = 128  # pre-tokens found before any of them is used
ROOM = BATCH + 2 * WINDOW  # numbers that `find_batch` may write


@subroutine
def find_starts(data: u8s, place: i64, end: i64, classes: u8s, pattern: i64) -> i64:
    """Return a mask of the starts in the 64 bytes from `place` on, where a pre-token starts.

    The end of the text counts as a start. Bits that cannot be trusted, that of the end included,
    are clear; 0 means that something in the window needs `scan`. -i means that its first pre-token
    goes on at byte i, with a letter: from there it ends as a pre-token does that starts there.
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
        known = known_letters(data, place, leads)
        letter |= known
        leads &= ~known
        while leads:
            bit = leads & -leads
            kind = kind_of(data, place, trailing_zeros(leads), end, classes)
            if kind < 0:
                return 0
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
    if starts == 1 and size >= WINDOW:
        last = 63 - leading_zeros(trusted & ~continuation)
        return -last if letter >> last & 1 else 1
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
    inside = 0  # 1 if a pre-token that is already found goes on at `place`
    while place < end and found < BATCH + inside:
        bits = 0
        if place + WINDOW <= limit:
            bits = find_starts(data, place, end, classes, pattern)
        if bits <= 1:
            starts[found] = place
            found += 1 - inside
            inside = 1 if bits < 0 else 0
            if inside:
                place -= bits
            else:
                place = end_of_pretoken(data, place, end, classes, pattern)
            if place < 0:
                return place
            continue
        last = 63 - leading_zeros(bits)
        bits ^= 1 << last | inside
        inside = 0
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
