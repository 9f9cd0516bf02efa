"""The heap of training, pop by pop and push by push, its stale entries struck out."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Iterable

from cs336_basics.datatypes import Pair, PretokenCounts
from cs336_basics.learn.show._blocks import CHOSEN, GONE, PLAIN, box, tree
from cs336_basics.learn.show._frame import Frame, steps
from cs336_basics.learn.show._html import Html
from cs336_basics.learn.show._tokens import visible
from cs336_basics.pairs import descending, merge_changes
from cs336_basics.trainers.heap import Entry
from cs336_basics.trainers.incremental import State

_MOST_SHOWN = 31  # entries: five levels of a tree


def heap_stepper(counts: PretokenCounts, merges: int = 3) -> Html:
    """Show the heap while it gives the first merges of some words.

    Args:
        counts: pre-token -> how often it occurs; a few short ones.
        merges: how many.

    >>> print(heap_stepper({b"abab": 1}, 1))
    The heap holds one entry for each pair; the best is on top.
    2 a·b
    1 b·a
    2 a·b comes out. Its count is still 2: (a,b) is merged.
    [2 a·b]
    1 b·a
    1 ab·ab is pushed, for its count has changed; 1 b·a is stale now.
    (1 b·a)
    [1 ab·ab]
    """
    state = State.start(counts)
    heap = [_entry(pair, count) for pair, count in state.pair_counts.items()]
    heapq.heapify(heap)
    first = "The heap holds one entry for each pair; the best is on top."
    frames: list[Frame] = [(first, _picture(heap, state))]
    while heap and merges:
        shown = _picture(heap, state, heap[:1])
        entry = heapq.heappop(heap)
        pair, now = entry[-1], state.pair_counts.get(entry[-1], 0)
        if now != -entry[0]:
            said = f"{_text(entry)} comes out. Its count is {now} now: stale, thrown away."
            frames.append((said, shown))
            continue
        said = f"{_text(entry)} comes out. Its count is still {now}: {_plain(pair)} is merged."
        frames.append((said, shown))
        merges -= 1
        was_true = {each for each in heap if _is_true(each, state)}
        pushed = [_entry(each, state.pair_counts[each]) for each in _merge(state, pair)]
        for each in pushed:
            heapq.heappush(heap, each)
        frames.append((_pushed(pushed, was_true, state), _picture(heap, state, pushed)))
    return steps(frames, "The heap, step by step")


def _merge(state: State, pair: Pair) -> list[Pair]:
    """Merge a pair everywhere; return the pairs that are left and whose count changed."""
    total: Counter[Pair] = Counter()
    for i, word in enumerate(state.words):
        state.words[i], changes = merge_changes(word, pair)
        for changed, change in changes.items():
            total[changed] += change * state.frequencies[i]
    for changed, change in total.items():
        state.add(changed, change)
    return [changed for changed, change in total.items() if change and changed in state.pair_counts]


def _entry(pair: Pair, count: int) -> Entry:
    left, right = pair
    return -count, descending(left), descending(right), pair


def _is_true(entry: Entry, state: State) -> bool:
    return state.pair_counts.get(entry[-1]) == -entry[0]


def _pushed(pushed: list[Entry], was_true: set[Entry], state: State) -> str:
    """Say which entries are new and which have become stale."""
    stale = sorted(each for each in was_true if not _is_true(each, state))
    new = "Nothing is pushed"
    if pushed:
        counts = (
            "for its count has changed" if len(pushed) == 1 else "for their counts have changed"
        )
        new = f"{_list(pushed)} pushed, {counts}"
    return f"{new}; {_list(stale)} stale now." if stale else f"{new}."


def _list(entries: Iterable[Entry]) -> str:
    texts = list(map(_text, entries))
    *others, last = texts
    return f"{', '.join(others)} and {last} are" if others else f"{last} is"


def _text(entry: Entry) -> str:
    left, right = map(visible, entry[-1])
    return f"{-entry[0]} {left}·{right}"


def _plain(pair: Pair) -> str:
    return f"({','.join(map(visible, pair))})"


def _picture(heap: list[Entry], state: State, chosen: Iterable[Entry] = ()) -> Html:
    """Draw the heap as the tree it stands for."""
    marked = set(chosen)
    boxes = [
        box(_text(each), CHOSEN if each in marked else PLAIN if _is_true(each, state) else GONE)
        for each in heap[:_MOST_SHOWN]
    ]
    return tree(boxes, len(heap) - len(boxes))
