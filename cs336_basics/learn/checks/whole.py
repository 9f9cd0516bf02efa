"""Checks of something whole, with a diagnosis: a trainer, a stream, a file of ids.

The other checks look deeper through `look_into`: where a function fails, it is examined on the
graded cases of `learn.subjects`, and the catalogue of mistakes is asked for the reason.
"""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from cs336_basics.datatypes import Merges, Vocab
from cs336_basics.learn.cases import Case
from cs336_basics.learn.checks._frame import CheckFailed, Failing, Finding
from cs336_basics.learn.checks._streams import IN_TIME, LONG_STREAM, reads_on, stream_text
from cs336_basics.learn.examine import Report, examine
from cs336_basics.learn.sandbox import Limits, open_box
from cs336_basics.learn.subjects import SUBJECTS
from cs336_basics.vocab import base_vocab

Function = Callable[..., Any]

_AFTER_A_HANG = Limits(seconds=2)
"""One hang has been waited for already."""


def iter_merges(fn: Function) -> None:
    """Check a learner's `iter_merges(counts)`: a trainer, with or without counts."""
    _examine("iter_merges", fn)


def encode_iterable(fn: Function) -> None:
    """Check a learner's `encode_iterable(chunks, vocab, merges, special_tokens)`."""

    def make(vocab: Vocab, merges: Merges, special_tokens: list[str]) -> SimpleNamespace:
        return SimpleNamespace(
            encode_iterable=lambda chunks: fn(chunks, vocab, merges, special_tokens)
        )

    _examine("encode_iterable", make, fn, afterwards=lambda: _reads_on(fn))


def _reads_on(fn: Function) -> None:
    """Joining everything first is no stream: an id must come before all has been read."""

    def first_id(chunks: list[str]) -> str:
        return reads_on(lambda stream: fn(stream, base_vocab([]), [], []), chunks)

    with open_box(first_id) as box:
        outcome = box.call(LONG_STREAM)
    got = outcome.message if outcome.is_error else outcome.answer
    if got != IN_TIME:
        call = f"{_name(fn)}({stream_text(LONG_STREAM)}, vocab, [], [])"
        raise CheckFailed(_name(fn), call, IN_TIME, got, printed=outcome.printed)


def token_file(save: Function, load: Function) -> None:
    """Check a learner's `save_ids(path, ids)` and `load_ids(path)`: every id comes back."""
    _examine("token_file", (save, load))


def tokenizer_of(*, encode: Function | None = None, decode: Function | None = None) -> Function:
    """Make a tokenizer of `encode(text, vocab, merges)` or `decode(ids, vocab)`.

    >>> tokenizer_of(decode=lambda ids, vocab: str(ids))({}, []).decode([1])
    '[1]'
    """

    def make(
        vocab: Vocab, merges: Merges, special_tokens: list[str] | None = None
    ) -> SimpleNamespace:
        methods: dict[str, Function] = {}
        if encode:
            methods["encode"] = lambda text: encode(text, vocab, merges)
        if decode:
            methods["decode"] = lambda ids: decode(ids, vocab)
        return SimpleNamespace(**methods)

    return make


def look_into(
    subject: str,
    code: Any,
    written: Any = None,
    *,
    case: Callable[..., Case | None] = lambda *_: None,
) -> Callable[[Failing | None], Finding]:
    """Make what `_frame.check` takes as `deeper`: an examination of the whole, where it is asked.

    Args:
        subject: a name in `SUBJECTS`.
        code: the learner's code in the form that subject takes.
        written: what the learner wrote, where `code` is made from it.
        case: makes a case of the subject of an input of the check, where that can be done.
    """
    name = _name(code if written is None else written)

    def deeper(failing: Failing | None) -> Finding:
        if failing is None:
            report = examine(SUBJECTS[subject], code, name)
            return Finding(report.passed, failure(report), report.notes)
        limits = _AFTER_A_HANG if failing.outcome.ended_the_process else None
        first = case(*failing.arguments)
        # A failing input is shown already: what can be seen there is wanted, and the reason.
        report = examine(SUBJECTS[subject], code, name, limits=limits, shrinking=False, first=first)
        found = failure(report)
        if found and report.failing and report.failing.case is not first:
            found.seen = []  # that would be about another input
        return Finding(report.passed, found)

    return deeper


def failure(report: Report) -> CheckFailed | None:
    """Turn a report into the error that a notebook shows; None where nothing went wrong."""
    if report.failing is None or report.diagnosis is None:
        return None
    subject, (case, outcome, _) = report.subject, report.failing
    expected = subject.show_expected(case)
    got = outcome.message if outcome.is_error else subject.show(case, outcome.answer)
    seen = []
    if not outcome.is_error:
        seen = subject.evidence(case, subject.expected(case), outcome.answer)
    # A process that ended and an answer of no known shape show nothing that could be compared.
    silent = not report.diagnosis.named and (
        outcome.ended_the_process or outcome.error == "ShapeError"
    )
    return CheckFailed(
        report.name,
        subject.call(report.name, case),
        expected,
        got,
        printed=outcome.printed,
        notes=report.notes,
        seen=seen,
        why=[] if silent else list(report.diagnosis.lines(subject, report.name)),
    )


def verdict(report: Report) -> str:
    """Say in one line, and one more for each note, how it went.

    >>> verdict(Report("mine", SUBJECTS["decode"], passed=2, cases=2))
    'mine: all 2 checks passed'
    """
    if report.passed == 0 and report.unfilled:
        return f"{report.name}: not attempted yet"
    lines = [f"{report.name}: all {report.passed} checks passed"]
    lines += [f"  not attempted yet: {', '.join(sorted(report.unfilled))}"] * bool(report.unfilled)
    return "\n".join([*lines, *(f"  note: {note}" for note in report.notes)])


def _examine(
    subject: str, code: Any, written: Any = None, afterwards: Callable[[], None] = lambda: None
) -> None:
    report = examine(SUBJECTS[subject], code, _name(code if written is None else written))
    if error := failure(report):
        raise error
    if report.passed:  # else it is a stub
        afterwards()
    print(verdict(report))


def _name(written: Any) -> str:
    if isinstance(written, tuple):
        return " and ".join(map(_name, written))
    return str(getattr(written, "__name__", repr(written)))
