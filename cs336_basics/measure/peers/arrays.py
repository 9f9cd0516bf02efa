"""Encoding to an array: many kinds of text with GPT-2's vocabulary, Chinese with its own; counting.

Cold is the first pass of a fresh tokenizer, warm the second over the same text; a run takes the
medians of five tokenizers. Everybody gets UTF-8 but tiktoken, which takes only `str`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from cs336_basics.measure.peers import texts
from cs336_basics.measure.peers.contest import ONE_THREAD, TWO_THREADS, Contest, Entry, Goal

_ARRAY = "cs336_basics.measure.peers.array_peers"
_COUNT = "cs336_basics.measure.peers.count_peers"
_MASKS, _PLAIN = "masks", "plain kernel"


def contests() -> list[Contest]:
    """List them: encoding on one thread, then on two; the kernels that count."""
    corpora = [  # goals: against gigatoken cold and warm, the plain kernel against tiktoken cold
        (texts.corpus("tinystories.txt"), 1.0, 1.0, 5.0),
        (texts.head_of("weblike_en.txt", 15), 1.0, 1.0, 4.0),
        (texts.python_library(), 1.0, 1.0, None),
        (texts.corpus("multilingual.txt"), 1.3, 1.3, 2.5),
        (texts.corpus("chinese.txt"), 2.5, 1.2, 1.6),
        (texts.corpus("japanese.txt"), 2.5, 1.2, 1.6),
        (texts.corpus("russian.txt"), 1.0, 1.3, None),
        (texts.corpus("korean.txt"), 1.3, 1.0, None),
        (texts.corpus("hindi.txt"), 0.9, 0.85, None),
    ]
    return [
        *(_contest(*each) for each in corpora),
        _own_vocabulary(texts.corpus("chinese.txt"), 8_000),
        _two_threads(texts.corpus("weblike_en.txt")),
        *(_counting(corpus) for corpus, *_ in corpora),
    ]


def _contest(corpus: Path, cold: float, warm: float, plain: float | None) -> Contest:
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
            Entry(_MASKS, f"{_ARRAY}:array", {**arguments, "kernel": "masks"}),
            Entry("gigatoken", f"{_ARRAY}:gigatoken_array", arguments, "gigatoken", ONE_THREAD),
            Entry(_PLAIN, f"{_ARRAY}:array", {**arguments, "kernel": "plain"}),
            Entry("tiktoken", f"{_ARRAY}:tiktoken_array", arguments, "tiktoken"),
        ],
        reference="tiktoken",
        goals=goals,
    )


def _own_vocabulary(corpus: Path, vocab_size: int) -> Contest:
    return _both_kernels(
        f"own-vocabulary-{corpus.stem}",
        f"Encode {corpus.name} to an array, with {vocab_size:,} tokens trained on it",
        f"{_ARRAY}:own_array",
        corpus,
        {"vocab_size": vocab_size},
        [Goal(_MASKS, ratio=1.5, phase=phase) for phase in ("cold", "warm")],
    )


def _two_threads(corpus: Path) -> Contest:
    arguments = {"corpus": str(corpus)}
    return Contest(
        f"two-threads-{corpus.stem}",
        f"Encode the documents of {corpus.name} to arrays, two threads",
        corpus,
        "MB",
        "gigatoken",
        lambda _: [
            Entry(_MASKS, f"{_ARRAY}:two_threads", arguments),
            Entry("gigatoken", f"{_ARRAY}:gigatoken_batch", arguments, "gigatoken", TWO_THREADS),
        ],
        reference="gigatoken",
        goals=[Goal(_MASKS, ratio=1.0, phase=phase) for phase in ("cold", "warm")],
    )


def _counting(corpus: Path) -> Contest:
    return _both_kernels(
        f"count-kernels-{corpus.stem}",
        f"Count the pre-tokens of {corpus.name}, one thread",
        f"{_COUNT}:kernel",
        corpus,
        {},
        [Goal(_MASKS, ratio=1.5)],
    )


def _both_kernels(
    name: str, title: str, target: str, corpus: Path, more: dict[str, Any], goals: list[Goal]
) -> Contest:
    """Let the masks race the plain kernel, whose answer is the right one."""
    arguments = {"corpus": str(corpus), **more}
    return Contest(
        name,
        title,
        corpus,
        "MB",
        _PLAIN,
        lambda _: [
            Entry(entry, target, {**arguments, "kernel": kernel})
            for entry, kernel in ((_MASKS, "masks"), (_PLAIN, "plain"))
        ],
        reference=_PLAIN,
        goals=goals,
    )
