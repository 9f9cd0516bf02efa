"""profiles/scale/: what a training of a real size took, as rows, as a picture and as a page."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from matplotlib.figure import Figure

from cs336_basics.measure import plots
from cs336_basics.measure.pages import fill, write_text
from cs336_basics.measure.tables import read_rows, write_rows

MOST_SECONDS = 240.0  # the goals for 2 GB of stories, 10,000 tokens, two cores, pure Python
MOST_MEGABYTES = 1500.0
_POINTS = 120  # in the picture


class Sample(NamedTuple):
    """One look at a run. These are the columns of `memory.csv`.

    Attributes:
        seconds: since its start.
        workers: processes that count for the first.
        megabytes: held by all of them, 10**6 bytes.
        parent_megabytes: held by the first.
    """

    seconds: float
    workers: int
    megabytes: float
    parent_megabytes: float


class Run(NamedTuple):
    """What a run took. These are the columns of `run.csv`.

    Attributes:
        corpus: file name.
        corpus_bytes: its size.
        corpus_sha256: of its bytes.
        vocab_size: tokens in all.
        workers: processes that counted.
        seconds: of the whole training, the start of Python included.
        counting_seconds: until the last worker ended.
        processor_seconds: that all processes together kept a core busy.
        megabytes: most memory that all processes held at once, 10**6 bytes.
        load_before: processes that wanted a core in the minute before; ours are not among them.
        load_after: the same at the end; ours are.
        commit: of this project.
        python: version and system.
        cpu: model and cores.
    """

    corpus: str
    corpus_bytes: int
    corpus_sha256: str
    vocab_size: int
    workers: int
    seconds: float
    counting_seconds: float
    processor_seconds: float
    megabytes: float
    load_before: float
    load_after: float
    commit: str
    python: str
    cpu: str


def write(folder: Path, run: Run, samples: Sequence[Sample]) -> None:
    """Write rows, picture and page."""
    folder.mkdir(parents=True, exist_ok=True)
    write_rows([run], folder / "run.csv")
    write_rows(samples, folder / "memory.csv")
    plots.save(draw(samples), folder / "memory.png")
    write_text(folder / "README.md", render(folder))


def draw(samples: Sequence[Sample]) -> Figure:
    """Draw memory over time: of many samples the highest in each stretch."""
    step = -(-len(samples) // _POINTS)
    stretches = [samples[i : i + step] for i in range(0, len(samples), step)]
    highest = [max(stretch, key=lambda each: each.megabytes) for stretch in stretches]
    return plots.lines(
        {
            "all processes": [(each.seconds, each.megabytes) for each in highest],
            "the first one": [(each.seconds, each.parent_megabytes) for each in highest],
        },
        xlabel="seconds",
        ylabel="MB",
        title="Memory of a training; the workers end when all is counted",
    )


def summary(run: Run) -> str:
    """Say in a line what a run took."""
    return (
        f"{run.corpus_bytes / 1e6:,.0f} MB to {run.vocab_size:,} tokens in {run.seconds:,.0f} s, "
        f"{run.megabytes:,.0f} MB at most"
    )


def render(folder: Path) -> str:
    """Write the page from the rows in `folder`."""
    [run] = read_rows(Run, folder / "run.csv")
    return fill(
        Path(__file__).with_name("scale.md"),
        run=run,
        speed=plots.two_digits(run.corpus_bytes / 1e6 / run.counting_seconds),
        busy=plots.two_digits(run.processor_seconds / run.seconds),
        own_seconds=run.processor_seconds / run.workers,
        most_seconds=MOST_SECONDS,
        time_goal="holds" if run.seconds <= MOST_SECONDS else "does **not** hold",
        most_megabytes=MOST_MEGABYTES,
        memory_goal="holds" if run.megabytes <= MOST_MEGABYTES else "does **not** hold",
    )
