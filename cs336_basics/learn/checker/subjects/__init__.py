"""What learners build and the checker examines, one subject for each check of something whole."""

from __future__ import annotations

from cs336_basics.learn.checker.cases import Case
from cs336_basics.learn.checker.subjects._subject import Graded, Subject
from cs336_basics.learn.checker.subjects.chunking import FindChunkBoundaries
from cs336_basics.learn.checker.subjects.merging import IterMerges
from cs336_basics.learn.checker.subjects.storing import SaveAndLoad, TokenFileSubject
from cs336_basics.learn.checker.subjects.tokenizing import (
    Decode,
    Encode,
    EncodeIterable,
    TokenizerSubject,
)
from cs336_basics.learn.checker.subjects.training import TrainBpe

__all__ = ["SUBJECTS", "Graded", "Subject", "subject_of"]

SUBJECTS: dict[str, Subject] = {
    subject.name: subject
    for subject in (
        IterMerges(),
        TrainBpe(),
        EncodeIterable(),
        Decode(),
        TokenizerSubject(),
        Encode(),
        SaveAndLoad(),
        TokenFileSubject(),
        FindChunkBoundaries(),
    )
}
"""Name of a check -> what it examines."""


def subject_of(case: Case) -> Subject:
    """The first subject that takes such a case; a tokenizer takes any that others do not."""
    return next(subject for subject in SUBJECTS.values() if subject.example_of(case))
