"""A whole training on a corpus of a real size, watched from outside: profiles/scale/.

    python -m cs336_basics.measure.growth.scale [--size 2GB] [--workers 2] [--corpus FILE]
    python -m cs336_basics.measure.growth.scale --words FILE

The corpus is generated first, unless there is one. Then `cs336-bpe train` runs as anybody would run
it, in pure Python, while this process reads how much memory it and its workers hold. The second
command writes how the number of different pre-tokens of a text grows.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import psutil
from tqdm import tqdm

from cs336_basics.datasets.sizes import parse_size
from cs336_basics.datasets.stories import write_stories
from cs336_basics.errors import BPEError
from cs336_basics.measure import places
from cs336_basics.measure.clock.isolated import MeasurementError
from cs336_basics.measure.growth import scale_page
from cs336_basics.measure.growth.scale_page import Run, Sample
from cs336_basics.measure.growth.word_growth import word_growth
from cs336_basics.measure.tables import write_rows

_EVERY = 0.25  # seconds between two looks at the memory


def main(argv: Sequence[str] | None = None) -> int:
    """Run one training, write the page and what is beside it; return the exit code."""
    parser = argparse.ArgumentParser(description="Train on a corpus of a real size, and watch.")
    parser.add_argument("--size", default="2GB", help="of the stories to generate (2GB)")
    parser.add_argument("--corpus", type=Path, help="train on this file and generate none")
    parser.add_argument("--words", type=Path, help="count the words of this text instead")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--vocab-size", type=int, default=10_000, metavar="N")
    parser.add_argument("--out", type=Path, default=places.PROFILES / "scale")
    args = parser.parse_args(argv)
    try:
        if args.words:
            args.out.mkdir(parents=True, exist_ok=True)
            write_rows(word_growth(args.words), args.out / "word_growth.csv")
            return 0
        with tempfile.TemporaryDirectory() as folder:
            corpus = args.corpus or _generate(Path(folder), args.size)
            run, samples = train(corpus, args.vocab_size, args.workers)
        scale_page.write(args.out, run, samples)
    except (BPEError, OSError) as error:
        print(f"scale: {error}", file=sys.stderr)
        return 2
    print(f"{places.shown_path(args.out / 'README.md')}: {scale_page.summary(run)}")
    return 0


def train(corpus: Path, vocab_size: int, workers: int) -> tuple[Run, list[Sample]]:
    """Train on a file in a process of its own.

    Args:
        corpus: a text file.
        vocab_size: tokens in all.
        workers: processes to count with.

    Returns:
        What the run took, and its memory over time.

    Raises:
        MeasurementError: the training failed; the message is its last line.
    """
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "tokenizer.yaml"
        arguments = ["train", str(corpus), "--vocab-size", str(vocab_size), "--trainer", "heap"]
        arguments += ["--special-token", *places.SPECIAL_TOKENS, "--workers", str(workers)]
        load = _load()
        start = time.perf_counter()
        with open(Path(folder) / "stderr", "w+", encoding="utf-8") as errors:
            process = subprocess.Popen(
                [sys.executable, "-m", "cs336_basics.cli", *arguments, "-o", str(out)],
                stdout=subprocess.DEVNULL,
                stderr=errors,
            )
            samples, processor_seconds = _watch(process, start)
            seconds = time.perf_counter() - start
            if process.returncode:
                errors.seek(0)
                raise MeasurementError(errors.read().strip().splitlines()[-1])
    counting = max((each.seconds for each in samples if each.workers), default=seconds)
    run = Run(
        *places.corpus_facts(corpus),
        vocab_size=vocab_size,
        workers=workers,
        seconds=seconds,
        counting_seconds=counting,
        processor_seconds=processor_seconds,
        megabytes=max(each.megabytes for each in samples),
        load_before=load,
        load_after=_load(),
        commit=places.commit(),
        python=places.python(),
        cpu=places.cpu(),
    )
    return run, samples


def _watch(process: subprocess.Popen[bytes], start: float) -> tuple[list[Sample], float]:
    """Look at a process and its children until it ends; return samples and processor seconds."""
    parent = psutil.Process(process.pid)
    spent: dict[int, float] = {}  # process id -> processor seconds, as last seen
    samples: list[Sample] = []
    while True:
        held, workers = {}, 0
        try:
            for each in (parent, *parent.children(recursive=True)):
                held[each.pid] = _memory(each)
                workers += each != parent and "resource_tracker" not in " ".join(each.cmdline())
                times = each.cpu_times()
                spent[each.pid] = times.user + times.system
        except psutil.Error:
            pass  # one has ended between two lines
        if parent.pid in held:
            megabytes = sum(held.values()) / 1e6
            seconds = time.perf_counter() - start
            samples.append(Sample(seconds, workers, megabytes, held[parent.pid] / 1e6))
        try:
            process.wait(_EVERY)
            return samples, sum(spent.values())
        except subprocess.TimeoutExpired:
            continue


def _memory(process: psutil.Process) -> int:
    """Bytes that a process holds; where that is known, what it shares counts in part."""
    details = process.memory_full_info()
    return int(getattr(details, "pss", details.rss))


def _load() -> float:
    return os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0


def _generate(folder: Path, size: str) -> Path:
    path = folder / f"stories-{size}.txt"
    with tqdm(total=parse_size(size), unit="B", unit_scale=True, desc="generating") as bar:
        write_stories(path, parse_size(size), progress=bar.update)
    return path


if __name__ == "__main__":
    sys.exit(main())
