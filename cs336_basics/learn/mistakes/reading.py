"""Reading: the file that training is given is read wrongly, or not to its end."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from io import BytesIO
from itertools import pairwise

from cs336_basics.learn.checker.cases import Training
from cs336_basics.learn.mistakes import _cuts as cuts
from cs336_basics.learn.mistakes._cuts import Read, text_of
from cs336_basics.learn.mistakes._mistake import TRAINING, Mistake, Parts
from cs336_basics.learn.mistakes.recipe import REFERENCE

_END = b"<|endoftext|>"
_CHUNKS = (2, 4, 8)  # workers, as people have them
_BLOCKS = (256, 512, 1000, 1024)  # larger ones show in files too long to be replayed
_SPACE, _WHITE_SPACE, _LINE_END = b" ", b" \n\t\r\v\f", b"\n"


def _translated(content: bytes) -> Iterable[str]:
    return [text_of(content).replace("\r\n", "\n").replace("\r", "\n")]


def _by_line(content: bytes) -> Iterable[str]:
    return text_of(content).splitlines(keepends=True)


def _by_line_feed(content: bytes) -> Iterable[str]:
    return [line.decode("utf-8") for line in BytesIO(content)]


def bad_bytes_dropped(content: bytes) -> Iterable[str]:
    """Read as `errors="ignore"` does.

    >>> bad_bytes_dropped(b"a\\xffb")
    ['ab']
    """
    return [content.decode("utf-8", "ignore")]


def _without_specials(read: Read) -> Parts:
    """Cut so where there is no special token to cut at."""
    return {"uncut": lambda text: [(part, False) for part in read(text.encode("utf-8"))]}


def _stripped(content: bytes) -> Iterable[str]:
    return [text_of(content).strip()]


def _lines_stripped(content: bytes) -> Iterable[str]:
    return [line.strip() for line in text_of(content).split("\n")]


def _line_ends_stripped(content: bytes) -> Iterable[str]:
    return text_of(content).split("\n")


def _in_lines(change: Callable[[str], str]) -> Callable[[str], list[str]]:
    """Pre-tokenize what is between special tokens line by line, without the line ends."""

    def pretokenize(text: str) -> list[str]:
        lines = map(change, text.split("\n"))
        return [each for line in lines for each in REFERENCE.pretokenize(line)]

    return pretokenize


def _last_byte_lost(content: bytes) -> Iterable[str]:
    return [content[:-1].decode("utf-8", "ignore")]


def _last_chunk_lost(number: int) -> Read:
    def read(content: bytes) -> Iterable[str]:
        places = REFERENCE.boundaries(content, number, _END)
        return [content[start:end].decode("utf-8") for start, end in pairwise(places[:-1])]

    return read


def _last_guess_is_the_end(number: int) -> Read:
    """The last chunk ends where equal sizes end, not where the file does."""
    return lambda content: cuts.evenly(number)(content[: len(content) // number * number])


def _last_line_lost(content: bytes) -> Iterable[str]:
    return ["".join(text_of(content).rpartition("\n")[:2])]


def _last_of_lines_lost(content: bytes) -> Iterable[str]:
    return [line + "\n" for line in text_of(content).split("\n")[:-1]]


def _last_documents_lost(number: int) -> Parts:
    """Deal the documents out in equal shares: what the division leaves belongs to no share."""

    def cut(text: str, specials: Sequence[str] = ()) -> list[tuple[str, bool]]:
        documents = [""]
        for part, is_special in REFERENCE.cut_out(text, specials):
            if is_special:
                documents.append("")
            else:
                documents[-1] = part
        dealt = documents[: len(documents) // number * number]
        return [(document, False) for document in dealt if document]

    return {"cut": cut, "uncut": cut}


def _last_part_lost(text: str, specials: Sequence[str]) -> list[tuple[str, bool]]:
    """What is behind the last special token stays in the buffer."""
    parts = REFERENCE.cut(text, specials)
    return parts if not parts or parts[-1][1] else parts[:-1]


READING = [
    Mistake(
        name="reading-newlines-translated",
        seen_by=TRAINING,
        example=Training(b"\r\n", 257),
        parts={"read": _translated},
        open="carriage-returns",
    ),
    Mistake(
        name="reading-by-line",
        seen_by=TRAINING,
        example=Training(b"\n\n", 257),
        parts={"read": _by_line},
        variants=({"read": _by_line_feed},),
    ),
    Mistake(
        name="reading-errors-ignored",
        seen_by=TRAINING,
        example=Training(b"a\xffb", 257),
        parts={"read": bad_bytes_dropped},
        open="invalid-utf8",
    ),
    Mistake(
        name="reading-cut-anywhere",
        seen_by=TRAINING,
        example=Training(b"ab", 257),
        parts={"read": cuts.evenly(4)},
        variants=(
            *({"read": cuts.evenly(number)} for number in (2, 8)),
            *({"read": cuts.at_guesses(number)} for number in _CHUNKS),
            *({"read": cuts.evenly(number, "replace")} for number in _CHUNKS),
            *({"read": cuts.evenly(number, "strict")} for number in _CHUNKS),
            *({"read": cuts.evenly_in_characters(number)} for number in _CHUNKS),
            *({"read": cuts.evenly_and_one(number)} for number in _CHUNKS),
            *({"read": cuts.at_even_guesses(number)} for number in _CHUNKS),
            *(_without_specials(cuts.at_even_guesses(number)) for number in _CHUNKS),
            *(_without_specials(cuts.at_guesses(number)) for number in _CHUNKS),
            *({"read": cuts.in_blocks(size)} for size in _BLOCKS),
            *({"read": cuts.in_blocks_of_characters(size)} for size in _BLOCKS),
        ),
    ),
    Mistake(
        name="reading-cut-at-space",
        seen_by=TRAINING,
        example=Training(b"a b", 257),
        parts={"read": cuts.moved(2, _SPACE)},
        variants=(
            *({"read": cuts.moved(number, _SPACE)} for number in _CHUNKS[1:]),
            *(
                {"read": cuts.moved(number, marks, guesses=guesses)}
                for number in _CHUNKS
                for marks, guesses in (
                    (_SPACE, cuts.even_guesses),
                    (_WHITE_SPACE, cuts.even_guesses),
                    (_WHITE_SPACE, cuts.starter_guesses),
                    (_LINE_END, cuts.even_guesses),
                    (_LINE_END, cuts.starter_guesses),
                )
            ),
            *(
                {"read": cuts.moved(number, marks, back=back, before=before)}
                for number in _CHUNKS
                for marks in (_SPACE, _WHITE_SPACE)
                for back, before in ((True, False), (False, True), (True, True))
            ),
            *(
                {"read": cuts.moved(number, _SPACE, inner=True, guesses=cuts.even_guesses)}
                for number in _CHUNKS
            ),
            *(
                {"read": cuts.at_steps(number, marks, before=before)}
                for number in _CHUNKS
                for marks in (" ", " \n\t\r")
                for before in (False, True)
            ),
        ),
    ),
    Mistake(
        name="reading-end-lost",
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
            *(_last_documents_lost(number) for number in _CHUNKS),
        ),
    ),
    Mistake(
        name="reading-stripped",
        seen_by=TRAINING,
        example=Training(b" a", 257),
        parts={"read": _stripped},
        variants=({"pretokenize": lambda text: REFERENCE.pretokenize(text.strip())},),
    ),
    Mistake(
        name="reading-lines-stripped",
        seen_by=TRAINING,
        example=Training(b"a\n b", 257),
        parts={"read": _lines_stripped},
        variants=(
            {"read": _line_ends_stripped},
            {"pretokenize": _in_lines(str.strip)},
            {"pretokenize": _in_lines(str)},
        ),
    ),
]
"""Mistakes in reading the file."""
