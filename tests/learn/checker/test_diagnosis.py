"""The diagnosis names the mistake: of the catalogue's own, of others' code, of two at once."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import combinations, pairwise, product
from pathlib import Path
from typing import Any

import pytest
import regex

from cs336_basics.datatypes import Pair, PretokenCounts
from cs336_basics.learn.checker.cases import Counts
from cs336_basics.learn.checker.diagnosis import Finding, Seen
from cs336_basics.learn.checker.examine import Report, examine
from cs336_basics.learn.checker.outcome import Outcome
from cs336_basics.learn.checker.replay import diagnose
from cs336_basics.learn.checker.sandbox import Box
from cs336_basics.learn.checker.subjects import SUBJECTS
from cs336_basics.learn.mistakes import MISTAKES, Mistake
from cs336_basics.learn.mistakes.recipe import REFERENCE, Recipe
from cs336_basics.pairs import count_pairs, merge_word, split_bytes
from tests.learn.checks.other_tokenizers import LowestRank
from tests.learn.checks.other_trainings import PATTERN, train_with_tuples

SAMPLE = [
    ("ties-first-seen", "iter_merges"),
    ("counts-drift", "iter_merges"),
    ("vocab-byte-255-missing", "train_bpe"),
    ("encoding-longest-match", "tokenizer"),
    ("decoding-ignores", "decode"),
    ("files-text-ids", "save_load"),
    ("files-width-forgotten", "token_file"),
    ("chunks-after-space", "find_chunk_boundaries"),
]
"""One of each family, for the fast tests."""

HERE = partial(examine, box=lambda function, limits: Box(function))
"""The catalogue's own code does no harm: it runs in this process, which is faster."""


def examined(mistake: Mistake, check: str) -> list[Report]:
    """Hand in a mistake as if it were a learner's code, in each of its forms."""
    subject = SUBJECTS[check]
    return [HERE(subject, subject.code(recipe), "mine") for recipe in mistake.recipes]


def blaming(mistake: Mistake) -> list[str]:
    """The checks that blame it: training is not blamed for what the assignment leaves open."""
    return [check for check in mistake.seen_by if check != "train_bpe" or not mistake.open]


@pytest.mark.parametrize(("name", "check"), SAMPLE)
def test_a_mistake_is_named_first(name: str, check: str) -> None:
    """And the case that is shown fails."""
    report = examined(MISTAKES[name], check)[0]

    assert report.failing is not None
    assert not report.failing.right
    assert [name] == report.named


@pytest.mark.slow
def test_nearly_all_mistakes_are_named_first(
    record_property: Callable[[str, object], None],
) -> None:
    """Each mistake in its plainest form and another, to each check that can see it."""
    right, wrong = 0, Counter[str]()
    for number, mistake in enumerate(MISTAKES.values()):
        forms = mistake.recipes[:1] + mistake.recipes[1:][number % 3 :][:1]
        for check, recipe in product(blaming(mistake), forms):
            code = SUBJECTS[check].code(recipe)
            report = HERE(SUBJECTS[check], code, "mine", seed=number % 3, shrinking=False)
            first = report.named[:1]
            right += first == [mistake.name]
            if first != [mistake.name]:
                wrong[f"{mistake.name} in {check} taken for {first}"] += 1

    rate = right / (right + wrong.total())
    record_property("named first", f"{right} of {right + wrong.total()}")
    print(f"named first: {right} of {right + wrong.total()}, {rate:.1%}", *wrong.items(), sep="\n")
    assert rate >= 0.95, wrong


def both(one: Mistake, other: Mistake) -> Recipe | None:
    """The recipe with both mistakes, or None where they replace the same part."""
    if one.parts.keys() & other.parts.keys():
        return None
    return replace(REFERENCE, **one.parts, **other.parts)


def pairs_of_mistakes(number: int) -> Iterator[tuple[str, Mistake, Mistake]]:
    """Two mistakes that one check can see, and that one code can make."""
    possible = [
        (check, one, other)
        for one, other in combinations(MISTAKES.values(), 2)
        for check in blaming(one)
        if check in blaming(other) and both(one, other) is not None
    ]
    yield from random.Random(7).sample(possible, number)


def test_two_mistakes_at_once_are_both_named() -> None:
    """Ties of the first seen, and one merge too few."""
    ties, short = MISTAKES["ties-first-seen"], MISTAKES["vocab-one-merge-short"]
    recipe = both(ties, short)
    assert recipe is not None
    subject = SUBJECTS["train_bpe"]

    report = HERE(subject, subject.code(recipe), "mine")

    assert {ties.name, short.name} == set(report.named)


@pytest.mark.slow
def test_two_mistakes_at_once_are_nearly_always_both_named() -> None:
    """Of sixty pairs drawn at random."""
    missed = []
    for check, one, other in pairs_of_mistakes(60):
        subject, recipe = SUBJECTS[check], both(one, other)
        assert recipe is not None
        report = HERE(subject, subject.code(recipe), "mine")
        if not {one.name, other.name} <= set(report.named):
            missed.append((check, one.name, other.name, report.named))

    assert len(missed) <= 12, missed


# What others write, with a fault in it: the catalogue has never seen this code.


def counted_by_text(counts: PretokenCounts) -> Iterator[tuple[Pair, int]]:
    """A min-heap's mistake: of equals the smallest."""
    words = [(split_bytes(word), n) for word, n in counts.items()]
    while found := count_pairs(words):
        _, best = min((-n, pair) for pair, n in found.items())
        yield best, found[best]
        words = [(merge_word(word, best), n) for word, n in words]


def kept_counts(counts: PretokenCounts) -> Iterator[tuple[Pair, int]]:
    """Of equals the first in a dict that lives on, as an incremental trainer keeps it."""
    words = {tuple(split_bytes(word)): n for word, n in counts.items()}
    pairs = count_pairs((list(word), n) for word, n in words.items())
    while pairs:
        best = max(pairs, key=pairs.__getitem__)
        yield best, pairs[best]
        new = {tuple(merge_word(list(word), best)): n for word, n in words.items()}
        for (word, n), after in zip(words.items(), new, strict=True):
            for pair in pairwise(word):
                pairs[pair] -= n
            for pair in pairwise(after):
                pairs[pair] = pairs.get(pair, 0) + n
        pairs = {pair: n for pair, n in pairs.items() if n > 0}
        words = new


def without_frequencies(counts: PretokenCounts) -> Iterator[Pair]:
    """Every word once."""
    words = [(split_bytes(word), 1) for word in counts]
    while found := count_pairs(words):
        best = max(found, key=lambda pair: (found[pair], pair))
        yield best
        words = [(merge_word(word, best), n) for word, n in words]


def line_by_line(input_path: Path, vocab_size: int, special_tokens: list[str]) -> Any:
    """An empty line and the next are two pieces, which are joined by a mark that is special."""
    apart = input_path.with_suffix(".read")
    apart.write_bytes(input_path.read_bytes().replace(b"\n", b"\n<|cut|>"))
    vocab, merges = train_with_tuples(apart, vocab_size + 1, [*special_tokens, "<|cut|>"])
    tokens = [token for token in vocab.values() if token != b"<|cut|>"]
    return dict(enumerate(tokens)), merges


class LineByLine(LowestRank):
    """Streams each chunk by itself."""

    def encode_iterable(self, chunks: Any) -> Iterator[int]:
        """A generator expression that many write."""
        return (token_id for chunk in chunks for token_id in self.encode(chunk))


class Greedy(LowestRank):
    """The longest token that fits."""

    def tokens(self, word: bytes) -> list[bytes]:
        """From left to right."""
        found, rest = [], word
        while rest:
            end = next((n for n in range(len(rest), 1, -1) if rest[:n] in self.id_of), 1)
            found.append(rest[:end])
            rest = rest[end:]
        return found


class Strict(LowestRank):
    """Decodes without replacement."""

    def decode(self, ids: Any) -> str:
        """An error for half a character."""
        return b"".join(self.token_of[each] for each in ids).decode()


class InGivenOrder(LowestRank):
    """Knows special tokens, and forgets to look for the longest first."""

    def encode(self, text: str) -> list[int]:
        """By a pattern in the order given."""
        split = regex.compile("|".join(map(regex.escape, self.specials)) or "(?!)")
        ids, end = list[int](), 0
        for match in [*split.finditer(text), None]:
            start = match.start() if match else len(text)
            for word in regex.findall(PATTERN, text[end:start]):
                ids += [self.id_of[token] for token in self.tokens(word.encode())]
            if match:
                ids.append(self.id_of[match.group().encode()])
                end = match.end()
        return ids


@pytest.mark.parametrize(
    ("check", "code", "name"),
    [
        ("iter_merges", counted_by_text, "ties-smallest"),
        ("iter_merges", kept_counts, "ties-first-seen"),
        ("iter_merges", without_frequencies, "counts-unweighted"),
        ("train_bpe", line_by_line, "reading-by-line"),
        ("tokenizer", LineByLine, "streaming-each-chunk"),
        ("tokenizer", Greedy, "encoding-longest-match"),
        ("tokenizer", Strict, "decoding-strict"),
        ("tokenizer", InGivenOrder, "specials-shortest-first"),
    ],
)
def test_what_others_write_is_named_too(check: str, code: Any, name: str) -> None:
    """Code that shares nothing with the catalogue."""
    assert name == HERE(SUBJECTS[check], code, "mine").named[0]


def test_a_class_with_a_mistake_in_each_method_hears_of_each() -> None:
    """Each with a call of its own."""

    class ThreeTimes(LineByLine):
        decode = Strict.decode

        def encode(self, text: str) -> list[int]:
            self.specials: list[str] = []
            return super().encode(text)

    report = HERE(SUBJECTS["tokenizer"], ThreeTimes, "mine")

    assert {"decoding-strict", "specials-as-text", "streaming-each-chunk"} == set(report.named)
    methods = {SUBJECTS["tokenizer"].method(each.seen.case) for each in report.findings}
    assert {"encode", "decode", "encode_iterable"} == methods


def test_what_nobody_knows_is_said_plainly() -> None:
    """A trainer that never takes a pair of equal halves."""

    def unequal(counts: PretokenCounts) -> Iterator[tuple[Pair, int]]:
        words = [(split_bytes(word), n) for word, n in counts.items()]
        while found := {p: n for p, n in count_pairs(words).items() if p[0] != p[1]}:
            best = max(found, key=lambda pair: (found[pair], pair))
            yield best, found[best]
            words = [(merge_word(word, best), n) for word, n in words]

    subject = SUBJECTS["iter_merges"]
    report = HERE(subject, unequal, "mine")
    assert report.failing is not None
    seen = subject.evidence(
        report.failing.case, subject.expected(report.failing.case), report.failing.outcome.answer
    )

    assert Counts({b"aa": 1}) == report.failing.case
    assert "the first difference is merge 0: right is (b'a', b'a'), yours is none" in seen[0]
    assert [] == report.named
    assert ["this matches no known mistake; the case above is all I can show"] == [
        *report.findings[0].lines()
    ]


def test_code_that_never_answers_is_not_taken_for_a_mistake() -> None:
    """Training that ends in an error when no pair is left does so too, but only then."""

    def unhashable(counts: PretokenCounts) -> Iterator[tuple[Pair, int]]:
        raise TypeError("unhashable type: 'list'")

    report = HERE(SUBJECTS["iter_merges"], unhashable, "mine")

    assert [] == report.named
    assert [] == list(report.findings[0].lines())


def test_an_error_of_one_line_is_explained_only_where_the_mistake_ends_so_everywhere() -> None:
    """A KeyError of the code's own is not a special token that was not appended."""

    class Forgetful(LowestRank):
        def encode(self, text: str) -> list[int]:
            if self.specials and len(text) % 2:
                raise KeyError(text[:1])
            return super().encode(text)

    assert "specials-not-appended" not in HERE(SUBJECTS["tokenizer"], Forgetful, "mine").named


def test_those_that_look_alike_are_told_apart_by_a_case() -> None:
    """What has been seen fits two mistakes; the code is asked where they differ."""
    subject = SUBJECTS["iter_merges"]
    asked: list[Any] = []

    def ask(case: Any) -> Outcome:
        asked.append(case)
        return Outcome(subject.by(MISTAKES["ties-by-id"].recipes[0], case))

    case = MISTAKES["ties-by-id"].example
    outcome = ask(case)
    few = [MISTAKES["ties-length-first"], MISTAKES["ties-by-id"]]
    found = diagnose(subject, [Seen(case, outcome, right=False)], ask, few)

    assert ["ties-by-id"] == [each.mistake.name for each in found if each.mistake]
    assert len(asked) > 1


def test_a_helper_that_is_not_written_yet_is_named() -> None:
    """The function that was called is finished; what it calls is not."""
    outcome = Outcome(error="NotImplementedError", unfilled="my_merge_word")
    finding = Finding(Seen(Counts({b"ab": 1}), outcome, right=False))

    assert ["my_merge_word is not written yet, and it is called here"] == list(finding.lines())


def test_a_mistake_that_tests_do_not_see_is_told_so() -> None:
    """With the sentence of the assignment."""
    case = MISTAKES["specials-empty-pattern"].example
    finding = Finding(Seen(case, Outcome(), right=False), kind="specials-empty")

    *_, last = finding.lines()
    assert last.startswith("the tests do not see this; the assignment says: The list may be empty")
