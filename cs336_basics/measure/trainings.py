"""What it takes to train: seconds and memory of a whole training, in a process of its own.

profiles/training.csv notes it for each saved vocabulary, always with the heap of notebook 04, so
that the rows can be compared.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from cs336_basics.corpus import count_files
from cs336_basics.measure import places
from cs336_basics.measure.clock import isolated
from cs336_basics.measure.tables import read_rows, write_rows
from cs336_basics.trainers import get_trainer
from cs336_basics.vocab import num_merges


class TrainingRow(NamedTuple):
    """One training, from the text file to the last merge. These are the columns of training.csv.

    Attributes:
        name: of the vocabulary.
        corpus: file name.
        size: bytes of text.
        vocab_size: tokens in all.
        trainer: which.
        pretokens: different pre-tokens in the corpus.
        merges: made.
        counting: seconds for pre-token counts.
        merging: seconds for the merges.
        cpu_seconds: of the processor, for both. Less than their sum when others use it too.
        megabytes: peak memory of the process, in 10**6 bytes.
        commit: of the package.
        python: implementation, version, operating system.
        cpu: model and cores.
    """

    name: str
    corpus: str
    size: int
    vocab_size: int
    trainer: str
    pretokens: int
    merges: int
    counting: float
    merging: float
    cpu_seconds: float
    megabytes: float
    commit: str
    python: str
    cpu: str


def measure_training(
    name: str, corpus: str | Path, vocab_size: int, trainer: str = "heap"
) -> TrainingRow:
    """Train in a fresh process and return what it took; the vocabulary itself is dropped.

    Args:
        name: a name for the row.
        corpus: a text file.
        vocab_size: tokens in all.
        trainer: a name in `TRAINERS`.

    Raises:
        MeasurementError: the training failed; the message holds its last line.
        OSError: the corpus is missing.
    """
    corpus = Path(corpus)
    size = corpus.stat().st_size
    arguments = {"corpus": str(corpus), "vocab_size": vocab_size, "trainer": trainer}
    done = isolated.call(f"{__name__}:train", arguments)
    return TrainingRow(
        name=name,
        corpus=corpus.name,
        size=size,
        vocab_size=vocab_size,
        trainer=trainer,
        **done.result,
        megabytes=done.peak_memory / 1e6,
        commit=places.commit(),
        python=places.python(),
        cpu=places.cpu(),
    )


def train(corpus: str, vocab_size: int, trainer: str) -> dict[str, float]:
    """Count, merge, and look at the clock in between; this is what the other process does."""
    iter_merges = get_trainer(trainer)
    next(iter_merges({b"ab": 1}))  # what is loaded or compiled once is not part of the training
    start, cpu = time.perf_counter(), time.process_time()
    counts = count_files(corpus, places.SPECIAL_TOKENS, compiled=trainer == "compiled")
    counted = time.perf_counter()
    limit = num_merges(vocab_size, places.SPECIAL_TOKENS)
    merges = sum(1 for _ in islice(iter_merges(counts), limit))
    end = time.perf_counter()
    return {
        "pretokens": len(counts),
        "merges": merges,
        "counting": counted - start,
        "merging": end - counted,
        "cpu_seconds": time.process_time() - cpu,
    }


def read_trainings(folder: Path = places.PROFILES) -> list[TrainingRow]:
    """Read the rows of `training.csv`; there are none before the first is noted.

    Raises:
        FileFormatError: other columns than those of `TrainingRow`.
    """
    path = folder / "training.csv"
    return read_rows(TrainingRow, path) if path.is_file() else []


def note_training(row: TrainingRow, folder: Path, order: Sequence[str]) -> None:
    """Put a row in the place of the older one of its name.

    Args:
        row: a training.
        folder: that of `training.csv`.
        order: names, in the order of the table.
    """
    rows = {each.name: each for each in [*read_trainings(folder), row]}
    write_rows([rows[name] for name in order if name in rows], folder / "training.csv")
