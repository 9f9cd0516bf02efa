"""Checks of something whole, with a diagnosis: a trainer, a stream, a file of ids.

The other checks look deeper through `look_into`: where a function fails, it is examined on the
graded cases of `learn.subjects`, and the catalogue of mistakes is asked for the reason.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

from cs336_basics.datatypes import Merges, Vocab
from cs336_basics.learn.checker.cases import Case
from cs336_basics.learn.checker.diagnosis import Finding
from cs336_basics.learn.checker.examine import Report, examine
from cs336_basics.learn.checker.frame import CheckFailed, Failing, Looked, stoppable, wrapped
from cs336_basics.learn.checker.sandbox import Limits
from cs336_basics.learn.checker.subjects import SUBJECTS
from cs336_basics.learn.law import OPEN

Function = Callable[..., Any]

_AFTER_A_HANG = Limits(seconds=2)
"""One hang has been waited for already."""


def encode_iterable(fn: Function) -> None:
    """Check a learner's `encode_iterable(chunks, vocab, merges, special_tokens)`."""

    def make(vocab: Vocab, merges: Merges, special_tokens: list[str]) -> SimpleNamespace:
        return SimpleNamespace(
            encode_iterable=lambda chunks: fn(chunks, vocab, merges, special_tokens)
        )

    whole("encode_iterable", make, fn)


def token_file(save: Function, load: Function) -> None:
    """Check a learner's `save_ids(path, ids)` and `load_ids(path)`: every id comes back."""
    whole("token_file", (save, load))


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
) -> Callable[[Failing | None], Looked]:
    """Make what `_frame.check` takes as `deeper`: an examination of the whole, where it is asked.

    Args:
        subject: a name in `SUBJECTS`.
        code: the learner's code in the form that subject takes.
        written: what the learner wrote, where `code` is made from it.
        case: makes a case of the subject of an input of the check, where that can be done.
    """
    name = _name(code if written is None else written)

    def deeper(failing: Failing | None) -> Looked:
        if failing is None:
            report = examine(SUBJECTS[subject], code, name)
            return Looked(report.passed, failure(report), report.notes)
        limits = _AFTER_A_HANG if failing.outcome.ended_the_process else None
        first = case(*failing.arguments)
        # A failing input is shown already: what can be seen there is wanted, and the reason.
        report = examine(SUBJECTS[subject], code, name, limits=limits, shrinking=False, first=first)
        found = failure(report)
        if found and report.failing and report.failing.case is not first:
            found.seen = []  # that would be about another input
        return Looked(report.passed, found)

    return deeper


def failure(report: Report) -> CheckFailed | None:
    """Turn a report into the error that a notebook shows; None where nothing went wrong."""
    if not report.findings:
        return None
    first, *others = report.findings
    subject, (case, outcome, _) = report.subject, first.seen
    expected, got = _both(report, first)
    seen = []
    if not outcome.is_error:
        seen = subject.evidence(case, subject.expected(case), outcome.answer)
    return CheckFailed(
        report.name,
        subject.call(report.name, case),
        expected,
        got,
        printed=outcome.printed,
        notes=report.notes,
        seen=seen,
        why=list(first.lines()),
        also=[_also(report, finding) for finding in others],
        corners=list(corners(report)),
    )


def _both(report: Report, finding: Finding) -> tuple[str, str]:
    """What is right, and what came."""
    case, outcome, _ = finding.seen
    got = outcome.message if outcome.is_error else report.subject.show(case, outcome.answer)
    return report.subject.show_expected(case), got


def _also(report: Report, finding: Finding) -> str:
    expected, got = _both(report, finding)
    call = report.subject.call(report.name, finding.seen.case)
    why = (wrapped(line) for line in finding.lines())
    return "\n".join([call, f"expected {expected}", f"got {got}", *why])


def corners(report: Report) -> Iterator[str]:
    """What the assignment leaves open and is done otherwise here, a line each."""
    subject = report.subject
    for rule, case, theirs, ours in report.corners:
        said = [
            f"raises {each.error}" if each.is_error else f"gives {subject.show(case, each.answer)}"
            for each in (theirs, ours)
        ]
        call = subject.call(report.name, case).replace("\n", "")
        yield f"{OPEN[rule].title}: {call}"
        yield f"  yours {said[0]}; ours {said[1]}"


def verdict(report: Report) -> str:
    """Say in one line how it went; then what is not done yet, what was noted, and what is open.

    >>> verdict(Report("mine", SUBJECTS["decode"], passed=2, tried=2, cases=2))
    'mine: all 2 checks passed'
    """
    if report.lacking:
        return f"{report.name}: {report.lacking}"
    if report.passed == 0 and report.unfilled:
        return f"{report.name}: not attempted yet"
    lines = [f"{report.name}: {_in_one_line(report)}"]
    if report.unfilled:
        missing = ", ".join(sorted(report.unfilled))
        lines = [f"{report.name}: not attempted yet: {missing}", f"  of the rest {_checks(report)}"]
    lines += [f"  note: {note}" for note in report.notes]
    if report.corners:
        lines.append("  left open by the assignment, and done otherwise here; both are right:")
        lines += [f"    {line}" for line in corners(report)]
    return "\n".join(lines)


def _in_one_line(report: Report) -> str:
    return "right by the assignment; " * report.subject.in_assignment + _checks(report)


def _checks(report: Report) -> str:
    if report.is_cut_short:
        return f"all {report.passed} of {report.cases} checks passed for which there was time"
    return "check passed" if report.passed == 1 else f"all {report.passed} checks passed"


def whole(
    subject: str, code: Any, written: Any = None, *, afterwards: Callable[[], None] = lambda: None
) -> None:
    """Examine something whole, and print how it went.

    Args:
        subject: a name in `SUBJECTS`.
        code: the learner's code in the form that subject takes.
        written: what the learner wrote, where `code` is made from it.
        afterwards: looks at what the notebook asks for beyond the subject; raises what is wrong.

    Raises:
        CheckFailed: something is wrong.
    """
    with stoppable():
        report = examine(SUBJECTS[subject], code, _name(code if written is None else written))
        if error := failure(report):
            raise error
        if report.passed and not report.unfilled:
            afterwards()
    print(verdict(report))


def _name(written: Any) -> str:
    if isinstance(written, tuple):
        return " and ".join(map(_name, written))
    return str(getattr(written, "__name__", repr(written)))
