"""How cost grows: time and memory against the size of the corpus and of the vocabulary.

`make profiles NAME=growth` runs it. A rung goes as far as it can: when a run does not finish within
the budget, larger ones are left out. Each run is called in a process of its own.
"""

from __future__ import annotations

import pickle
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from tqdm import tqdm

from cs336_basics.corpus import count_bytes
from cs336_basics.datasets import write_stories
from cs336_basics.datasets.corpora import shared_folder
from cs336_basics.datatypes import PretokenCounts
from cs336_basics.measure.clock.isolated import call
from cs336_basics.measure.clock.memory import peak_memory
from cs336_basics.measure.clock.timing import merge_times
from cs336_basics.measure.places import SPECIAL_TOKENS
from cs336_basics.measure.tables import write_rows
from cs336_basics.trainers import TRAINERS, get_trainer
from cs336_basics.vocab import num_merges

SIZES = (0.5, 1, 2, 5, 10, 20, 50, 100)  # MB of text
VOCAB_SIZES = (1_000, 2_000, 4_000, 8_000, 16_000, 32_000)
_VOCAB_CORPUS = 5.0  # MB of text on which the vocabulary grows
_FEW_MERGES = {"naive": 20, "incremental-rescan": 100}  # what the slowest can do
_MERGES = num_merges(1_000, SPECIAL_TOKENS)  # what the others do on each size


class GrowthRow(NamedTuple):
    """One run. These are the columns of `profiles/growth/size.csv` and `vocab.csv`.

    Attributes:
        name: a trainer, or `pretokenize`.
        corpus: file name of the text that the pieces are cut from.
        megabytes: size of the text, 10**6 bytes.
        merges: made; 0 for `pretokenize`.
        pretokens: distinct pre-tokens in the text.
        seconds: for the merges, or for cutting and counting.
        memory: by which the peak memory of the process rose during that time, 10**6 bytes.
    """

    name: str
    corpus: str
    megabytes: float
    merges: int
    pretokens: int
    seconds: float
    memory: float


def measure(out: Path, *, budget: float, most: float = SIZES[-1]) -> None:
    """Run everything and write `size.csv` and `vocab.csv`.

    Args:
        out: their folder.
        budget: seconds that one run may take; a rung that needs more goes no further.
        most: MB of the largest text.
    """
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        counts, source = Path(scratch) / "counts.pickle", _source(Path(scratch), most)
        rows, active = [], list(TRAINERS)
        for size in tqdm([size for size in SIZES if size <= most], desc="growth by size"):
            counted = _count(source, size, counts)
            rows.append(counted)
            merges = {name: _FEW_MERGES.get(name, _MERGES) for name in active}
            rows += _merge_all(counted, counts, merges, budget, active)
        write_rows(rows, out / "size.csv")

        rows, active = [], [name for name in TRAINERS if name not in _FEW_MERGES]
        counted = _count(source, min(_VOCAB_CORPUS, most), counts)
        for vocab_size in tqdm(VOCAB_SIZES, desc="growth by vocabulary"):
            merges = dict.fromkeys(active, num_merges(vocab_size, SPECIAL_TOKENS))
            rows += _merge_all(counted, counts, merges, budget, active)
        write_rows(rows, out / "vocab.csv")


def _source(scratch: Path, most: float) -> Path:
    """Find real text of the size, or write stories: the same on every machine."""
    web = shared_folder() / "corpora" / "weblike_en.txt"
    if web.is_file() and web.stat().st_size >= most * 1e6:
        return web
    stories = scratch / "generated_stories.txt"
    write_stories(stories, int(most * 1e6) + 1, 0)
    return stories


def _count(source: Path, size: float, counts: Path) -> GrowthRow:
    arguments = {"corpus": str(source), "megabytes": size, "counts": str(counts)}
    found = call(f"{__name__}:count", arguments).result
    return GrowthRow(name="pretokenize", corpus=source.name, merges=0, **found)


def _merge_all(
    counted: GrowthRow, counts: Path, merges: dict[str, int], budget: float, active: list[str]
) -> list[GrowthRow]:
    """Let each rung make its merges; one whose budget ended first leaves `active`."""
    rows = []
    for name, number in merges.items():
        arguments = {"name": name, "counts": str(counts), "merges": number, "budget": budget}
        found = call(f"{__name__}:merge", arguments).result
        if found is None:
            active.remove(name)
        else:
            rows.append(counted._replace(name=name, **found))
    return rows


def count(corpus: str, megabytes: float, counts: str) -> dict[str, float]:
    """Count the pre-tokens of the first megabytes of a file, and pickle the counts.

    The text ends after its last line end, so that no character is cut.
    """
    with Path(corpus).open("rb") as file:
        size = file.read(int(megabytes * 1e6)).rfind(b"\n") + 1
        file.seek(0)
        data = file.read(size)  # a slice would be a second copy, and hide what counting takes
    before, start = peak_memory(), time.perf_counter()
    found = count_bytes(data, SPECIAL_TOKENS)
    seconds = time.perf_counter() - start
    memory = (peak_memory() - before) / 1e6
    words: PretokenCounts = {word.encode("utf-8"): n for word, n in found.items()}
    Path(counts).write_bytes(pickle.dumps(words))
    measured = {"megabytes": size / 1e6, "seconds": seconds, "memory": memory}
    return {"pretokens": len(words), **measured}


def merge(
    name: str, counts: str, merges: int, budget: float | None = None
) -> dict[str, float] | None:
    """Merge with one rung.

    Args:
        name: a trainer.
        counts: file that `count` wrote.
        merges: how many; fewer when no pair is left.
        budget: seconds after which to give up.

    Returns:
        `merges` made, `seconds`, and `memory` by which the peak rose, 10**6 bytes; or None if the
        budget ended before the merges did.
    """
    words: PretokenCounts = pickle.loads(Path(counts).read_bytes())
    next(get_trainer(name)({b"ab": 1}))  # what is loaded or compiled once
    before = peak_memory()
    rows = merge_times(name, words, merges, budget_seconds=budget)
    seconds = rows[-1].cumulative
    if budget is not None and seconds > budget and len(rows) < merges:
        return None
    memory = (peak_memory() - before) / 1e6
    return {"merges": len(rows), "seconds": seconds, "memory": memory}
