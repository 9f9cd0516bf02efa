"""`cs336-bpe decode TOKENIZER IDS -o TEXT`."""

from __future__ import annotations

import argparse
from pathlib import Path

from cs336_basics.bars import progress_bar
from cs336_basics.errors import CorpusError
from cs336_basics.files import write_whole
from cs336_basics.tokenizer import Tokenizer

_BLOCK = 1 << 20  # ids decoded at once


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments of the command."""
    parser.add_argument("tokenizer", metavar="TOKENIZER", help="the tokenizer that made the ids")
    parser.add_argument("ids", metavar="IDS", help="a .npy or .bin file")
    parser.add_argument("-o", "--output", required=True, metavar="TEXT")


def run(args: argparse.Namespace) -> None:
    """Decode byte for byte: what was encoded comes back, line ends included."""
    import numpy as np

    from cs336_basics.tokenizer.token_files import check_maker, open_token_file

    tokenizer = Tokenizer.load(args.tokenizer)
    ids = open_token_file(args.ids)
    check_maker(Path(args.ids), tokenizer, args.tokenizer)
    with (
        write_whole(args.output) as file,
        open(args.ids, "rb") as source,
        progress_bar("decoding", len(ids), "id") as bar,
    ):
        # Read, not mapped: where a mapped file becomes shorter meanwhile, the system ends us.
        source.seek(getattr(ids, "offset", 0))
        for start in range(0, len(ids), _BLOCK):
            size = min(_BLOCK, len(ids) - start)
            block = np.frombuffer(source.read(size * ids.itemsize), np.uint8)
            if len(block) < size * ids.itemsize:
                raise CorpusError(f"{args.ids}: the file became shorter while it was read")
            file.write(tokenizer.decode_bytes(block.view(ids.dtype).tolist()))
            bar.update(size)
    print(f"{args.output}: {len(ids):,} ids decoded")
