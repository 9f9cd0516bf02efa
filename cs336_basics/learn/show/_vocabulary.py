"""Browse a vocabulary: every token with its id, its bytes and the two it was made of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from html import escape

from cs336_basics.learn.show._html import MONOSPACE, Html, details
from cs336_basics.learn.show._tokens import visible

# Fresh clones drop the script, and every list can still be opened by hand. In a trusted notebook it
# adds a line to type into, and leaves only the rows that hold what was typed.
_SEARCH = """<script>(() => {
const box = document.getElementById("%s");
if (box.dataset.ready) return;
box.dataset.ready = "1";
const input = document.createElement("input");
Object.assign(input, {type: "search", placeholder: "find a token (a space is ·)"});
input.style.width = "20em";
input.addEventListener("input", () => {
  const wanted = input.value.replaceAll(" ", "·");
  for (const group of box.querySelectorAll("details details")) {
    let found = 0;
    for (const row of group.querySelectorAll("tbody tr")) {
      const fits = row.cells[1].textContent.includes(wanted);
      row.style.display = fits ? "" : "none";
      found += fits;
    }
    group.style.display = found ? "" : "none";
    group.open = wanted !== "" && found > 0;
  }
});
box.firstElementChild.firstElementChild.after(input);
})();</script>"""
_LEFT = '<td style="text-align:left">'  # JupyterLab's own style sheet says right
_HEADER = "<tr><th>id" + "".join(f"{_LEFT}<b>{name}</b>" for name in ("token", "bytes", "made of"))


def vocabulary(
    vocab: Mapping[int, bytes],
    merges: Sequence[tuple[bytes, bytes]] = (),
    special_tokens: Sequence[str] = (),
    *,
    most: int = 300,
) -> Html:
    """Show a vocabulary as folded tables, one for each length of token.

    Args:
        vocab: id -> bytes.
        merges: they tell what a token was made of.
        special_tokens: they get a table of their own.
        most: rows of one table; a longer one says how many it leaves out.

    >>> vocabulary({0: b"a", 1: b"b", 2: b"ab"}, [(b"a", b"b")])
    3 tokens
    1 byte: 2 tokens
    2 bytes: 1 token
    """
    halves = {left + right: (left, right) for left, right in reversed(merges)}
    special = {token.encode("utf-8") for token in special_tokens}
    groups: dict[str, list[tuple[int, bytes]]] = {"special tokens": []}
    for token_id, token in sorted(vocab.items(), key=lambda item: (len(item[1]), item[0])):
        length = f"{len(token)} byte" + "s" * (len(token) != 1)
        name = "special tokens" if token in special else length
        groups.setdefault(name, []).append((token_id, token))
    titles = {name: f"{name}: {_number(len(rows))}" for name, rows in groups.items() if rows}
    inside = "".join(
        details(titles[name], _table(rows, halves, most)) for name, rows in groups.items() if rows
    )
    whole = _number(len(vocab))
    name = "vocabulary-" + sha256(inside.encode("utf-8")).hexdigest()[:12]
    html = f'<div id="{name}">{details(whole, inside, is_open=True)}</div>' + _SEARCH % name
    return Html(html, "\n".join([whole, *titles.values()]))


def _table(
    rows: Sequence[tuple[int, bytes]], halves: Mapping[bytes, tuple[bytes, bytes]], most: int
) -> str:
    lines = []
    for token_id, token in rows[:most]:
        made = " + ".join(map(visible, halves[token])) if token in halves else ""
        cells = "".join(_LEFT + escape(cell) for cell in (visible(token), token.hex(" "), made))
        lines.append(f"<tr><td>{token_id}{cells}</tr>")
    left_out = f"<p>… and {len(rows) - most:,} more</p>" if len(rows) > most else ""
    style = f"{MONOSPACE};white-space:pre;text-align:left;border-spacing:12px 0"
    body = "".join(lines)
    return f'<table style="{style}"><thead>{_HEADER}</thead><tbody>{body}</tbody></table>{left_out}'


def _number(tokens: int) -> str:
    return f"{tokens:,} token" + "s" * (tokens != 1)
