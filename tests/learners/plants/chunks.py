"""`find_chunk_boundaries` cuts a file in the wrong places; one trainer has such a function."""

from __future__ import annotations

from tests.learners.plants._plant import POOL, Plant

_SEARCH = """
        tail = b""
        while True:
            file.seek(position)
            block = file.read(BLOCK_SIZE)
            if not block:
                break
            found = (tail + block).find(split_special_token)
            if found >= 0:
                boundaries.add(position - len(tail) + found)
                break
            position += len(block)
            keep = len(split_special_token) - 1
            tail = (tail + block)[-keep:] if keep else b""
"""
_FOUND = "boundaries.add(position - len(tail) + found)"


def _boundaries(old: str, new: str) -> list[Plant]:
    return [Plant(POOL, old, new, "find_chunk_boundaries")]


CHUNKS = {
    "chunks-even": _boundaries(_SEARCH, "\n        boundaries.add(position)\n"),
    "chunks-look-ahead": _boundaries(
        _SEARCH,
        """
        file.seek(position)
        found = file.read(4096).find(split_special_token)
        if found < 0 and position + 4096 >= size:
            position = size
        boundaries.add(position + max(found, 0))
""",
    ),
    "chunks-after-space": _boundaries(
        _SEARCH,
        """
        file.seek(position)
        found = file.read().find(b" ")
        boundaries.add(position + found + 1 if found >= 0 else size)
""",
    ),
    "chunks-after-line": _boundaries(
        _SEARCH,
        """
        file.seek(position)
        boundaries.add(position + len(file.readline()))
""",
    ),
    "chunks-inside-special": _boundaries(_FOUND, _FOUND.replace("+ found", "+ found + 1")),
    "chunks-end-missing": _boundaries("boundaries = {0, size}", "boundaries = {0}"),
    "chunks-repeats": _boundaries(
        "    return sorted(boundaries)\n",
        """    repeats = [size] * max(desired_num_chunks + 1 - len(boundaries), 0)
    return sorted([*boundaries, *repeats])
""",
    ),
}
