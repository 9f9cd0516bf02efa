"""The saved vocabularies in `profiles/`: how each is trained, and what its training takes.

They are small enough to read and real enough to use. profiles/training.csv notes seconds and memory
for each, always with the heap of notebook 04, so that the rows can be compared.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from cs336_basics import storage
from cs336_basics.corpus import count_files
from cs336_basics.corpus.sources import find_sources
from cs336_basics.datasets import stories_path
from cs336_basics.datasets.corpora import shared_folder
from cs336_basics.datatypes import TokenizerData
from cs336_basics.measure import places
from cs336_basics.measure.clock.isolated import call
from cs336_basics.measure.tables import read_rows, write_rows
from cs336_basics.train import describe_training, train_bpe
from cs336_basics.trainers import heap
from cs336_basics.vocab import num_merges


class Saved(NamedTuple):
    """A saved vocabulary: how it is trained.

    Attributes:
        corpus: finds the text file; it may be absent.
        vocab_size: tokens in all.
        trainer: named, so that the file is the same on every machine.
    """

    corpus: Callable[[], Path]
    vocab_size: int
    trainer: str = "heap"


VOCABULARIES = {
    "stories_1k": Saved(stories_path, 1_000),
    "tinystories_10k": Saved(lambda: shared_folder() / "corpora" / "tinystories.txt", 10_000),
    "weblike_32k": Saved(
        lambda: shared_folder() / "corpora" / "weblike_en.txt", 32_000, "compiled"
    ),
}


def train_vocabulary(name: str) -> TokenizerData:
    """Train one of `VOCABULARIES` and say in it what it was trained on.

    Raises:
        OSError: its corpus is not there.
    """
    saved = VOCABULARIES[name]
    sources = find_sources(saved.corpus())
    specials, pattern = list(places.SPECIAL_TOKENS), "gpt2"
    vocab, merges = train_bpe(
        sources, saved.vocab_size, specials, trainer=saved.trainer, pattern=pattern
    )
    training = describe_training(sources, pattern=pattern, trainer=saved.trainer)
    return TokenizerData(vocab, merges, specials, pattern, training)


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


def write_vocabulary(name: str, folder: Path, *, say: Callable[[str], object]) -> None:
    """Train one of `VOCABULARIES`, save it as YAML, and note what its training takes.

    Where its corpus is not here, a line says so and nothing is written.
    """
    saved = VOCABULARIES[name]
    if not saved.corpus().is_file():
        say(f"{name}: left as it is, its corpus is not here")
        return
    say(f"{name}: training")
    storage.save(train_vocabulary(name), folder / f"{name}.yaml")
    row = measure_training(name, saved.corpus(), saved.vocab_size)
    rows = {each.name: each for each in [*read_trainings(folder), row]}
    in_order = [rows[each] for each in VOCABULARIES if each in rows]
    write_rows(in_order, folder / "training.csv")


def read_trainings(folder: Path = places.PROFILES) -> list[TrainingRow]:
    """Read the rows of `training.csv`; there are none before the first is noted.

    Raises:
        FileFormatError: other columns than those of `TrainingRow`.
    """
    path = folder / "training.csv"
    return read_rows(TrainingRow, path) if path.is_file() else []


def measure_training(name: str, corpus: str | Path, vocab_size: int) -> TrainingRow:
    """Train with the heap in a fresh process and return what it took.

    Args:
        name: a name for the row.
        corpus: a text file.
        vocab_size: tokens in all.

    Raises:
        MeasurementError: the training failed; the message holds its last line.
        OSError: the corpus is missing.
    """
    corpus = Path(corpus)
    size = corpus.stat().st_size
    result, peak = call(f"{__name__}:train", {"corpus": str(corpus), "vocab_size": vocab_size})
    return TrainingRow(
        name=name,
        corpus=corpus.name,
        size=size,
        vocab_size=vocab_size,
        trainer="heap",
        **result,
        megabytes=peak / 1e6,
        commit=places.commit(),
        python=places.python(),
        cpu=places.cpu(),
    )


def train(corpus: str, vocab_size: int) -> dict[str, float]:
    """Count, merge, and look at the clock in between; this is what the other process does."""
    start, cpu = time.perf_counter(), time.process_time()
    counts = count_files(corpus, places.SPECIAL_TOKENS, compiled=False)
    counted = time.perf_counter()
    limit = num_merges(vocab_size, places.SPECIAL_TOKENS)
    merges = sum(1 for _ in islice(heap.iter_merges(counts), limit))
    end = time.perf_counter()
    return {
        "pretokens": len(counts),
        "merges": merges,
        "counting": counted - start,
        "merging": end - counted,
        "cpu_seconds": time.process_time() - cpu,
    }
