"""An examination: what was tried, what was converted, and the smallest case that fails."""

from __future__ import annotations

import time
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from cs336_basics.datatypes import Merge, PretokenCounts
from cs336_basics.learn.checker import examine as module
from cs336_basics.learn.checker.cases import Counts
from cs336_basics.learn.checker.examine import Report, examine
from cs336_basics.learn.checker.sandbox import Box
from cs336_basics.learn.checker.subjects import SUBJECTS
from cs336_basics.learn.checker.whole import verdict
from cs336_basics.learn.mistakes import MISTAKES
from cs336_basics.tokenizer import Tokenizer
from cs336_basics.train import train_bpe
from cs336_basics.trainers import naive

HERE = partial(examine, box=lambda function, limits: Box(function))
TRAINER, TOKENIZER = SUBJECTS["iter_merges"], SUBJECTS["tokenizer"]


def wrong_for_long_words(counts: PretokenCounts) -> Iterator[Merge]:
    """Right until a word has seven bytes."""
    merges = list(naive.iter_merges(counts))
    yield from merges[1:] if any(len(word) > 6 for word in counts) else merges


def test_every_case_is_tried() -> None:
    """And counted."""
    report = HERE(TRAINER, naive.iter_merges, "mine")

    assert report.failing is None
    assert [] == report.findings
    assert 100 < report.passed == report.cases
    assert f"mine: all {report.passed} checks passed" == verdict(report)


def test_the_failing_case_is_made_smaller() -> None:
    """One word of seven equal letters is the least that shows it."""
    report = HERE(TRAINER, wrong_for_long_words, "mine")

    assert report.failing is not None
    assert Counts({b"a" * 7: 1}) == report.failing.case
    assert 0 < report.passed < report.cases


def composed(text: str) -> str:
    """As databases and file systems like it: `e` and its accent become one character."""
    return unicodedata.normalize("NFC", text)


def without_mark(text: str) -> str:
    """What `utf-8-sig` does."""
    return text.removeprefix("\ufeff")


@pytest.mark.parametrize("change", [composed, without_mark])
@pytest.mark.parametrize("method", ["encode", "decode"])
def test_a_tokenizer_that_tidies_text_up_is_found_out(
    method: str, change: Callable[[str], str]
) -> None:
    """What goes in must come out, byte for byte."""

    class Tidy(Tokenizer):
        def encode(self, text: str, **options: Any) -> list[int]:
            return super().encode(change(text) if method == "encode" else text, **options)

        def decode(self, ids: Iterable[int], errors: str = "replace") -> str:
            text = super().decode(ids, errors)
            return change(text) if method == "decode" else text

    assert HERE(TOKENIZER, Tidy, "mine").failing is not None


@pytest.mark.parametrize("change", [composed, without_mark])
def test_training_that_tidies_text_up_is_found_out(
    change: Callable[[str], str], tmp_path: Path
) -> None:
    """The merges are those of another text."""

    def tidy(input_path: str, vocab_size: int, special_tokens: list[str]) -> Any:
        text = Path(input_path).read_bytes().decode("utf-8")
        (tmp_path / "tidy.txt").write_bytes(change(text).encode("utf-8"))
        return train_bpe(tmp_path / "tidy.txt", vocab_size, special_tokens)

    assert HERE(SUBJECTS["train_bpe"], tidy, "mine").failing is not None


def test_a_case_that_failed_before_is_the_one_that_is_shown() -> None:
    """A check has shown it already."""
    first = Counts({b"abababab": 2, b"x": 1})
    wrong = TRAINER.code(MISTAKES["merging-first-only"].recipes[0])
    report = HERE(TRAINER, wrong, "mine", first=first)

    assert report.failing is not None
    assert report.failing.case is first


def test_methods_that_are_stubs_are_left_out() -> None:
    """Encoding is written, decoding and streaming are not yet."""

    class Half:
        def __init__(self, vocab: Any, merges: Any, special_tokens: Any) -> None:
            self.encode = Tokenizer(vocab, merges, special_tokens).encode

        def encode_iterable(self, chunks: Any) -> Any:
            raise NotImplementedError

        def decode(self, ids: Any) -> Any:
            raise NotImplementedError

    report = HERE(TOKENIZER, Half, "Half")

    assert {"decode", "encode_iterable"} == report.unfilled
    assert report.failing is None
    assert "Half: not attempted yet: decode, encode_iterable" == verdict(report).splitlines()[0]


def test_what_was_converted_is_said_once() -> None:
    """Of all cases together."""

    def lists(counts: PretokenCounts) -> list[Any]:
        return [merge.pair for merge in naive.iter_merges(counts)]

    report = HERE(TRAINER, lists, "lists")

    note = "the merges come without counts, so the counts were not compared"
    assert (note,) == report.notes
    assert f"  note: {note}" == verdict(report).splitlines()[1]


def test_slow_code_is_not_wrong_code(monkeypatch: pytest.MonkeyPatch) -> None:
    """The time is up: what was tried was right, and the rest is left out and counted."""
    monkeypatch.setattr(module, "_TIME", 0.05)

    def slow(counts: PretokenCounts) -> Iterator[Merge]:
        time.sleep(0.01)
        return naive.iter_merges(counts)

    report = HERE(TRAINER, slow, "slow")

    assert report.failing is None
    assert 0 < report.passed < report.cases
    assert (
        f"slow: all {report.passed} of {report.cases} checks passed for which there was time"
        == verdict(report)
    )


@pytest.mark.parametrize("name", SUBJECTS)
def test_a_stub_is_not_attempted_yet(name: str) -> None:
    """Nothing passed, nothing failed."""

    def stub(*_: Any) -> Any:
        raise NotImplementedError

    pair = name in ("save_load", "token_file")
    report = HERE(SUBJECTS[name], (stub, stub) if pair else stub, "stub")

    assert isinstance(report, Report)
    assert (0, None) == (report.passed, report.failing)
    assert "stub: not attempted yet" == verdict(report)


@pytest.mark.parametrize("name", SUBJECTS)
def test_the_cases_are_many_and_the_small_ones_come_first(name: str) -> None:
    """In each grade; and another seed draws others."""
    subject = SUBJECTS[name]
    grades = subject.cases(0)

    assert sum(len(cases) for _, cases in grades) >= 25
    assert len({grade for grade, _ in grades}) == len(grades)
    assert grades != subject.cases(5)
