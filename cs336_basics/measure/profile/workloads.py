"""What is profiled: every trainer, pre-tokenizing, encoding; and the three runs of a profile.

A workload is prepared first (not measured), then done in small steps: a merge, or a piece of text.
Each run is called in a process of its own: without a profiler, under cProfile, under scalene.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

from cs336_basics.corpus import count_bytes, count_files, find_chunk_boundaries
from cs336_basics.datasets import stories_path
from cs336_basics.measure.clock.timing import MergeTime, PieceTime, merge_times
from cs336_basics.measure.places import PROFILES, SPECIAL_TOKENS
from cs336_basics.measure.tables import write_rows
from cs336_basics.tokenizer import Tokenizer
from cs336_basics.train import train_bpe
from cs336_basics.trainers import TRAINERS, get_trainer
from cs336_basics.vocab import num_merges

PIECE_SIZE = 128 * 1024  # bytes of text in one step of pre-tokenizing or encoding
VOCAB_SIZE = 10_000  # what every trainer works towards: the assignment's TinyStories vocabulary


Rows = list[MergeTime] | list[PieceTime]
Run = Callable[[int | None, float | None], Rows]
"""(most steps, seconds after which to stop) -> a row for each step."""


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
        return _over_pieces(Path(corpus), _counting())
    if name == "encode":
        return _over_pieces(Path(corpus), _encoding())
    counts = count_files(corpus, SPECIAL_TOKENS)
    next(get_trainer(name)({b"ab": 1}))  # what is loaded or compiled once is not part of the run
    most = num_merges(VOCAB_SIZE, SPECIAL_TOKENS)

    def run(limit: int | None, budget: float | None) -> Rows:
        return merge_times(name, counts, limit or most, budget_seconds=budget)

    return run


def tokenizer_for_encoding() -> tuple[str, Tokenizer]:
    """Return the tokenizer that `encode` encodes with, and its name: TinyStories' if it is there.

    Where no vocabulary has been saved yet, a small one is trained on the bundled stories.
    """
    for name in ("tinystories_10k.yaml", "stories_1k.yaml"):
        if (PROFILES / name).is_file():
            return name, Tokenizer.load(PROFILES / name)
    vocab, merges = train_bpe(stories_path(), 1_000, SPECIAL_TOKENS)
    return "stories_1k", Tokenizer(vocab, merges, SPECIAL_TOKENS)


def _counting() -> Callable[[bytes], object]:
    counts: Counter[str] = Counter()
    return lambda piece: counts.update(count_bytes(piece, SPECIAL_TOKENS))


def _encoding() -> Callable[[bytes], object]:
    _, tokenizer = tokenizer_for_encoding()
    return lambda piece: tokenizer.encode(piece.decode("utf-8"))


def _over_pieces(corpus: Path, work: Callable[[bytes], object]) -> Run:
    """Run `work` over a corpus piece by piece; reading the pieces is not part of it."""
    with corpus.open("rb") as file:
        number = max(1, corpus.stat().st_size // PIECE_SIZE)
        boundaries = find_chunk_boundaries(file, number, SPECIAL_TOKENS)
        file.seek(0)
        pieces = [file.read(end - start) for start, end in pairwise(boundaries)]

    def run(limit: int | None, budget: float | None) -> list[PieceTime]:
        rows: list[PieceTime] = []
        start = before = time.perf_counter()
        for piece in pieces[:limit]:
            work(piece)
            now = time.perf_counter()
            rows.append(PieceTime(len(rows), len(piece), now - before, now - start))
            if budget is not None and now - start > budget:
                break
            before = now
        return rows

    return run


def describe(name: str, rows: Rows) -> str:
    """Say how far a run came: `50 merges`, or `5.6 MB in 43 pieces`, and with which vocabulary."""
    pieces = [row for row in rows if isinstance(row, PieceTime)]
    if not pieces:
        return f"{len(rows):,} merges"
    done = f"{sum(row.size for row in pieces) / 1e6:.1f} MB in {len(pieces):,} pieces"
    return f"{done} with {tokenizer_for_encoding()[0]}" if name == "encode" else done


def plain(
    name: str, corpus: str, rows: str, limit: int | None = None, budget: float | None = None
) -> dict[str, Any]:
    """Run a workload without a profiler.

    Args:
        name: one of `names()`.
        corpus: a text file.
        rows: CSV file for a row of each step; it is not written when there was no step.
        limit: most steps.
        budget: seconds after which to stop.

    Returns:
        `steps` made, `seconds` they took, and what was `done` in words.
    """
    done = prepare(name, corpus)(limit, budget)
    if done:
        write_rows(done, rows)
    seconds = done[-1].cumulative if done else 0.0
    return {"steps": len(done), "seconds": seconds, "done": describe(name, done)}


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
