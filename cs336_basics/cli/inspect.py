"""`cs336-bpe inspect OUT.yaml`: sizes, longest tokens, first and last merges."""

from __future__ import annotations

import argparse

from cs336_basics import storage
from cs336_basics.streams import plain
from cs336_basics.text.utf8 import token_literal


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments of the command."""
    parser.add_argument("file", metavar="FILE", help="a tokenizer file")
    parser.add_argument("--number", type=int, default=10, metavar="N", help="rows of each list")


def run(args: argparse.Namespace) -> None:
    """Print what a person wants to know of a tokenizer first."""
    data, number = storage.load(args.file), max(args.number, 0)
    print(f"{len(data.vocab):,} tokens, {len(data.merges):,} merges, pattern {plain(data.pattern)}")
    print(f"special tokens: {', '.join(map(plain, data.special_tokens)) or 'none'}")
    print("\nlongest tokens")
    longest = sorted(data.vocab.items(), key=lambda item: (-len(item[1]), item[0]))
    for token_id, token in longest[:number]:
        print(f"  {token_id:>6}  {len(token):>3} bytes  {token_literal(token)}")
    shown = min(number, len(data.merges))
    for title, start in (("first merges", 0), ("last merges", len(data.merges) - shown)):
        print(f"\n{title}")
        for rank in range(start, start + shown):
            left, right = map(token_literal, data.merges[rank])
            print(f"  {rank:>6}  {left} + {right}")
