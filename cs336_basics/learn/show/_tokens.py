"""Show tokens side by side, each in a colour of its own."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from cs336_basics.learn.show._html import MONOSPACE, Html

# Pale enough for black text, in an order in which neighbours differ also without colour vision.
_COLOURS = ("#cfe3f7", "#fde2b8", "#d3eecb", "#f6cfd3", "#e0d6f2", "#f3efb4")
_STYLE = "color:#111;padding:1px 2px;margin-right:1px;border-radius:3px;white-space:pre"


def tokens(pieces: Iterable[bytes | str]) -> Html:
    """Show tokens as coloured boxes: a space as `·`, a line end as `↵`, lone bytes as `\\xe4`.

    >>> tokens([b"the", b" low", b"\\xe4"])
    the|·low|\\xe4
    """
    texts = [visible(piece) for piece in pieces]
    boxes = "<wbr>".join(  # a long row of tokens may break between any two of them
        f'<span style="{_STYLE};background:{_COLOURS[i % len(_COLOURS)]}">{escape(text)}</span>'
        for i, text in enumerate(texts)
    )
    return Html(
        f'<div style="{MONOSPACE};line-height:1.8;white-space:normal">{boxes}</div>',
        "|".join(texts),
    )


def marks(pieces: Iterable[bytes | str]) -> Html:
    """Show tokens in a line with other things, in half the HTML: for pages that hold hundreds.

    >>> marks([b"the", b" low"])
    the|·low
    """
    texts = [visible(piece) for piece in pieces]
    style = "padding:0 3px;background"
    html = "".join(
        f'<mark style="{style}:{_COLOURS[i % len(_COLOURS)]}">{escape(text)}</mark>'
        for i, text in enumerate(texts)
    )
    return Html(html, "|".join(texts))


def visible(piece: bytes | str) -> str:
    r"""Write a token as people can read it; bytes that are no whole character as `\x` escapes.

    >>> print(visible(b" low\xe4\n"))
    ·low\xe4↵
    """
    text = piece if isinstance(piece, str) else piece.decode("utf-8", "backslashreplace")
    text = text.replace(" ", "·").replace("\n", "↵").replace("\t", "→")
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)
