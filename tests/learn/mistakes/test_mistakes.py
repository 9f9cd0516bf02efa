"""The catalogue of mistakes: each goes wrong where it says, on the smallest input that shows it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any, TypeVar

import pytest

from cs336_basics.learn import checks
from cs336_basics.learn.checker.cases import (
    Case,
    Counts,
    Cutting,
    Decoding,
    Encoding,
    Lazy,
    Saving,
    Streaming,
    TokenFile,
    Training,
)
from cs336_basics.learn.checker.outcome import Outcome, outcome_of
from cs336_basics.learn.checker.subjects import SUBJECTS, subject_of
from cs336_basics.learn.law import OPEN
from cs336_basics.learn.mistakes import FAMILIES, MISTAKES, Mistake, seen_by
from cs336_basics.learn.mistakes.recipe import REFERENCE, Recipe
from cs336_basics.vocab import base_vocab

Some = TypeVar("Some", str, bytes, tuple[Any, ...], list[Any])

GROUPS: dict[str, list[str]] = {
    "ties": [
        "ties-first-seen",
        "ties-smallest",
        "ties-by-id",
        "ties-smallest-id",
        "ties-length-first",
        "ties-printable",
        "ties-flipped",
    ],
    "counts": [
        "counts-unweighted",
        "counts-no-overlap",
        "counts-drift",
        "counts-doubled",
        "counts-index-dropped",
        "counts-pushed-when-rising",
        "counts-stale",
        "counts-zero-merged",
        "counts-32-bit",
    ],
    "merging": ["merging-right-to-left", "merging-whole-run"],
    "pre-tokenizing": [
        "pretokens-split-space",
        "pretokens-ascii",
        "pretokens-word-class",
        "pretokens-split-white-space",
        "specials-as-text",
        "specials-unescaped",
        "specials-shortest-first",
        "reading-cut-anywhere",
        "reading-errors-ignored",
        "reading-newlines-translated",
        "reading-cut-at-space",
        "reading-end-lost",
        "pretokens-on-bytes",
        "specials-empty-pattern",
        "specials-empty-refused",
        "specials-branch",
        "specials-hard-coded",
        "specials-first-only",
        "chunks-even",
        "chunks-straddling",
    ],
    "vocabulary": [
        "vocab-ids-overlap",
        "vocab-ids-from-one",
        "vocab-specials-twice",
        "vocab-one-merge-short",
        "vocab-one-merge-over",
        "vocab-size-forgets-specials",
        "vocab-specials-forgotten",
        "vocab-byte-255-missing",
        "vocab-no-room-refused",
        "stop-with-an-error",
        "stop-never",
        "stop-empty-merges",
        "ids-without-gaps",
    ],
    "encoding": [
        "encoding-smallest-id",
        "encoding-longest-match",
        "streaming-each-chunk",
        "specials-as-text",
        "specials-not-appended",
        "specials-next-id-from-len",
        "specials-second-id",
        "specials-none-refused",
        "encoding-unreachable",
        "encoding-original-word",
        "encoding-byte-map-twice",
        "encoding-whole-word",
        "encoding-newlines-translated",
    ],
    "streaming": [
        "streaming-each-chunk",
        "streaming-joined-first",
        "streaming-buffer",
        "streaming-not-flushed",
        "streaming-newline-added",
        "streaming-line-ends",
    ],
    "decoding": [
        "decoding-each-token",
        "decoding-strict",
        "decoding-byte-map-twice",
        "decoding-newlines-translated",
    ],
    "files": [
        "files-replaced",
        "files-ignored",
        "files-latin-1-raw",
        "files-first-merge-skipped",
        "files-any-space",
        "files-uint16-wraps",
    ],
}
"""What people are known to get wrong: the least that the catalogue must hold."""

every_mistake = pytest.mark.parametrize("mistake", MISTAKES.values(), ids=MISTAKES.keys())


def given(recipe: Recipe, case: Case) -> Outcome:
    """What a recipe makes of a case."""
    return outcome_of(subject_of(case).by, recipe, case)


def is_right(recipe: Recipe, case: Case) -> bool:
    """Whether a recipe and the package agree on a case."""
    return subject_of(case).right(case, given(recipe, case))


def gives_the_same(one: Recipe, other: Recipe, case: Case) -> bool:
    """Whether two recipes agree on a case; of merges the counts are left out."""
    mine, theirs = given(one, case), given(other, case)
    if isinstance(case, Counts) and not mine.is_error and not theirs.is_error:
        return bool([pair for pair, _ in mine.answer] == [pair for pair, _ in theirs.answer])
    return subject_of(case).agree(case, mine, theirs)


def graded(check: str) -> list[Any]:
    """All cases of a check."""
    return [case for _, cases in SUBJECTS[check].cases(seed=0) for case in cases]


def test_it_is_large_and_each_name_is_there_once() -> None:
    """At least forty, and no family hides a mistake of another."""
    names = [mistake.name for family in FAMILIES.values() for mistake in family]

    assert len(names) >= 40
    assert sorted(names) == sorted(MISTAKES)
    assert len(names) == len({mistake.title for mistake in MISTAKES.values()})


@pytest.mark.parametrize("group", GROUPS)
def test_what_people_get_wrong_is_in_it(group: str) -> None:
    """Every group of known mistakes, and each of its members."""
    assert [] == [name for name in GROUPS[group] if name not in MISTAKES]


@every_mistake
def test_the_example_tells_it_from_the_reference(mistake: Mistake) -> None:
    """Both are run, and give something else."""
    case = mistake.example
    right, wrong = (given(recipe, case) for recipe in (REFERENCE, mistake.recipes[0]))

    assert not subject_of(case).agree(case, right, wrong)


@every_mistake
def test_the_example_is_judged_where_the_assignment_speaks(mistake: Mistake) -> None:
    """The reference is right there and the mistake is not, except for what is left open."""
    if not mistake.open and not isinstance(mistake.example, Lazy):
        assert is_right(REFERENCE, mistake.example)
        assert not is_right(mistake.recipes[0], mistake.example)


@every_mistake
def test_each_other_form_of_it_is_wrong_too(mistake: Mistake) -> None:
    """On the example, or on a graded case of a check that should see it."""
    seen = [mistake.example, *chain.from_iterable(map(graded, mistake.seen_by))]

    assert [] == [
        number
        for number, recipe in enumerate(mistake.recipes)
        if all(is_right(recipe, case) for case in seen) and not mistake.open
    ]


@every_mistake
def test_nothing_can_be_left_out_of_the_example(mistake: Mistake) -> None:
    """One letter, token or merge less, and it does not show, or it looks like another mistake."""
    recipe, example = mistake.recipes[0], mistake.example
    others = [
        other.recipes[0]
        for other in seen_by(mistake.seen_by[0])
        if not gives_the_same(recipe, other.recipes[0], example)
    ]

    assert [] == [
        case
        for case in one_less(example)
        if not gives_the_same(recipe, REFERENCE, case)
        and not any(gives_the_same(recipe, other, case) for other in others)
    ]


@every_mistake
def test_each_check_that_should_see_it_does(mistake: Mistake) -> None:
    """On the graded cases of the check at least one goes wrong; the example is a case of one."""
    blind = [
        name
        for name in mistake.seen_by
        if not mistake.open and all(is_right(mistake.recipes[0], case) for case in graded(name))
    ]

    assert [] == blind
    assert any(SUBJECTS[name].example_of(mistake.example) for name in mistake.seen_by)


def test_what_is_open_is_a_choice_that_the_assignment_leaves() -> None:
    """Such a mistake is another choice than ours; the names are those of the law."""
    found = {mistake.name: mistake.open for mistake in MISTAKES.values() if mistake.open}

    assert {
        "reading-newlines-translated": "carriage-returns",
        "reading-errors-ignored": "invalid-utf8",
        "vocab-specials-twice": "specials-present-already",
        "chunks-straddling": "fewer-chunks",
    } == found
    assert set(found.values()) <= set(OPEN)


def test_which_of_two_overlapping_special_tokens_wins_is_asked_in_encoding_alone() -> None:
    """In training the assignment leaves it open."""
    assert ("tokenizer",) == MISTAKES["specials-shortest-first"].seen_by


@every_mistake
def test_it_is_told_in_one_paragraph_and_taught_somewhere(mistake: Mistake, root: Path) -> None:
    """A title that ends a sentence, a paragraph of some sentences, a notebook that is there."""
    assert re.fullmatch(r"[^\n]{20,100}", mistake.title)
    assert not mistake.title.endswith(".")
    assert re.fullmatch(r"[^\n ][^\n]{80,600}[.!]", mistake.why)
    assert len(re.findall(r"[.?!:;](?= |$)", mistake.why)) >= 2
    assert 1 == len(list((root / "notebooks").glob(f"{mistake.notebook}_*.ipynb")))


def test_every_check_of_the_catalogue_is_one_that_learners_can_call() -> None:
    """`seen_by` names are names of `checks`, and each sees something."""
    named = {name for mistake in MISTAKES.values() for name in mistake.seen_by}

    assert named <= set(checks.__all__)
    assert [] == [name for name in sorted(named) if not seen_by(name)]


def test_counts_of_32_bits_show_only_where_counts_are_given() -> None:
    """No file of a test is long enough."""
    mistake = MISTAKES["counts-32-bit"]
    training = SUBJECTS["train_bpe"]

    assert ("iter_merges",) == mistake.seen_by
    assert all(
        is_right(mistake.recipes[0], case) for _, cases in training.cases(seed=0) for case in cases
    )


def shorter(sequence: Some) -> Iterator[Some]:
    """The sequence without one of its items."""
    return (sequence[:i] + sequence[i + 1 :] for i in range(len(sequence)))


def one_less(case: Any) -> Iterator[Any]:
    """Every case that holds one thing less, as long as it holds something."""
    if isinstance(case, Counts):
        yield from _fewer_counts(case)
    elif isinstance(case, Training):
        # What an empty file gives is left open.
        yield from (case._replace(content=some) for some in shorter(case.content) if some)
        specials = case.special_tokens or ()
        yield from (case._replace(special_tokens=some) for some in shorter(specials))
        if case.vocab_size > len(base_vocab(specials)):
            yield case._replace(vocab_size=case.vocab_size - 1)
    elif isinstance(case, Encoding):
        yield from (case._replace(text=some) for some in shorter(case.text))
        specials = case.special_tokens or ()
        yield from (case._replace(special_tokens=some) for some in shorter(specials))
        yield from (case._replace(merges=some) for some in shorter(case.merges))
    elif isinstance(case, Streaming):
        for i, chunk in enumerate(case.chunks):
            for some in filter(None, shorter(chunk)):
                yield case._replace(chunks=(*case.chunks[:i], some, *case.chunks[i + 1 :]))
        yield from (case._replace(special_tokens=some) for some in shorter(case.special_tokens))
        yield from (case._replace(merges=some) for some in shorter(case.merges))
    elif isinstance(case, Lazy):
        if case.times > 2:  # one chunk alone is hardly a stream
            yield case._replace(times=case.times - 1)
    elif isinstance(case, Decoding):
        yield from (case._replace(ids=some) for some in shorter(case.ids))
    elif isinstance(case, Saving):
        if len(case.vocab) + len(case.merges) > 1:
            yield from (case._replace(merges=some) for some in shorter(case.merges))
            yield from (Saving(dict(s), case.merges) for s in shorter(list(case.vocab.items())))
    elif isinstance(case, TokenFile):
        yield from (case._replace(ids=some) for some in shorter(case.ids))
        yield from (TokenFile((token_id - 1,)) for token_id in case.ids if token_id)
    else:
        assert isinstance(case, Cutting)
        if len(case.content) > 1:
            yield case._replace(content=case.content[1:])
            yield case._replace(content=case.content[:-1])
        if case.number > 1:
            yield case._replace(number=case.number - 1)


def _fewer_counts(case: Counts) -> Iterator[Counts]:
    for word, count in case.counts.items():
        rest = {other: n for other, n in case.counts.items() if other != word}
        if rest:
            yield Counts(rest)
        if count > 1:
            yield Counts({**case.counts, word: count - 1})
        yield from (Counts({**rest, some: count}) for some in shorter(word) if some)
