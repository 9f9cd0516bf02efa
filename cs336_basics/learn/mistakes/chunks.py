"""Chunks: a file is cut where it must not be, or where it need not be."""

from __future__ import annotations

from collections.abc import Callable

from cs336_basics.learn.checker.cases import Cutting
from cs336_basics.learn.mistakes._mistake import Mistake
from cs336_basics.learn.mistakes.recipe import REFERENCE

CHUNKS = ("find_chunk_boundaries",)


def _even(content: bytes, number: int, token: bytes) -> list[int]:
    return sorted({i * len(content) // number for i in range(number + 1)})


def _even_with_repeats(content: bytes, number: int, token: bytes) -> list[int]:
    return [i * len(content) // number for i in range(number + 1)]


def _even_steps(content: bytes, number: int, token: bytes) -> list[int]:
    step = len(content) // number
    return [*(i * step for i in range(number)), len(content)]


def _up_to(limit: int) -> Callable[[bytes, int, bytes], list[int]]:
    def boundaries(content: bytes, number: int, token: bytes) -> list[int]:
        found = {0, len(content)}
        for guess in _even(content, number, token)[1:-1]:
            place = content.find(token, guess, guess + limit)
            if place < 0:
                place = guess if guess + limit < len(content) else len(content)
            found.add(place)
        return sorted(found)

    return boundaries


def _at(mark: bytes) -> Callable[[bytes, int, bytes], list[int]]:
    def boundaries(content: bytes, number: int, token: bytes) -> list[int]:
        found = {0, len(content)}
        for guess in _even(content, number, token)[1:-1]:
            place = content.find(mark, guess)
            found.add(len(content) if place < 0 else place + len(mark))
        return sorted(found)

    return boundaries


def _inside_the_token(content: bytes, number: int, token: bytes) -> list[int]:
    right = REFERENCE.boundaries(content, number, token)
    return [right[0], *(min(place + 1, right[-1]) for place in right[1:-1]), *right[-1:]]


def _found(content: bytes, number: int, token: bytes) -> list[int]:
    """Where each even guess finds the special token; where it does not, there is no boundary."""
    guesses = (i * len(content) // number for i in range(1, number))
    places = {content.find(token, guess) for guess in guesses}
    return sorted(places - {-1, 0})


def _inside_what_is_found(content: bytes, number: int, token: bytes) -> list[int]:
    return [0, *(place + 1 for place in _found(content, number, token)), len(content)]


def _end_of_what_is_found_missing(content: bytes, number: int, token: bytes) -> list[int]:
    return [0, *_found(content, number, token)]


def _end_missing(content: bytes, number: int, token: bytes) -> list[int]:
    right = REFERENCE.boundaries(content, number, token)
    return right[:-1]


def _repeats_kept(content: bytes, number: int, token: bytes) -> list[int]:
    guesses = (i * len(content) // number for i in range(1, number))
    places = [content.find(token, guess) for guess in guesses]
    return [0, *(len(content) if place < 0 else place for place in places), len(content)]


def _block_by_block(size: int, *, ours: bool = False) -> Callable[[bytes, int, bytes], list[int]]:
    """Look for the token in one block after the other, each by itself.

    Args:
        size: bytes in a block.
        ours: whether the guesses are spread evenly; else the last chunk takes what is left over.
    """

    def boundaries(content: bytes, number: int, token: bytes) -> list[int]:
        whole = len(content)
        guesses = [i * whole // number if ours else i * (whole // number) for i in range(1, number)]
        found = {0, whole}
        for guess in guesses:
            starts = range(guess, whole, size)
            inside = (content.find(token, start, start + size) for start in starts)
            found.add(next((place for place in inside if place >= 0), whole))
        return sorted(found)

    return boundaries


CHUNK_CUTS = [
    Mistake(
        name="chunks-even",
        seen_by=CHUNKS,
        example=Cutting(b"aa", 2),
        parts={"boundaries": _even},
        variants=({"boundaries": _even_with_repeats}, {"boundaries": _even_steps}),
    ),
    Mistake(
        name="chunks-look-ahead",
        seen_by=CHUNKS,
        example=Cutting(b"a" * 8193, 2),
        parts={"boundaries": _up_to(4096)},
    ),
    Mistake(
        name="chunks-straddling",
        seen_by=CHUNKS,
        example=Cutting(b"a" * 8189 + b"<e>" + b"a" * 4093, 3, b"<e>"),
        parts={"boundaries": _block_by_block(4096)},
        variants=tuple(
            {"boundaries": _block_by_block(size, ours=ours)}
            for size in (4096, 1, 2, 3, 4, 8, 16, 64, 256, 512, 1024, 2048, 8192)
            for ours in (False, True)
            if (size, ours) != (4096, False)
        ),
        open="fewer-chunks",
    ),
    Mistake(
        name="chunks-after-space",
        seen_by=CHUNKS,
        example=Cutting(b"a a", 2),
        parts={"boundaries": _at(b" ")},
    ),
    Mistake(
        name="chunks-after-line",
        seen_by=CHUNKS,
        example=Cutting(b"a\n\n", 2),
        parts={"boundaries": _at(b"\n")},
    ),
    Mistake(
        name="chunks-inside-special",
        seen_by=CHUNKS,
        example=Cutting(b"aa<e>", 2, b"<e>"),
        parts={"boundaries": _inside_the_token},
        variants=({"boundaries": _inside_what_is_found},),
    ),
    Mistake(
        name="chunks-end-missing",
        seen_by=CHUNKS,
        example=Cutting(b"a", 1),
        parts={"boundaries": _end_missing},
        variants=({"boundaries": _end_of_what_is_found_missing},),
    ),
    Mistake(
        name="chunks-repeats",
        seen_by=CHUNKS,
        example=Cutting(b"a", 2),
        parts={"boundaries": _repeats_kept},
    ),
]
