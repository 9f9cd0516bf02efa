"""Checks of notebook 05: they take every right answer, and show a wrong one its smallest input."""

from __future__ import annotations

import re
import runpy
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, BinaryIO

import pytest
import regex

from cs336_basics.corpus import chunks
from cs336_basics.datatypes import PretokenCounts
from cs336_basics.learn import checks
from cs336_basics.learn.checks import CheckFailed
from cs336_basics.text.pretokenize import count_pretokens, pretokenize

Function = Callable[..., Any]

EXERCISES = [
    "cluster_hours",
    "count_stretches",
    "find_chunk_boundaries",
    "find_in_blocks",
    "invented_pair",
    "is_safe_cut",
    "join_counts",
    "next_character",
]


def forgets_the_count(text: str) -> Counter[str]:
    """Counts a stretch once, however often it stands there."""
    return Counter(
        p for stretch in set(re.findall(r"\s*\S+|\s+", text)) for p in pretokenize(stretch)
    )


def splits_at_spaces(text: str) -> Counter[str]:
    """Loses the space that belongs to a word."""
    return Counter(p for word in text.split() for p in pretokenize(word))


def prunes_each_part(parts: list[PretokenCounts], min_count: int) -> PretokenCounts:
    """Leaves out what is rare in a part, before it knows the others."""
    total: Counter[bytes] = Counter()
    for part in parts:
        total.update({word: count for word, count in part.items() if count >= min_count})
    return dict(total)


def looks_in_each_block(blocks: list[bytes], token: bytes) -> int | None:
    """Never sees a token that straddles."""
    start = 0
    for block in blocks:
        if token in block:
            return start + block.index(token)
        start += len(block)
    return None


def keeps_too_little(blocks: list[bytes], token: bytes) -> int | None:
    """One byte of what was seen is not enough."""
    window, start = b"", 0
    for block in blocks:
        window += block
        if token in window:
            return start + window.index(token)
        start += max(0, len(window) - 1)
        window = window[-1:]
    return None


def forgets_where_it_is(blocks: list[bytes], token: bytes) -> int | None:
    """Counts from the start of the window."""
    window = b""
    for block in blocks:
        window = window[-len(token) :] + block
        if token in window:
            return window.index(token)
    return None


def joins_all(blocks: list[bytes], token: bytes) -> int | None:
    """Needs as much memory as the stream is long."""
    offset = b"".join(blocks).find(token)
    return None if offset < 0 else offset


def evenly(file: BinaryIO, number: int, token: bytes) -> list[int]:
    """Cuts where it falls."""
    size = file.seek(0, 2)
    return sorted({i * size // number for i in range(number + 1)})


def as_published(file: BinaryIO, number: int, token: bytes) -> list[int]:
    """Looks at one block after the other, and at neither edge."""
    size = file.seek(0, 2)
    boundaries = {0, size}
    for i in range(1, number):
        start = i * size // number
        file.seek(start)
        while block := file.read(4096):
            if token in block:
                boundaries.add(start + block.index(token))
                break
            start += len(block)
    return sorted(boundaries)


def after_the_token(file: BinaryIO, number: int, token: bytes) -> list[int]:
    """The token belongs to the chunk that it begins, by our rule."""
    found = chunks.find_chunk_boundaries(file, number, token, pattern=r"\S+|\s+")
    size = file.seek(0, 2)
    return sorted({b if b in (0, size) else b + len(token) for b in found})


def reads_all(file: BinaryIO, number: int, token: bytes) -> list[int]:
    """Right, as long as the file fits into memory."""
    data = file.read()
    guesses = (i * len(data) // number for i in range(1, number))
    found = {data.find(token, guess) for guess in guesses}
    return sorted({0, len(data), *found} - {-1})


def reads_the_rest(file: BinaryIO, number: int, token: bytes) -> list[int]:
    """From each guess on all that is left, line by line: this file has no line ends."""
    size = file.seek(0, 2)
    boundaries = {0, size}
    for i in range(1, number):
        start = file.seek(i * size // number)
        found = b"".join(file.readlines()).find(token)
        boundaries |= {start + found} if found >= 0 else set()
    return sorted(boundaries)


def cuts_everything(text: str) -> Counter[str]:
    """Counts pre-tokens, and no stretches."""
    return Counter(pretokenize(text))


def cuts_each_stretch(text: str) -> Counter[str]:
    """Cuts a stretch as often as it stands there."""
    return Counter(p for stretch in re.findall(r"\s*\S+|\s+", text) for p in pretokenize(stretch))


def counts_lines(text: str) -> Counter[str]:
    """Cuts lines: each different one once, but they do not repeat."""
    counts: Counter[str] = Counter()
    for line, number in Counter(re.findall(r"\s*[^\n]+|\s+", text)).items():
        for pretoken in pretokenize(line):
            counts[pretoken] += number
    return counts


def leaves_it_to_the_package(text: str) -> Counter[str]:
    """The package's own function."""
    return count_pretokens([text])


def stretches_by_finditer(text: str) -> dict[str, int]:
    """Another right way: `regex`, a plain dict, the pre-tokens of a stretch kept."""
    known: dict[str, list[str]] = {}
    counts: dict[str, int] = {}
    for match in regex.finditer(r"\s*\S+|\s+", text):
        stretch = match.group()
        if stretch not in known:
            known[stretch] = pretokenize(stretch)
        for pretoken in known[stretch]:
            counts[pretoken] = counts.get(pretoken, 0) + 1
    return counts


def stretches_by_cache(text: str) -> Counter[str]:
    """Another right way: a cache sees to it that each stretch is cut once."""
    cut = cache(pretokenize)
    return Counter(p for stretch in re.findall(r"\s*\S+|\s+", text) for p in cut(stretch))


def in_small_steps(file: BinaryIO, number: int, token: bytes) -> list[int]:
    """Another right way: blocks that overlap, by seeking back."""
    size = file.seek(0, 2)
    boundaries = [0, size]
    for i in range(1, number):
        place = i * size // number
        while place < size:
            file.seek(place)
            block = file.read(500 + len(token))
            if token in block:
                boundaries.append(place + block.index(token))
                break
            place += 500
    return sorted(set(boundaries))


def in_a_growing_window(file: BinaryIO, number: int, token: bytes) -> list[int]:
    """Another right way, if no token is far: all since the guess is kept."""
    size = file.seek(0, 2)
    boundaries = {0, size}
    for i in range(1, number):
        start = file.seek(i * size // number)
        window = b""
        while token not in window and (block := file.read(1 << 16)):
            window += block
        if token in window:
            boundaries.add(start + window.index(token))
    return sorted(boundaries)


@pytest.mark.parametrize(
    ("name", "right"),
    [
        ("count_stretches", stretches_by_finditer),
        ("count_stretches", stretches_by_cache),
        ("find_chunk_boundaries", in_small_steps),
        ("find_chunk_boundaries", in_a_growing_window),
    ],
)
def test_other_right_answers_pass(
    name: str, right: Function, capsys: pytest.CaptureFixture[str]
) -> None:
    """There is more than one right way, and the check takes each."""
    getattr(checks, name)(right)

    assert "passed" in capsys.readouterr().out


MISTAKES: list[tuple[str, Function, str]] = [
    ("count_stretches", cuts_everything, "in one piece: count stretches first"),
    ("count_stretches", cuts_each_stretch, "it cuts ' the' 27 times"),
    ("count_stretches", counts_lines, "in one piece: count stretches first"),
    ("count_stretches", leaves_it_to_the_package, "it never calls `pretokenize.pretokenize`"),
    ("find_chunk_boundaries", reads_all, "17 MB of 17 MB at once"),
    ("find_chunk_boundaries", reads_the_rest, "of 17 MB at once"),
    ("count_stretches", forgets_the_count, "('a a a a')"),
    ("count_stretches", splits_at_spaces, "('a a')"),
    ("join_counts", prunes_each_part, "([{b'a': 1}, {b'a': 1}], 2)"),
    ("join_counts", lambda parts, n: {}, "([{b'a': 1}], 1)"),
    ("join_counts", lambda parts, n: dict(sum(map(Counter, parts), Counter())), "], 2)"),
    ("invented_pair", lambda: b"ab", "not valid UTF-8"),
    ("invented_pair", lambda: b"\xffa b", "not there before"),
    ("invented_pair", lambda: "a\xffb", "bytes"),
    ("invented_pair", lambda: b"a\xffb a\xffb a\xffb", "another pair than the (a, b)"),
    ("next_character", lambda data, offset: offset, "(b'\\xc3\\xa9', 1)"),
    ("next_character", lambda data, offset: offset + 1, "(b'a', 0)"),
    ("find_in_blocks", looks_in_each_block, "([b'ab<', b'e>c'], b'<e>')"),
    ("find_in_blocks", keeps_too_little, "([b'ab<e', b'>c'], b'<e>')"),
    ("find_in_blocks", forgets_where_it_is, "([b'ab<e', b'>c'], b'<e>')"),
    ("find_in_blocks", joins_all, "([b'a' * 65536, …: 65 blocks], b'<e>')"),
    ("find_in_blocks", joins_all, "4128769, but it holds 4 MB of 4 MB at once"),
    ("find_chunk_boundaries", evenly, "(a file that holds b'aa', 2, b'<e>')"),
    ("find_chunk_boundaries", as_published, "a file that holds b'a' * "),
    ("find_chunk_boundaries", after_the_token, "(a file that holds b'a<e>bb<e>cc', 2, b'<e>')"),
    ("is_safe_cut", lambda text, cut, specials: text[cut] == " ", "('a\\nb', 1, [])"),
    ("is_safe_cut", lambda text, cut, specials: text[cut].isspace(), "('a  b', 2, [])"),
    (
        "is_safe_cut",
        lambda text, cut, specials: text[cut].isspace() and not text[cut - 1].isspace(),
        "('a<e>b', 1, ['<e>'])",
    ),
    ("cluster_hours", lambda size, speed, workers: size / speed / 3600, "(36000.0, 10.0, 2)"),
    ("cluster_hours", lambda size, speed, workers: size / speed / workers, "(36000.0, 10.0, 1)"),
]


@pytest.fixture(scope="module")
def solutions(root: Path) -> dict[str, Function]:
    """What the solution module of notebook 05 defines."""
    path = root / "notebooks" / "solutions" / "05_parallel_pretokenization.py"
    return runpy.run_path(str(path))


@pytest.mark.parametrize("name", EXERCISES)
def test_the_solution_passes(
    solutions: dict[str, Function], name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Ours is right."""
    getattr(checks, name)(solutions[f"my_{name}"])

    assert "passed" in capsys.readouterr().out


@pytest.mark.parametrize(("name", "wrong", "smallest"), MISTAKES)
def test_a_mistake_is_shown_with_its_smallest_input(
    name: str, wrong: Function, smallest: str
) -> None:
    """Each mistake is one that people make."""
    with pytest.raises(CheckFailed) as caught:
        getattr(checks, name)(wrong)

    assert smallest in str(caught.value)


def test_every_exercise_has_a_mistake_that_its_check_finds() -> None:
    """A check that nothing fails would prove nothing."""
    assert set(EXERCISES) == {name for name, _, _ in MISTAKES}


@pytest.mark.parametrize("block", [1, 16, 1000, 4096, 65536])
def test_a_learner_may_read_in_blocks_of_any_size(
    block: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """What counts are the boundaries."""

    def boundaries(file: BinaryIO, number: int, token: bytes) -> list[int]:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(chunks, "_SEARCH_SIZE", block)
            return chunks.find_chunk_boundaries(file, number, token, pattern=r"\S+|\s+")

    checks.find_chunk_boundaries(boundaries)

    assert "passed" in capsys.readouterr().out


def test_the_function_of_a_block_that_never_straddles_is_found_out() -> None:
    """For every usual block size there is a file in which the token lies across two blocks."""
    for size in (16, 512, 4096, 65536):

        def careless(file: BinaryIO, number: int, token: bytes, size: int = size) -> list[int]:
            end = file.seek(0, 2)
            boundaries = {0, end}
            for i in range(1, number):
                start = i * end // number
                file.seek(start)
                while block := file.read(size):
                    if token in block:
                        boundaries.add(start + block.index(token))
                        break
                    start += len(block)
            return sorted(boundaries)

        with pytest.raises(CheckFailed):
            checks.find_chunk_boundaries(careless)
