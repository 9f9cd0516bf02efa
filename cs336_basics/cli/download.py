"""`cs336-bpe download tinystories-train | tinystories-valid | owt-train | owt-valid [--to DIR]`."""

from __future__ import annotations

import argparse
from contextlib import ExitStack

from cs336_basics.bars import progress_bar


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments of the command."""
    parser.add_argument(
        "name", help="tinystories-train, tinystories-valid, owt-train or owt-valid", metavar="NAME"
    )
    parser.add_argument(
        "--to", metavar="DIR", help="the folder; else $CS336_DATA, else data/downloads"
    )


def run(args: argparse.Namespace) -> None:
    """Fetch the corpus with a bar for each stage, and print where it is."""
    # Imported here: the HTTP client takes a tenth of a second that no other command should pay.
    from cs336_basics.datasets.downloads import download

    with ExitStack() as stages:
        bar = stages.enter_context(progress_bar(args.name, None, "B"))

        def on_stage(stage: str, total: int | None) -> None:
            nonlocal bar
            stages.close()
            bar = stages.enter_context(progress_bar(stage, total, "B"))

        path = download(
            args.name, args.to, progress=lambda size: bar.update(size), on_stage=on_stage
        )
    print(path)
