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
        title="each chunk of the stream is encoded by itself",
        why="The chunks of a stream are cut anywhere; the lines of a file are such chunks too."
        " A word, a special token, or a run of line ends that reaches across a border is torn."
        " Hold back what the next chunk may still change.",
        notebook="06",
        seen_by=STREAMING,
        example=Streaming(("a", "b"), [(b"a", b"b")]),
        parts={"stream": make.each(str)},
        variants=_forms(make.each_line(lambda chunk: chunk.splitlines(keepends=True))),
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
        parts={"stream": make.joined_first},
        variants=_forms(make.joined_at_once, make.listed_first),
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
        parts={"stream": make.collected(2)},
        variants=_forms(
            *(make.collected(size) for size in _SIZES),
            *(make.sliced(size) for size in _SIZES),
            *(make.counted(number) for number in (2, 10, 100)),
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
        title="a line end is added to each chunk",
        why="Code that strips the lines of a file puts the line ends back, and a chunk that had"
        " none gets one too. The lines of a file bring their own line ends, and other chunks are"
        " cut in the middle of a line. Take each chunk as it comes.",
        notebook="06",
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
        title="each chunk is split into lines, and the line ends are lost",
        why="`chunk.split('\\n')` and `splitlines()` give lines without their ends, and"
        " `line.rstrip('\\n')` takes them away. The ids then have no line end, and decoding gives"
        " one long line. A line end is text like any other.",
        notebook="06",
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
        title="white space at the ends of each chunk is stripped",
        why="`line.strip()` is a habit from reading files. Here it throws line ends and spaces"
        " away, and decoding the ids gives another text.",
        notebook="06",
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
        title="the stream is cut at the last space, even where a special token stands across it",
        why="Cutting before a space is nearly always safe. But a special token may hold a"
        " space, or begin before it and end in the next chunk; and a space in a run of white"
        " space belongs to that run. Cut only where white space follows something else, and"
        " never through a special token.",
        notebook="06",
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
        title="only the last pre-token of a chunk is held back",
        why="More text can change more than the last pre-token: after `'l` comes another `l`,"
        " and the two pre-tokens `'` and `l` become one, `'ll`. Hold back everything after the"
        " last safe cut.",
        notebook="06",
        seen_by=STREAMING,
        example=Streaming(("'l", "l"), [(b"'", b"l")]),
        parts={"stream": make.last_pretoken_held()},
        variants=_forms(make.last_pretoken_held(seen=False)),
    ),
]
"""Mistakes with streams; they hang beside those of encoding."""
