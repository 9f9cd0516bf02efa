"""The row of words that the compiled trainer merges in, before, during and after one merge."""

from __future__ import annotations

from collections.abc import Collection

from cs336_basics.datatypes import Pair, PretokenCounts
from cs336_basics.learn.show._blocks import CHOSEN, box, column
from cs336_basics.learn.show._frame import Frame, steps
from cs336_basics.learn.show._html import Html
from cs336_basics.learn.show._tables import table
from cs336_basics.learn.show._tokens import visible

_GAP = b""  # between words


class _Row:
    """All words in one row of places, one byte a place, as `compiled/merge` keeps them."""

    def __init__(self, counts: PretokenCounts) -> None:
        self.token, self.weight = [_GAP], [0]
        for word, count in counts.items():
            self.token += [*(bytes([byte]) for byte in word), _GAP]
            self.weight += [count] * len(word) + [0]
        self.pairs: dict[Pair, int] = {}  # pair -> its count; their order numbers them
        self.pair_at: list[Pair | None] = [None] * len(self.token)
        for place in range(len(self.token) - 1):
            self.set_pair(place, place + 1)

    def set_pair(self, place: int, after: int) -> None:
        """Write down the pair that begins at a place, and count it."""
        left, right = self.token[place], self.token[after]
        if (old := self.pair_at[place]) is not None:
            self.pairs[old] -= self.weight[place]
        self.pair_at[place] = (left, right) if left and right else None
        if (new := self.pair_at[place]) is not None:
            self.pairs[new] = self.pairs.get(new, 0) + self.weight[place]

    def merge_at(self, place: int, pair: Pair) -> list[int]:
        """Merge a pair at one of its places; return the places that have changed."""
        left, right = pair
        second, end = place + len(left), place + len(left) + len(right)
        self.set_pair(second, 0)  # place 0 is a gap, so no pair begins there any more
        self.token[place] = self.token[end - 1] = left + right
        self.set_pair(place, end)
        before = self.token[place - 1]
        if before:
            self.set_pair(place - len(before), place)
        return [place, second, end - 1, *([place - len(before)] if before else [])]


def row_stepper(counts: PretokenCounts, pair: Pair) -> Html:
    """Merge a pair of bytes in a row of words, place by place.

    Args:
        counts: word -> how often it occurs; a few short ones.
        pair: what is merged.

    >>> print(row_stepper({b"lot": 2}, (b"l", b"o")).text.splitlines()[10])
    token   .  [lo]  [lo]  t  .
    """
    row = _Row(counts)
    places = [place for place, there in enumerate(row.pair_at) if there == pair]
    name = f"({visible(pair[0])},{visible(pair[1])})"
    listed = ", ".join(map(str, places)) or "no place"
    frames: list[Frame] = [(f"Before: {name} is written down at {listed}.", _picture(row, ()))]
    for place in places:
        if row.pair_at[place] != pair:
            said = f"Place {place} no longer says {name}: it is passed over."
            frames.append((said, _picture(row, [place])))
            continue
        changed = row.merge_at(place, pair)
        said = f"Place {place}: {name} is merged; its neighbours are in other pairs now."
        frames.append((said, _picture(row, changed)))
    frames.append((f"After: {name} has the count 0.", _picture(row, ())))
    return steps(frames, "One merge in the row of words")


def _picture(row: _Row, changed: Collection[int]) -> Html:
    numbers = {pair: number for number, pair in enumerate(row.pairs)}

    def cells(name: str, texts: list[str]) -> list[object]:
        marked = (
            box(text, CHOSEN) if place in changed else text for place, text in enumerate(texts)
        )
        return [name, *marked]

    pairs = ["." if pair is None else str(numbers[pair]) for pair in row.pair_at]
    lines: list[list[object]] = [
        cells("token", [visible(token) or "." for token in row.token]),
        cells("pair", pairs),
        ["weight", *(str(often or ".") for often in row.weight)],
    ]
    counts = [
        (number, f"({visible(left)},{visible(right)})", row.pairs[left, right])
        for (left, right), number in numbers.items()
    ]
    header = ["place", *map(str, range(len(row.token)))]
    return column([table(lines, header), table(counts, ["pair", "is", "count"])])
