"""What the checker says of learners' code in all its styles: right, left open, or wrong by name."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from cs336_basics.learn.checker.examine import Report, examine
from cs336_basics.learn.checker.subjects import SUBJECTS
from cs336_basics.learn.checker.whole import failure, verdict
from cs336_basics.learn.mistakes import MISTAKES
from tests.learners.choices import CHOICES
from tests.learners.loading import bodies, loaded, source_of
from tests.learners.planted import PLANTED, Plant

TRAINERS, TOKENIZERS = bodies("trainers"), bodies("tokenizers")
SUBJECT_OF = {
    "train_bpe": "train_bpe",
    "Tokenizer": "tokenizer",
    "find_chunk_boundaries": "find_chunk_boundaries",
}
WRONG = {name: plants for name, plants in PLANTED.items() if not MISTAKES[name].open}


class Planted(NamedTuple):
    """Code with one mistake or two."""

    names: tuple[str, ...]
    source: str
    attribute: str


class Named(NamedTuple):
    """What the checker made of it: the mistakes it named, and how many differences it told."""

    names: list[str]
    findings: int


def examined(source: str, attribute: str, folder: Path, wrap: Any = None) -> Report:
    """Examine a function or class of a text."""
    with loaded(source, folder, "learners_code") as module:
        code = getattr(module, attribute)
        if wrap:
            code = wrap(code)
        return examine(SUBJECTS[SUBJECT_OF[attribute]], code, attribute, shrinking=False)


def _named(planted: Planted, folder: Path) -> Named:
    folder.mkdir()
    report = examined(planted.source, planted.attribute, folder)
    return Named(report.named, len(report.findings))


def named(planted: Sequence[Planted], folder: Path) -> Iterator[tuple[Planted, Named]]:
    """Examine two at a time, each in a process of its own, which may start processes itself."""
    folders = [folder / str(i) for i in range(len(planted))]
    with ProcessPoolExecutor(2, get_context("spawn"), max_tasks_per_child=1) as pool:
        yield from zip(planted, pool.map(_named, planted, folders), strict=True)


def planted_alone() -> list[Planted]:
    """Each mistake in one of the bodies it is planted in, a different one each time."""
    chosen = [(name, plants[i % len(plants)]) for i, (name, plants) in enumerate(WRONG.items())]
    return [Planted((name,), plant.source(), plant.attribute) for name, plant in chosen]


def planted_twice(number: int) -> list[Planted]:
    """Two mistakes in one body, which change different lines and different parts of the recipe."""
    draw = random.Random(5)
    everything = [(name, plant) for name, plants in WRONG.items() for plant in plants]
    found: list[Planted] = []
    while len(found) < number:
        (one, first), (other, second) = draw.sample(everything, 2)
        if first.attribute == second.attribute and not meet(one, first, other, second):
            source = first.source().replace(second.old, second.new)
            found.append(Planted((one, other), source, first.attribute))
    return found


def meet(one: str, first: Plant, other: str, second: Plant) -> bool:
    """Whether two mistakes cannot be told apart, or not be planted together."""
    text = source_of(first.body)
    places = text.find(first.old), text.find(second.old)
    overlap = places[0] < places[1] + len(second.old) and places[1] < places[0] + len(first.old)
    return (
        first.body != second.body
        or bool(MISTAKES[one].parts.keys() & MISTAKES[other].parts.keys())
        or overlap
        or first.source().count(second.old) != 1
    )


@pytest.mark.slow
@pytest.mark.parametrize("body", [*TRAINERS, *TOKENIZERS])
def test_right_code_of_any_style_is_called_right(body: str, tmp_path: Path) -> None:
    """The first line says so, nothing is found, and it takes less than half a minute."""
    attribute = "train_bpe" if body in TRAINERS else "Tokenizer"

    report = examined(source_of(body), attribute, tmp_path)

    assert failure(report) is None
    assert verdict(report).startswith(f"{attribute}: right by the assignment")
    assert report.seconds < 30


@pytest.mark.slow
@pytest.mark.parametrize("name", CHOICES)
def test_an_open_choice_is_no_mistake(name: str, tmp_path: Path) -> None:
    """Each body in turn, with one choice taken the other way, is right."""
    choice = CHOICES[name]
    attribute = "train_bpe" if choice.subject == "train_bpe" else "Tokenizer"
    every = TRAINERS if attribute == "train_bpe" else TOKENIZERS
    body = every[list(CHOICES).index(name) % len(every)]

    report = examined(source_of(body), attribute, tmp_path, choice.apply)

    assert failure(report) is None
    assert "right by the assignment" in verdict(report)


@pytest.mark.slow
def test_a_mistake_is_named_whatever_code_it_is_in(tmp_path: Path) -> None:
    """In nine of ten cases its name comes first and stands alone."""
    results = list(named(planted_alone(), tmp_path))

    others = [(each.names, found) for each, found in results if (list(each.names), 1) != found]
    assert len(others) <= len(results) // 10, others


@pytest.mark.slow
def test_two_mistakes_at_once_are_both_named(tmp_path: Path) -> None:
    """In eight of ten cases."""
    results = list(named(planted_twice(40), tmp_path))

    others = [(each.names, found) for each, found in results if not {*each.names} <= {*found.names}]
    assert len(others) <= len(results) // 5, others


@pytest.mark.parametrize(
    ("name", "place"),
    [
        ("streaming-buffer", 0),
        ("streaming-joined-first", 0),
        ("specials-none-refused", 0),
        ("ids-without-gaps", 0),
        ("reading-cut-anywhere", 0),
        ("specials-hard-coded", 0),
    ],
)
def test_what_the_tests_of_the_assignment_miss_is_seen(
    name: str, place: int, tmp_path: Path
) -> None:
    """Long streams, large files, gaps in the ids and arguments that are left out are all tried."""
    plant = WRONG[name][place]

    report = examined(plant.source(), plant.attribute, tmp_path)

    assert name == report.named[0]
