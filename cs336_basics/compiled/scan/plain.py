r"""Where pre-tokens end, read straight from UTF-8 bytes: the patterns gpt2 and cl100k by hand.

A regular expression tries its branches one after the other at every place. But the first one or two
characters of a pre-token already say which branch it is, and then only its end is to be found:

    gpt2                                       cl100k
    'll           it is one of seven           the same, in either case
    ` `? letters  to the last letter           any one character but \r \n before the letters
    ` `? digits   to the last digit            up to three digits, no space before them
    ` `? others   to the last of them          and the line ends behind them
    white space   to the end of the text, or up to the last one before what is no white space
                                               but first: up to the last line end, if there is one

The bytes are checked on the way: a byte that starts no character ends the scan, at the offset where
Python's own decoder would stop. ASCII needs one look into a table (`classes`).

Ends are returned as numbers; -1 - p says that no character starts at byte p.
"""

from __future__ import annotations

from cs336_basics.compiled.machine.jit import i64, i64s, inline, kernel, subroutine, u8s
from cs336_basics.compiled.scan.classes import (
    ASCII,
    DIGIT,
    LETTER,
    NEWLINE,
    OTHER,
    WHITE,
    character,
)

GPT2, CL100K = range(2)
PATTERNS = {"gpt2": GPT2, "cl100k": CL100K}
"""The patterns that have a kernel, and how kernels name them."""

SPACE, APOSTROPHE = 0x20, 0x27


@subroutine
def end_of_run(data: u8s, place: i64, end: i64, classes: u8s, kind: i64) -> i64:
    """Return where the characters of this kind, from `place` on, end."""
    while place < end:
        byte = data[place]
        if byte < 0x80:
            if classes[ASCII + byte] != kind:
                return place
            place += 1
        else:
            found = character(data, place, end, classes)
            if found == 0:
                return -1 - place
            if found & 7 != kind:
                return place
            place += found >> 3
    return end


@subroutine
def contraction(data: u8s, place: i64, end: i64, any_case: bool) -> i64:
    """Return the length of 's 'd 'm 't 'll 've 're behind an apostrophe; 0 if it is none."""
    if place + 1 >= end:
        return 0
    fold = 0x20 if any_case else 0
    second = data[place + 1] | fold
    if second == ord("s") or second == ord("d") or second == ord("m") or second == ord("t"):
        return 2
    if place + 2 >= end:
        return 0
    third = data[place + 2] | fold
    if second == ord("l"):
        return 3 if third == ord("l") else 0
    if second == ord("v") or second == ord("r"):
        return 3 if third == ord("e") else 0
    # The long s, U+017F, is an s when case does not matter.
    return 3 if any_case and data[place + 1] == 0xC5 and data[place + 2] == 0xBF else 0


@subroutine
def end_of_white_space(data: u8s, start: i64, end: i64, classes: u8s, line_ends: bool) -> i64:
    """Return where a pre-token of white space ends that starts at `start`."""
    place = last = start
    after_line_end = 0
    while place < end:
        found = character(data, place, end, classes)
        if found == 0:
            return -1 - place
        kind = found & 7
        if kind < WHITE:
            if line_ends and after_line_end:
                return after_line_end
            # The last one is left for the next pre-token, unless it is the only one.
            return last if last > start else place
        last = place
        place += found >> 3
        if kind == NEWLINE:
            after_line_end = place
    return end


@inline
def end_of_gpt2(data: u8s, start: i64, end: i64, classes: u8s) -> i64:
    """Return where the gpt2 pre-token that starts at `start` ends."""
    place = start
    if data[place] == APOSTROPHE:
        length = contraction(data, place, end, False)
        if length:
            return place + length
    elif data[place] == SPACE:
        place += 1
        if place == end:
            return end
    found = character(data, place, end, classes)
    if found == 0:
        return -1 - place
    kind = found & 7
    if kind >= WHITE:
        return end_of_white_space(data, start, end, classes, False)
    return end_of_run(data, place + (found >> 3), end, classes, kind)


@subroutine
def end_of_cl100k(data: u8s, start: i64, end: i64, classes: u8s) -> i64:
    """Return where the cl100k pre-token that starts at `start` ends."""
    if data[start] == APOSTROPHE:
        length = contraction(data, start, end, True)
        if length:
            return start + length
    found = character(data, start, end, classes)
    if found == 0:
        return -1 - start
    kind = found & 7
    place = start + (found >> 3)
    if kind == LETTER:
        return end_of_run(data, place, end, classes, LETTER)
    if kind == DIGIT:
        for _ in range(2):
            if place < end:
                found = character(data, place, end, classes)
                if found == 0:
                    return -1 - place
                if found & 7 != DIGIT:
                    break
                place += found >> 3
        return place
    second = -1
    if place < end:
        found = character(data, place, end, classes)
        if found == 0:
            return -1 - place
        second = found & 7
    if second == LETTER and kind != NEWLINE:
        return end_of_run(data, place + (found >> 3), end, classes, LETTER)
    if kind == OTHER or (data[start] == SPACE and second == OTHER):
        place = end_of_run(data, place, end, classes, OTHER)
        return end_of_run(data, place, end, classes, NEWLINE) if place >= 0 else place
    return end_of_white_space(data, start, end, classes, True)


@inline
def end_of_pretoken(data: u8s, start: i64, end: i64, classes: u8s, pattern: i64) -> i64:
    """Return where the pre-token that starts at `start` ends; `end` is the end of the text."""
    if pattern == CL100K:
        return end_of_cl100k(data, start, end, classes)
    return end_of_gpt2(data, start, end, classes)


@kernel
def scan(data: u8s, end: i64, classes: u8s, pattern: i64, ends: i64s) -> i64:
    """Write the end of every pre-token to `ends`; return how many, or -1 - a bad offset."""
    place = found = 0
    while place < end:
        place = end_of_pretoken(data, place, end, classes, pattern)
        if place < 0:
            return place
        ends[found] = place
        found += 1
    return found
