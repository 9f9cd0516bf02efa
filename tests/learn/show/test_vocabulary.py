"""The vocabulary browser: everything is there without a script, and nothing is taken for HTML."""

from __future__ import annotations

import re

from cs336_basics.learn import show
from cs336_basics.vocab import build_vocab

EVIL = "<script>alert(1)</script>"


def static(html: str) -> str:
    """What a fresh clone shows: all but the script at the end."""
    return html[: html.rindex("<script>")]


def test_every_token_stands_in_its_table() -> None:
    """Grouped by length, with id, bytes and the two it was made of."""
    shown = show.vocabulary({7: b"a", 8: b" ", 9: b" a"}, [(b" ", b"a")])

    assert shown.text.splitlines() == ["3 tokens", "1 byte: 2 tokens", "2 bytes: 1 token"]
    assert "<tr><td>9|·a|20 61|· + a</tr>" in re.sub(r"<td style[^>]*>", "|", static(shown.html))
    assert static(shown.html).count("<details") == 3


def test_special_tokens_have_a_table_of_their_own() -> None:
    """They come first, and are not among the tokens of their length."""
    shown = show.vocabulary(build_vocab([], ["<s>"]), [], ["<s>"])

    assert shown.text.splitlines()[1:] == ["special tokens: 1 token", "1 byte: 256 tokens"]


def test_nothing_in_a_token_is_html() -> None:
    """A token may hold anything, markup included."""
    shown = show.vocabulary({0: EVIL.encode(), 1: b"&"}, [(b"<script>", b"alert(1)</script>")])

    assert EVIL not in shown.html
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in shown.html
    assert ">&amp;<" in shown.html


def test_it_draws_without_a_style_sheet() -> None:
    """Inline styles alone: JupyterLab drops the rest in a fresh clone."""
    html = static(show.vocabulary({0: b"a"}).html)

    assert not re.search(r"<(style|link|svg|iframe|input)\b", html)


def test_a_long_table_says_what_it_leaves_out() -> None:
    """Notebooks stay small, and nobody thinks that this was all."""
    shown = show.vocabulary({i: bytes([i]) for i in range(200)}, most=50)

    assert static(shown.html).count("<tr><td>") == 50
    assert "… and 150 more" in shown.html


def test_the_same_vocabulary_gives_the_same_page() -> None:
    """A notebook that is run again shows no difference."""
    first, second = (show.vocabulary({0: b"a", 1: b"b"}).html for _ in range(2))

    assert first == second
