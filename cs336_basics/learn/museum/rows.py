"""The rows of an exhibit: a label, and behind it tokens as coloured boxes, numbers and words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any, NamedTuple

from cs336_basics.datatypes import Merges, Vocab
from cs336_basics.learn.show import Html
from cs336_basics.learn.show._tokens import marks
from cs336_basics.vocab import NUM_BYTES

_PIECE = 60  # bytes of a piece that is shown whole
_VALUE = 40  # characters of what was read from a file
_BELOW = "\nvocab:"  # where the heading of our YAML ends


class Row(NamedTuple):
    """A line of an exhibit: what it is, and what is there."""

    label: str
    cell: Html


Parts = list[Html]
"""What is in a row, from left to right."""


def text(string: str) -> Html:
    """Plain words."""
    return Html(escape(string), string)


def row(label: str, parts: Parts, between: str = " ") -> Row:
    """A row of parts; the line may break between any two."""
    shown = parts or [text("none")]
    html, plain = (between.join(getattr(part, form) for part in shown) for form in ("html", "text"))
    return Row(label, Html(html, plain))


def file_text(content: str) -> Html:
    """The content of a text file below our own heading, its unprintable characters escaped."""
    below = content[content.find(_BELOW) + 1 :] if content.startswith("#") else content
    lines = below.strip("\n").split("\n")
    shown = "\n".join("".join(c if c.isprintable() else ascii(c)[1:-1] for c in x) for x in lines)
    return Html(f'<pre style="margin:0;color:inherit">{escape(shown)}</pre>', shown)


def short_repr(value: Any) -> str:
    """A value as Python writes it, cut where it is long."""
    shown = repr(value)
    return shown if len(shown) <= _VALUE else f"{shown[:_VALUE]} … ({len(value)} in all)"


def pieces(pieces: Iterable[bytes | str]) -> Parts:
    """Pieces as coloured boxes; of a long one the beginning, and its length after the boxes."""
    whole = list(pieces)
    if whole in ([""], [b""]):
        return [text("empty")]
    lengths = ", ".join(f"{len(piece):,}" for piece in whole if len(piece) > _PIECE)
    boxes = [marks(_shortened(piece) or "(empty)" for piece in whole)] if whole else []
    return boxes + ([text(f"({lengths} bytes)")] if lengths else [])


def _shortened(piece: bytes | str) -> bytes | str:
    if len(piece) <= _PIECE:
        return piece
    start = piece if isinstance(piece, str) else piece.decode("utf-8", "backslashreplace")
    return f"{start[: _PIECE // 5]}…"


def counted(counts: Mapping[bytes, int]) -> Parts:
    """Words, and how often each occurs where that is more than once."""
    return [
        part
        for word, n in counts.items()
        for part in (marks([word]), *([text(f"× {n:,}")] if n != 1 else []))
    ]


def numbers(values: Iterable[int]) -> Parts:
    """Numbers with commas between them."""
    shown = ", ".join(map(str, values))
    return [text(shown)] if shown else []


def numbered(vocab: Mapping[int, bytes]) -> Parts:
    """Ids with their tokens."""
    return [part for i, token in vocab.items() for part in (text(f"{i}"), marks([token]))]


def vocabulary(vocab: Vocab) -> Parts:
    """How many tokens there are, and those after the bytes with their ids."""
    number, shown = len(vocab), dict(sorted(vocab.items()))
    if number > NUM_BYTES - 2:
        shown = {i: token for i, token in shown.items() if i > NUM_BYTES - 3}
    dots = [text("…")] if len(shown) < number else []
    head = text(f"{number} tokens" + ":" * bool(shown))
    return [head, *dots, *numbered(dict(list(shown.items())[:8]))]


def merge_row(merges: Merges) -> list[Row]:
    """A row of merges, if there are any."""
    return [row("merges", [marks(pair) for pair in merges], ", ")] if merges else []


def special_row(specials: Sequence[str]) -> list[Row]:
    """A row of special tokens, if there are any."""
    return [row("special tokens", pieces(specials))] if specials else []
