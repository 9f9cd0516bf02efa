"""Merging: the right pair is found, and a word is changed in the wrong way."""

from __future__ import annotations

from itertools import pairwise

from cs336_basics.datatypes import Pair
from cs336_basics.learn.checker.cases import Counts
from cs336_basics.learn.mistakes._loops import heaped, indexed
from cs336_basics.learn.mistakes._mistake import MERGING, Mistake
from cs336_basics.storage.byte_map import from_printable, to_printable


def _right_to_left(word: list[bytes], pair: Pair) -> list[bytes]:
    merged, i = list[bytes](), len(word) - 1
    while i >= 0:
        if i and (word[i - 1], word[i]) == pair:
            merged.append(b"".join(pair))
            i -= 2
        else:
            merged.append(word[i])
            i -= 1
    return merged[::-1]


def _whole_run(word: list[bytes], pair: Pair) -> list[bytes]:
    starts = [i for i, each in enumerate(pairwise(word)) if each == pair]
    covered = {i + 1 for i in starts}
    return [
        pair[0] + pair[1] if i in starts else token
        for i, token in enumerate(word)
        if i not in covered
    ]


def _step_of_one(word: list[bytes], pair: Pair) -> list[bytes]:
    merged, left_over = [], [*word, b""]
    for i, token in enumerate(word):
        merged.append(b"".join(pair) if (token, left_over[i + 1]) == pair else token)
    return merged


def _first_only(word: list[bytes], pair: Pair) -> list[bytes]:
    for i, each in enumerate(pairwise(word)):
        if each == pair:
            return [*word[:i], b"".join(pair), *word[i + 2 :]]
    return word


def _unless_made(word: list[bytes], pair: Pair) -> list[bytes]:
    """Merge where the new token is not there already."""
    new, merged, i = b"".join(pair), list[bytes](), 0
    while i < len(word):
        if tuple(word[i : i + 2]) == pair and new not in merged:
            merged.append(new)
            i += 2
        else:
            merged.append(word[i])
            i += 1
    return merged


def _by_text_replacement(word: list[bytes], pair: Pair) -> list[bytes]:
    text = " ".join(map(to_printable, word))
    left, right = map(to_printable, pair)
    return [
        from_printable(token) for token in text.replace(f"{left} {right}", left + right).split()
    ]


def _last_token_lost(word: list[bytes], pair: Pair) -> list[bytes]:
    merged, i = list[bytes](), 0
    while i < len(word) - 1:
        if (word[i], word[i + 1]) == pair:
            merged.append(b"".join(pair))
            i += 2
        else:
            merged.append(word[i])
            i += 1
    return merged


MERGES = [
    Mistake(
        name="merging-right-to-left",
        seen_by=MERGING,
        example=Counts({b"aaa": 1}),
        parts={"merge_word": _right_to_left},
    ),
    Mistake(
        name="merging-whole-run",
        seen_by=MERGING,
        example=Counts({b"aaa": 1}),
        parts={"merge_word": _whole_run},
    ),
    Mistake(
        name="merging-step-of-one",
        seen_by=MERGING,
        example=Counts({b"aa": 1}),
        parts={"merge_word": _step_of_one},
    ),
    Mistake(
        name="merging-first-only",
        seen_by=MERGING,
        example=Counts({b"abab": 1}),
        parts={"merge_word": _first_only},
        variants=(
            {"merge_word": _first_only, "loop": indexed(popped=True)},
            {"merge_word": _unless_made},
            {"merge_word": _unless_made, "loop": indexed(popped=True)},
            {"merge_word": _first_only, "loop": heaped()},
            {"merge_word": _unless_made, "loop": heaped()},
        ),
    ),
    Mistake(
        name="merging-by-replace",
        seen_by=MERGING,
        example=Counts({b"ababbab": 1}),
        parts={"merge_word": _by_text_replacement},
    ),
    Mistake(
        name="merging-last-token-lost",
        seen_by=MERGING,
        example=Counts({b"bab": 1}),
        parts={"merge_word": _last_token_lost},
        variants=({"merge_word": _last_token_lost, "loop": indexed(popped=False)},),
    ),
]
