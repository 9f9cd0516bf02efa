"""Solutions of notebook 07: measuring tokenizers."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from cs336_basics import Tokenizer
from cs336_basics.datatypes import Vocab
from cs336_basics.tokenizer.token_files import Ids


def my_compression_ratio(tokenizer: Tokenizer, texts: list[str]) -> float:
    """Return the bytes of all texts over the tokens of all texts."""
    size = sum(len(text.encode("utf-8")) for text in texts)
    return size / sum(len(tokenizer.encode(text)) for text in texts)


def my_longest_token(vocab: Vocab, special_tokens: list[str]) -> bytes:
    """Find the longest token in bytes; of equally long ones that with the smallest id."""
    special = {token.encode("utf-8") for token in special_tokens}
    learned = [token for _, token in sorted(vocab.items()) if token not in special]
    return max(learned, key=len)  # of equals, `max` returns the first


def my_only_in(vocab: Vocab, other: Vocab) -> list[bytes]:
    """List the tokens that another vocabulary lacks, in the order of their ids."""
    known = set(other.values())
    return [token for _, token in sorted(vocab.items()) if token not in known]


def my_pile_days(size: int, seconds: float) -> float:
    """Say how many days the Pile takes if `size` bytes take `seconds`."""
    return 825e9 / (size / seconds) / (24 * 60 * 60)


def my_narrowest_dtype(vocab: Vocab) -> str:
    """Name the type: uint16 if it holds every id, else uint32."""
    return "uint16" if max(vocab) < 2**16 else "uint32"


def my_save_ids(path: Path, ids: list[int]) -> None:
    """Write ids, as narrow as they allow, and how wide they are."""
    width = 2 if max(ids, default=0) < 2**16 else 4
    path.write_bytes(bytes([width]) + np.array(ids, f"<u{width}").tobytes())


def my_load_ids(path: Path) -> list[int]:
    """Read the ids that `my_save_ids` wrote."""
    content = path.read_bytes()
    ids: list[int] = np.frombuffer(content, f"<u{content[0]}", offset=1).tolist()
    return ids


def my_split_documents(ids: Ids, end: int) -> list[Ids]:
    """Cut an array of ids at each end token; empty documents are left out."""
    documents, start = [], 0
    for stop in [*(ids == end).nonzero()[0], len(ids)]:
        if stop > start:
            documents.append(ids[start:stop])
        start = stop + 1
    return documents
