"""A small hash table that fills: each word looks at its home, and goes on where it must."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from cs336_basics.learn.show._blocks import CHOSEN, PLAIN, box, row
from cs336_basics.learn.show._frame import Frame, steps
from cs336_basics.learn.show._html import Html
from cs336_basics.learn.show._tokens import visible


def probe_stepper(words: Iterable[bytes], home: Callable[[bytes], int], slots: int = 8) -> Html:
    """Put words into a hash table, one look at a slot at a time.

    Args:
        words: they come in this order; one that is there already is counted again.
        home: the slot where the search for a word begins.
        slots: how many there are; one of them must stay empty.

    Raises:
        ValueError: more different words than fit.

    >>> print(probe_stepper([b"a", b"b"], lambda word: 0, slots=4))
    a: its home is slot 0, which is empty. There it goes.
    [0 a ×1] 1 2 3
    b: its home is slot 0, where a is. On to the next.
    [0 a ×1] 1 2 3
    b: slot 1 is the next, which is empty. There it goes.
    0 a ×1 [1 b ×1] 2 3
    """
    table: list[bytes | None] = [None] * slots
    counts: dict[bytes, int] = {}
    frames: list[Frame] = []
    for word in words:
        slot, name = home(word) % slots, visible(word)
        place = f"its home is slot {slot}, "
        while table[slot] not in (None, word):
            said = f"{name}: {place}where {visible(table[slot] or b'')} is. On to the next."
            frames.append((said, _picture(table, counts, slot)))
            slot = (slot + 1) % slots
            place = f"slot {slot} is the next, "
        if table[slot] is None:
            if len(counts) + 1 == slots:
                raise ValueError(f"{slots} slots hold {slots - 1} words: one must stay empty")
            table[slot] = word
            end = "which is empty. There it goes."
        else:
            end = "where it is already. One more is counted."
        counts[word] = counts.get(word, 0) + 1
        frames.append((f"{name}: {place}{end}", _picture(table, counts, slot)))
    return steps(frames, "A hash table fills")


def _picture(table: list[bytes | None], counts: dict[bytes, int], looked_at: int) -> Html:
    boxes = []
    for slot, word in enumerate(table):
        text = str(slot) if word is None else f"{slot} {visible(word)} ×{counts[word]}"
        look = CHOSEN if slot == looked_at else PLAIN
        boxes.append(box(text, look, None if word is None else 0))
    return row(boxes)
