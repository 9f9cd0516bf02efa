"""Encode a text file into a file of ids; called in a process of its own."""

from __future__ import annotations

import hashlib
import tempfile
import time
from pathlib import Path
from typing import Any

from cs336_basics.measure.peers.encode_peers import gpt2_tokenizer
from cs336_basics.tokenizer.token_files import encode_file, open_token_file


def ours(corpus: str, workers: int = 1) -> dict[str, Any]:
    """Encode with GPT-2's vocabulary, straight from file to file."""
    tokenizer = gpt2_tokenizer()
    tokenizer.expect(Path(corpus).stat().st_size)  # loads the kernels, where they are used
    tokenizer.encode_array("to be")
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "ids.npy"
        start = time.perf_counter()
        encode_file(tokenizer, corpus, out, workers=workers)
        seconds = time.perf_counter() - start
        ids = open_token_file(out)
        digest = hashlib.sha256(ids.tobytes()).hexdigest()
        kind = str(ids.dtype)
    amount = Path(corpus).stat().st_size / 1e6
    return {"seconds": seconds, "amount": amount, "digest": digest, "dtype": kind}
