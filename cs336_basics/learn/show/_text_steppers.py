"""Where a text may be cut: what a stream holds back, and boundaries that move to a safe place."""

from __future__ import annotations

import io
from collections.abc import Sequence
from itertools import pairwise

from cs336_basics.corpus.chunks import find_chunk_boundaries
from cs336_basics.learn.show._blocks import CHOSEN, PLAIN, box, column, row
from cs336_basics.learn.show._frame import Frame, steps
from cs336_basics.learn.show._html import Html
from cs336_basics.learn.show._tokens import visible
from cs336_basics.text.safe_cuts import SafeCuts


def stream_stepper(blocks: Sequence[str], special_tokens: Sequence[str] = ()) -> Html:
    """Show what can be encoded after each block of a stream, and what is held back.

    Args:
        blocks: the text as it comes in.
        special_tokens: none of them is cut apart.

    >>> print(stream_stepper(["one t", "wo"]).text)
    Block 1 of 2 arrives. The last safe cut is before byte 3; what follows is held back.
    arrived: one·t
    passed on: one
    held back: ·t
    Block 2 of 2 arrives. There is no safe cut in it: all is held back.
    arrived: wo
    passed on:
    held back: ·two
    The stream ends, so nothing can follow any more: the rest is passed on.
    passed on: ·two
    """
    cuts, held = SafeCuts("gpt2", special_tokens), b""
    frames: list[Frame] = []
    for number, block in enumerate(blocks, start=1):
        held += block.encode("utf-8")
        cut = cuts.last(held)
        given, held = held[: cut or 0], held[cut or 0 :]
        where = (
            "There is no safe cut in it: all is held back."
            if cut is None
            else f"The last safe cut is before byte {cut}; what follows is held back."
        )
        picture = column(
            [
                _row("arrived", block.encode("utf-8")),
                _row("passed on", given),
                _row("held back", held),
            ]
        )
        frames.append((f"Block {number} of {len(blocks)} arrives. {where}", picture))
    said = "The stream ends, so nothing can follow any more: the rest is passed on."
    frames.append((said, _row("passed on", held)))
    return steps(frames, "What a stream holds back")


def _row(label: str, data: bytes) -> Html:
    tint = {"arrived": 0, "passed on": 2, "held back": 1}[label]
    made = row([box(visible(data), PLAIN, tint)] * bool(data), label)
    return Html(made.html, made.text.rstrip())


def cut_stepper(text: str, chunks: int, special_tokens: Sequence[str] = ()) -> Html:
    """Show how the boundaries of a file's chunks move from a guess to a safe place.

    Args:
        text: what the file holds.
        chunks: how many are wanted.
        special_tokens: none of them is cut apart; a chunk may begin with one.

    >>> print(cut_stepper("one two", 2).text)
    Guess 1: 1 × 7 // 2 = byte 3.
    one|·two
    It is a safe place and stays.
    one|·two
    The boundaries are 0, 3, 7.
    one|·two
    """
    data = text.encode("utf-8")
    boundaries = find_chunk_boundaries(io.BytesIO(data), chunks, list(special_tokens))
    cuts = SafeCuts("gpt2", special_tokens)
    frames: list[Frame] = []
    found = [0]
    for number in range(1, chunks):
        guess = number * len(data) // chunks
        said = f"Guess {number}: {number} × {len(data)} // {chunks} = byte {guess}."
        if guess <= found[-1]:
            passed = "The boundary before has passed it already."
            frames.append((f"{said} {passed}", _cut(data, found)))
            continue
        frames.append((said, _cut(data, [*found, guess])))
        found.append(next(each for each in boundaries if each >= guess))
        why = "It is a safe place and stays."
        if found[-1] != guess:
            why = f"Not safe. The boundary moves on to byte {found[-1]}"
            end = "the end: no safe place follows." if found[-1] == len(data) else "a safe place."
            why = f"{why}, {end}"
        assert found[-1] == len(data) or cuts.is_safe(data, found[-1])
        frames.append((why, _cut(data, found)))
    listed = ", ".join(map(str, boundaries))
    frames.append((f"The boundaries are {listed}.", _cut(data, boundaries)))
    return steps(frames, "Chunk boundaries that move")


def _cut(data: bytes, places: Sequence[int]) -> Html:
    """Draw the text in its pieces; the one behind the newest boundary is outlined."""
    pieces = [data[a:b] for a, b in pairwise(sorted({*places, 0, len(data)}))]
    newest = len([each for each in places if 0 < each < len(data)])
    boxes = [
        box(visible(piece), CHOSEN if number == newest and newest else PLAIN, number)
        for number, piece in enumerate(pieces)
    ]
    return Html(row(boxes).html, "|".join(map(visible, pieces)))
