"""`cs336-bpe check my_module:train_bpe`, `… my_module:Tokenizer`, `… path/to/adapters.py`."""

from __future__ import annotations

import argparse

WHAT = ("train_bpe", "iter_merges", "tokenizer", "encode_iterable", "find_chunk_boundaries")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments of the command."""
    parser.add_argument(
        "target",
        metavar="TARGET",
        help="module:name, file.py:name, or the assignment's adapters.py",
    )
    parser.add_argument(
        "--as",
        dest="what",
        choices=WHAT,
        default="",
        help="what it is, where its name and arguments do not tell",
    )
    parser.add_argument(
        "--seed", type=int, default=0, metavar="N", help="draws the random cases (0)"
    )


def run(args: argparse.Namespace) -> int:
    """Examine each part of the target: 0 if all is right, 1 if not, 2 if it cannot be checked."""
    # Imported here: other commands need neither the catalogue nor what it is made of.
    from cs336_basics.learn.checker.examine import examine
    from cs336_basics.learn.checker.subjects import SUBJECTS
    from cs336_basics.learn.checker.targets import Target, parts_of
    from cs336_basics.learn.checker.whole import failure, verdict

    target = Target(args.target)
    code = 0
    for name, subject in parts_of(target, args.what):
        report = examine(SUBJECTS[subject], target.code(name), name, seed=args.seed)
        error = failure(report)
        print(error or verdict(report))
        if report.lacking:
            code = 2
        elif error or report.passed == 0 or report.unfilled:
            code = max(code, 1)
    return code
