"""Show a committed profile: its icicle, its table of functions, and the way to the full report."""

from __future__ import annotations

import base64
from html import escape
from pathlib import Path

from cs336_basics.learn.show._html import MONOSPACE, Html, details
from cs336_basics.repository import ROOT

PROFILES = ROOT / "profiles"


def report(name: str, folder: Path = PROFILES) -> Html:
    """Show the profile `profiles/<name>/`.

    Args:
        name: a trainer's folder, such as `heap`.
        folder: where the profiles are.

    Raises:
        FileNotFoundError: no such profile; the message lists those that exist.
    """
    place = folder / name
    if not (place / "cprofile.txt").is_file():
        there = ", ".join(sorted(p.parent.name for p in folder.glob("*/cprofile.txt"))) or "none"
        raise FileNotFoundError(f"no profile {name!r} in {folder.name}/; there are: {there}")
    rows = (place / "cprofile.txt").read_text(encoding="utf-8").rstrip()
    picture = base64.b64encode((place / "icicle.png").read_bytes()).decode("ascii")
    link = f"../profiles/{name}/scalene.html"
    full = (
        f'<p>Line by line, with memory: <a href="{link}">{link}</a> '
        f"(in a terminal: <code>make scalene NAME={escape(name)}</code>)</p>"
    )
    html = (
        f'<img alt="icicle of profile {escape(name)}" style="max-width:100%" '
        f'src="data:image/png;base64,{picture}">'
        + details(
            "Functions by their own time (cProfile)",
            f'<pre style="{MONOSPACE}">{escape(rows)}</pre>',
        )
        + (full if (place / "scalene.html").is_file() else "")
    )
    return Html(html, rows)
