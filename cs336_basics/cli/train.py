"""`cs336-bpe train FILE… --vocab-size N --special-token S -o OUT.yaml`."""

from __future__ import annotations

import argparse
import time

from cs336_basics import storage
from cs336_basics.corpus.sources import find_sources
from cs336_basics.datatypes import TokenizerData
from cs336_basics.measure.clock.memory import peak_memory
from cs336_basics.text.pretokenize import get_pattern
from cs336_basics.text.special_tokens import check_special_tokens
from cs336_basics.text.utf8 import check_errors, token_literal
from cs336_basics.train import AUTO, describe_training, pick_trainer, train_bpe
from cs336_basics.trainers import TRAINERS


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments of the command."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="text to train on, UTF-8")
    parser.add_argument("--vocab-size", type=int, required=True, metavar="N")
    parser.add_argument(
        "--special-token", action="append", default=[], metavar="S", help="may be repeated"
    )
    parser.add_argument("-o", "--output", required=True, metavar="OUT.yaml")
    parser.add_argument("--trainer", default=AUTO, help=", ".join([AUTO, *TRAINERS]))
    parser.add_argument("--pattern", default="gpt2", help="gpt2, cl100k, o200k or a regex")
    parser.add_argument("--errors", default="strict", help="strict or replace")
    parser.add_argument(
        "--workers", type=int, default=1, metavar="N", help="processes to count with"
    )
    parser.add_argument(
        "--min-count", type=int, default=1, metavar="K", help="leave out rarer pre-tokens"
    )


def run(args: argparse.Namespace) -> None:
    """Train, write the file, and say what it took."""
    storage.check_writable(args.output)
    check_errors(args.errors)
    specials, pattern = check_special_tokens(args.special_token), get_pattern(args.pattern).name
    sources = find_sources(args.files)
    trainer = pick_trainer(args.trainer, sum(source.size for source in sources))
    start = time.perf_counter()
    vocab, merges = train_bpe(
        sources,
        args.vocab_size,
        specials,
        trainer=trainer,
        pattern=pattern,
        errors=args.errors,
        workers=args.workers,
        min_count=args.min_count,
        progress=True,
    )
    seconds = time.perf_counter() - start
    training = describe_training(
        sources, pattern=pattern, trainer=trainer, min_count=args.min_count
    )
    data = TokenizerData(vocab, merges, specials, pattern, training)
    storage.save(data, args.output)
    longest = max((left + right for left, right in merges), key=len, default=b"")
    print(f"{args.output}: {len(vocab):,} tokens, {len(merges):,} merges")
    print(f"{seconds:.2f} s, peak memory {peak_memory() / 1e6:,.0f} MB (children included)")
    print(f"longest token: {token_literal(longest)} ({len(longest)} bytes)")
