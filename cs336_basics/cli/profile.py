"""`cs336-bpe profile TRAINER CORPUS [--merges N]`: where does the time go?"""

from __future__ import annotations

import argparse
from pathlib import Path

from tqdm import tqdm

from cs336_basics.errors import UnknownNameError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments of the command."""
    parser.add_argument(
        "trainer", metavar="TRAINER", help="a trainer's name, or pretokenize, or encode"
    )
    parser.add_argument("corpus", metavar="CORPUS", help="text, UTF-8")
    parser.add_argument("--merges", type=int, metavar="N", help="as many merges, whatever it takes")
    parser.add_argument(
        "--budget", type=float, default=30.0, metavar="S", help="seconds for the plain run (30)"
    )
    parser.add_argument(
        "-o", "--output", metavar="FOLDER", help="where the reports go (profiles/TRAINER)"
    )


def run(args: argparse.Namespace) -> None:
    """Profile one trainer in processes of its own and write a folder of reports."""
    from cs336_basics.measure.profile import folder as profile_folder
    from cs336_basics.measure.profile import workloads

    if args.trainer not in workloads.names():
        known = ", ".join(workloads.names())
        raise UnknownNameError(f"unknown workload {args.trainer!r}; use one of {known}")
    folder = Path(args.output or Path("profiles") / args.trainer)
    sheet = profile_folder.write_profile(
        args.trainer,
        Path(args.corpus),
        folder,
        limit=args.merges,
        budget=None if args.merges else args.budget,
        say=tqdm.write,
    )
    print(f"{folder}: {sheet.done} in {sheet.seconds:.2f} s")
    print(f"peak memory {sheet.megabytes:,.0f} MB; start with {folder / 'RUN.md'}")
