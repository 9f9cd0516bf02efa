"""Would you notice? Each mistake let loose on a page of the stories, as an ordinary test would."""

from __future__ import annotations

from functools import cache

from cs336_basics.learn.checker.cases import (
    Case,
    Counts,
    Cutting,
    Decoding,
    Encoding,
    Saving,
    Streaming,
    TokenFile,
    Training,
)
from cs336_basics.learn.checker.outcome import NO_ANSWER, Outcome, outcome_of
from cs336_basics.learn.checker.subjects import subject_of
from cs336_basics.learn.checker.subjects._first_difference import first_difference
from cs336_basics.learn.checker.subjects._material import stories
from cs336_basics.learn.checker.subjects.chunking import faults
from cs336_basics.learn.mistakes import MISTAKES
from cs336_basics.learn.mistakes.recipe import REFERENCE
from cs336_basics.learn.museum.rooms import ROOMS
from cs336_basics.learn.show import Html, table
from cs336_basics.vocab import NUM_BYTES

END = "<|endoftext|>"
LENGTH = 2500  # characters of the page
MERGES = 40  # learned from it


@cache
def on_the_page(mistake: str) -> str:
    """Let a mistake loose on the page; say what is different, or nothing where nothing is.

    >>> on_the_page("ties-as-text")
    ''
    """
    found = MISTAKES[mistake]
    kind: type = type(found.example)
    case, right = _page_for(kind)
    subject = subject_of(case)
    wrong = outcome_of(subject.by, found.recipes[0], case)
    if isinstance(case, Cutting):  # any safe cuts are right: a fault is named, not a place
        if subject.right(case, wrong):
            return ""
        return f"On a page of the stories: {_difference(case, right, wrong)}."
    if subject.agree(case, right, wrong):
        return ""
    return f"On a page of the stories, {_difference(case, right, wrong)}."


def quiet_ones() -> Html:
    """Show for each room which exhibits a page of the stories shows (■), and which not (□)."""
    rows = []
    for room in ROOMS:
        shows = [bool(on_the_page(each.name)) for each in room.exhibits]
        squares = "".join("■" if each else "□" for each in shows)
        rows.append((f"{room.number} · {room.name}", squares, shows.count(False), len(shows)))
    quiet = sum(row[2] for row in rows)
    every = ("all", "", quiet, sum(row[3] for row in rows))
    return table([*rows, every], ["room", "exhibits", "quiet", "of"])


@cache
def _page_for(kind: type) -> tuple[Case, Outcome]:
    """The page as a question of one kind, and the answer; counts are asked for as a training."""
    page = stories(LENGTH, 0)
    training = Training(page.encode("utf-8"), NUM_BYTES + 1 + MERGES, (END,))
    if kind in (Counts, Training):
        return _with_answer(training)
    merges = _page_for(Training)[1].answer.merges
    encoding = Encoding(page, merges, (END,))
    if kind is Encoding:
        return _with_answer(encoding)
    if kind is Streaming:
        return _with_answer(Streaming(tuple(page.splitlines(keepends=True)), merges, (END,)))
    if kind is Saving:
        return _with_answer(Saving(encoding.vocab, merges))
    if kind is Cutting:
        return _with_answer(Cutting(page.encode("utf-8"), 4, END.encode("utf-8")))
    ids = tuple(REFERENCE.encode(page, encoding.vocab, merges, (END,)))
    return _with_answer(TokenFile(ids) if kind is TokenFile else Decoding(ids, merges, (END,)))


def _with_answer(case: Case) -> tuple[Case, Outcome]:
    return case, outcome_of(subject_of(case).expected, case)


def _difference(case: Case, right: Outcome, wrong: Outcome) -> str:
    if wrong.error == NO_ANSWER:
        return "it never comes back"
    if wrong.is_error:
        return f"it ends with a {wrong.error}"
    expected, got = right.answer, wrong.answer
    match case:
        case Training():
            place, number = first_difference(expected.merges, got.merges), len(expected.merges)
            if place is not None and place < number:
                return f"merge {place + 1} of {number} is the first to differ"
            if len(got.tokens) != len(expected.tokens):
                return f"there are {len(got.tokens)} tokens instead of {len(expected.tokens)}"
            return f"the {'ids' if got.tokens == expected.tokens else 'tokens'} are not the same"
        case Encoding() | Streaming() | TokenFile():
            place = first_difference(expected, got) or 0
            return f"id {place + 1:,} of {len(expected):,} is the first to differ"
        case Decoding():
            place = first_difference(expected, got) or 0
            return f"character {place + 1:,} of {len(expected):,} is the first to differ"
        case Cutting():
            return faults(case, got)[0]
    return "what is read back is not what was written"
