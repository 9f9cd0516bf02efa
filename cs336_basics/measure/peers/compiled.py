"""The compiled rung against other libraries, on texts of a size at which people use those.

Every process may use two cores. The slowest peers run in the first round only.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from cs336_basics.measure.peers import texts
from cs336_basics.measure.peers.contest import PURE_PYTHON, TWO_THREADS, Contest, Entry, Goal

_TRAIN = "cs336_basics.measure.peers.train_peers"
_COUNT = "cs336_basics.measure.peers.count_peers"
_FILES = "cs336_basics.measure.peers.file_peers"
_THREADS = 2


def contests() -> list[Contest]:
    """Training, counting, and encoding a file into a file."""
    stories, long = texts.stories(200), texts.stories(2000)
    return [
        _training(
            "train-web-32k",
            texts.corpus("weblike_en.txt"),
            32_000,
            {"gigatoken": 2.7, "ffbpe": 3, "rustbpe": 5, "HF tokenizers": 11},
        ),
        _training(
            "train-stories-10k", stories, 10_000, {"gigatoken": 1.8, "ffbpe": 3.5, "rustbpe": 12}
        ),
        _long_training(long),
        _long_counting(long, stories),
        _files(stories),
    ]


def _training(name: str, corpus: Path, vocab_size: int, ratios: dict[str, float]) -> Contest:
    arguments = {"corpus": str(corpus), "vocab_size": vocab_size}
    ours = {**arguments, "trainer": "compiled", "workers": _THREADS}
    peers = [
        Entry("gigatoken", f"{_TRAIN}:gigatoken", arguments, "gigatoken", TWO_THREADS),
        Entry("ffbpe", f"{_TRAIN}:ffbpe", arguments, "ffbpe", TWO_THREADS),
        Entry("rustbpe", f"{_TRAIN}:rustbpe", arguments, "rustbpe", TWO_THREADS, once=True),
        Entry(
            "HF tokenizers",
            f"{_TRAIN}:hf_tokenizers",
            arguments,
            "tokenizers",
            TWO_THREADS,
            once=True,
        ),
    ]
    return Contest(
        name,
        f"Train on {corpus.name} up to a vocabulary of {vocab_size:,}, on two cores",
        corpus,
        "merges",
        "gigatoken",
        lambda _: [
            Entry("compiled", f"{_TRAIN}:ours", ours),
            *(entry for entry in peers if entry.name in ratios),
        ],
        reference="compiled",
        shows="seconds",
        goals=[Goal("compiled", ratio=ratio, against=peer) for peer, ratio in ratios.items()],
    )


def _long_training(corpus: Path) -> Contest:
    arguments = {"corpus": str(corpus), "vocab_size": 10_000, "workers": _THREADS}
    return Contest(
        "train-2GB",
        f"Train on {corpus.name} up to a vocabulary of 10,000, two threads; anonymous memory",
        corpus,
        "merges",
        "compiled",
        lambda _: [Entry("compiled", f"{_TRAIN}:ours_anonymous", arguments)],
        shows="seconds",
        goals=[Goal("compiled", seconds=10), Goal("compiled", megabytes=300)],
    )


def _long_counting(long: Path, short: Path) -> Contest:
    ours = {"corpus": str(long), "workers": _THREADS}
    return Contest(
        "count-2GB",
        f"Count the pre-tokens of {long.name} by two threads; in pure Python of {short.name}",
        long,
        "MB",
        "1 worker",
        lambda _: [
            Entry("compiled", f"{_COUNT}:ours", ours),
            Entry("1 worker", f"{_COUNT}:pure_python", {"corpus": str(short)}, once=True),
        ],
        goals=[Goal("compiled", ratio=25)],
    )


def _files(corpus: Path) -> Contest:
    arguments = {"corpus": str(corpus), "workers": _THREADS}
    entries: Sequence[Entry] = [
        Entry("compiled", f"{_FILES}:ours", arguments),
        Entry("2 workers", f"{_FILES}:ours", arguments, None, PURE_PYTHON, once=True),
    ]
    return Contest(
        "encode-file",
        f"Encode {corpus.name} into a file of 16-bit ids: two threads; two processes, pure Python",
        corpus,
        "MB",
        "2 workers",
        lambda _: list(entries),
        reference="2 workers",
        goals=[Goal("compiled", ratio=8)],
    )
