"""Training loops of other shapes: right by themselves, and other mistakes come out of them."""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Callable, Iterator
from itertools import pairwise

from cs336_basics import pairs
from cs336_basics.datatypes import Merge, Pair, PretokenCounts
from cs336_basics.learn.mistakes.recipe import Ids, Recipe
from cs336_basics.vocab import base_vocab

Loop = Callable[[Recipe, PretokenCounts], Iterator[Merge]]


def byte_ids() -> Ids:
    """Token -> id before the first merge.

    >>> byte_ids()[b"a"]
    97
    """
    return {token: token_id for token_id, token in base_vocab([]).items()}


def indexed(*, popped: bool) -> Loop:
    """Make a loop that visits those words alone that hold the pair.

    Args:
        popped: whether the count of a merged pair is forgotten.

    >>> [merge.pair for merge in indexed(popped=True)(Recipe(), {b"abab": 1})]
    [(b'a', b'b'), (b'ab', b'ab')]
    """

    def loop(recipe: Recipe, counts: PretokenCounts) -> Iterator[Merge]:
        words = [(recipe.split(pretoken), n) for pretoken, n in counts.items()]
        pair_counts, ids = recipe.count_pairs(words), byte_ids()
        where = defaultdict[Pair, set[int]](set)
        for i, (word, _) in enumerate(words):
            for each in pairwise(word):
                where[each].add(i)
        while (pair := recipe.next_pair(pair_counts, ids)) is not None:
            yield Merge(pair, pair_counts.get(pair, 0))
            ids.setdefault(b"".join(pair), len(ids))
            for i in sorted(where.pop(pair, ())):
                word, n = words[i]
                words[i] = recipe.merge_word(word, pair), n
                for each in pairwise(word):
                    pair_counts[each] = pair_counts.get(each, 0) - n
                for each in pairwise(words[i][0]):
                    pair_counts[each] = pair_counts.get(each, 0) + n
                    where[each].add(i)
            if popped:
                pair_counts.pop(pair, None)
            pair_counts = {each: n for each, n in pair_counts.items() if n > 0}

    return loop


def rekeyed(recipe: Recipe, counts: PretokenCounts) -> Iterator[Merge]:
    """Keep the words in a dict: a word that changes is a new key, and goes to the end.

    >>> [merge.pair for merge in rekeyed(Recipe(), {b"abab": 1})]
    [(b'a', b'b'), (b'ab', b'ab')]
    """
    words = [(recipe.split(pretoken), n) for pretoken, n in counts.items()]
    pair_counts, ids = recipe.count_pairs(words), byte_ids()
    while (pair := recipe.next_pair(pair_counts, ids)) is not None:
        yield Merge(pair, pair_counts.get(pair, 0))
        ids.setdefault(b"".join(pair), len(ids))
        after = [(recipe.merge_word(word, pair), n) for word, n in words]
        changed = [len(new) != len(old) for (new, _), (old, _) in zip(after, words, strict=True)]
        pair_counts = recipe.recount(recipe, pair_counts, words, after, pair)
        stay = [word for word, moves in zip(after, changed, strict=True) if not moves]
        words = stay + [word for word, moves in zip(after, changed, strict=True) if moves]


def eager(recipe: Recipe, counts: PretokenCounts) -> Iterator[Merge]:
    """Count anew before a merge is given, and so after the last one too.

    >>> [merge.pair for merge in eager(Recipe(), {b"abab": 1})]
    [(b'a', b'b'), (b'ab', b'ab')]
    """
    words = [(recipe.split(pretoken), n) for pretoken, n in counts.items()]
    pair_counts, ids = recipe.count_pairs(words), byte_ids()
    while (pair := recipe.next_pair(pair_counts, ids)) is not None:
        merge = Merge(pair, pair_counts.get(pair, 0))
        ids.setdefault(b"".join(pair), len(ids))
        before, words = words, [(recipe.merge_word(word, pair), n) for word, n in words]
        pair_counts = recipe.recount(recipe, pair_counts, before, words, pair)
        yield merge


def heaped(*, when_falling: bool = True) -> Loop:
    """Make a loop with a heap: a pair is found again only if it was pushed again.

    Args:
        when_falling: whether a pair is pushed when its count has fallen, too.

    >>> [merge.pair for merge in heaped()(Recipe(), {b"abab": 1})]
    [(b'a', b'b'), (b'ab', b'ab')]
    """

    def loop(recipe: Recipe, counts: PretokenCounts) -> Iterator[Merge]:
        words = [(recipe.split(pretoken), n) for pretoken, n in counts.items()]
        now = recipe.count_pairs(words)
        heap = [_entry(pair, count) for pair, count in now.items()]
        heapq.heapify(heap)
        while heap:
            minus_count, _, pair = heapq.heappop(heap)
            if now.get(pair) != -minus_count:
                continue
            yield Merge(pair, -minus_count)
            old, words = now, [(recipe.merge_word(word, pair), n) for word, n in words]
            now = recipe.count_pairs(words)
            for each, count in now.items():
                before = old.get(each, 0)
                if count > before or (when_falling and count < before):
                    heapq.heappush(heap, _entry(each, count))

    return loop


def _entry(pair: Pair, count: int) -> tuple[int, tuple[str, str], Pair]:
    left, right = pair
    return -count, (pairs.descending(left), pairs.descending(right)), pair
