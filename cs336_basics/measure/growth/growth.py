"""How cost grows: time and memory against the size of the corpus and of the vocabulary.

    python -m cs336_basics.measure.growth.growth [--budget SECONDS] [--most MEGABYTES]

A rung goes as far as it can: when a run does not finish within the budget, larger ones are left
out. On log axes a straight line of slope s means: ten times the size costs 10**s times as much.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tqdm import tqdm

from cs336_basics.datasets import write_stories
from cs336_basics.errors import BPEError
from cs336_basics.measure import places
from cs336_basics.measure.clock.instructions import count_instructions
from cs336_basics.measure.clock.isolated import call
from cs336_basics.measure.growth import page as growth_page
from cs336_basics.measure.growth.rows import GrowthRow
from cs336_basics.measure.tables import write_rows
from cs336_basics.trainers import TRAINERS
from cs336_basics.vocab import num_merges

SIZES = (0.5, 1, 2, 5, 10, 20, 50, 100)  # MB of text
VOCAB_SIZES = (1_000, 2_000, 4_000, 8_000, 16_000, 32_000)
VOCAB_CORPUS = 5.0  # MB of text on which the vocabulary grows
BUDGET = 20.0
_MERGES = {"naive": 20, "incremental-rescan": 100}  # what the slowest can do; the others do more
_MORE_MERGES = 743  # a vocabulary of 1,000
_WORK = "cs336_basics.measure.growth.runs"


def main(argv: Sequence[str] | None = None) -> int:
    """Measure how cost grows and write profiles/growth/; return the exit code."""
    parser = argparse.ArgumentParser(description="Measure how cost grows with size.")
    parser.add_argument("--budget", type=float, default=BUDGET, help="seconds of one run (20)")
    parser.add_argument("--most", type=float, default=SIZES[-1], help="MB of the largest text")
    parser.add_argument("--callgrind", action="store_true", help="count instructions (valgrind)")
    parser.add_argument("--out", type=Path, default=places.PROFILES / "growth")
    args = parser.parse_args(argv)
    try:
        measure(args.out, budget=args.budget, most=args.most, callgrind=args.callgrind)
        growth_page.write(args.out)
    except (BPEError, OSError) as error:
        print(f"growth: {error}", file=sys.stderr)
        return 2
    return 0


def measure(out: Path, *, budget: float, most: float, callgrind: bool = False) -> None:
    """Run everything and write `size.csv` and `vocab.csv`.

    Args:
        out: their folder.
        budget: seconds that one run may take; a rung that needs more goes no further.
        most: MB of the largest text.
        callgrind: count instructions for the smallest text as well, where valgrind is.
    """
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        source = _source(Path(scratch), most)
        sizes = [size for size in SIZES if size <= most]
        rows = _by_size(source, Path(scratch), sizes, budget, callgrind)
        write_rows(rows, out / "size.csv")
        rows = _by_vocabulary(source, Path(scratch), min(VOCAB_CORPUS, most), budget)
        write_rows(rows, out / "vocab.csv")


def _source(scratch: Path, most: float) -> Path:
    """Find real text of the size, or write stories: the same on every machine."""
    web = places.shared_folder() / "corpora" / "weblike_en.txt"
    if web.is_file() and web.stat().st_size >= most * 1e6:
        return web
    stories = scratch / "generated_stories.txt"
    write_stories(stories, int(most * 1e6) + 1, 0)
    return stories


def _by_size(
    source: Path, scratch: Path, sizes: Sequence[float], budget: float, callgrind: bool
) -> list[GrowthRow]:
    rows: list[GrowthRow] = []
    active = list(TRAINERS)
    for size in tqdm(sizes, desc="growth by size", unit="size"):
        counts, row = _count(source, scratch, size)
        rows.append(row)
        for name in list(active):
            merges = _MERGES.get(name, _MORE_MERGES)
            made = _merge(row._replace(name=name), counts, merges, budget)
            if made is None:
                active.remove(name)
                continue
            if callgrind and size == sizes[0]:
                made = made._replace(instructions=count_instructions(name, counts, merges))
            rows.append(made)
    return rows


def _by_vocabulary(source: Path, scratch: Path, size: float, budget: float) -> list[GrowthRow]:
    rows: list[GrowthRow] = []
    counts, row = _count(source, scratch, size)
    active = [name for name in TRAINERS if name not in _MERGES]
    for vocab_size in tqdm(VOCAB_SIZES, desc="growth by vocabulary", unit="size"):
        for name in list(active):
            made = _merge(
                row._replace(name=name),
                counts,
                num_merges(vocab_size, places.SPECIAL_TOKENS),
                budget,
            )
            if made is None:
                active.remove(name)
            else:
                rows.append(made)
    return rows


def _count(source: Path, scratch: Path, size: float) -> tuple[Path, GrowthRow]:
    """Count the first `size` MB of the source in a process of its own; keep the counts."""
    counts = scratch / f"{size:g}.pickle"
    outcome = call(
        f"{_WORK}:count", {"corpus": str(source), "megabytes": size, "counts": str(counts)}
    )
    result = outcome.result
    row = GrowthRow(
        "pretokenize",
        source.name,
        result["megabytes"],
        0,
        result["pretokens"],
        result["seconds"],
        result["memory"] / 1e6,
        None,
    )
    return counts, row


def _merge(row: GrowthRow, counts: Path, merges: int, budget: float) -> GrowthRow | None:
    """Let one rung merge, or return None when the budget was too small."""
    arguments = {"name": row.name, "counts": str(counts), "merges": merges, "budget": budget}
    result = call(f"{_WORK}:merge", arguments).result
    if result["unfinished"]:
        return None
    return row._replace(
        merges=result["merges"], seconds=result["seconds"], memory=result["memory"] / 1e6
    )


if __name__ == "__main__":
    sys.exit(main())
