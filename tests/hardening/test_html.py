"""What a stranger's text may hold stays text, wherever it is shown."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest

from cs336_basics import Tokenizer
from cs336_basics.learn import show
from cs336_basics.learn.museum import rows
from cs336_basics.learn.pictures.masks import bit_rows

EVIL = "</script></style></textarea>\"'><script>evil()</script><img src=x onerror=evil()>"
BYTES = {byte: bytes([byte]) for byte in range(256)}
EVIL_TOKENIZER = Tokenizer(BYTES | {256: EVIL.encode()}, [], [EVIL])


class Elements(HTMLParser):
    """Collects what a browser would take for elements, and the scripts."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an element, and what it does on an event."""
        self.found += [tag, *(name for name, _ in attrs if name.startswith("on"))]


SHOWN = {
    "tokens": lambda: show.tokens([EVIL, EVIL.encode()]),
    "table": lambda: show.table([(EVIL, EVIL.encode(), [EVIL])], [EVIL] * 3),
    "vocabulary": lambda: show.vocabulary(EVIL_TOKENIZER.vocab, []),
    "token boxes": lambda: show.token_boxes(EVIL, {EVIL: EVIL_TOKENIZER}, EVIL),
    "merge stepper": lambda: show.merge_stepper(EVIL),
    "heap stepper": lambda: show.heap_stepper({EVIL.encode(): 2}),
    "bits": lambda: bit_rows(EVIL.encode(), {f"L {EVIL}": 5}),
    "UTF-8": lambda: show.utf8_pour(EVIL),
    "museum: a file": lambda: rows.file_text(EVIL),
    "museum: special tokens": lambda: rows.special_row([EVIL])[0].cell,
    "museum: words": lambda: rows.row(EVIL, rows.counted({EVIL.encode(): 2})).cell,
}


@pytest.mark.parametrize("name", SHOWN)
def test_text_makes_no_element_and_no_script(name: str) -> None:
    """A special token `<script>`, and what breaks out of a script, an attribute, a text area."""
    page = Elements()
    page.feed(SHOWN[name]().html)

    assert "img" not in page.found
    assert "onerror" not in page.found
    assert "<script>evil()" not in SHOWN[name]().html
