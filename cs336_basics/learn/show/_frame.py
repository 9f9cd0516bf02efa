"""The frame of what goes step by step: all steps in a list, and once trusted one at a time.

A fresh clone drops scripts and keeps the static part, so nothing is lost there. Once the notebook
is run or trusted, the script puts buttons, a slider and, where there are some, fields to type into
in its place: `frame.js`, with mouse and keyboard, and read out by a screen reader.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from html import escape
from importlib.resources import files
from typing import Any

from cs336_basics.learn.show._html import MONOSPACE, Html, details

Frame = tuple[str, Html | str]
"""A sentence, and the picture below it."""
Field = dict[str, Any]
"""Something to type into, as `field` describes it."""


def steps(frames: Sequence[Frame], title: str = "step by step") -> Html:
    """Show (title, picture) frames in order, each under its title.

    Args:
        frames: the picture is what another function of `show` returned, or plain text.
        title: what a screen reader calls the whole.

    >>> steps([("start", "l o w"), ("after 1 merge", "lo w")])
    start
    l o w
    after 1 merge
    lo w
    """
    folded = "".join(details(said, _body(picture), is_open=True) for said, picture in frames)
    text = "\n".join(f"{said}\n{picture}" for said, picture in frames)
    calls = "const made = madeFrames(root);\nconst tell = () => made;"
    return Html(_page("steps", folded, {"title": title}, calls if len(frames) > 1 else ""), text)


def field(name: str, label: str, value: object, kind: str = "text", **limits: int) -> Field:
    """Describe something to type into.

    Args:
        name: what `tell` calls its value.
        label: the words before it.
        value: what stands there first.
        kind: `text`, `number` or `textarea`.
        limits: HTML attributes: `min`, `max`, `maxlength`.

    >>> field("merges", "How many?", 5, "number", max=9)["max"]
    9
    """
    return {"name": name, "label": label, "value": value, "kind": kind, **limits}


def live(
    title: str,
    fields: Sequence[Field],
    data: Mapping[str, Any],
    scripts: Sequence[str],
    static: Html,
) -> Html:
    """Show something that a learner types into; in a fresh clone, what the package made of it.

    Args:
        title: what a screen reader calls the whole.
        fields: what can be typed into.
        data: what the scripts find as `data`, besides `title` and `fields`.
        scripts: files beside this one, the last of which defines `tell(values)`.
        static: the same for the first values.
    """
    given = {**data, "title": title, "fields": list(fields)}
    return Html(_page("live", static.html, given, "\n".join(map(script, scripts))), static.text)


def script(name: str) -> str:
    """Read a script that stands beside this file."""
    return files("cs336_basics.learn.show").joinpath(name).read_text(encoding="utf-8")


def _page(kind: str, static: str, data: Mapping[str, Any], code: str) -> str:
    # From the content: the same frames give the same page, run after run.
    given = json.dumps(data).replace("<", "\\u003c")  # or `</script>` in a text would end it
    name = f"{kind}-{sha256(f'{static}{given}'.encode()).hexdigest()[:12]}"
    page = f'<div id="{name}">{static}</div>'
    if not code:
        return page
    begin = f"const root = document.currentScript.previousElementSibling;\nconst data = {given};"
    run = "\n".join([begin, script("frame.js"), code, "frame(root, data, tell);"])
    return f"{page}<script>(() => {{\n{run}\n}})();</script>"


def _body(picture: Html | str) -> str:
    if isinstance(picture, Html):
        return picture.html
    return f'<pre style="{MONOSPACE};margin:2px 0 8px 18px">{escape(picture)}</pre>'
