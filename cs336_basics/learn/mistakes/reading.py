"""Reading: the file that training is given is read wrongly, or not to its end."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

from cs336_basics.learn.cases import Training
from cs336_basics.learn.mistakes._mistake import TRAINING, Mistake
from cs336_basics.learn.recipe import REFERENCE

Read = Callable[[bytes], Iterable[str]]

_END = b"<|endoftext|>"
_CHUNKS = (2, 4, 8)  # workers, as people have them
_BLOCKS = (256, 512, 1024, 2048)  # larger ones show in files too long to be replayed
_SPACE, _WHITE_SPACE, _LINE_END = b" ", b" \n\t\r\v\f", b"\n"


def _text(content: bytes) -> str:
    return content.decode("utf-8")


def _translated(content: bytes) -> Iterable[str]:
    return [_text(content).replace("\r\n", "\n").replace("\r", "\n")]


def _by_line(content: bytes) -> Iterable[str]:
    return _text(content).splitlines(keepends=True)


def _by_line_feed(content: bytes) -> Iterable[str]:
    return [each.decode("utf-8") for each in content.splitlines(keepends=True)]


def bad_bytes_dropped(content: bytes) -> Iterable[str]:
    """Read as `errors="ignore"` does.

    >>> bad_bytes_dropped(b"a\\xffb")
    ['ab']
    """
    return [content.decode("utf-8", "ignore")]


def _in_pieces(content: bytes, places: Iterable[int], errors: str = "ignore") -> list[str]:
    cuts = sorted({0, *places, len(content)})
    return [content[start:end].decode("utf-8", errors) for start, end in pairwise(cuts)]


def _by_size(content: bytes, size: int, errors: str = "ignore") -> list[str]:
    return _in_pieces(content, range(0, len(content), max(1, size)), errors)


def _evenly(number: int, errors: str = "ignore") -> Read:
    """Cut bytes into so many chunks of equal size."""
    return lambda content: _by_size(content, -(-len(content) // number), errors)


def _even_guesses(content: bytes, number: int) -> list[int]:
    """As the assignment's starter code guesses: what the division leaves is in the last chunk."""
    return [i * (len(content) // number) for i in range(1, number)]


def _at_guesses(number: int) -> Read:
    return lambda content: _in_pieces(content, _even_guesses(content, number))


def _evenly_in_characters(number: int) -> Read:
    return lambda content: _characters_by_size(_text(content), -(-len(_text(content)) // number))


def _characters_by_size(text: str, size: int) -> list[str]:
    return [text[i : i + size] for i in range(0, len(text), max(1, size))]


def _in_blocks(size: int, errors: str = "ignore") -> Read:
    return lambda content: _by_size(content, size, errors)


def _in_blocks_of_characters(size: int) -> Read:
    return lambda content: _characters_by_size(_text(content), size)


def _stripped(content: bytes) -> Iterable[str]:
    return [_text(content).strip()]


def _lines_stripped(content: bytes) -> Iterable[str]:
    return [line.strip() for line in _text(content).split("\n")]


def _line_ends_stripped(content: bytes) -> Iterable[str]:
    return _text(content).split("\n")


def _moved(number: int, marks: bytes, *, on: bool = True, behind: bool = True) -> Read:
    """Move each even cut to the next of some marks, or back to the last, and cut there."""

    def read(content: bytes) -> Iterable[str]:
        places = []
        for guess in _even_guesses(content, number):
            way = range(guess, len(content)) if on else range(guess, -1, -1)
            found = (place for place in way if content[place] in marks)
            place = next(found, len(content) if on else 0)
            places.append(min(place + behind, len(content)))
        return _in_pieces(content, places)

    return read


def _last_byte_lost(content: bytes) -> Iterable[str]:
    return [content[:-1].decode("utf-8", "ignore")]


def _last_chunk_lost(number: int) -> Read:
    def read(content: bytes) -> Iterable[str]:
        places = REFERENCE.boundaries(content, number, _END)
        return [content[start:end].decode("utf-8") for start, end in pairwise(places[:-1])]

    return read


def _last_guess_is_the_end(number: int) -> Read:
    """The last chunk ends where equal sizes end, not where the file does."""
    return lambda content: _evenly(number)(content[: len(content) // number * number])


def _last_line_lost(content: bytes) -> Iterable[str]:
    return ["".join(_text(content).rpartition("\n")[:2])]


def _last_of_lines_lost(content: bytes) -> Iterable[str]:
    return [line + "\n" for line in _text(content).split("\n")[:-1]]


def _last_part_lost(text: str, specials: Sequence[str]) -> list[tuple[str, bool]]:
    """What stands behind the last special token stays in the buffer."""
    parts = REFERENCE.cut(text, specials)
    return parts if not parts or parts[-1][1] else parts[:-1]


READING = [
    Mistake(
        name="reading-newlines-translated",
        title="the file is opened in text mode, which turns `\\r\\n` and `\\r` into `\\n`",
        why="`open(path)` translates line ends: a `\\r` never reaches the trainer. Text from"
        " Windows then trains another tokenizer than the bytes in the file. Open it with"
        " `newline=''`, or in binary and decode. The assignment leaves this open.",
        notebook="02",
        seen_by=TRAINING,
        example=Training(b"\r\n", 257),
        parts={"read": _translated},
        open="carriage-returns",
    ),
    Mistake(
        name="reading-by-line",
        title="the file is pre-tokenized line by line",
        why="Reading line by line saves memory, but a pre-token may hold several line ends:"
        " those at the end of a document are one pre-token `\\n\\n`. Cut lines see only"
        " single line ends. Cut where no pre-token reaches across, and nowhere else.",
        notebook="05",
        seen_by=TRAINING,
        example=Training(b"\n\n", 257),
        parts={"read": _by_line},
        variants=({"read": _by_line_feed},),
    ),
    Mistake(
        name="reading-errors-ignored",
        title="bad bytes are dropped, which joins their neighbours",
        why="`errors='ignore'` deletes what it cannot decode. What stood on its left and on"
        " its right now stand side by side, and a pair is counted that is not in the file."
        " Refuse the file, or replace each bad byte by U+FFFD. The assignment leaves this open.",
        notebook="05",
        seen_by=TRAINING,
        example=Training(b"a\xffb", 257),
        parts={"read": bad_bytes_dropped},
        open="invalid-utf8",
    ),
    Mistake(
        name="reading-cut-anywhere",
        title="the file is cut into chunks at equal sizes, through words and characters",
        why="Four workers, four quarters: the cuts fall into the middle of words, even of"
        " characters. The halves are counted as words of their own, and decoding with"
        " `errors='ignore'` hides the torn characters. Move each cut on to a safe place.",
        notebook="05",
        seen_by=TRAINING,
        example=Training(b"ab", 257),
        parts={"read": _evenly(4)},
        variants=(
            *({"read": _evenly(number)} for number in (2, 8)),
            *({"read": _at_guesses(number)} for number in _CHUNKS),
            *({"read": _evenly(number, "replace")} for number in _CHUNKS),
            *({"read": _evenly(number, "strict")} for number in _CHUNKS),
            *({"read": _evenly_in_characters(number)} for number in _CHUNKS),
            *({"read": _in_blocks(size)} for size in _BLOCKS),
            *({"read": _in_blocks_of_characters(size)} for size in _BLOCKS),
        ),
    ),
    Mistake(
        name="reading-cut-at-space",
        title="the file is cut into chunks at white space, on the wrong side of it or inside a run",
        why="Moving each cut on to the next space keeps words whole. But in GPT-2's pattern the"
        " space belongs to the word after it: a cut behind it makes ` the` into ` ` and `the`."
        " And a run of white space is cut in another way than at once. Cut before a white-space"
        " character that follows something else, or at a special token.",
        notebook="05",
        seen_by=TRAINING,
        example=Training(b"a b", 257),
        parts={"read": _moved(2, _SPACE)},
        variants=(
            *({"read": _moved(number, _SPACE)} for number in _CHUNKS[1:]),
            *({"read": _moved(number, _SPACE, on=False)} for number in _CHUNKS),
            *({"read": _moved(number, _WHITE_SPACE)} for number in _CHUNKS),
            *({"read": _moved(number, _WHITE_SPACE, on=False)} for number in _CHUNKS),
            *({"read": _moved(number, _LINE_END)} for number in _CHUNKS),
            *({"read": _moved(number, _WHITE_SPACE, behind=False)} for number in _CHUNKS),
        ),
    ),
    Mistake(
        name="reading-end-lost",
        title="the end of the file is never counted",
        why="The last chunk ends where the file ends, but only if that end is one of the"
        " boundaries. A buffer that is counted whenever a line or a special token is complete"
        " still holds something when the file is over. Count what is left when the loop ends.",
        notebook="05",
        seen_by=TRAINING,
        example=Training(b"ab", 257),
        parts={"read": _last_byte_lost},
        variants=(
            *({"read": _last_chunk_lost(number)} for number in (1, *_CHUNKS)),
            {"read": _last_line_lost},
            {"read": _last_of_lines_lost},
            {"cut": _last_part_lost},
            {"cut": _last_part_lost, "uncut": lambda text: []},
            *({"read": _last_guess_is_the_end(number)} for number in _CHUNKS),
        ),
    ),
    Mistake(
        name="reading-stripped",
        title="white space at both ends of the text is stripped",
        why="`text.strip()` looks like tidying up. But the spaces and line ends at the ends of"
        " a document are text like any other, and the tokenizer will meet them again.",
        notebook="02",
        seen_by=TRAINING,
        example=Training(b" a", 257),
        parts={"read": _stripped},
    ),
    Mistake(
        name="reading-lines-stripped",
        title="every line is stripped, so line ends are never learned",
        why="`for line in file: line.strip()` throws all line ends away, and the spaces before"
        " them. No token with a line end is learned, and encoding must spell each of them out.",
        notebook="02",
        seen_by=TRAINING,
        example=Training(b"a\n b", 257),
        parts={"read": _lines_stripped},
        variants=({"read": _line_ends_stripped},),
    ),
]
"""Mistakes in reading the file."""
