"""The suites and who takes part: add a row here.

training   the ladder against `naive`; whole vocabularies against other libraries
counting   pre-tokenizing against the plain loop, with one worker and two
encoding   GPT-2's vocabulary against other libraries, cold and warm
compiled   the compiled rung against other libraries, on long texts and two cores
arrays     the kernels of the encoder on nine kinds of text, one thread
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median

from cs336_basics.measure.peers import arrays as bench_arrays
from cs336_basics.measure.peers import compiled as bench_compiled
from cs336_basics.measure.peers import counting as bench_counting
from cs336_basics.measure.peers.contest import (
    ONE_THREAD,
    PURE_PYTHON,
    BenchRow,
    Contest,
    Entry,
    Goal,
)
from cs336_basics.measure.places import SPECIAL_TOKENS, default_corpus, shared_folder
from cs336_basics.trainers import TRAINERS
from cs336_basics.vocab import num_merges

Suite = Callable[[float], list[Contest]]
"""Seconds that an entry may take where it does as much as fits -> the contests."""

_TRAIN = "cs336_basics.measure.peers.train_peers"
_COUNT = "cs336_basics.measure.peers.count_peers"
_ENCODE = "cs336_basics.measure.peers.encode_peers"
_ENCODING_GOALS = (
    Goal("pure Python", ratio=0.4, phase="cold"),
    Goal("Tokenizer.encode", ratio=2.5, phase="cold"),
)


def training(budget: float) -> list[Contest]:
    """The ladder, whole vocabularies, and the assignment's own speed limit."""
    corpus = default_corpus()
    most = num_merges(10_000, SPECIAL_TOKENS)
    stanford = shared_folder() / "cs336" / "corpus.en"
    return [
        Contest(
            "ladder",
            f"Merges of {corpus.name} that fit into {budget:g} s",
            corpus,
            "merges",
            "naive",
            lambda _: _rungs(corpus, ["minbpe-style", *TRAINERS], most, budget),
            shows="amount",
        ),
        Contest(
            "ladder-same-merges",
            f"The merges of {corpus.name} that naive made in its time",
            corpus,
            "merges",
            "naive",
            lambda before: _rungs(corpus, list(TRAINERS), _merges_of_naive(before)),
            shows="seconds",
        ),
        Contest(
            "train-10k",
            f"Train on {corpus.name} up to a vocabulary of 10,000",
            corpus,
            "merges",
            "HF tokenizers",
            lambda _: _trainers(corpus, 10_000, ["incremental", "heap", "compiled"]),
            reference="heap",
            shows="seconds",
            goals=[
                Goal("heap", ratio=1 / 1.5),
                Goal("compiled", ratio=8),
                Goal("compiled", ratio=5, against="gigatoken"),
                Goal("compiled", ratio=6, against="heap"),
            ],
        ),
        Contest(
            "corpus.en-500",
            "The assignment's speed test: corpus.en up to a vocabulary of 500",
            stanford,
            "merges",
            "heap",
            lambda _: _ours(stanford, 500, [name for name in TRAINERS if name != "naive"]),
            shows="seconds",
            goals=[Goal("heap", seconds=1.5)],
        ),
    ]


def counting(budget: float) -> list[Contest]:
    """Pre-tokenizing and counting."""
    corpus = default_corpus()
    arguments = {"corpus": str(corpus)}
    return [
        Contest(
            "count",
            f"Count the pre-tokens of {corpus.name}",
            corpus,
            "MB",
            "plain loop",
            lambda _: [
                Entry("plain loop", f"{_COUNT}:plain_loop", arguments),
                Entry("1 worker", f"{_COUNT}:ours", arguments),
                Entry("2 workers", f"{_COUNT}:ours", {**arguments, "workers": 2}),
                Entry("HF tokenizers", f"{_COUNT}:hf_tokenizers", arguments, "tokenizers"),
                Entry("ffbpe", f"{_COUNT}:ffbpe", arguments, "ffbpe"),
                Entry("gigatoken", f"{_COUNT}:gigatoken", arguments, "gigatoken"),
            ],
            reference="1 worker",
        ),
        *bench_counting.contests(),
    ]


def encoding(budget: float) -> list[Contest]:
    """Encoding with GPT-2's vocabulary, one thread."""
    contests = []
    names = ("tinystories.txt", "c4_sample.txt", "chinese.txt")
    corpora = [shared_folder() / "corpora" / name for name in names]
    for corpus in corpora if corpora[0].is_file() else [default_corpus()]:
        contests.append(
            Contest(
                f"encode-{corpus.stem}",
                f"Encode {corpus.name} with GPT-2's vocabulary, one thread",
                corpus,
                "MB",
                "tiktoken",
                _encoders(corpus),
                reference="tiktoken",
                goals=_ENCODING_GOALS if corpus.name == "tinystories.txt" else (),
            )
        )
    return contests


SUITES: dict[str, Suite] = {
    "training": training,
    "counting": counting,
    "encoding": encoding,
    "compiled": lambda _: bench_compiled.contests(),
    "arrays": lambda _: bench_arrays.contests(),
}


def _rungs(
    corpus: Path, names: Sequence[str], limit: int, budget: float | None = None
) -> list[Entry]:
    arguments = {"corpus": str(corpus), "limit": limit, "budget": budget}
    return [Entry(name, f"{_TRAIN}:ladder", {**arguments, "trainer": name}) for name in names]


def _merges_of_naive(before: Sequence[BenchRow]) -> int:
    amounts = [row.amount for row in before if (row.contest, row.entry) == ("ladder", "naive")]
    return round(median(amounts)) if amounts else 20


def _ours(corpus: Path, vocab_size: int, rungs: Sequence[str]) -> list[Entry]:
    arguments = {"corpus": str(corpus), "vocab_size": vocab_size}
    return [
        Entry(name, f"{_TRAIN}:ours", {**arguments, "trainer": name})
        for name in rungs
        if name in TRAINERS
    ]


def _trainers(corpus: Path, vocab_size: int, rungs: Sequence[str]) -> list[Entry]:
    arguments = {"corpus": str(corpus), "vocab_size": vocab_size}
    return [
        *_ours(corpus, vocab_size, rungs),
        Entry("HF tokenizers", f"{_TRAIN}:hf_tokenizers", arguments, "tokenizers"),
        Entry("rustbpe", f"{_TRAIN}:rustbpe", arguments, "rustbpe"),
        Entry("ffbpe", f"{_TRAIN}:ffbpe", arguments, "ffbpe"),
        Entry("gigatoken", f"{_TRAIN}:gigatoken", arguments, "gigatoken"),
    ]


def _encoders(corpus: Path) -> Callable[[Sequence[BenchRow]], list[Entry]]:
    arguments = {"corpus": str(corpus)}
    entries = [
        Entry("Tokenizer.encode", f"{_ENCODE}:ours", arguments, None, ONE_THREAD),
        Entry("pure Python", f"{_ENCODE}:ours", arguments, None, PURE_PYTHON),
        Entry("tiktoken", f"{_ENCODE}:tiktoken", arguments, "tiktoken", ONE_THREAD),
        Entry(
            "HF tokenizers",
            f"{_ENCODE}:hf_tokenizers",
            arguments,
            "tokenizers",
            ONE_THREAD,
            once=True,
        ),
        Entry("fastokens", f"{_ENCODE}:fastokens", arguments, "fastokens", ONE_THREAD),
        Entry("gigatoken", f"{_ENCODE}:gigatoken", arguments, "gigatoken", ONE_THREAD),
    ]
    return lambda _: entries
