"""Checks of notebook 03: they take every right answer, and show a wrong one its smallest input."""

from __future__ import annotations

import re
import runpy
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

import pytest

from cs336_basics import pairs
from cs336_basics.datatypes import Pair, PretokenCounts
from cs336_basics.learn import checks
from cs336_basics.learn.checks import CheckFailed
from cs336_basics.learn.lessons.counterexamples import merges_of, words
from cs336_basics.measure.profile import reports
from cs336_basics.trainers import Trainer, incremental, naive
from cs336_basics.trainers.incremental import State

Function = Callable[..., Any]
Changes = dict[Pair, int]

EXERCISES = {
    "count_changes": checks.count_changes,
    "change_count": checks.change_count,
    "rescan": checks.rescan,
    "touched": checks.touched,
    "smallest_difference": checks.smallest_difference,
    "merge_changes": checks.merge_changes,
    "neighbours": checks.neighbours,
    "indexed": checks.indexed,
    "hottest_lines": checks.hottest_lines,
}


@pytest.fixture(scope="module")
def solutions(root: Path) -> dict[str, Function]:
    """The functions in the solutions of notebook 03."""
    return runpy.run_path(str(root / "notebooks" / "solutions" / "03_incremental_bpe.py"))


@pytest.mark.parametrize("name", EXERCISES)
def test_our_solutions_pass(
    name: str, solutions: dict[str, Function], capsys: pytest.CaptureFixture[str]
) -> None:
    """Every solution passes the check of its exercise."""
    EXERCISES[name](solutions[f"my_{name}"])

    assert re.fullmatch(rf"my_{name}: all \d+ checks passed\n", capsys.readouterr().out)


@pytest.mark.parametrize("name", EXERCISES)
def test_a_stub_is_not_attempted_yet(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A stub is no failure: the check says so and lets the notebook go on."""

    def my_stub(*_: object) -> None:
        raise NotImplementedError

    EXERCISES[name](my_stub)

    assert "my_stub: not attempted yet\n" == capsys.readouterr().out


def changes_in_a_loop(before: list[bytes], after: list[bytes]) -> defaultdict[Pair, int]:
    """Another right way: one defaultdict, up and down, zeros deleted as they come."""
    changes: defaultdict[Pair, int] = defaultdict(int)
    for sign, word in ((-1, before), (1, after)):
        for i in range(len(word) - 1):
            changes[word[i], word[i + 1]] += sign
            if not changes[word[i], word[i + 1]]:
                del changes[word[i], word[i + 1]]
    return changes


def change_by_deleting(pair_counts: Changes, pair: Pair, change: int) -> None:
    """Another right way: add first, look for a zero afterwards."""
    pair_counts.setdefault(pair, 0)
    pair_counts[pair] += change
    if pair_counts[pair] == 0:
        del pair_counts[pair]


def recount_all(state: State, pair: Pair) -> None:
    """Another right way: merge every word, and count the whole corpus anew."""
    state.words = [pairs.merge_word(word, pair) for word in state.words]
    state.pair_counts = pairs.count_pairs(zip(state.words, state.frequencies, strict=True))


def replace_some(state: State, pair: Pair) -> None:
    """Another right way: ask for the pair itself, in C."""
    for i in range(len(state.words)):
        if pair in pairwise(state.words[i]):
            state.replace(i, pairs.merge_word(state.words[i], pair))


def asks_both_halves(state: State, pair: Pair) -> None:
    """Another right way: `all` over two halves is a short question, however long the word."""
    for i, word in enumerate(state.words):
        if not all(half in word for half in pair):
            continue
        merged = pairs.merge_word(word, pair)
        if merged != word:
            state.replace(i, merged)


def around_the_joins(state: State, pair: Pair) -> None:
    """Another right way: no `state.add`, and the dict itself."""
    counts = state.pair_counts
    for i, word in enumerate(state.words):
        if pair in pairwise(word):
            state.words[i], changes = changes_by_places(word, pair)
            for changed in changes:
                counts[changed] = counts.get(changed, 0) + changes[changed] * state.frequencies[i]
                if not counts[changed]:
                    del counts[changed]


def changes_by_places(word: list[bytes], pair: Pair) -> tuple[list[bytes], Changes]:
    """Another right way: join in a copy, and look at both neighbours there."""
    merged, new = list(word), pair[0] + pair[1]
    changes: Counter[Pair] = Counter()
    for i in range(len(word)):
        if tuple(merged[i : i + 2]) == pair:
            around = merged[max(i - 1, 0) : i + 3]
            changes.subtract(pairwise(around))
            merged[i : i + 2] = [new]
            changes.update(pairwise(merged[max(i - 1, 0) : i + 2]))
    return merged, {changed: n for changed, n in changes.items() if n}


def first_of_all(trainer: Trainer, longest: int) -> bytes | None:
    """Another right way: one loop over all words."""
    every = (word for word in words(b"ab", longest) if merges_of(trainer, word) != right(word))
    return next(every, None)


def right(word: bytes) -> list[Any]:
    """The merges of one word."""
    return list(naive.iter_merges({word: 1}))


def exact_index(state: State, pair: Pair) -> None:
    """Another right way: an index without stale entries."""
    if not state.where:
        state.build_index()
    for i in sorted(state.where[pair]):
        for old in pairwise(state.words[i]):
            state.where[old].discard(i)
        state.replace(i, pairs.merge_word(state.words[i], pair))
        for new in pairwise(state.words[i]):
            state.where[new].add(i)


def sort_all(profile: dict[str, Any], number: int) -> list[tuple[str, int, float]]:
    """Another right way: the long table, cut to what was asked for."""
    return reports.hottest(profile, 10**6)[:number]


@pytest.mark.parametrize(
    ("name", "fn"),
    [
        ("count_changes", changes_in_a_loop),
        ("change_count", change_by_deleting),
        ("rescan", recount_all),
        ("rescan", incremental.rescan),
        ("touched", replace_some),
        ("touched", incremental.touched),
        ("smallest_difference", first_of_all),
        ("merge_changes", pairs.merge_changes),
        ("neighbours", incremental.neighbours),
        ("neighbours", around_the_joins),
        ("touched", asks_both_halves),
        ("merge_changes", changes_by_places),
        ("indexed", exact_index),
        ("indexed", incremental.indexed),
        ("hottest_lines", sort_all),
    ],
)
def test_other_right_answers_pass(
    name: str, fn: Function, capsys: pytest.CaptureFixture[str]
) -> None:
    """There is more than one right way, and the check takes each."""
    EXERCISES[name](fn)

    assert "checks passed" in capsys.readouterr().out


def counted_whole(word: list[bytes], pair: Pair) -> tuple[list[bytes], Changes]:
    """A short cut: exercise 3.1 again, both sides counted."""
    merged = pairs.merge_word(word, pair)
    return merged, dict(changes_in_a_loop(word, merged))


def left_to_the_package(word: list[bytes], pair: Pair) -> tuple[list[bytes], Changes]:
    """A short cut."""
    return pairs.merge_changes(word, pair)


def rescan_by_another_name(state: State, pair: Pair) -> None:
    """A short cut: the package's own."""
    incremental.rescan(state, pair)


def indexed_by_another_name(state: State, pair: Pair) -> None:
    """A short cut: the package's own."""
    incremental.indexed(state, pair)


def asks_for_one_half(state: State, pair: Pair) -> None:
    """`or` in the place of `and`: most words hold one of the halves."""
    for i, word in enumerate(state.words):
        if pair[0] in word or pair[1] in word:
            merged = pairs.merge_word(word, pair)
            if len(merged) < len(word):
                state.replace(i, merged)


def asks_in_python(state: State, pair: Pair) -> None:
    """The skip that costs more than it saves."""
    for i, word in enumerate(state.words):
        if any(each == pair for each in pairwise(word)):
            state.replace(i, pairs.merge_word(word, pair))


def sweeps(state: State, pair: Pair) -> None:
    """Right, and it makes the dict of counts anew."""
    for i, word in enumerate(state.words):
        if pair[0] in word and pair[1] in word:
            state.words[i] = pairs.merge_word(word, pair)
    state.pair_counts = pairs.count_pairs(zip(state.words, state.frequencies, strict=True))


def pairs_without_counts(trainer: Trainer, longest: int) -> bytes | None:
    """Wrong: compares the pairs alone."""
    for word in words(b"ab", longest):
        taken = list(islice(trainer({word: 1}), len(word)))
        if [merge.pair for merge in taken] != [merge.pair for merge in right(word)]:
            return word
    return None


def only_losses(before: list[bytes], after: list[bytes]) -> Changes:
    """Wrong: `-` between counters drops what is below zero."""
    return dict(Counter(pairwise(after)) - Counter(pairwise(before)))


def zeros_kept(before: list[bytes], after: list[bytes]) -> Changes:
    """Wrong: pairs that did not change are named too."""
    changes = Counter(pairwise(after))
    changes.subtract(pairwise(before))
    return dict(changes)


def plain_dict(pair_counts: Changes, pair: Pair, change: int) -> None:
    """Wrong: a new pair is a KeyError."""
    pair_counts[pair] += change


def zero_stays(pair_counts: Changes, pair: Pair, change: int) -> None:
    """Wrong: a pair that is gone stays, with count zero."""
    pair_counts[pair] = pair_counts.get(pair, 0) + change


def no_frequency(state: State, pair: Pair) -> None:
    """Wrong: a word that occurs twice counts once."""
    for i, word in enumerate(state.words):
        state.words[i] = pairs.merge_word(word, pair)
        for changed, change in pairs.merge_changes(word, pair)[1].items():
            state.add(changed, change)


def once_a_word(state: State, pair: Pair) -> None:
    """Wrong: a pair that stands twice in a word is taken out once."""
    for i, word in enumerate(state.words):
        merged = pairs.merge_word(word, pair)
        for old in set(pairwise(word)):
            state.add(old, -state.frequencies[i])
        for new in set(pairwise(merged)):
            state.add(new, state.frequencies[i])
        state.words[i] = merged


def words_forgotten(state: State, pair: Pair) -> None:
    """Wrong: the counts are right, the words stay as they were."""
    for word, frequency in zip(state.words, state.frequencies, strict=True):
        for changed, change in pairs.merge_changes(word, pair)[1].items():
            state.add(changed, change * frequency)


def only_new_words(state: State, pair: Pair) -> None:
    """Wrong: words that hold both halves are taken to hold the pair, and counted again."""
    for i, word in enumerate(state.words):
        if pair[0] in word and pair[1] in word:
            for new in pairwise(pairs.merge_word(word, pair)):
                state.add(new, state.frequencies[i])
            state.words[i] = pairs.merge_word(word, pair)


def old_neighbours(word: list[bytes], pair: Pair) -> tuple[list[bytes], Changes]:
    """Wrong, as published: both neighbours are looked up in the word before any merge."""
    changes: Counter[Pair] = Counter()
    new, i = b"".join(pair), 0
    while i < len(word) - 1:
        if (word[i], word[i + 1]) != pair:
            i += 1
            continue
        changes[pair] -= 1
        if i > 0:
            changes[word[i - 1], pair[0]] -= 1
            changes[word[i - 1], new] += 1
        if i + 2 < len(word):
            changes[pair[1], word[i + 2]] -= 1
            changes[new, word[i + 2]] += 1
        i += 2
    return pairs.merge_word(word, pair), {p: n for p, n in changes.items() if n}


def update_with_old_neighbours(state: State, pair: Pair) -> None:
    """Wrong, as published."""
    for i, word in enumerate(state.words):
        state.words[i], changes = old_neighbours(word, pair)
        for changed, change in changes.items():
            state.add(changed, change * state.frequencies[i])


def index_never_grows(state: State, pair: Pair) -> None:
    """Wrong: new pairs are not entered, so later merges miss their words."""
    if not state.where:
        state.build_index()
    for i in state.where[pair]:
        state.replace(i, pairs.merge_word(state.words[i], pair))


def looks_everywhere(state: State, pair: Pair) -> None:
    """Right result, but every word is looked at."""
    incremental.touched(state, pair)


def longest_first(trainer: Trainer, longest: int) -> bytes | None:
    """Wrong: finds the largest difference."""
    every = [word for word in words(b"ab", longest) if merges_of(trainer, word) != right(word)]
    return every[-1] if every else None


def one_letter_short(trainer: Trainer, longest: int) -> bytes | None:
    """Wrong: `range(longest)` leaves out the longest words."""
    return first_of_all(trainer, longest - 1)


def takes_all(trainer: Trainer, longest: int) -> bytes | None:
    """Wrong: waits for the end of a trainer that has none."""
    for word in words(b"ab", longest):
        if list(trainer({word: 1})) != right(word):
            return word
    return None


def python_time_only(profile: dict[str, Any], number: int) -> list[tuple[str, int, float]]:
    """Wrong: native and system time are left out."""
    lines = [
        (file, line["lineno"], line["n_cpu_percent_python"])
        for file, content in profile["files"].items()
        for line in content["lines"]
    ]
    return sorted(lines, key=lambda line: -line[2])[:number]


@pytest.mark.parametrize(
    ("name", "fn", "call"),
    [
        ("count_changes", only_losses, "only_losses([b'a', b'a'], [b'aa'])"),
        ("count_changes", zeros_kept, "zeros_kept([b'a', b'a'], [b'a', b'a'])"),
        ("change_count", plain_dict, "plain_dict({}, (b'a', b'b'), 2)"),
        ("change_count", zero_stays, "zero_stays({(b'a', b'b'): 2}, (b'a', b'b'), -2)"),
        ("rescan", no_frequency, "no_frequency(State.start({b'ab': 2}), (b'a', b'b'))"),
        ("rescan", once_a_word, "once_a_word(State.start({b'aaa': 1}), (b'a', b'a'))"),
        ("rescan", words_forgotten, "words_forgotten(State.start({b'aa': 1}), (b'a', b'a'))"),
        ("touched", only_new_words, "only_new_words(State.start({b'aa': 1}), (b'a', b'a'))"),
        (
            "merge_changes",
            old_neighbours,
            "old_neighbours([b'a', b'a', b'a', b'a'], (b'a', b'a'))",
        ),
        (
            "neighbours",
            update_with_old_neighbours,
            "update_with_old_neighbours(State.start({b'aaaa': 1}), (b'a', b'a'))",
        ),
        (
            "indexed",
            index_never_grows,
            "index_never_grows(State.start({b'aaa': 1}), (b'a', b'a'), (b'aa', b'a'))",
        ),
        (
            "indexed",
            looks_everywhere,
            "looks_everywhere(State.start({b'ab': 1, b'ba': 1}), (b'b', b'a'), (b'a', b'b'))",
        ),
        (
            "smallest_difference",
            longest_first,
            "longest_first(<a trainer that stops after one merge>, 3)",
        ),
        (
            "smallest_difference",
            one_letter_short,
            "one_letter_short(<a trainer that stops after one merge>, 3)",
        ),
        ("smallest_difference", takes_all, "takes_all(<a trainer that never stops>, 3)"),
        (
            "smallest_difference",
            pairs_without_counts,
            "pairs_without_counts(<a trainer that gives right pairs, each with count 1>, 4)",
        ),
    ],
)
def test_wrong_answers_meet_their_smallest_input(name: str, fn: Function, call: str) -> None:
    """A realistic wrong answer fails, at the smallest input that shows it."""
    with pytest.raises(CheckFailed) as failed:
        EXERCISES[name](fn)

    assert call == failed.value.call


@pytest.mark.parametrize(
    ("name", "fn", "how"),
    [
        ("rescan", rescan_by_another_name, "the package's `rescan` does the work"),
        ("touched", incremental.rescan, "it walks through a word that holds no b'a'"),
        ("touched", recount_all, "it walks through a word that holds no b'a'"),
        ("touched", asks_for_one_half, "it walks through a word that holds no b'a'"),
        ("touched", asks_in_python, "it walks through a word that holds no b'a'"),
        ("touched", indexed_by_another_name, "the package's `indexed` does the work"),
        ("merge_changes", counted_whole, "it counts the whole word"),
        ("merge_changes", left_to_the_package, "the package's `merge_changes` does the work"),
        ("neighbours", incremental.rescan, "it walks through a word that holds no b'a'"),
        ("neighbours", incremental.touched, "which is not beside a join"),
        ("neighbours", replace_some, "which is not beside a join"),
        ("neighbours", sweeps, "it makes the counts anew"),
        ("neighbours", rescan_by_another_name, "the package's `rescan` does the work"),
        ("indexed", indexed_by_another_name, "the package's `indexed` does the work"),
    ],
)
def test_a_right_result_by_the_wrong_way_is_refused(name: str, fn: Function, how: str) -> None:
    """The exercises are about the way: what is asked, walked and counted."""
    with pytest.raises(CheckFailed) as failed:
        EXERCISES[name](fn)

    assert how in failed.value.got


def test_a_merge_comes_with_its_count() -> None:
    """In 3.9 a trainer yields both, as every trainer of the course; `naive` does."""

    def pairs_only(counts: PretokenCounts) -> Iterator[Pair]:
        return (merge.pair for merge in naive.iter_merges(counts))

    with pytest.raises(CheckFailed) as failed:
        checks.iter_merges(pairs_only)

    assert "[Merge(pair=(b'a', b'b'), count=3)]" == failed.value.expected
    assert "[(b'a', b'b')]" == failed.value.got


def test_hottest_lines_need_all_three_kinds_of_time() -> None:
    """Python time alone is not the time of a line."""
    with pytest.raises(CheckFailed) as failed:
        checks.hottest_lines(python_time_only)

    assert ("[('a.py', 7, 80.0)]", "[('a.py', 7, 50.0)]") == (
        failed.value.expected,
        failed.value.got,
    )


def test_an_update_is_shown_by_its_words_and_counts() -> None:
    """The message of a wrong update shows both halves of the state, one below the other."""
    with pytest.raises(CheckFailed) as failed:
        checks.rescan(no_frequency)

    assert "words:       [[b'ab']]\npair_counts: {}" == failed.value.expected
    assert "words:       [[b'ab']]\npair_counts: {(b'a', b'b'): 1}" == failed.value.got


def test_looking_everywhere_is_shown_by_the_words_looked_at() -> None:
    """An update that is right but walks every word is told which words it looked at."""
    with pytest.raises(CheckFailed) as failed:
        checks.indexed(looks_everywhere)

    assert "looked at:   [0]" == failed.value.expected.splitlines()[-1]
    assert "looked at:   [0, 1]" == failed.value.got.splitlines()[-1]


def test_a_slice_counts_as_looking() -> None:
    """Copying the list of words first does not hide that all of them are looked at."""

    def copies(state: State, pair: Pair) -> None:
        for i, word in enumerate(state.words[:]):
            if pair in pairwise(word):
                state.replace(i, pairs.merge_word(word, pair))

    with pytest.raises(CheckFailed):
        checks.indexed(copies)


def test_the_endless_trainer_says_how_to_stop_it() -> None:
    """Who takes all merges of a trainer that never stops is told to use islice."""
    with pytest.raises(CheckFailed, match="use islice"):
        checks.smallest_difference(takes_all)
