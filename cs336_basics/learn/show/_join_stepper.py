"""One pair merged in one word, join by join, with the counts of the word's own pairs."""

from __future__ import annotations

from cs336_basics.datatypes import Pair
from cs336_basics.learn.show._blocks import CHOSEN, PLAIN, box, column, row
from cs336_basics.learn.show._frame import Frame, steps
from cs336_basics.learn.show._html import Html
from cs336_basics.learn.show._tables import table
from cs336_basics.learn.show._tokens import visible
from cs336_basics.pairs import count_pairs, split_bytes


def join_stepper(word: bytes, pair: Pair) -> Html:
    """Merge a pair in a word from left to right, and change the counts after each join.

    Args:
        word: a pre-token, of which every byte is a token.
        pair: what is joined.

    >>> print(join_stepper(b"aba", (b"a", b"b")).text.splitlines()[5])
    Join 1: a + b → ab. On the left is nothing; on the right is a: (b,a) -1, (ab,a) +1.
    """
    left, right = pair
    new, tokens = left + right, split_bytes(word)
    counts = count_pairs([(tokens, 1)])
    frames: list[Frame] = [("Before: every pair counts once.", _picture(tokens, -1, counts, {}))]
    place = joins = 0
    while place + 1 < len(tokens):
        if (tokens[place], tokens[place + 1]) != pair:
            place += 1
            continue
        before, after = tokens[max(0, place - 1) : place], tokens[place + 2 : place + 3]
        sides = [((each, left), (each, new)) for each in before]
        sides += [((right, each), (new, each)) for each in after]
        changes = {pair: -1}
        for old, made in sides:
            changes[old] = changes.get(old, 0) - 1
            changes[made] = changes.get(made, 0) + 1
        tokens[place : place + 2] = [new]
        joins += 1
        counts = {each: counts.get(each, 0) + changes.get(each, 0) for each in [*counts, *changes]}
        said = "; ".join(
            _side(name, side, sides.pop(0) if side else None)
            for name, side in (("left", before), ("right", after))
        )
        plus = f"{visible(left)} + {visible(right)} → {visible(new)}"
        frames.append((f"Join {joins}: {plus}. {said}.", _picture(tokens, place, counts, changes)))
        place += 1
    anew = count_pairs([(tokens, 1)])
    frames.append(("Counted anew, the word gives the same counts.", _picture(tokens, -1, anew, {})))
    return steps(frames, "One merge, join by join")


def _side(name: str, side: list[bytes], change: tuple[Pair, Pair] | None) -> str:
    start = "On" if name == "left" else "on"
    if change is None:
        return f"{start} the {name} is nothing"
    old, made = map(_shown, change)
    return f"{start} the {name} is {visible(side[0])}: {old} -1, {made} +1"


def _shown(pair: Pair) -> str:
    return f"({visible(pair[0])},{visible(pair[1])})"


def _picture(
    tokens: list[bytes], new: int, counts: dict[Pair, int], changes: dict[Pair, int]
) -> Html:
    boxes = [
        box(visible(token), CHOSEN if place == new else PLAIN, None if len(token) == 1 else 0)
        for place, token in enumerate(tokens)
    ]
    rows = [
        (_shown(pair), f"{changes[pair]:+}" if changes.get(pair) else "", count)
        for pair, count in counts.items()
    ]
    return column([row(boxes), table(rows, ["pair", "change", "count"])])
