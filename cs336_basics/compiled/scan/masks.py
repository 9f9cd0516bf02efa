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

    by these three lines    111.11...1.1....1
    'll is a contraction    11..11...1.1....1      none behind the apostrophe, one behind the l

A character of several bytes has its kind at all of them (`spread`), so its bytes go on as the
letters of a word do. How the masks are made, and how windows follow each other: `scan_masks`.
"""

from __future__ import annotations

from cs336_basics.compiled.machine.jit import i64, inline, subroutine
from cs336_basics.compiled.machine.memory import leading_zeros, shift_right

WINDOW = 64  # bytes looked at together
TRUSTED = 60  # those whose neighbours are in the window: a character has up to four bytes


@inline
def spread(bits: i64, continuation: i64) -> i64:
    """Carry a mask from the first byte of each character to its other bytes."""
    bits |= bits << 1 & continuation
    bits |= bits << 1 & continuation
    return bits | bits << 1 & continuation


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
