"""`iter_merges(counts)`: pre-token counts to merges."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from typing import Any

from cs336_basics.corpus import count_bytes
from cs336_basics.datatypes import Pair, PretokenCounts
from cs336_basics.learn.checker.answers import to_merges
from cs336_basics.learn.checker.cases import Counts
from cs336_basics.learn.checker.notes import Notes
from cs336_basics.learn.checker.outcome import ArgumentsChanged
from cs336_basics.learn.checker.subjects._first_difference import merge_evidence
from cs336_basics.learn.checker.subjects._material import stories
from cs336_basics.learn.checker.subjects._shorter import plainer, shorter
from cs336_basics.learn.checker.subjects._subject import Code, Graded, Subject
from cs336_basics.learn.lessons.counterexamples import words
from cs336_basics.learn.mistakes.recipe import Recipe
from cs336_basics.trainers import incremental, naive

Merged = list[tuple[Pair, int | None]]
"""Pairs in the order in which they were merged, with their counts where they are known."""

TOY: PretokenCounts = {b"low": 5, b"lower": 2, b"widest": 3, b"newest": 6}


class IterMerges(Subject):
    """A trainer: `iter_merges(counts) -> merges`, with or without counts."""

    name = "iter_merges"
    case_types = (Counts,)

    def ask(self, code: Code, case: Counts, notes: Notes) -> Merged:
        """Take as many merges as there is room for."""
        counts = dict(case.counts)
        merges = to_merges(code(counts), notes, most=case.most)
        if merges and merges[0][1] is None:
            notes.add("the merges come without counts, so the counts were not compared")
        if counts != case.counts:
            raise ArgumentsChanged(f"counts: {counts}")
        return merges

    def expected(self, case: Counts) -> Merged:
        """By `naive`; by `incremental` where that would take long."""
        trainer = naive if sum(map(len, case.counts)) < 500 else incremental
        return [(pair, n) for pair, n in islice(trainer.iter_merges(case.counts), case.most)]

    def by(self, recipe: Recipe, case: Counts) -> Merged:
        """By the recipe's own loop."""
        return [(pair, n) for pair, n in islice(recipe.iter_merges(case.counts), case.most)]

    def code(self, recipe: Recipe) -> Code:
        """The loop as a function of counts."""
        return recipe.iter_merges

    def same(self, case: Counts, one: Merged, other: Merged) -> bool:
        """Equal pairs, and equal counts where both have them."""
        return len(one) == len(other) and all(
            pair == other_pair and (n is None or other_n is None or n == other_n)
            for (pair, n), (other_pair, other_n) in zip(one, other, strict=True)
        )

    def graded(self, seed: int) -> Graded:
        """Every short word over two letters, then random corpora, bytes, and a page of a story."""
        draw = random.Random(seed)
        tiny = [Counts({word: 1}) for word in words(b"ab", 5)]
        tiny += [_random_counts(draw, "abc", 6) for _ in range(60)]
        tiny += [_random_counts(draw, " ab", 9) for _ in range(40)]
        some_bytes = [_random_bytes(draw) for _ in range(25)]
        big = [Counts({b"ab": 2**31 + draw.randrange(9), b"xy": 5, b"yx": 2**31 - 1})]
        big += [Counts({b"ab": 2**32 + 1, b"xy": 2}), Counts({b"ab": 2**31, b"xy": 2**31 + 1})]
        page = stories(3000, seed)
        return [
            ("worked example", [Counts({}), Counts({b"aaabdaaabac": 1}, 3), Counts(TOY, 6)]),
            ("tiny alphabets", sorted(tiny, key=self.size)),
            ("any bytes", sorted(some_bytes, key=self.size)),
            ("large counts", big),
            ("a page of a story", [Counts(_counts(page), 60)] if page else []),
        ]

    def simpler(self, case: Counts) -> Iterator[Counts]:
        """Fewer and shorter words, plainer letters, lower counts."""
        items = list(case.counts.items())
        for some in shorter(items):
            yield Counts(dict(some), case.limit)
        for i, (word, n) in enumerate(items):
            others = dict(items[:i] + items[i + 1 :])
            for letters in (*shorter(list(word)), *plainer(list(word), list(b"ab"))):
                if (other := bytes(letters)) and other not in others:
                    yield Counts({**others, other: n}, case.limit)
            for less in {1, n // 2, n - 1}:
                if 0 < less < n:
                    yield Counts({**others, word: less}, case.limit)
        for limit in range(case.limit):
            yield Counts(case.counts, limit)

    def tiny(self, specimen: Counts) -> Counts:
        """One word of three letters."""
        return Counts({b"abc": 1})

    def size(self, case: Counts) -> int:
        """Letters, how many different ones, and a little for each further word and count."""
        letters = set(b"".join(case.counts))
        odd = len(letters) + len(letters - set(b"ab")) + (case.limit > 0)
        return odd + sum(2 * len(word) + n.bit_length() for word, n in case.counts.items())

    def call(self, name: str, case: Counts) -> str:
        """A call with the counts as a dict."""
        shown = repr(case.counts) if len(case.counts) < 9 else f"<{len(case.counts)} pre-tokens>"
        return f"{name}({shown})" + (f", the first {case.limit}" if case.limit else "")

    def show(self, case: Counts, answer: Merged) -> str:
        """Pairs with their counts."""
        return "[" + ", ".join(str(pair if n is None else (pair, n)) for pair, n in answer) + "]"

    def evidence(self, case: Counts, expected: Merged, got: Any) -> list[str]:
        """The first merge that differs, and what is known at that moment."""
        return merge_evidence(case.counts, expected, got)


def _random_counts(draw: random.Random, letters: str, longest: int) -> Counts:
    some = ["".join(draw.choices(letters, k=draw.randint(1, longest))) for _ in range(4)]
    return Counts({word.encode(): draw.randint(1, 4) for word in some})


def _random_bytes(draw: random.Random) -> Counts:
    letters = [32, 97, 98, 0x7F, 0xC3, 0xA9, 0xB1, 0xE7, 0x89, 0xFF]
    some = [bytes(draw.choices(letters, k=draw.randint(2, 8))) for _ in range(3)]
    return Counts({word: draw.randint(1, 3) for word in some})


def _counts(page: str) -> PretokenCounts:
    counts = count_bytes(page.encode(), [])
    return {pretoken.encode(): n for pretoken, n in counts.items()}
