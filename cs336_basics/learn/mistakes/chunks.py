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
        title="the file is cut at equal sizes, wherever that falls",
        why="A cut through a word makes two words of it, a cut through a character makes text"
        " that cannot be decoded. Each boundary must move on to the next special token, or to"
        " another place that is safe.",
        notebook="05",
        seen_by=CHUNKS,
        example=Cutting(b"aa", 2),
        parts={"boundaries": _even},
        variants=({"boundaries": _even_with_repeats}, {"boundaries": _even_steps}),
    ),
    Mistake(
        name="chunks-look-ahead",
        title="the search for a special token gives up after a fixed distance, and cuts there",
        why="Reading 4,096 bytes ahead finds the special token in most files. In one with long"
        " documents it does not, and then the first guess is used, in the middle of a word."
        " Read on until the token is found, or the file ends.",
        notebook="05",
        seen_by=CHUNKS,
        example=Cutting(b"a" * 8193, 2),
        parts={"boundaries": _up_to(4096)},
    ),
    Mistake(
        name="chunks-straddling",
        title="a special token that begins in one block and ends in the next is not found",
        why="The file is read in blocks of 4,096 bytes, and each block is searched by itself. A"
        " special token across the border of two blocks is in neither. Then the cut moves on to"
        " the next one, and where there is none, two chunks become one. Keep the last bytes of a"
        " block, one fewer than the token has, and search them with the next block.",
        notebook="05",
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
        title="the file is cut after a space, which belongs to the word behind it",
        why="In GPT-2's pattern the space is part of the next word: ` the`. Cut before it,"
        " never after.",
        notebook="05",
        seen_by=CHUNKS,
        example=Cutting(b"a a", 2),
        parts={"boundaries": _at(b" ")},
    ),
    Mistake(
        name="chunks-after-line",
        title="the file is cut after any line end, also inside a run of them",
        why="Two line ends at the end of a document are one pre-token. A cut after the first"
        " one tears it.",
        notebook="05",
        seen_by=CHUNKS,
        example=Cutting(b"a\n\n", 2),
        parts={"boundaries": _at(b"\n")},
    ),
    Mistake(
        name="chunks-inside-special",
        title="the cut falls inside the special token",
        why="An offset that is wrong by one leaves `<` in one chunk and the rest in the next."
        " Neither chunk holds the special token any more, so its pieces are counted as text.",
        notebook="05",
        seen_by=CHUNKS,
        example=Cutting(b"aa<e>", 2, b"<e>"),
        parts={"boundaries": _inside_the_token},
        variants=({"boundaries": _inside_what_is_found},),
    ),
    Mistake(
        name="chunks-end-missing",
        title="the end of the file is not among the boundaries, so the last chunk is lost",
        why="Chunks are made of neighbouring boundaries: `zip(boundaries, boundaries[1:])`."
        " Without the end of the file, what follows the last boundary is never read.",
        notebook="05",
        seen_by=CHUNKS,
        example=Cutting(b"a", 1),
        parts={"boundaries": _end_missing},
        variants=({"boundaries": _end_of_what_is_found_missing},),
    ),
    Mistake(
        name="chunks-repeats",
        title="boundaries that meet in one place are kept, so some chunks are empty",
        why="Two guesses may find the same special token. `sorted(set(boundaries))` keeps it"
        " once; empty chunks cost a task each, and code that divides by their size fails.",
        notebook="05",
        seen_by=CHUNKS,
        example=Cutting(b"a", 2),
        parts={"boundaries": _repeats_kept},
    ),
]
