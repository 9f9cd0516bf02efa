"""Solutions of notebook 05: counting in pieces, and where to cut."""

from __future__ import annotations

from collections import Counter
from typing import BinaryIO

import regex

from cs336_basics.datatypes import PretokenCounts
from cs336_basics.text import pretokenize


def my_count_stretches(text: str) -> dict[str, int]:
    """Count stretches first; then cut each different one once, and add its count."""
    counts: Counter[str] = Counter()
    for stretch, count in Counter(regex.findall(r"\s*\S+|\s+", text)).items():
        for pretoken in pretokenize.pretokenize(stretch):
            counts[pretoken] += count
    return counts


def my_join_counts(parts: list[PretokenCounts], min_count: int) -> PretokenCounts:
    """Add up all parts; what is rare is known only then."""
    total: Counter[bytes] = Counter()
    for part in parts:
        total.update(part)
    return {pretoken: count for pretoken, count in total.items() if count >= min_count}


def my_invented_pair() -> bytes:
    """Leave out the bad byte, and `x` and `y` are neighbours."""
    return b"x\xffy"


def my_next_character(data: bytes, offset: int) -> int:
    """Step over continuation bytes: they begin with the bits 10."""
    while offset < len(data) and data[offset] & 0b1100_0000 == 0b1000_0000:
        offset += 1
    return offset


def my_find_in_blocks(blocks: list[bytes], token: bytes) -> int | None:
    """Keep the end of what was seen: one byte less than the token is long."""
    window, start = b"", 0
    for block in blocks:
        window += block
        found = window.find(token)
        if found >= 0:
            return start + found
        passed = max(0, len(window) - len(token) + 1)
        window, start = window[passed:], start + passed
    return None


def my_find_chunk_boundaries(file: BinaryIO, desired_num_chunks: int, token: bytes) -> list[int]:
    """Move each guess on to the next token; read in blocks, keep what a token may straddle."""
    size = file.seek(0, 2)
    boundaries = {0, size}
    for i in range(1, desired_num_chunks):
        start = i * size // desired_num_chunks
        file.seek(start)
        window = b""
        while block := file.read(4096):
            window += block
            found = window.find(token)
            if found >= 0:
                boundaries.add(start + found)
                break
            passed = max(0, len(window) - len(token) + 1)
            window, start = window[passed:], start + passed
    return sorted(boundaries)


def my_is_safe_cut(text: str, cut: int, special_tokens: list[str]) -> bool:
    """No special token may straddle the cut; then one begins there, or white space after a word."""
    for token in special_tokens:
        for begin in range(max(0, cut - len(token) + 1), cut):
            if text.startswith(token, begin):
                return False
    if any(text.startswith(token, cut) for token in special_tokens):
        return True
    return text[cut].isspace() and not text[cut - 1].isspace()


def my_cluster_hours(megabytes: float, speed: float, workers: int) -> float:
    """Megabytes by megabytes a second make seconds; the workers share them."""
    return megabytes / speed / workers / 3600
