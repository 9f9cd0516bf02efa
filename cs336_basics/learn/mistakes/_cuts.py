"""Ways to cut a file into chunks that tear something: parts of a recipe that read."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise

Read = Callable[[bytes], Iterable[str]]


def text_of(content: bytes) -> str:
    """Decode a file."""
    return content.decode("utf-8")


def in_pieces(content: bytes, places: Iterable[int], errors: str = "ignore") -> list[str]:
    """Cut a file at some places, and decode each piece by itself.

    >>> in_pieces(b"abc", [2])
    ['ab', 'c']
    """
    cuts = sorted({0, *places, len(content)})
    return [content[start:end].decode("utf-8", errors) for start, end in pairwise(cuts)]


def _by_size(content: bytes, size: int, errors: str = "ignore") -> list[str]:
    return in_pieces(content, range(0, len(content), max(1, size)), errors)


def _characters_by_size(text: str, size: int) -> list[str]:
    return [text[i : i + size] for i in range(0, len(text), max(1, size))]


def evenly(number: int, errors: str = "ignore") -> Read:
    """Cut bytes into so many chunks of equal size."""
    return lambda content: _by_size(content, -(-len(content) // number), errors)


def starter_guesses(content: bytes, number: int) -> list[int]:
    """As the assignment's starter code guesses: what the division leaves is in the last chunk."""
    return [i * (len(content) // number) for i in range(1, number)]


def even_guesses(content: bytes, number: int) -> list[int]:
    """Guess cuts so that no chunk is more than a byte longer than another."""
    return [i * len(content) // number for i in range(1, number)]


def at_guesses(number: int) -> Read:
    """Cut where the starter code guesses."""
    return lambda content: in_pieces(content, starter_guesses(content, number))


def at_even_guesses(number: int) -> Read:
    """Cut at the even guesses."""
    return lambda content: in_pieces(content, even_guesses(content, number))


def evenly_in_characters(number: int) -> Read:
    """Cut characters into so many chunks of equal size."""
    return lambda content: _characters_by_size(
        text_of(content), -(-len(text_of(content)) // number)
    )


def evenly_and_one(number: int) -> Read:
    """The same by `len(text) // number + 1`."""
    return lambda content: _characters_by_size(
        text_of(content), len(text_of(content)) // number + 1
    )


def in_blocks(size: int, errors: str = "ignore") -> Read:
    """Cut bytes into blocks."""
    return lambda content: _by_size(content, size, errors)


def in_blocks_of_characters(size: int) -> Read:
    """Cut characters into blocks."""
    return lambda content: _characters_by_size(text_of(content), size)


def moved(
    number: int,
    marks: bytes,
    *,
    back: bool = False,
    before: bool = False,
    inner: bool = False,
    guesses: Callable[[bytes, int], list[int]] = starter_guesses,
) -> Read:
    """Move each even cut to the next of some marks, or back to the last, and cut behind it.

    Args:
        number: chunks.
        marks: bytes at which to cut.
        back: whether to go back.
        before: whether to cut before the mark.
        inner: whether a mark at the very beginning is passed over.
        guesses: where the cuts are at first.
    """

    def read(content: bytes) -> Iterable[str]:
        places = []
        for guess in guesses(content, number):
            way = range(guess, -1, -1) if back else range(guess, len(content))
            place = next((place for place in way if content[place] in marks), None)
            if place is not None and not (inner and place == 0):
                places.append(place if before else place + 1)
        return in_pieces(content, places)

    return read


def at_steps(number: int, marks: str, *, before: bool = False) -> Read:
    """Cut characters: from each cut on at least a fixed part of the text, then to the next mark."""

    def read(content: bytes) -> Iterable[str]:
        text, start = text_of(content), 0
        step = max(before, len(text) // number)
        while start < len(text):
            found = (i for i in range(start + step, len(text)) if text[i] in marks)
            end = next(found, len(text)) + (not before)
            yield text[start:end]
            start = end

    return read
