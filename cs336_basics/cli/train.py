"""`cs336-bpe train FILE… --vocab-size N --special-token S -o OUT.yaml`."""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from pathlib import Path

from cs336_basics import storage
from cs336_basics.bars import progress_bar
from cs336_basics.corpus import count_files
from cs336_basics.corpus.counts_file import describe_counts, read_counts, write_counts
from cs336_basics.corpus.sources import Source, find_sources
from cs336_basics.datatypes import PretokenCounts, TokenizerData
from cs336_basics.measure.clock.memory import peak_memory
from cs336_basics.text.pretokenize import get_pattern
from cs336_basics.text.special_tokens import check_special_tokens
from cs336_basics.text.utf8 import check_errors, token_literal
from cs336_basics.train import (
    AUTO,
    describe_training,
    pick_trainer,
    train_bpe,
    train_on_counts,
)
from cs336_basics.trainers import TRAINERS
from cs336_basics.vocab import num_merges


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
    parser.add_argument(
        "--counts",
        metavar="FILE",
        help="read the counts of pre-tokens from this file; if there is none, count and write it",
    )


def run(args: argparse.Namespace) -> None:
    """Train, write the file, and say what it took."""
    storage.check_writable(args.output)
    check_errors(args.errors)
    specials, pattern = check_special_tokens(args.special_token), get_pattern(args.pattern).name
    sources = find_sources(args.files)
    trainer = pick_trainer(args.trainer, sum(source.expected for source in sources))
    start = time.perf_counter()
    if args.counts is None:
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
    else:
        num_merges(args.vocab_size, specials)  # what is wrong with it is said before counting
        counts = _kept_counts(args, sources, specials, pattern)
        if args.min_count > 1:
            counts = {word: count for word, count in counts.items() if count >= args.min_count}
        vocab, merges = train_on_counts(
            counts, args.vocab_size, specials, trainer=trainer, progress=True
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


def _kept_counts(
    args: argparse.Namespace, sources: Sequence[Source], specials: list[str], pattern: str
) -> PretokenCounts:
    """Read the counts that are kept, or count and keep them."""
    path, described = Path(args.counts), describe_counts(sources, specials, pattern, args.errors)
    if path.exists():
        return read_counts(path, described)
    with progress_bar("counting", sum(source.size for source in sources), "B", shown=True) as bar:
        counts = count_files(
            sources,
            specials,
            pattern=pattern,
            workers=args.workers,
            errors=args.errors,
            progress=bar.update,
        )
    write_counts(path, counts, described)
    return counts
