"""Training on the learner's own text, merge by merge."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import chain

from cs336_basics.datatypes import Pair
from cs336_basics.learn.show._frame import field, live
from cs336_basics.learn.show._html import Html
from cs336_basics.learn.show._tables import table
from cs336_basics.learn.show._tokens import marks, visible
from cs336_basics.pairs import count_pairs, merge_word, rank, split_bytes
from cs336_basics.text.pretokenize import PATTERNS, pretokenize
from cs336_basics.text.utf8 import join_surrogates

_MOST_MERGES, _MOST_TEXT = 100, 5000
_SHOWN = 6  # words in a row of the table


def merge_stepper(text: str, merges: int = 10) -> Html:
    """Train on a text and show every merge: the words, the counts, the ties, the vocabulary.

    In a notebook that is run, the text can be typed over and the merges are stepped through.

    Args:
        text: what to begin with, up to 5,000 characters.
        merges: how many, up to 100.

    >>> merge_stepper("low low lowest", merges=2)
    merge  pair    count  ties with  words that change
    1      o + w   3      1          l|ow ×1  ·|l|ow ×1  ·|l|ow|e|s|t ×1
    2      l + ow  3      0          low ×1  ·|low ×1  ·|low|e|s|t ×1
    """
    text, merges = join_surrogates(text)[:_MOST_TEXT], min(merges, _MOST_MERGES)
    counts = Counter(pretokenize(text))
    words: list[tuple[Sequence[bytes], int]] = [
        (split_bytes(word.encode("utf-8")), count) for word, count in counts.items()
    ]
    rows: list[tuple[object, ...]] = []
    for number in range(1, merges + 1):
        pairs = count_pairs(words)
        if not pairs:
            break
        pair, count = max(pairs.items(), key=rank)
        words = [(merge_word(word, pair), frequency) for word, frequency in words]
        ties = sum(other == count for other in pairs.values()) - 1
        changed = [item for item in words if b"".join(pair) in item[0]]
        rows.append((number, _plus(pair), count, ties, _words(changed)))
    your_text = field("text", "Your text", text, "textarea", maxlength=_MOST_TEXT)
    how_many = field("merges", "How many merges?", merges, "number", min=1, max=_MOST_MERGES)
    return live(
        "Merges of your own text, step by step",
        [your_text, how_many],
        {"pattern": javascript_pattern()},
        ["token_text.js", "merges.js"],
        table(rows, ["merge", "pair", "count", "ties with", "words that change"]),
    )


def javascript_pattern() -> str:
    r"""GPT-2's pattern for JavaScript, whose `\s` takes U+FEFF and leaves U+0085 out.

    >>> javascript_pattern().endswith(r"\p{White_Space}+(?!\P{White_Space})|\p{White_Space}+")
    True
    """
    source = PATTERNS["gpt2"].source
    return source.replace(r"\s", r"\p{White_Space}").replace(r"\S", r"\P{White_Space}")


def _plus(pair: Pair) -> str:
    return " + ".join(map(visible, pair))


def _words(words: Sequence[tuple[Sequence[bytes], int]]) -> Html:
    """The most frequent words, cut into their tokens."""
    frequent = sorted(words, key=lambda item: -item[1])[:_SHOWN]
    shown = [(marks(word), f" ×{count}") for word, count in frequent]
    more = f" … and {len(words) - _SHOWN} more" if len(words) > _SHOWN else ""
    html = " &nbsp; ".join(chain((word.html + times for word, times in shown), [more] * bool(more)))
    return Html(html, "  ".join(word.text + times for word, times in shown) + more)
