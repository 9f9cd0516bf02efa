"""Streams: a text comes in chunks, and its ids are not those of the whole text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from cs336_basics.learn.cases import Lazy, Streaming
from cs336_basics.learn.mistakes._mistake import STREAMING, Mistake
from cs336_basics.learn.recipe import REFERENCE, Encode

Stream = Callable[[Encode, Iterable[str], Sequence[str]], Iterator[int]]

_SIZES = (100, 1000, 1024, 2048, 4096, 5000, 8192, 10_000, 16_384, 32_768, 65_536)
"""Characters in a buffer, as people have them."""


def _each(change: Callable[[str], str]) -> Stream:
    """Encode each chunk by itself, changed in some way."""

    def stream(encode: Encode, chunks: Iterable[str], specials: Sequence[str]) -> Iterator[int]:
        for chunk in chunks:
            yield from encode(change(chunk))

    return stream


def _each_line(cut: Callable[[str], list[str]]) -> Stream:
    """Encode each line of each chunk by itself."""

    def stream(encode: Encode, chunks: Iterable[str], specials: Sequence[str]) -> Iterator[int]:
        for chunk in chunks:
            for line in cut(chunk):
                yield from encode(line)

    return stream


def _up_to(marks: str, *, behind: bool = False, flushed: bool = True) -> Stream:
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


def _last_pretoken_held(flushed: bool = True) -> Stream:
    """Hold back the last pre-token alone."""

    def stream(encode: Encode, chunks: Iterable[str], specials: Sequence[str]) -> Iterator[int]:
        held = ""
        for chunk in chunks:
            held += chunk
            parts = REFERENCE.cut(held, specials)
            if not parts or parts[-1][1]:
                continue
            last = REFERENCE.pretokenize(parts[-1][0])[-1]
            yield from encode(held[: len(held) - len(last)])
            held = last
        if flushed:
            yield from encode(held)

    return stream


def _collected(size: int, *, flushed: bool = True) -> Stream:
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


def _sliced(size: int) -> Stream:
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


def _counted(number: int) -> Stream:
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


def _last_piece_kept(
    encode: Encode, chunks: Iterable[str], specials: Sequence[str]
) -> Iterator[int]:
    """Right, but for what is held back when the stream ends."""
    pieces = list[list[int]]()

    def note(text: str) -> list[int]:
        pieces.append(encode(text))
        return []

    list(REFERENCE.stream(note, chunks, specials))
    for ids in pieces[:-1]:
        yield from ids


def _joined_first(encode: Encode, chunks: Iterable[str], specials: Sequence[str]) -> Iterator[int]:
    yield from encode("".join(chunks))


def _joined_at_once(
    encode: Encode, chunks: Iterable[str], specials: Sequence[str]
) -> Iterator[int]:
    return iter(encode("".join(chunks)))


def _listed_first(encode: Encode, chunks: Iterable[str], specials: Sequence[str]) -> Iterator[int]:
    return REFERENCE.stream(encode, list(chunks), specials)


def _streams(*streams: Any) -> tuple[dict[str, Any], ...]:
    return tuple({"stream": stream} for stream in streams)


_WHITE_SPACE = " \n\t\r"

STREAMS = [
    Mistake(
        name="streaming-each-chunk",
        title="each chunk of the stream is encoded by itself",
        why="The chunks of a stream are cut anywhere; the lines of a file are such chunks too."
        " A word, a special token, or a run of line ends that reaches across a border is torn."
        " Hold back what the next chunk may still change.",
        notebook="06",
        seen_by=STREAMING,
        example=Streaming(("a", "b"), [(b"a", b"b")]),
        parts={"stream": _each(str)},
        variants=_streams(_each_line(lambda chunk: chunk.splitlines(keepends=True))),
    ),
    Mistake(
        name="streaming-joined-first",
        title="the whole stream is read before the first id is given",
        why='`"".join(chunks)` gives the right ids, and needs the memory that `encode_iterable` is'
        " there to save: a file that does not fit into memory cannot be encoded. Encode up to the"
        " last safe cut, give those ids, and hold back what the next chunk may still change.",
        notebook="06",
        seen_by=STREAMING,
        example=Lazy("a ", 2),
        parts={"stream": _joined_first},
        variants=_streams(_joined_at_once, _listed_first),
    ),
    Mistake(
        name="streaming-buffer",
        title="the stream is collected to a fixed number of characters, and cut there",
        why="A buffer of 8,192 characters is encoded when it is full, and then emptied. Short tests"
        " never fill it. But whatever is at its end, a word or a special token, is torn like at the"
        " border of any chunk. When the buffer is full, encode up to the last safe cut, and keep"
        " the rest in it.",
        notebook="06",
        seen_by=STREAMING,
        example=Streaming(("ab", "c"), [(b"b", b"c")]),
        parts={"stream": _collected(2)},
        variants=_streams(
            *(_collected(size) for size in _SIZES),
            *(_sliced(size) for size in _SIZES),
            *(_counted(number) for number in (2, 10, 100)),
        ),
    ),
    Mistake(
        name="streaming-not-flushed",
        title="what is held back when the stream ends is never encoded",
        why="Code that holds back the end of each chunk gives it to the next one. After the last"
        " chunk there is no next one: the loop is over, and the buffer still holds a word. Encode"
        " it behind the loop.",
        notebook="06",
        seen_by=STREAMING,
        example=Streaming(("a",), []),
        parts={"stream": _last_piece_kept},
        variants=_streams(
            _up_to(" ", flushed=False),
            _up_to(_WHITE_SPACE, flushed=False),
            _up_to("\n", flushed=False),
            _up_to(" ", behind=True, flushed=False),
            _up_to("\n", behind=True, flushed=False),
            _last_pretoken_held(flushed=False),
            *(_collected(size, flushed=False) for size in _SIZES),
        ),
    ),
    Mistake(
        name="streaming-newline-added",
        title="a line end is added to each chunk",
        why="Code that strips the lines of a file puts the line ends back, and a chunk that had"
        " none gets one too. The lines of a file bring their own line ends, and other chunks are"
        " cut in the middle of a line. Take each chunk as it comes.",
        notebook="06",
        seen_by=STREAMING,
        example=Streaming(("a",), []),
        parts={"stream": _each(lambda chunk: chunk + "\n")},
        variants=_streams(
            _each(lambda chunk: chunk.rstrip("\n") + "\n"),
            _each(lambda chunk: chunk.rstrip("\r\n") + "\n"),
            _each(lambda chunk: chunk.rstrip() + "\n"),
            _each(lambda chunk: chunk.strip() + "\n"),
            lambda encode, chunks, specials: iter(encode("\n".join([*chunks, ""]))),
            lambda encode, chunks, specials: iter(encode("\n".join(chunks))),
        ),
    ),
    Mistake(
        name="streaming-line-ends",
        title="each chunk is split into lines, and the line ends are lost",
        why="`chunk.split('\\n')` and `splitlines()` give lines without their ends, and"
        " `line.rstrip('\\n')` takes them away. The ids then have no line end, and decoding gives"
        " one long line. A line end is text like any other.",
        notebook="06",
        seen_by=STREAMING,
        example=Streaming(("\n",), []),
        parts={"stream": _each_line(lambda chunk: chunk.split("\n"))},
        variants=_streams(
            _each_line(str.splitlines),
            _each(lambda chunk: chunk.rstrip("\n")),
            _each(lambda chunk: chunk.rstrip("\r\n")),
            lambda encode, chunks, specials: iter(encode("".join(chunks).replace("\n", ""))),
        ),
    ),
    Mistake(
        name="streaming-stripped",
        title="white space at the ends of each chunk is stripped",
        why="`line.strip()` is a habit from reading files. Here it throws line ends and spaces"
        " away, and decoding the ids gives another text.",
        notebook="06",
        seen_by=STREAMING,
        example=Streaming((" ",), []),
        parts={"stream": _each(str.strip)},
        variants=_streams(
            _each(str.rstrip),
            _each_line(lambda chunk: [line.strip() for line in chunk.split("\n")]),
        ),
    ),
    Mistake(
        name="streaming-last-space",
        title="the stream is cut at the last space, even where a special token stands across it",
        why="Cutting before a space is nearly always safe. But a special token may hold a"
        " space, or begin before it and end in the next chunk; and a space in a run of white"
        " space belongs to that run. Cut only where white space follows something else, and"
        " never through a special token.",
        notebook="06",
        seen_by=STREAMING,
        example=Streaming(("a b",), [], ("a b",)),
        parts={"stream": _up_to(" ")},
        variants=_streams(
            _up_to(_WHITE_SPACE),
            _up_to("\n"),
            _up_to(" ", behind=True),
            _up_to(_WHITE_SPACE, behind=True),
            _up_to("\n", behind=True),
        ),
    ),
    Mistake(
        name="streaming-last-pretoken",
        title="only the last pre-token of a chunk is held back",
        why="More text can change more than the last pre-token: after `'l` comes another `l`,"
        " and the two pre-tokens `'` and `l` become one, `'ll`. Hold back everything after the"
        " last safe cut.",
        notebook="06",
        seen_by=STREAMING,
        example=Streaming(("'l", "l"), [(b"'", b"l")]),
        parts={"stream": _last_pretoken_held()},
    ),
]
"""Mistakes with streams; they hang beside those of encoding."""
