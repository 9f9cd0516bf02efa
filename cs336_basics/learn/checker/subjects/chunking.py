"""`find_chunk_boundaries(file, desired_num_chunks, split_special_token)`: where to cut a file."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from io import BytesIO
from itertools import pairwise
from typing import Any, BinaryIO

from cs336_basics.corpus import count_bytes
from cs336_basics.learn.checker.answers import to_ids
from cs336_basics.learn.checker.cases import Cutting
from cs336_basics.learn.checker.notes import Notes
from cs336_basics.learn.checker.outcome import Outcome, outcome_of
from cs336_basics.learn.checker.subjects._shorter import shorter
from cs336_basics.learn.checker.subjects._subject import Code, Graded, Subject
from cs336_basics.learn.mistakes.recipe import REFERENCE, Recipe

END = b"<|endoftext|>"

_ONE_CHUNK = "all is one chunk, though there are special tokens to cut at"
_STRADDLING = (
    "a special token that lies across two blocks is missed, which makes fewer chunks than there"
    " could be; that is allowed (catalogue: chunks-straddling)"
)
_BLOCK = 4096  # bytes that the assignment's code reads at once


class FindChunkBoundaries(Subject):
    """The assignment's function for cutting a file. Any safe cuts will do, not only ours."""

    name = "find_chunk_boundaries"
    case_types = (Cutting,)

    def ask(self, code: Code, case: Cutting, notes: Notes) -> list[int]:
        """Give it a file in memory."""
        file = BytesIO(case.content)
        boundaries = to_ids(code(file, case.number, case.token), notes)
        if faults(case, boundaries) == [_ONE_CHUNK] and not _found_in_blocks(case):
            notes.add(_STRADDLING)
        return boundaries

    def expected(self, case: Cutting) -> list[int]:
        """By the package: one right answer of several."""
        return REFERENCE.boundaries(*case)

    def by(self, recipe: Recipe, case: Cutting) -> list[int]:
        """By the recipe."""
        return recipe.boundaries(*case)

    def code(self, recipe: Recipe) -> Code:
        """A function of an open file."""

        def find(file: BinaryIO, desired_num_chunks: int, split_special_token: bytes) -> list[int]:
            file.seek(0)
            return recipe.boundaries(file.read(), desired_num_chunks, split_special_token)

        return find

    def right(self, case: Cutting, got: Outcome) -> bool:
        """From 0 to the end, no repeats, not too many, and the chunks hold the same pre-tokens."""
        if got.error:
            return False
        found = faults(case, got.answer)
        # The assignment's own code searches in blocks, too, and says that chunks may be fewer.
        return not found or (found == [_ONE_CHUNK] and not _found_in_blocks(case))

    def graded(self, seed: int) -> Graded:
        """Small files, files without the token, long documents, other scripts."""
        draw = random.Random(seed)
        pieces = [b"a", b"b", b" ", b"\n", "牛".encode(), b"<e>", b"<e>"]
        some = [
            Cutting(
                b"".join(draw.choices(pieces, k=draw.randint(2, 16))), draw.randint(2, 4), b"<e>"
            )
            for _ in range(60)
        ]
        documents = b"<e>".join([b"word " * draw.randint(1, 40) for _ in range(6)])
        # The token is across the border of two blocks of 1, 2, 4, …, 8192 bytes from any guess.
        across = b"a" * (2 * 8192 - 1) + b"<e>" + b"a" * (8192 - 2)
        long = b"a" * 6000 + END + b"b" * 6000 + END + b"c" * 10
        return [
            ("no token", [Cutting(b"a", 1), Cutting(b"a", 2), Cutting(b"abcdef", 3)]),
            ("small files", sorted(some, key=self.size)),
            ("documents", [Cutting(documents, 3, b"<e>"), Cutting(long, 4), Cutting(long, 2)]),
            ("long words", [Cutting(b"a" * 9000, 2), Cutting("牛奶".encode() * 1500, 4)]),
            ("blocks", [Cutting(across, 3, b"<e>")]),
        ]

    def simpler(self, case: Cutting) -> Iterator[Cutting]:
        """Shorter files of the same characters, and fewer chunks."""
        token = case.token.decode()
        characters = case.content.decode("utf-8", "replace")
        pieces = re.findall(f"{re.escape(token)}|.", characters, flags=re.DOTALL)
        for some in shorter(pieces):
            if some:
                yield case._replace(content="".join(some).encode())
        for number in range(1, case.number):
            yield case._replace(number=number)

    def size(self, case: Cutting) -> int:
        """Bytes and chunks."""
        return 2 * len(case.content) + case.number

    def call(self, name: str, case: Cutting) -> str:
        """A call with a file that holds the content."""
        holds = repr(case.content) if len(case.content) < 200 else f"{case.content[:40]!r} …"
        size = "1 byte" if len(case.content) == 1 else f"{len(case.content):,} bytes"
        file = f"<a file of {size}: {holds}>"
        return f"{name}({file}, {case.number}, {case.token!r})"

    def evidence(self, case: Cutting, expected: Any, got: Any) -> list[str]:
        """What is wrong with the boundaries."""
        return faults(case, got)


def faults(case: Cutting, boundaries: list[int]) -> list[str]:
    """Say what is wrong with boundaries; an empty list means nothing.

    >>> faults(Cutting(b"aa", 2), [0, 1, 2])
    ["the cut at 1 changes the pre-tokens: b'a' | b'a'"]
    """
    size = len(case.content)
    found = []
    if boundaries[:1] != [0]:
        found.append("the first boundary must be 0")
    if boundaries[-1:] != [size]:
        found.append(f"the last boundary must be the size of the file, {size}")
    if boundaries != sorted(set(boundaries)):
        found.append("boundaries must rise: none twice, none going back")
    if len(boundaries) > case.number + 1:
        found.append(f"{len(boundaries) - 1} chunks, and at most {case.number} were asked for")
    if found:
        return found
    pieces = [case.content[start:end] for start, end in pairwise(boundaries)]
    whole = _counts(case.content, case.token)
    if not whole.error and _added(pieces, case.token) != whole.answer:
        for place in boundaries[1:-1]:
            halves = [case.content[:place], case.content[place:]]
            if _added(halves, case.token) != whole.answer:
                around = case.content[max(0, place - 8) : place], case.content[place : place + 8]
                left, right = map(repr, around)
                return [f"the cut at {place} changes the pre-tokens: {left} | {right}"]
    if len(pieces) == 1 and case.number > 1 and _could_cut(case):
        return [_ONE_CHUNK]
    return []


def _could_cut(case: Cutting) -> bool:
    """Whether the file has special tokens behind every even cut: then two chunks are possible."""
    last_guess = len(case.content) * (case.number - 1) // case.number
    return 0 <= case.content.find(case.token, len(case.content) // case.number) <= last_guess


def _found_in_blocks(case: Cutting) -> bool:
    """Whether a search from the first even cut on, block by block, finds a special token."""
    start = len(case.content) // case.number
    places = range(start, len(case.content), _BLOCK)
    return any(case.token in case.content[place : place + _BLOCK] for place in places)


def _counts(content: bytes, token: bytes) -> Outcome:
    return outcome_of(count_bytes, content, [token.decode("utf-8")])


def _added(pieces: list[bytes], token: bytes) -> Any:
    total: dict[str, int] = {}
    for piece in pieces:
        counted = _counts(piece, token)
        if counted.error:
            return counted.error
        for pretoken, n in counted.answer.items():
            total[pretoken] = total.get(pretoken, 0) + n
    return total
