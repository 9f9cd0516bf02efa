"""Solutions of notebook 03: change only what a merge changes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice, pairwise, product
from typing import Any

from cs336_basics.datatypes import Merge, Pair, PretokenCounts
from cs336_basics.pairs import merge_changes, merge_word, rank
from cs336_basics.trainers import Trainer, naive
from cs336_basics.trainers.incremental import State


def my_count_changes(before: list[bytes], after: list[bytes]) -> dict[Pair, int]:
    """Count the pairs of a word before and after, and keep the differences."""
    changes = Counter(pairwise(after))
    changes.subtract(pairwise(before))
    return {pair: change for pair, change in changes.items() if change}


def my_change_count(pair_counts: dict[Pair, int], pair: Pair, change: int) -> None:
    """Change one count in the dict; a pair that is gone leaves it."""
    count = pair_counts.get(pair, 0) + change
    if count:
        pair_counts[pair] = count
    else:
        pair_counts.pop(pair, None)


def my_rescan(state: State, pair: Pair) -> None:
    """Walk every word; take the old pairs of a changed word out and put the new ones in."""
    for i, word in enumerate(state.words):
        merged = merge_word(word, pair)
        if len(merged) < len(word):
            for old in pairwise(word):
                state.add(old, -state.frequencies[i])
            for new in pairwise(merged):
                state.add(new, state.frequencies[i])
            state.words[i] = merged


def my_touched(state: State, pair: Pair) -> None:
    """Ask each word in C whether it can hold the pair; recount those that changed."""
    left, right = pair
    for i, word in enumerate(state.words):
        if left in word and right in word:
            merged = merge_word(word, pair)
            if len(merged) < len(word):
                state.replace(i, merged)


def my_smallest_difference(trainer: Trainer, longest: int) -> bytes | None:
    """Try every word of a and b, the short ones first, until trainer and naive differ."""
    for length in range(1, longest + 1):
        for letters in product(b"ab", repeat=length):
            word = bytes(letters)
            expected = list(naive.iter_merges({word: 1}))
            if list(islice(trainer({word: 1}), length)) != expected:
                return word
    return None


def my_merge_changes(word: list[bytes], pair: Pair) -> tuple[list[bytes], dict[Pair, int]]:
    """Merge from left to right; look at the left neighbour in the word as it is by now."""
    new = pair[0] + pair[1]
    merged: list[bytes] = []
    changes: Counter[Pair] = Counter()
    rest = list(word)
    while rest:
        if tuple(rest[:2]) != pair:
            merged.append(rest.pop(0))
            continue
        del rest[:2]
        changes[pair] -= 1
        if merged:
            changes[merged[-1], pair[0]] -= 1
            changes[merged[-1], new] += 1
        if rest:
            changes[pair[1], rest[0]] -= 1
            changes[new, rest[0]] += 1
        merged.append(new)
    return merged, {changed: change for changed, change in changes.items() if change}


def my_neighbours(state: State, pair: Pair) -> None:
    """Correct the counts around each join, times the word's frequency."""
    left, right = pair
    for i, word in enumerate(state.words):
        if left in word and right in word:
            state.words[i], changes = merge_changes(word, pair)
            for changed, change in changes.items():
                state.add(changed, change * state.frequencies[i])


def my_indexed(state: State, pair: Pair) -> None:
    """Visit the words that the index names, and enter every pair that is new in a word."""
    if not state.where:
        state.build_index()
    for i in state.where.pop(pair, set()):
        state.words[i], changes = merge_changes(state.words[i], pair)
        for changed, change in changes.items():
            state.add(changed, change * state.frequencies[i])
            if change > 0:
                state.where[changed].add(i)


def my_iter_merges(counts: PretokenCounts) -> Iterator[Merge]:
    """Count the pairs once; then choose, hand out, update, until no pair is left."""
    state = State.start(counts)
    while state.pair_counts:
        pair, count = max(state.pair_counts.items(), key=rank)
        yield Merge(pair, count)
        my_indexed(state, pair)


def my_hottest_lines(profile: dict[str, Any], number: int) -> list[tuple[str, int, float]]:
    """Add up the three kinds of time of every line, and sort."""
    lines = []
    for file, content in profile["files"].items():
        for line in content["lines"]:
            time = line["n_cpu_percent_python"] + line["n_cpu_percent_c"] + line["n_sys_percent"]
            lines.append((file, line["lineno"], time))
    return sorted(lines, key=lambda line: line[2], reverse=True)[:number]
