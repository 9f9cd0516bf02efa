"""The learners' code that the checker is tried on: right where it should be, and wrong there."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from tests.learners.choices import CHOICES
from tests.learners.loading import bodies, loaded, source_of
from tests.learners.planted import PLANTED, Plant
from tests.learners.trials import CUTTINGS, Tokenizing, Training, Trial, tokenizings, trainings

TRAINERS = bodies("trainers")
TOKENIZERS = bodies("tokenizers")
ALL_PLANTS = [(name, plant) for name, plants in PLANTED.items() for plant in plants]

BYTES = [bytes([i]) for i in range(256)]
PLAIN = Tokenizing(dict(enumerate(BYTES)), (), (), "encode", "low low lower")
HANDOUT = ["low"] * 5 + ["lower"] * 2 + ["widest"] * 3 + ["newest"] * 6


class EndlessError(BaseException):
    """Code has run more lines than any of our trials needs."""


@contextmanager
def limited(lines: int) -> Iterator[None]:
    """Stop what runs more lines than this: code that never ends is seen without a clock."""
    left = lines

    def trace(frame: FrameType, event: str, argument: Any) -> Any:
        nonlocal left
        left -= 1
        if left < 0:
            raise EndlessError
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        yield
    finally:
        sys.settrace(before)


def answer(trial: Trial, code: Any, folder: Path) -> Any:
    """What the code answers, or the kind of error it raises."""
    try:
        return trial.plain(trial.call(code, trial.arguments(folder)))
    except (Exception, EndlessError) as error:
        return type(error)


def trials_for(attribute: str) -> list[Trial]:
    """What to try a function or class of this name on."""
    if attribute == "find_chunk_boundaries":
        return [*CUTTINGS]
    return [*trainings()] if attribute == "train_bpe" else [*tokenizings()]


@cache
def right_answers(attribute: str, folder: Path) -> list[Any]:
    """What the first of the right bodies answers; the others agree with it."""
    body = {"train_bpe": TRAINERS[1], "Tokenizer": TOKENIZERS[4]}.get(
        attribute, "trainers/pool_of_chunks.py"
    )
    with loaded(source_of(body), folder, "right_body") as module:
        code = getattr(module, attribute)
        return [answer(trial, code, folder) for trial in trials_for(attribute)]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for the files of this module."""
    return tmp_path_factory.mktemp("learners")


@pytest.mark.parametrize("body", TRAINERS)
def test_trainers_find_the_merges_of_the_handout(body: str, folder: Path) -> None:
    """Words apart, as in its example: the first six merges, and the ids behind the bytes."""
    text = "<|endoftext|>".join(HANDOUT)
    trial = Training(text.encode("utf-8"), 256 + 1 + 6, ("<|endoftext|>",))

    with loaded(source_of(body), folder, "handout_body") as module:
        vocab, merges = answer(trial, module.train_bpe, folder)

    six = [("s", "t"), ("e", "st"), ("o", "w"), ("l", "ow"), ("w", "est"), ("n", "e")]
    assert [(left.encode(), right.encode()) for left, right in six] == merges
    assert {i: bytes([i]) for i in range(256)} == {i: vocab[i] for i in range(256)}
    assert [b"<|endoftext|>", b"st", b"est", b"ow", b"low", b"west", b"ne"] == [
        vocab[i] for i in range(256, 263)
    ]


@pytest.mark.parametrize("body", TRAINERS)
def test_trainers_stop_where_no_pair_is_left(body: str, folder: Path) -> None:
    """`aaabdaaabac` has seven merges, worked by hand: of equals the greatest pair."""
    trial = Training(b"aaabdaaabac", 1000)

    with loaded(source_of(body), folder, "stopping_body") as module:
        vocab, merges = answer(trial, module.train_bpe, folder)

    by_hand = ["a a", "aa a", "aaa b", "d aaab", "daaab a", "daaaba c", "aaab daaabac"]
    assert by_hand == [b" ".join(pair).decode() for pair in merges]
    assert 256 + 7 == len(vocab)


@pytest.mark.parametrize("body", [*TRAINERS, *TOKENIZERS])
def test_right_bodies_agree(body: str, folder: Path) -> None:
    """Whatever the plan, the answers are the same."""
    attribute = "train_bpe" if body in TRAINERS else "Tokenizer"

    with loaded(source_of(body), folder, "agreeing_body") as module:
        code = getattr(module, attribute)
        answers = [answer(trial, code, folder) for trial in trials_for(attribute)]

    assert right_answers(attribute, folder) == answers


@pytest.mark.parametrize(("name", "plant"), ALL_PLANTS)
def test_what_is_planted_is_wrong(name: str, plant: Plant, folder: Path) -> None:
    """Each change applies, the code still runs, and some answer differs."""
    right = zip(trials_for(plant.attribute), right_answers(plant.attribute, folder), strict=True)
    with loaded(plant.source(), folder, "planted_body") as module:
        code = getattr(module, plant.attribute)
        if name == "stop-never":
            with limited(20_000):
                assert EndlessError is answer(Training(b"ab", 258), code, folder)
        else:
            assert any(answer(trial, code, folder) != expected for trial, expected in right)


OPEN: dict[str, Trial] = {
    "ids-specials-last": Training(b"ab", 258, ("<e>",)),
    "ids-specials-first": Training(b"ab", 258, ("<e>",)),
    "ids-specials-at-the-end": Training(b"ab", 300, ("<e>",)),
    "ids-hole": Training(b"ab", 300, ("<e>",)),
    "specials-byte-twice": Training(b"ab", 258, (".",)),
    "specials-repeat-twice": Training(b"ab", 258, ("<e>", "<e>")),
    "specials-as-given": Training(b"<e>ab", 260, ("<e>", "<e>a")),
    "specials-list-sorted": Training(b"ab", 260, ("<e>", "<end>")),
    "specials-none": Training(b"ab", 260, None),
    "bytes-dropped": Training(b"a\xffb", 260),
    "bytes-decode-error": Training(b"a\xffb", 260),
    "bytes-value-error": Training(b"a\xffb", 260),
    "newlines-translated": Training(b"a\r\n", 260),
    "empty-file-error": Training(b"", 260),
    "size-error": Training(b"ab", 256, ("<e>",)),
    "size-assertion": Training(b"ab", 256, ("<e>",)),
    "size-cut": Training(b"ab", 256, ("<e>",)),
    "merges-tuple": Training(b"ab", 257),
    "merges-lists": Training(b"ab", 257),
    "vocab-reversed": Training(b"ab", 257),
    "answer-list": Training(b"ab", 257),
    "unknown-value-error": Tokenizing({0: b"a"}, (), (), "decode", [0, 9]),
    "unknown-index-error": Tokenizing({0: b"a"}, (), (), "decode", [0, 9]),
    "unknown-replaced": Tokenizing({0: b"a"}, (), (), "decode", [0, 9]),
    "unknown-skipped": Tokenizing({0: b"a"}, (), (), "decode", [0, 9]),
    "surrogates-question-mark": Tokenizing(dict(enumerate(BYTES)), (), (), "encode", "\ud800"),
    "surrogates-replaced": Tokenizing(dict(enumerate(BYTES)), (), (), "encode", "\ud800"),
    "surrogates-pass": Tokenizing(dict(enumerate(BYTES)), (), (), "encode", "\ud800"),
    "vocab-in-place": Tokenizing({0: b"a"}, (), ("<e>",), "encode", "a"),
    "tokenizer-list-sorted": Tokenizing({0: b"a"}, (), ("<e>", "<end>"), "encode", "a"),
}
"""Name of an open choice -> where it shows."""


def all_told(trial: Trial, code: Any, folder: Path) -> str:
    """The answer as it is, or the error, and what became of the arguments."""
    arguments = trial.arguments(folder)
    try:
        return repr((trial.call(code, arguments), arguments))
    except Exception as error:
        return f"{type(error).__name__}: {arguments}"


def test_every_choice_is_tried() -> None:
    """No choice is forgotten below."""
    assert OPEN.keys() == CHOICES.keys()


@pytest.mark.parametrize("body", [*TRAINERS, *TOKENIZERS])
def test_a_choice_shows_in_one_point_alone(body: str, folder: Path) -> None:
    """It changes what is open; what is plain stays as it is."""
    subject = "train_bpe" if body in TRAINERS else "tokenizer"
    attribute = "train_bpe" if body in TRAINERS else "Tokenizer"
    plain: Trial = Training(b"low low lower", 260) if body in TRAINERS else PLAIN

    with loaded(source_of(body), folder, "chosen_body") as module:
        code = getattr(module, attribute)
        usual = answer(plain, code, folder)
        for choice in CHOICES.values():
            if choice.subject == subject:
                other = choice.apply(code)
                assert usual == answer(plain, other, folder)
                trial = OPEN[choice.name]
                assert all_told(trial, code, folder) != all_told(trial, other, folder)
