"""The recipe with a mistake gives what code gives that is written by another plan."""

from __future__ import annotations

from itertools import chain
from typing import Any

import pytest

from cs336_basics.learn.checker.cases import Lazy, Streaming
from cs336_basics.learn.checker.notes import Notes
from cs336_basics.learn.checker.outcome import Outcome, outcome_of
from cs336_basics.learn.checker.subjects import SUBJECTS, Subject
from cs336_basics.learn.mistakes import MISTAKES
from tests.learn.mistakes.written_out import (
    CUTTERS,
    MERGERS,
    TOKENIZERS,
    TRAINERS,
    Plain,
    counted,
    parts_of,
    trainer,
)

BY_SUBJECT = {
    "train_bpe": TRAINERS,
    "iter_merges": MERGERS,
    "tokenizer": TOKENIZERS,
    "find_chunk_boundaries": CUTTERS,
}
WRITTEN = [
    (check, name, code) for check, named in BY_SUBJECT.items() for name, code in named.items()
]
SHOWN: dict[str, Any] = {
    "streaming-joined-first": Lazy(" cat" * 100, 1000),
    "streaming-buffer": Streaming(("a" * 99 + "b", "c"), [(b"b", b"c")]),
}
"""A case that shows it, where the example shows another form."""
MOST = 200
"""Cases that are tried with each."""


def cases_of(subject: Subject) -> list[Any]:
    """Some graded cases of each grade; long ones are left out, and all that is about memory."""
    grades = [
        [case for case in cases if not subject.is_long(case) and not isinstance(case, Lazy)]
        for _, cases in subject.cases(seed=0)
    ]
    each = MOST // len(grades)
    return list(chain.from_iterable(cases[:: -(-len(cases) // each)] for cases in grades if cases))


def fits(subject: Subject, case: Any, given: Outcome, expected: Outcome) -> bool:
    """Equal answers, or errors of one kind."""
    if given.is_error or expected.is_error:
        return given.fails_like(expected)
    return subject.agree(case, given, expected)


@pytest.mark.parametrize(("check", "name", "code"), WRITTEN, ids=[name for _, name, _ in WRITTEN])
def test_one_form_of_it_gives_the_same_everywhere(check: str, name: str, code: Any) -> None:
    """On cases of every grade and on the example, and not all of them are right."""
    subject, mistake = SUBJECTS[check], MISTAKES[name]
    cases = cases_of(subject)
    shown = SHOWN.get(name, mistake.example)
    if subject.example_of(shown):
        cases.append(shown)
    written = [outcome_of(subject.ask, code, case, Notes()) for case in cases]
    differing = []
    for recipe in mistake.recipes:
        given = [outcome_of(subject.by, recipe, case) for case in cases]
        differing.append(
            [
                (case, mine.answer or mine.error, theirs.answer or theirs.message)
                for case, mine, theirs in zip(cases, given, written, strict=True)
                if not fits(subject, case, mine, theirs)
            ]
        )
        if not differing[-1]:
            break

    assert [] == min(differing, key=len)
    assert mistake.open or not all(map(subject.right, cases, written))


@pytest.mark.parametrize(
    ("check", "code"),
    [
        (
            "train_bpe",
            trainer(lambda content, specials: counted(parts_of(content.decode(), specials))),
        ),
        ("encode", Plain),
        ("decode", Plain),
    ],
)
def test_what_they_change_is_right_without_it(check: str, code: Any) -> None:
    """Else a mistake of the test would be taken for one of the catalogue."""
    subject = SUBJECTS[check]

    assert [] == [
        case
        for case in cases_of(subject)
        if not subject.right(case, outcome_of(subject.ask, code, case, Notes()))
    ]
