"""`cs336-bpe encode TOKENIZER TEXT -o IDS.npy`."""

from __future__ import annotations

import argparse
import time

from cs336_basics.tokenizer import Tokenizer


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments of the command."""
    parser.add_argument("tokenizer", metavar="TOKENIZER", help="a tokenizer file, such as OUT.yaml")
    parser.add_argument("text", metavar="TEXT", help="a text file, a .gz file, or - for stdin")
    parser.add_argument("-o", "--output", required=True, metavar="IDS", help=".npy or .bin")
    parser.add_argument("--workers", type=int, default=1, metavar="N")
    parser.add_argument("--errors", default="strict", help="strict or replace")
    parser.add_argument(
        "--allowed-special",
        action="append",
        metavar="S",
        help="all (the default), none, or a special token; may be repeated",
    )


def run(args: argparse.Namespace) -> None:
    """Encode, write the file, and say what it took."""
    from cs336_basics.tokenizer.token_files import encode_file

    allowed = args.allowed_special or ["all"]
    start = time.perf_counter()
    count = encode_file(
        Tokenizer.load(args.tokenizer),
        args.text,
        args.output,
        allowed_special=allowed[0] if allowed in (["all"], ["none"]) else allowed,
        errors=args.errors,
        workers=args.workers,
        progress=True,
    )
    print(f"{args.output}: {count:,} ids in {time.perf_counter() - start:.2f} s")
