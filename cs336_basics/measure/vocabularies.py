"""The saved vocabularies in `profiles/`: small enough to read, real enough to use."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from cs336_basics import storage
from cs336_basics.corpus.sources import find_sources
from cs336_basics.datasets import stories_path
from cs336_basics.datasets.corpora import shared_folder
from cs336_basics.datatypes import TokenizerData
from cs336_basics.measure import places, trainings
from cs336_basics.train import describe_training, train_bpe


class Recipe(NamedTuple):
    """How a vocabulary is trained.

    Attributes:
        corpus: finds the text file; it may be absent.
        vocab_size: tokens in all.
        trainer: named, so that the file is the same on every machine.
    """

    corpus: Callable[[], Path]
    vocab_size: int
    trainer: str = "heap"


VOCABULARIES = {
    "stories_1k": Recipe(stories_path, 1_000),
    "tinystories_10k": Recipe(lambda: shared_folder() / "corpora" / "tinystories.txt", 10_000),
    "weblike_32k": Recipe(
        lambda: shared_folder() / "corpora" / "weblike_en.txt", 32_000, "compiled"
    ),
}


def train_vocabulary(name: str) -> TokenizerData:
    """Train one of `VOCABULARIES` and say in it what it was trained on.

    Raises:
        OSError: its corpus is not there.
    """
    recipe = VOCABULARIES[name]
    sources = find_sources(recipe.corpus())
    specials, pattern = list(places.SPECIAL_TOKENS), "gpt2"
    vocab, merges = train_bpe(
        sources, recipe.vocab_size, specials, trainer=recipe.trainer, pattern=pattern
    )
    training = describe_training(sources, pattern=pattern, trainer=recipe.trainer)
    return TokenizerData(vocab, merges, specials, pattern, training)


def write_vocabulary(name: str, folder: Path, *, say: Callable[[str], object]) -> None:
    """Train one of `VOCABULARIES`, save it as YAML, and note what its training takes.

    Where its corpus is not here, a line says so and nothing is written.
    """
    recipe = VOCABULARIES[name]
    if not recipe.corpus().is_file():
        say(f"{name}: left as it is, its corpus is not here")
        return
    say(f"{name}: training")
    storage.save(train_vocabulary(name), folder / f"{name}.yaml")
    row = trainings.measure_training(name, recipe.corpus(), recipe.vocab_size)
    trainings.note_training(row, folder, list(VOCABULARIES))
