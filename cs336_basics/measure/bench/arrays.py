"""Encoding to an array with GPT-2's vocabulary on one thread: many kinds of text, cold and warm.

Cold is the first pass of a fresh tokenizer, warm the second over the same text; a run takes the
medians of three tokenizers. Everybody gets UTF-8 but tiktoken, which takes only `str`.
"""

from __future__ import annotations

from pathlib import Path

from cs336_basics.measure.bench import texts
from cs336_basics.measure.bench.contest import ONE_THREAD, Contest, Entry, Goal

_ENCODE = "cs336_basics.measure.bench.encode_peers"
_MASKS, _PLAIN = "masks", "plain kernel"


def contests() -> list[Contest]:
    """One contest a text; its goals: against gigatoken cold and warm, against tiktoken cold."""
    return [
        _contest(texts.corpus("tinystories.txt"), 1.0, 1.0, plain=5.0),
        _contest(texts.head_of("weblike_en.txt", 15), 1.0, 1.0, plain=4.0),
        _contest(texts.python_library(), 1.0, 1.0),
        _contest(texts.corpus("multilingual.txt"), 1.3, 1.3, plain=2.5),
        _contest(texts.corpus("chinese.txt"), 2.5, 1.2, plain=1.6),
        _contest(texts.corpus("japanese.txt"), 2.5, 1.2, plain=1.6),
        _contest(texts.corpus("russian.txt"), 1.0, 1.3),
        _contest(texts.corpus("korean.txt"), 1.3, 1.0),
        _contest(texts.corpus("hindi.txt"), 0.9, 0.85),
    ]


def _contest(corpus: Path, cold: float, warm: float, plain: float | None = None) -> Contest:
    arguments = {"corpus": str(corpus)}
    goals = [
        Goal(_MASKS, ratio=cold, against="gigatoken", phase="cold"),
        Goal(_MASKS, ratio=warm, against="gigatoken", phase="warm"),
    ]
    if plain is not None:
        goals.append(Goal(_PLAIN, ratio=plain, against="tiktoken", phase="cold"))
    return Contest(
        f"array-{corpus.stem}",
        f"Encode {corpus.name} to an array",
        corpus,
        "MB",
        "gigatoken",
        lambda _: [
            Entry(_MASKS, f"{_ENCODE}:array", {**arguments, "kernel": "masks"}),
            Entry("gigatoken", f"{_ENCODE}:gigatoken_array", arguments, "gigatoken", ONE_THREAD),
            Entry(_PLAIN, f"{_ENCODE}:array", {**arguments, "kernel": "plain"}),
            Entry("tiktoken", f"{_ENCODE}:tiktoken_array", arguments, "tiktoken"),
        ],
        reference="tiktoken",
        goals=goals,
    )
