"""Encoding to an array with GPT-2's vocabulary: many kinds of text, cold and warm; and counting.

Cold is the first pass of a fresh tokenizer, warm the second over the same text; a run takes the
medians of five tokenizers. Everybody gets UTF-8 but tiktoken, which takes only `str`.
"""

from __future__ import annotations

from pathlib import Path

from cs336_basics.measure.bench import texts
from cs336_basics.measure.bench.contest import ONE_THREAD, TWO_THREADS, Contest, Entry, Goal

_ENCODE = "cs336_basics.measure.bench.encode_peers"
_COUNT = "cs336_basics.measure.bench.count_peers"
_MASKS, _PLAIN = "masks", "plain kernel"


def contests() -> list[Contest]:
    """List them: encoding on one thread, encoding on two, and the two kernels that count."""
    corpora = ["tinystories", "weblike_en", "multilingual", "chinese", "japanese", "russian"]
    corpora += ["korean", "hindi"]
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
        _two_threads(texts.corpus("weblike_en.txt")),
        *(_counting(texts.corpus(f"{name}.txt")) for name in corpora),
        _counting(texts.python_library()),
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


def _two_threads(corpus: Path) -> Contest:
    arguments = {"corpus": str(corpus)}
    return Contest(
        f"two-threads-{corpus.stem}",
        f"Encode the documents of {corpus.name} to arrays, two threads",
        corpus,
        "MB",
        "gigatoken",
        lambda _: [
            Entry(_MASKS, f"{_ENCODE}:two_threads", arguments),
            Entry("gigatoken", f"{_ENCODE}:gigatoken_batch", arguments, "gigatoken", TWO_THREADS),
        ],
        reference="gigatoken",
        goals=[Goal(_MASKS, ratio=1.0, phase=phase) for phase in ("cold", "warm")],
    )


def _counting(corpus: Path) -> Contest:
    return Contest(
        f"count-kernels-{corpus.stem}",
        f"Count the pre-tokens of {corpus.name}, one thread",
        corpus,
        "MB",
        _PLAIN,
        lambda _: [
            Entry(name, f"{_COUNT}:kernel", {"corpus": str(corpus), "kernel": kernel})
            for name, kernel in ((_MASKS, "masks"), (_PLAIN, "plain"))
        ],
        reference=_PLAIN,
        goals=[Goal(_MASKS, ratio=1.5)],
    )
