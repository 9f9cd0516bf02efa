"""Ways to encode a stream, from which mistakes are made: parts of a recipe."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from cs336_basics.learn.mistakes.recipe import REFERENCE, Encode

Stream = Callable[[Encode, Iterable[str], Sequence[str]], Iterator[int]]


def each(change: Callable[[str], str]) -> Stream:
    """Encode each chunk by itself, changed in some way."""

    def stream(encode: Encode, chunks: Iterable[str], specials: Sequence[str]) -> Iterator[int]:
        for chunk in chunks:
            yield from encode(change(chunk))

    return stream


def rightly(change: Callable[[str], str]) -> Stream:
    """Change each chunk, and do the rest as it should be."""
    return lambda encode, chunks, specials: REFERENCE.stream(encode, map(change, chunks), specials)


def each_line(cut: Callable[[str], list[str]]) -> Stream:
    """Encode each line of each chunk by itself."""

    def stream(encode: Encode, chunks: Iterable[str], specials: Sequence[str]) -> Iterator[int]:
        for chunk in chunks:
            for line in cut(chunk):
                yield from encode(line)

    return stream


def up_to(marks: str, *, behind: bool = False, flushed: bool = True) -> Stream:
    """Hold back everything from the last mark on, whatever special tokens may be about to end."""

    def stream(encode: Encode, chunks: Iterable[str], specials: Sequence[str]) -> Iterator[int]:
        held = ""
        for chunk in chunks:
            held += chunk
            cut = max(held.rfind(mark) for mark in marks) + behind
            if cut > 0:
                yield from encode(held[:cut])
                held = held[cut:]
        if flushed:
            yield from encode(held)

    return stream


def last_pretoken_held(*, flushed: bool = True, seen: bool = True, number: int = 1) -> Stream:
    """Hold back the last pre-token alone, or a few; of special tokens not all code knows here."""

    def stream(encode: Encode, chunks: Iterable[str], specials: Sequence[str]) -> Iterator[int]:
        held = ""
        for chunk in chunks:
            held += chunk
            parts = REFERENCE.cut_out(held, specials if seen else ())
            if not parts or parts[-1][1]:
                continue
            last = "".join(REFERENCE.pretokenize(parts[-1][0])[-number:])
            yield from encode(held[: len(held) - len(last)])
            held = last
        if flushed:
            yield from encode(held)

    return stream


def longest_special_held(*, flushed: bool = True) -> Stream:
    """Hold back what is behind the last safe place, and as much as a special token has at most."""

    def stream(encode: Encode, chunks: Iterable[str], specials: Sequence[str]) -> Iterator[int]:
        longest, held = max(map(len, specials), default=1), ""
        for chunk in chunks:
            held += chunk
            limit, end, place = len(held) - longest + 1, 0, 0
            for part, is_special in REFERENCE.cut_out(held, specials):
                place += len(part)
                if is_special and place - len(part) < limit:
                    end = place
            borders = re.finditer(r"(?<=\S)(?=\s)", held)
            end = max([end, *(each.start() for each in borders if end < each.start() <= limit)])
            yield from encode(held[:end])
            held = held[end:]
        if flushed:
            yield from encode(held)

    return stream


def collected(size: int, *, flushed: bool = True) -> Stream:
    """Collect chunks until there are so many characters, encode them all, begin anew."""

    def stream(encode: Encode, chunks: Iterable[str], specials: Sequence[str]) -> Iterator[int]:
        held = ""
        for chunk in chunks:
            held += chunk
            if len(held) >= size:
                yield from encode(held)
                held = ""
        if flushed:
            yield from encode(held)

    return stream


def sliced(size: int) -> Stream:
    """Collect chunks, and encode so many characters at a time."""

    def stream(encode: Encode, chunks: Iterable[str], specials: Sequence[str]) -> Iterator[int]:
        held = ""
        for chunk in chunks:
            held += chunk
            while len(held) >= size:
                yield from encode(held[:size])
                held = held[size:]
        yield from encode(held)

    return stream


def counted(number: int) -> Stream:
    """Join so many chunks, encode them, begin anew."""

    def stream(encode: Encode, chunks: Iterable[str], specials: Sequence[str]) -> Iterator[int]:
        held = list[str]()
        for chunk in chunks:
            held.append(chunk)
            if len(held) == number:
                yield from encode("".join(held))
                held = []
        yield from encode("".join(held))

    return stream


def last_piece_kept(*, seen: bool = True) -> Stream:
    """Right, but for what is held back when the stream ends; of special tokens not all code knows.

    >>> list(last_piece_kept()(lambda text: [len(text)], ["ab", " c"], []))
    [2]
    """

    def stream(encode: Encode, chunks: Iterable[str], specials: Sequence[str]) -> Iterator[int]:
        pieces = list[list[int]]()

        def note(text: str) -> list[int]:
            pieces.append(encode(text))
            return []

        list(REFERENCE.stream(note, chunks, specials if seen else ()))
        for ids in pieces[:-1]:
            yield from ids

    return stream


def specials_torn(encode: Encode, chunks: Iterable[str], specials: Sequence[str]) -> Iterator[int]:
    """Right for pre-tokens: special tokens are forgotten."""
    return REFERENCE.stream(encode, chunks, ())


def joined_first(encode: Encode, chunks: Iterable[str], specials: Sequence[str]) -> Iterator[int]:
    """Read all, then encode."""
    yield from encode("".join(chunks))


def joined_at_once(encode: Encode, chunks: Iterable[str], specials: Sequence[str]) -> Iterator[int]:
    """Read all when the function is called, not when the first id is asked for."""
    return iter(encode("".join(chunks)))


def listed_first(encode: Encode, chunks: Iterable[str], specials: Sequence[str]) -> Iterator[int]:
    """Read all, then encode piece by piece."""
    return REFERENCE.stream(encode, list(chunks), specials)
