"""Ties: several pairs are equally frequent, and the wrong one is merged."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cs336_basics.datatypes import Pair
from cs336_basics.learn.checker.cases import Counts
from cs336_basics.learn.lessons.published_heap import published_key
from cs336_basics.learn.mistakes._loops import rekeyed
from cs336_basics.learn.mistakes._mistake import MERGING, Mistake, Parts
from cs336_basics.learn.mistakes.recipe import Ids, Recipe, Words
from cs336_basics.storage.byte_map import to_printable
from cs336_basics.vocab import NUM_BYTES

PairCounts = dict[Pair, int]


def equals(pair_counts: PairCounts) -> list[Pair]:
    """The pairs with the highest count, in the order in which they were first counted.

    >>> equals({(b"a", b"b"): 2, (b"b", b"c"): 1, (b"c", b"d"): 2})
    [(b'a', b'b'), (b'c', b'd')]
    """
    most = max(pair_counts.values(), default=0)
    return [pair for pair, count in pair_counts.items() if count == most]


def _greatest(key: Callable[[Pair, Ids], Any]) -> Callable[[PairCounts, Ids], Pair | None]:
    """Of equals the greatest by `key`; where that is equal too, the one seen first."""

    def best(pair_counts: PairCounts, ids: Ids) -> Pair | None:
        return max(equals(pair_counts), key=lambda pair: key(pair, ids), default=None)

    return best


def _first(pair_counts: PairCounts, ids: Ids) -> Pair | None:
    return next(iter(equals(pair_counts)), None)


def _last(pair_counts: PairCounts, ids: Ids) -> Pair | None:
    return next(reversed(equals(pair_counts)), None)


def _smallest(pair_counts: PairCounts, ids: Ids) -> Pair | None:
    return min(equals(pair_counts), default=None)


def _smallest_ids(pair_counts: PairCounts, ids: Ids) -> Pair | None:
    return min(equals(pair_counts), key=lambda pair: _ids(pair, ids), default=None)


def _length_first(pair_counts: PairCounts, ids: Ids) -> Pair | None:
    return min(equals(pair_counts), key=lambda pair: tuple(map(published_key, pair)), default=None)


def _flipped_smallest(pair_counts: PairCounts, ids: Ids) -> Pair | None:
    return min(equals(pair_counts), key=lambda pair: tuple(map(_flipped, pair)), default=None)


def _flipped(token: bytes) -> bytes:
    return bytes(NUM_BYTES - 1 - byte for byte in token)


def _ids(pair: Pair, ids: Ids) -> tuple[int, int]:
    return ids[pair[0]], ids[pair[1]]


def _by_text(errors: str) -> Callable[[PairCounts, Ids], Pair | None]:
    return _greatest(lambda pair, ids: tuple(token.decode("utf-8", errors) for token in pair))


def _kept_in_order(
    recipe: Recipe, old: PairCounts, before: Words, after: Words, pair: Pair
) -> PairCounts:
    """Right counts in the order of a dict that is updated, not built anew: old pairs stay first."""
    new = recipe.count_pairs(after)
    return {each: new[each] for each in [*(p for p in old if p in new), *new]}


def _in_other_orders(best: Callable[[PairCounts, Ids], Pair | None]) -> tuple[Parts, ...]:
    """Where the order of a dict decides: as it is in code that keeps its counts, or its words."""
    return (
        {"best": best, "recount": _kept_in_order},
        {"best": best, "loop": rekeyed},
        {"best": best, "loop": rekeyed, "recount": _kept_in_order},
    )


TIES = [
    Mistake(
        name="ties-first-seen",
        title="ties go to the pair that was counted first",
        why="`max(counts, key=counts.get)` gives the first of several equal pairs, and a dict"
        " keeps the order in which its keys came. So the merges depend on the order of the"
        " text: the same words in another order train another tokenizer. Let the pair itself"
        " decide: `max(counts.items(), key=lambda item: (item[1], item[0]))`.",
        notebook="02",
        seen_by=MERGING,
        example=Counts({b"ab": 1, b"cd": 1}),
        parts={"best": _first},
        variants=_in_other_orders(_first),
    ),
    Mistake(
        name="ties-last-seen",
        title="ties go to the pair that was counted last",
        why="A loop that remembers the best pair so far and asks `count >= best_count` lets"
        " every later equal take over. As with the first seen, the order of the text decides."
        " The rule of the assignment looks at the pairs alone: of equals the greatest wins.",
        notebook="02",
        seen_by=MERGING,
        example=Counts({b"cd": 1, b"ab": 1}),
        parts={"best": _last},
        variants=_in_other_orders(_last),
    ),
    Mistake(
        name="ties-smallest",
        title="ties go to the smallest pair, not to the greatest",
        why="The order is the right one, but turned round. It happens in a min-heap of"
        " `(-count, pair)`: the minus turns the counts, and nothing turns the pairs. A heap"
        " needs a key that turns the bytes too; notebook 04 builds one.",
        notebook="04",
        seen_by=MERGING,
        example=Counts({b"abc": 1}),
        parts={"best": _smallest},
    ),
    Mistake(
        name="ties-by-id",
        title="ties are broken by token ids: the pair with the greatest ids wins",
        why="For single bytes the id is the byte, so all is well at first. But a token made by"
        " a merge has a higher id than every byte, so from then on the newest token wins every"
        " tie. Compare the bytes of the tokens: look both up in the vocabulary first.",
        notebook="02",
        seen_by=MERGING,
        example=Counts({b"baaa": 1}),
        parts={"best": _greatest(_ids)},
    ),
    Mistake(
        name="ties-smallest-id",
        title="ties are broken by token ids: the pair with the smallest ids wins",
        why="Some fast trainers do this on purpose: small numbers are quick to compare. It is"
        " a rule, and a fair one, but another than the assignment's. Files trained with the"
        " one rule do not match files trained with the other.",
        notebook="04",
        seen_by=MERGING,
        example=Counts({b"aab": 1}),
        parts={"best": _smallest_ids},
    ),
    Mistake(
        name="ties-length-first",
        title="ties are broken by length first: the longer token wins",
        why="A heap key such as `(-len(token), flipped bytes)` is meant to turn the order of"
        " bytes round, and the length is put in front to make prefixes come out right. But now"
        " length decides before any byte is looked at. Byte strings are compared byte by byte;"
        " length matters only where one is the beginning of the other.",
        notebook="04",
        seen_by=MERGING,
        example=Counts({b"baaa": 1}),
        parts={"best": _length_first},
    ),
    Mistake(
        name="ties-printable",
        title="ties are broken on GPT-2's printable form, where a space is `Ġ`",
        why="GPT-2 writes every byte as a printable character. Tools that train on this form"
        " compare characters, and there the space, byte 0x20, is U+0120: it moves from nearly"
        " the first place to the last. Compare bytes, and use the printable form for files"
        " alone.",
        notebook="04",
        seen_by=MERGING,
        example=Counts({b" a": 1, b"bb": 1}),
        parts={"best": _greatest(lambda pair, ids: (to_printable(pair[0]), to_printable(pair[1])))},
    ),
    Mistake(
        name="ties-flipped",
        title="ties are broken by flipped bytes, which gets prefixes wrong",
        why="To pop the greatest pair from a min-heap, people flip each byte: `255 - byte`."
        " That turns the order round, except where one token is the beginning of another: `a`"
        " must come after `ab`, but a prefix sorts first, flipped or not. End each key with"
        " something greater than every byte.",
        notebook="04",
        seen_by=MERGING,
        example=Counts({b"bbba": 1}),
        parts={"best": _flipped_smallest},
    ),
    Mistake(
        name="ties-joined",
        title="ties are broken by the joined bytes of the pair, not by its halves",
        why="`left + right` looks like the pair, but it forgets where the border is. `(b, ac)`"
        " and `(ba, b)` are compared half by half: `b` is a beginning of `ba`, so it is the"
        " smaller. Joined, `bac` is greater than `bab`. Compare the tuple, not the sum.",
        notebook="02",
        seen_by=MERGING,
        example=Counts({b"aaab": 1}),
        parts={"best": _greatest(lambda pair, ids: pair[0] + pair[1])},
        variants=(
            *_in_other_orders(_greatest(lambda pair, ids: pair[0] + pair[1])),
            {"best": _greatest(lambda pair, ids: (pair[0] + pair[1], pair))},
        ),
    ),
    Mistake(
        name="ties-left-half",
        title="ties look at the left token only; if it is the same, the pair counted first wins",
        why="A key of the left token alone settles most ties, and so it passes many tests."
        " When two pairs begin with the same token, nothing is left to decide but the order of"
        " the text. The key must hold both halves.",
        notebook="02",
        seen_by=MERGING,
        example=Counts({b"ab": 1, b"ac": 1}),
        parts={"best": _greatest(lambda pair, ids: pair[0])},
        variants=_in_other_orders(_greatest(lambda pair, ids: pair[0])),
    ),
    Mistake(
        name="ties-right-first",
        title="ties are broken by the right token first",
        why="Sorting twice, first by the left token and then by the right, leaves the right"
        " one in charge: the last sort wins. The same comes of a pair written the wrong way"
        " round. The left token is compared first.",
        notebook="02",
        seen_by=MERGING,
        example=Counts({b"ba": 1, b"ac": 1}),
        parts={"best": _greatest(lambda pair, ids: (pair[1], pair[0]))},
    ),
    Mistake(
        name="ties-longest-result",
        title="ties go to the pair that makes the longest token",
        why="It sounds sensible to prefer the longer token, since it saves more. But of the"
        " rule only this is asked: the same merges for the same text, for everybody. The"
        " length of what a pair makes plays no part in it.",
        notebook="02",
        seen_by=MERGING,
        example=Counts({b"babb": 1}),
        parts={
            "best": _greatest(lambda pair, ids: (len(pair[0] + pair[1]), pair)),
        },
    ),
    Mistake(
        name="ties-as-text",
        title="ties are broken on decoded text, where all broken bytes look alike",
        why="`token.decode(errors='replace')` turns each piece of a character into the same"
        " U+FFFD, and `errors='ignore'` into nothing. English text never shows it; in any other"
        " script most tokens are such pieces at first, and all of them are equal now. Bytes need no"
        " decoding to be compared.",
        notebook="02",
        seen_by=MERGING,
        example=Counts({"é".encode(): 1, "ñ".encode(): 1}),
        parts={"best": _by_text("replace")},
        variants=(
            *_in_other_orders(_by_text("replace")),
            {"best": _by_text("ignore")},
            *_in_other_orders(_by_text("ignore")),
        ),
    ),
]
