"""From text files to counts of pre-tokens: which files, which chunks of them, and who counts."""

from cs336_basics.corpus.chunks import find_chunk_boundaries
from cs336_basics.corpus.count import count_bytes, count_files, count_range

__all__ = ["count_bytes", "count_files", "count_range", "find_chunk_boundaries"]
