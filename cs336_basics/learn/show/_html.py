"""What the other modules return: HTML for the notebook, plain text for everything else."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

MONOSPACE = "font-family:monospace;font-size:13px"


@dataclass(frozen=True, repr=False)
class Html:
    """A piece of a page, and the same in plain text for a terminal or a test.

    >>> Html("<b>low</b>", "low")
    low
    """

    html: str
    text: str

    def __repr__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return self.html


def details(summary: str, inside: str, *, is_open: bool = False) -> str:
    """Fold a piece of HTML under a line of plain text.

    >>> details("a < b", "<b>yes</b>")
    '<details><summary>a &lt; b</summary><b>yes</b></details>'
    """
    state = " open" if is_open else ""
    return f"<details{state}><summary>{escape(summary)}</summary>{inside}</details>"
