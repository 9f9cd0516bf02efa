"""Streams: a text comes in chunks, and its ids are not those of the whole text."""

from __future__ import annotations

from cs336_basics.learn.checker.cases import Lazy, Streaming
from cs336_basics.learn.mistakes import _stream_parts as make
from cs336_basics.learn.mistakes._mistake import STREAMING, Mistake, Parts

_SIZES = (100, 1000, 1024, 2048, 4096, 5000, 8192, 10_000, 16_384, 32_768, 65_536)
"""Characters in a buffer, as people have them."""


def _forms(*streams: make.Stream) -> tuple[Parts, ...]:
    """Each way to encode a stream as the one part that is exchanged."""
    return tuple({"stream": stream} for stream in streams)


_WHITE_SPACE = " \n\t\r"

STREAMS = [
    Mistake(
        name="streaming-each-chunk",
        seen_by=STREAMING,
        example=Streaming(("a", "b"), [(b"a", b"b")]),
        parts={"stream": make.each(str)},
        variants=_forms(make.each_line(lambda chunk: chunk.splitlines(keepends=True))),
    ),
    Mistake(
        name="streaming-joined-first",
        seen_by=STREAMING,
        example=Lazy("a ", 2),
        parts={"stream": make.joined_first},
        variants=_forms(make.joined_at_once, make.listed_first),
    ),
    Mistake(
        name="streaming-buffer",
        seen_by=STREAMING,
        example=Streaming(("ab", "c"), [(b"b", b"c")]),
        parts={"stream": make.collected(2)},
        variants=_forms(
            *(make.collected(size) for size in _SIZES),
            *(make.sliced(size) for size in _SIZES),
            *(make.counted(number) for number in (2, 10, 100)),
        ),
    ),
    Mistake(
        name="streaming-not-flushed",
        seen_by=STREAMING,
        example=Streaming(("a",), []),
        parts={"stream": make.last_piece_kept()},
        variants=_forms(
            make.last_piece_kept(seen=False),
            make.longest_special_held(flushed=False),
            make.last_pretoken_held(flushed=False, number=2),
            make.last_pretoken_held(flushed=False, seen=False, number=2),
            make.up_to(" ", flushed=False),
            make.up_to(_WHITE_SPACE, flushed=False),
            make.up_to("\n", flushed=False),
            make.up_to(" ", behind=True, flushed=False),
            make.up_to("\n", behind=True, flushed=False),
            make.last_pretoken_held(flushed=False),
            make.last_pretoken_held(flushed=False, seen=False),
            lambda encode, chunks, specials: iter(()),
            *(make.collected(size, flushed=False) for size in _SIZES),
        ),
    ),
    Mistake(
        name="streaming-newline-added",
        seen_by=STREAMING,
        example=Streaming(("a",), []),
        parts={"stream": make.each(lambda chunk: chunk + "\n")},
        variants=_forms(
            make.each(lambda chunk: chunk.rstrip("\n") + "\n"),
            make.each(lambda chunk: chunk.rstrip("\r\n") + "\n"),
            make.each(lambda chunk: chunk.rstrip() + "\n"),
            make.each(lambda chunk: chunk.strip() + "\n"),
            make.rightly(lambda chunk: chunk + "\n"),
            make.rightly(lambda chunk: chunk.rstrip("\n") + "\n"),
            make.rightly(lambda chunk: chunk.rstrip() + "\n"),
            make.rightly(lambda chunk: chunk.strip() + "\n"),
            lambda encode, chunks, specials: iter(encode("\n".join([*chunks, ""]))),
            lambda encode, chunks, specials: iter(encode("\n".join(chunks))),
        ),
    ),
    Mistake(
        name="streaming-line-ends",
        seen_by=STREAMING,
        example=Streaming(("\n",), []),
        parts={"stream": make.each_line(lambda chunk: chunk.split("\n"))},
        variants=_forms(
            make.each_line(str.splitlines),
            make.each(lambda chunk: chunk.rstrip("\n")),
            make.each(lambda chunk: chunk.rstrip("\r\n")),
            make.rightly(lambda chunk: chunk.rstrip("\n")),
            make.rightly(lambda chunk: chunk.rstrip("\r\n")),
            make.rightly(lambda chunk: chunk.replace("\n", "")),
            lambda encode, chunks, specials: iter(encode("".join(chunks).replace("\n", ""))),
        ),
    ),
    Mistake(
        name="streaming-stripped",
        seen_by=STREAMING,
        example=Streaming((" ",), []),
        parts={"stream": make.each(str.strip)},
        variants=_forms(
            make.each(str.rstrip),
            make.rightly(str.strip),
            make.rightly(str.rstrip),
            make.each_line(lambda chunk: [line.strip() for line in chunk.split("\n")]),
        ),
    ),
    Mistake(
        name="streaming-last-space",
        seen_by=STREAMING,
        example=Streaming(("a b",), [], ("a b",)),
        parts={"stream": make.up_to(" ")},
        variants=_forms(
            make.up_to(_WHITE_SPACE),
            make.up_to("\n"),
            make.up_to(" ", behind=True),
            make.up_to(_WHITE_SPACE, behind=True),
            make.up_to("\n", behind=True),
            make.specials_torn,
        ),
    ),
    Mistake(
        name="streaming-last-pretoken",
        seen_by=STREAMING,
        example=Streaming(("'l", "l"), [(b"'", b"l")]),
        parts={"stream": make.last_pretoken_held()},
        variants=_forms(make.last_pretoken_held(seen=False)),
    ),
]
"""Mistakes with streams; they are shown beside those of encoding."""
