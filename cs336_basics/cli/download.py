"""`cs336-bpe download tinystories-train | tinystories-valid | owt-train | owt-valid [--to DIR]`."""

from __future__ import annotations

import argparse

from tqdm import tqdm


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

    with tqdm(unit="B", unit_scale=True, desc=args.name) as bar:

        def on_stage(stage: str, total: int | None) -> None:
            bar.reset(total)
            bar.set_description(stage)

        path = download(args.name, args.to, progress=bar.update, on_stage=on_stage)
    print(path)
