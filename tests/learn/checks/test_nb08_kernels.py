"""Checks of notebook 08: kernels run as Python and as machine code; mistakes meet their smallest
input, and numba is not needed."""

from __future__ import annotations

import re
import runpy
import subprocess
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from cs336_basics.compiled.count.words import slot_of
from cs336_basics.corpus import count_bytes
from cs336_basics.learn import checks
from cs336_basics.learn.checks import CheckFailed
from cs336_basics.learn.lessons import first_kernels, machine_code
from tests.learn.checks.exercises import ExerciseTests

Function = Callable[..., Any]

EXERCISES: dict[str, Function] = {
    "count_words": checks.count_words,
    "wrapped": checks.wrapped,
    "end_of_word": checks.end_of_word,
    "word_key": checks.word_key,
    "find_slot": checks.find_slot,
    "fill_table": checks.fill_table,
    "count_in_threads": checks.count_in_threads,
    "chase": checks.chase,
}
needs_numba = pytest.mark.skipif(
    not machine_code.AVAILABLE, reason="machine code is compared only where numba is installed"
)


@pytest.fixture(scope="module", autouse=True)
def _numba_is_awake() -> None:
    """The first compilation loads half of numba; each check's own process then has it already."""
    machine_code.njit(slot_after)(0, 3)


def slot_after(slot: int, mask: int) -> int:
    """Something to compile."""
    return (slot_of(slot, 1, mask) + 1) & mask


@pytest.fixture(scope="module")
def solutions(root: Path) -> dict[str, Function]:
    """The functions in the solutions of notebook 08."""
    return runpy.run_path(str(root / "notebooks" / "solutions" / "08_compiled_bpe.py"))


def count_starts(data: Any, end: int) -> int:
    """Another right way: a word starts behind white space."""
    before, words = 32, 0
    for i in range(end):
        words += data[i] > 32 and before <= 32
        before = data[i]
    return words


def count_in_steps(data: Any, end: int) -> int:
    """Another right way: run over white space, then over a word."""
    i = words = 0
    while i < end:
        if data[i] <= 32:
            i += 1
            continue
        words += 1
        while i < end and data[i] > 32:
            i += 1
    return words


def wrapped_by_mask(number: int) -> int:
    """Another right way: keep 64 bits, then ask for the top one."""
    kept = number & (1 << 64) - 1
    return kept - (1 << 64) if kept >> 63 else kept


def key_by_sums(data: Any, place: int, length: int) -> tuple[int, int]:
    """Another right way: from the last byte to the first."""
    low = high = 0
    for i in range(length - 1, -1, -1):
        if i < 8:
            low = low * 256 + data[place + i]
        else:
            high = high * 256 + data[place + i]
    return low, high + (length << 56)


def find_by_counting(lows: Any, highs: Any, mask: int, low: int, high: int) -> int:
    """Another right way: at most once round the table."""
    home: int = slot_of(low, high, mask)
    for step in range(mask + 1):
        slot = (home + step) % (mask + 1)
        if highs[slot] == 0 or (lows[slot] == low and highs[slot] == high):
            return slot
    return -1


def in_documents(text: bytes, threads: int, count: Function) -> Counter[str]:
    """Another right way: more pieces than threads, cut before every single space."""
    places = [match.start() for match in re.finditer(rb"(?<=\w)(?= \w)", text)]
    edges = [0, *places[::2], len(text)]
    pieces = [text[edges[i] : edges[i + 1]] for i in range(len(edges) - 1)]
    total: Counter[str] = Counter()
    with ThreadPoolExecutor(threads) as pool:
        for some in pool.map(count, pieces):
            total.update(some)
    return total


def chase_down(following: Any, place: int, steps: int) -> int:
    """Another right way: count the steps down."""
    while steps > 0:
        place, steps = following[place], steps - 1
    return place


RIGHT: list[tuple[str, Function]] = [
    ("count_words", count_starts),
    ("count_words", count_in_steps),
    ("wrapped", wrapped_by_mask),
    ("word_key", key_by_sums),
    ("find_slot", find_by_counting),
    ("count_in_threads", in_documents),
    ("chase", chase_down),
]


def count_separators(data: Any, end: int) -> int:
    """Takes each space for the end of a word."""
    return 1 + sum(1 for i in range(end) if data[i] == 32)


def count_between_spaces(data: Any, end: int) -> int:
    """Knows no white space but the space."""
    return len([word for word in data[:end].split(b" ") if word])


def count_by_split(data: Any, end: int) -> int:
    """Right for the interpreter; numba knows no `split` of bytes."""
    return len(data[:end].replace(b"\0", b" ").split())


def count_by_iterating(data: Any, end: int) -> int:
    """Lets Python hand over the bytes."""
    before, words = 32, 0
    for i, byte in enumerate(data):
        words += i < end and byte > 32 and before <= 32
        before = byte
    return words


def count_to_the_length(data: Any, end: int) -> int:
    """Asks how long the data are."""
    return count_starts(data, min(end, len(data)))


def chase_by_a_counter(following: Any, place: int, steps: int) -> int:
    """Right for the interpreter; numba knows no `Counter`."""
    for _ in range(Counter({"steps": steps}).total()):
        place = following[place]
    return place


def end_with_any_space(data: Any, place: int, end: int) -> int:
    """Takes the space even where no letter follows."""
    if data[place] == 32:
        place += 1
    while place < end and 97 <= data[place] | 32 <= 122:
        place += 1
    return place


def end_of_the_text(data: Any, place: int, end: int) -> int:
    """Does not look at `end`."""
    found = re.compile(rb" ?[A-Za-z]+|.", re.DOTALL).match(data, place)
    assert found
    return found.end()


def key_without_length(data: Any, place: int, length: int) -> tuple[int, int]:
    """Two words that differ by a zero byte at the end would get the same key."""
    low, high = key_by_sums(data, place, length)
    return low, high & (1 << 56) - 1


def key_from_the_start(data: Any, place: int, length: int) -> tuple[int, int]:
    """Forgets where the word stands."""
    return key_by_sums(data, 0, length)


def key_backwards(data: Any, place: int, length: int) -> tuple[int, int]:
    """The first byte is the highest."""
    low, high = (
        int.from_bytes(data[place:][start:stop], "big")
        for start, stop in ((0, min(length, 8)), (8, max(length, 8)))
    )
    return low, high + (length << 56)


def find_at_home(lows: Any, highs: Any, mask: int, low: int, high: int) -> int:
    """Never looks on."""
    return slot_of(low, high, mask)


def find_by_low(lows: Any, highs: Any, mask: int, low: int, high: int) -> int:
    """Compares the first eight bytes only."""
    slot = slot_of(low, high, mask)
    while highs[slot] != 0 and lows[slot] != low:
        slot = (slot + 1) & mask
    return slot


def find_without_turning(lows: Any, highs: Any, mask: int, low: int, high: int) -> int:
    """Runs off the end of the table."""
    slot = slot_of(low, high, mask)
    while highs[slot] != 0 and (lows[slot] != low or highs[slot] != high):
        slot += 1
    return slot


def fill_every_byte(data: Any, end: int, lows: Any, highs: Any, counts: Any, mask: int) -> int:
    """Takes every byte for a word."""
    different = 0
    for i in range(end):
        slot = find_by_counting(lows, highs, mask, data[i], 1 << 56)
        different += highs[slot] == 0
        lows[slot], highs[slot] = data[i], 1 << 56
        counts[slot] += 1
    return different


def fill_in_pieces(data: Any, end: int, lows: Any, highs: Any, counts: Any, mask: int) -> int:
    """Makes two words of one that is longer than a key."""
    different = place = 0
    while place < end:
        stop = min(first_kernels.end_of_word(data, place, end), place + 15)
        low, high = first_kernels.word_key(data, place, stop - place)
        slot = find_by_counting(lows, highs, mask, low, high)
        different += highs[slot] == 0
        lows[slot], highs[slot] = low, high
        counts[slot] += 1
        place = stop
    return different


def one_after_the_other(text: bytes, threads: int, count: Function) -> Counter[str]:
    """Cuts, and counts the pieces in a loop."""
    cut = re.search(rb"(?<=[a-z])(?= )", text)
    middle = cut.start() if cut else len(text)
    return Counter(count(text[:middle])) + Counter(count(text[middle:]))


def cut_anywhere(text: bytes, threads: int, count: Function) -> Counter[str]:
    """Cuts in the middle of words."""
    middle = len(text) // 2
    with ThreadPoolExecutor(threads) as pool:
        return sum(pool.map(count, [text[:middle], text[middle:]]), Counter())


def chase_with_large_numbers(following: Any, place: int, steps: int) -> int:
    """Right as long as integers have no end; in 64 bits a number may turn negative."""
    for _ in range(steps):
        place = following[place]
    large = place
    for _ in range(40):
        large = 3 * large + 1
    return place if large > 0 else -1


WRONG: list[tuple[str, Function, str]] = [
    ("count_words", count_separators, "(b'', 0)"),
    ("count_words", lambda data, end: len(data.split()), "(b'a b', 1)"),
    ("count_words", count_between_spaces, r"(b'a\nb\tc', 5)"),
    ("wrapped", lambda number: number % 2**64, "(-1)"),
    ("wrapped", lambda number: min(max(number, -(2**63)), 2**63 - 1), f"({2**63})"),
    ("end_of_word", end_with_any_space, "(b'!', 0, 1)"),
    ("end_of_word", end_of_the_text, "(b'ab', 0, 1)"),
    ("end_of_word", lambda data, place, end: place + 1, "(b'ab', 0, 2)"),
    ("word_key", key_without_length, "(b'a', 0, 1)"),
    ("word_key", key_from_the_start, "(b'ab', 1, 1)"),
    ("word_key", key_backwards, "(b'ab', 0, 2)"),
    ("find_slot", find_at_home, "([99, 0, 0, 0], [0x0100000000000000, 0, 0, 0], 3, 102, "),
    ("find_slot", find_by_low, "([99, 0, 0, 0], [0x0200000000000000, 0, 0, 0], 3, 99, "),
    ("find_slot", find_without_turning, "0x0100000000000000], 3, "),
    ("fill_table", fill_every_byte, "for b'aa'"),
    ("fill_table", fill_in_pieces, "for b'misunderstandings'"),
    ("count_in_threads", cut_anywhere, "(b'a bc', 2, count)"),
    ("count_in_threads", one_after_the_other, "to be or not to be"),
    ("chase", lambda following, place, steps: following[place], "([1, 0], 0, 0)"),
]


class TestExercises(ExerciseTests):
    """What every exercise must do."""

    exercises, right, wrong = EXERCISES, RIGHT, WRONG
    says = ""  # then how many inputs, in a form of its own


@needs_numba
def test_what_numba_does_not_know_is_said_in_a_line() -> None:
    """An answer that only the interpreter can run is not the kernel that was asked for."""
    with pytest.raises(CheckFailed) as failed:
        checks.chase(chase_by_a_counter)

    assert "numba cannot compile it: " in failed.value.got
    assert len(failed.value.got.splitlines()[0]) < 400


@pytest.mark.parametrize(
    ("answer", "what"),
    [
        (count_by_split, "a slice makes a new object: use nothing but `data[i]`"),
        (lambda data, end: sum(1 for _ in re.finditer(rb"[^\0- ]+", data[:end])), "a slice makes"),
        (count_by_iterating, "TypeError"),
        (count_to_the_length, "it has no length"),
    ],
)
def test_counting_words_takes_nothing_but_data_i(answer: Function, what: str) -> None:
    """Also where there is no numba to refuse it."""
    with pytest.raises(CheckFailed) as failed:
        checks.count_words(answer)

    assert what in failed.value.got


@needs_numba
def test_integers_without_end_are_seen() -> None:
    """The interpreter agrees, machine code does not."""
    with pytest.raises(CheckFailed) as failed:
        checks.chase(chase_with_large_numbers)

    assert "but only as machine code: as Python it is" in failed.value.got


def test_threads_that_wait_for_each_other_are_no_threads() -> None:
    """The counts are right, but never were two pieces counted at the same time."""
    with pytest.raises(CheckFailed) as failed:
        checks.count_in_threads(lambda text, threads, count: count_bytes(text, []))

    assert failed.value.got.endswith("}), but never two pieces at the same time")


def test_the_package_and_the_checks_leave_numba_alone(python: str) -> None:
    """Whoever opens notebook 01 does not wait for it."""
    code = "import sys, cs336_basics.learn.checks; print('numba' in sys.modules)"

    assert subprocess.run([python, "-c", code], capture_output=True, text=True).stdout == "False\n"
