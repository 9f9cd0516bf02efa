"""What is profiled: every trainer, pre-tokenizing, encoding; and the three runs of a profile.

A workload is prepared first (not measured), then done in small steps: a merge, or a piece of text.
Each run is called in a process of its own: without a profiler, under cProfile, under scalene.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from cs336_basics.corpus import count_bytes, count_files, find_chunk_boundaries
from cs336_basics.measure.clock.timing import MergeTime, merge_times
from cs336_basics.measure.places import PROFILES, SPECIAL_TOKENS
from cs336_basics.measure.tables import write_rows
from cs336_basics.tokenizer import Tokenizer
from cs336_basics.trainers import TRAINERS, get_trainer
from cs336_basics.vocab import num_merges

PIECE_SIZE = 128 * 1024  # bytes of text in one step of pre-tokenizing or encoding
VOCAB_SIZE = 10_000  # what every trainer works towards: the assignment's TinyStories vocabulary


class Done(NamedTuple):
    """How far a workload came.

    Attributes:
        steps: merges made, or pieces of text done.
        seconds: for them.
        words: the same for readers: `50 merges`, or `5.6 MB in 43 pieces`.
        merges: a row for each merge of a trainer.
    """

    steps: int
    seconds: float
    words: str
    merges: Sequence[MergeTime] = ()


Run = Callable[[int | None, float | None], Done]
"""Does what is measured; takes the most steps, and the seconds after which to stop."""


def names() -> list[str]:
    """Name every workload there is here: all trainers, then `pretokenize` and `encode`."""
    return [*TRAINERS, "pretokenize", "encode"]


def prepare(name: str, corpus: str | Path) -> Run:
    """Do what comes before a workload, and return the part that is measured.

    Args:
        name: one of `names()`.
        corpus: a text file.

    Raises:
        UnknownNameError: no such workload.
        OSError: the corpus is missing or cannot be read.
    """
    if name == "pretokenize":
        found: Counter[str] = Counter()
        return _over_pieces(
            Path(corpus), lambda text: found.update(count_bytes(text, SPECIAL_TOKENS))
        )
    if name == "encode":
        saved = [PROFILES / "tinystories_10k.yaml", PROFILES / "stories_1k.yaml"]
        vocabulary = next(path for path in saved if path.is_file())
        encode, using = Tokenizer.load(vocabulary).encode, f" with {vocabulary.name}"
        return _over_pieces(Path(corpus), lambda text: encode(text.decode("utf-8")), using)
    counts = count_files(corpus, SPECIAL_TOKENS)
    next(get_trainer(name)({b"ab": 1}))  # what is loaded or compiled once is not part of the run
    most = num_merges(VOCAB_SIZE, SPECIAL_TOKENS)

    def run(limit: int | None, budget: float | None) -> Done:
        rows = merge_times(name, counts, limit or most, budget_seconds=budget)
        return Done(len(rows), rows[-1].cumulative if rows else 0.0, f"{len(rows):,} merges", rows)

    return run


def _over_pieces(corpus: Path, work: Callable[[bytes], object], using: str = "") -> Run:
    """Run `work` over a corpus piece by piece; reading the pieces is not part of it."""
    with corpus.open("rb") as file:
        number = max(1, corpus.stat().st_size // PIECE_SIZE)
        boundaries = find_chunk_boundaries(file, number, SPECIAL_TOKENS)
        file.seek(0)
        pieces = [file.read(end - start) for start, end in pairwise(boundaries)]

    def run(limit: int | None, budget: float | None) -> Done:
        steps, seconds, size, start = 0, 0.0, 0, time.perf_counter()
        for piece in pieces[:limit]:
            work(piece)
            seconds = time.perf_counter() - start
            steps, size = steps + 1, size + len(piece)
            if budget is not None and seconds > budget:
                break
        return Done(steps, seconds, f"{size / 1e6:.1f} MB in {steps:,} pieces{using}")

    return run


def plain(
    name: str, corpus: str, rows: str, limit: int | None = None, budget: float | None = None
) -> dict[str, Any]:
    """Run a workload without a profiler.

    Args:
        name: one of `names()`.
        corpus: a text file.
        rows: CSV file for a row of each merge, if there are any.
        limit: most steps.
        budget: seconds after which to stop.

    Returns:
        `steps`, `seconds` and `words` of what was done.
    """
    done = prepare(name, corpus)(limit, budget)
    if done.merges:
        write_rows(done.merges, rows)
    return {"steps": done.steps, "seconds": done.seconds, "words": done.words}


def under_cprofile(name: str, corpus: str, limit: int, prof: str) -> None:
    """Run a workload under cProfile and write the statistics to `prof`."""
    # Not above: a plain run needs no matplotlib in memory.
    from cs336_basics.measure.profile.profiling import profile

    run = prepare(name, corpus)
    profile(run, limit, None).save(prof)


def under_scalene(name: str, corpus: str, limit: int) -> None:
    """Run a workload in a process started by `scalene run --off`; only the run is profiled."""
    from scalene import scalene_profiler

    run = prepare(name, corpus)
    scalene_profiler.start()
    run(limit, None)
    scalene_profiler.stop()
