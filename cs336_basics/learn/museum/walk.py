"""A walk through the museum: a room at a time, and the index at the end."""

from __future__ import annotations

import re
from html import escape

from cs336_basics.learn.law import OPEN
from cs336_basics.learn.mistakes import MISTAKES, Mistake
from cs336_basics.learn.museum.exhibits import LEFT_OPEN, exhibit, opening
from cs336_basics.learn.museum.frames import Frame
from cs336_basics.learn.museum.rooms import ROOMS, number_of
from cs336_basics.learn.show import Html, table
from cs336_basics.learn.show._html import details
from cs336_basics.repository import ROOT

_OPEN = 3
"""Exhibits of a room that are not folded away: more in a row are a list, and no longer read."""


def room(number: int) -> Frame:
    """Show a room: how it ought to be, three exhibits, and the others folded.

    >>> room(6)
    Room 6 · Merging: 6 exhibits
    """
    here = ROOMS[number - 1]
    frames = [exhibit(mistake.name) for mistake in here.exhibits]
    walls = [
        frame.html + _cause(mistake) for frame, mistake in zip(frames, here.exhibits, strict=True)
    ]
    parts, rest = [opening(here).html, *walls[:_OPEN]], walls[_OPEN:]
    if rest:
        numbers = f"{number}.{_OPEN + 1} to {number}.{len(walls)}"
        parts.append(details(f"{len(rest)} more: {numbers}", "".join(rest)))
    title = f"Room {number} · {here.name}: {len(walls)} exhibits"
    return Frame("".join(parts), "\n".join([title, *(frame.text for frame in frames)]))


def index() -> Html:
    """List every mistake by the name that the checker gives it, folded."""
    rows = [(name, number_of(name), MISTAKES[name].notebook) for name in sorted(MISTAKES)]
    listed = table(rows, ["mistake", "exhibit", "taught in"])
    return Html(details(f"All {len(rows)}, by name", listed.html), f"{len(rows)} mistakes")


def _cause(mistake: Mistake) -> str:
    """The answer, folded: what it is, why, where it is taught, which checks see it."""
    title = mistake.title[0].upper() + mistake.title[1:]
    said = [f"<b>{_prose(title)}.</b> {_prose(mistake.why.removesuffix(' ' + LEFT_OPEN))}"]
    if mistake.open:
        said.append(f"{LEFT_OPEN} {_prose(OPEN[mistake.open].sentence)}")
    seen = ", ".join(f"<code>checks.{name}</code>" for name in mistake.seen_by)
    said.append(
        f"Taught in {_link(mistake.notebook)}. Seen by {seen}."
        f" In the catalogue: <code>{mistake.name}</code>."
    )
    inside = "".join(f"<p>{paragraph}</p>" for paragraph in said)
    return details(f"What went wrong in {number_of(mistake.name)}?", inside)


def _link(number: str) -> str:
    """A link to the notebook with this number, or its number alone where it is not there."""
    name = f"notebook {number}"
    found = next(ROOT.glob(f"notebooks/{number}_*.ipynb"), None)
    return f'<a href="{found.name}">{name}</a>' if found else name


def _prose(text: str) -> str:
    """A sentence of the catalogue, its `code` marked."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text, quote=False))
