"""What it takes to train: seconds and memory of a whole training, in a process of its own.

    python -m cs336_basics.measure.trainings [NAME …]

measures the trainings behind the vocabularies in profiles/ and notes them in profiles/training.csv.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from cs336_basics.corpus import count_files
from cs336_basics.errors import BPEError
from cs336_basics.measure import places
from cs336_basics.measure.clock import isolated
from cs336_basics.measure.tables import read_rows, write_rows
from cs336_basics.measure.vocabularies import VOCABULARIES
from cs336_basics.trainers import get_trainer
from cs336_basics.vocab import num_merges

TABLE = places.PROFILES / "training.csv"


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
    done = isolated.call("cs336_basics.measure.trainings:train", arguments)
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


def read_trainings(path: str | Path | None = None) -> list[TrainingRow]:
    """Read the rows of a table; of None, those of profiles/training.csv.

    Raises:
        FileFormatError: other columns than those of `TrainingRow`.
    """
    return read_rows(TrainingRow, path or TABLE)


def main(names: Sequence[str]) -> int:
    """Measure the trainings of some vocabularies, or of all, and put their rows in the table."""
    if unknown := sorted(set(names) - set(VOCABULARIES)):
        print(f"trainings: unknown: {', '.join(unknown)}", file=sys.stderr)
        return 2
    for name in names or VOCABULARIES:
        recipe = VOCABULARIES[name]
        if not recipe.corpus().is_file():
            print(f"{name}: left as it is, its corpus is not here")
            continue
        print(f"{name}: training")
        try:
            row = measure_training(name, recipe.corpus(), recipe.vocab_size, recipe.trainer)
        except (BPEError, OSError) as error:
            print(f"trainings: {error}", file=sys.stderr)
            return 2
        old = read_trainings() if TABLE.is_file() else []
        rows = {each.name: each for each in [*old, row]}
        write_rows([rows[each] for each in VOCABULARIES if each in rows], TABLE)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
