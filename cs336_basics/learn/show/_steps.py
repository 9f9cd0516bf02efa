"""Show a process step by step: all steps one below the other, or under a slider once trusted."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from html import escape

from cs336_basics.learn.show._html import MONOSPACE, Html, details

# A fresh clone drops the script and keeps the open list, so nothing is lost there. Once the
# notebook is run or trusted, the script hides all steps but one and puts a slider above them.
_SLIDER = """<script>(() => {
const box = document.getElementById("%s"), steps = [...box.children];
if (box.dataset.ready) return;
box.dataset.ready = "1";
const slider = document.createElement("input");
Object.assign(slider, {type: "range", min: 0, max: steps.length - 1, value: 0});
slider.style.width = "60%%";
slider.setAttribute("aria-label", "step");
const draw = () => steps.forEach((s, i) => {
  s.open = true; s.style.display = i == slider.value ? "" : "none";
});
slider.addEventListener("input", draw);
box.prepend(slider);
draw();
})();</script>"""


def steps(frames: Sequence[tuple[str, Html | str]]) -> Html:
    """Show (title, picture) frames in order, each under its title.

    Args:
        frames: the picture is what another function of `show` returned, or plain text.

    >>> steps([("start", "l o w"), ("after 1 merge", "lo w")])
    start
    l o w
    after 1 merge
    lo w
    """
    folded = "".join(details(title, _body(picture), is_open=True) for title, picture in frames)
    text = "\n".join(f"{title}\n{picture}" for title, picture in frames)
    # From the content: the same frames give the same page, run after run.
    name = "steps-" + sha256(folded.encode("utf-8")).hexdigest()[:12]
    script = _SLIDER % name if len(frames) > 1 else ""
    return Html(f'<div id="{name}">{folded}</div>{script}', text)


def _body(picture: Html | str) -> str:
    if isinstance(picture, Html):
        return picture.html
    return f'<pre style="{MONOSPACE};margin:2px 0 8px 18px">{escape(picture)}</pre>'
