"""`cs336-bpe generate --size 2GB --seed 0 FILE`."""

from __future__ import annotations

import argparse

from cs336_basics import datasets
from cs336_basics.bars import progress_bar


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments of the command."""
    parser.add_argument("file", metavar="FILE", help="where to write the stories")
    parser.add_argument("--size", required=True, help="such as 500KB, 200MB or 2GB")
    parser.add_argument("--seed", type=int, default=0)


def run(args: argparse.Namespace) -> None:
    """Write the stories, in bounded memory."""
    size = datasets.parse_size(args.size)
    with progress_bar("writing", size, "B") as bar:
        datasets.write_stories(args.file, size, args.seed, progress=bar.update)
