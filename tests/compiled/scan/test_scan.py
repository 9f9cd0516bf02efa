"""The scanner finds the pre-tokens that `regex` finds."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from cs336_basics.compiled.machine.jit import address
from cs336_basics.compiled.scan import masks
from cs336_basics.compiled.scan import windows as scan_masks
from cs336_basics.compiled.scan.boundaries import pretoken_ends
from cs336_basics.compiled.scan.classes import class_table
from cs336_basics.compiled.scan.plain import PATTERNS
from cs336_basics.errors import InvalidUtf8Error
from tests.compiled.oracle import damaged, ends_by_regex, fuzz_texts

# Behind and before letters, white space, a quote, digits, others, line ends, and itself.
CONTEXTS = ["a{0}b ", " {0}", "'{0}", "1{0}1'", "!{0}\n", "\n{0} {0}\t", "{0}{0}.", "\t{0}a\r{0}"]

each_kernel = pytest.mark.parametrize("kernel", ["plain", "masks"])


@each_kernel
@pytest.mark.parametrize("pattern", PATTERNS)
def test_scanner_agrees_with_regex_on_random_texts(kernel: str, pattern: str) -> None:
    """The ends are those of the regular expression, in 20,000 random texts."""
    wrong = [
        text
        for text in fuzz_texts(20_000)
        if pretoken_ends(text.encode(), pattern, kernel=kernel).tolist()
        != ends_by_regex(text, pattern)
    ]

    assert wrong == []


@each_kernel
@pytest.mark.parametrize("pattern", PATTERNS)
def test_scanner_splits_the_handworked_example(kernel: str, pattern: str) -> None:
    """A sentence with a contraction, a number, punctuation and a line end is cut as by hand."""
    by_hand = {
        "gpt2": ["It", "'s", " 12345", "!!", "\n\n", " ok"],
        "cl100k": ["It", "'s", " ", "123", "45", "!!\n\n", " ok"],
    }
    text = b"It's 12345!!\n\n ok"

    cuts = [0, *pretoken_ends(text, pattern, kernel=kernel).tolist()]

    pieces = [text[start:end].decode() for start, end in pairwise(cuts)]
    assert by_hand[pattern] == pieces


@each_kernel
@pytest.mark.parametrize("pattern", PATTERNS)
@pytest.mark.parametrize("size", [0, 1, 15, 16, 17, 63, 64, 65])
def test_scanner_takes_texts_of_any_size(kernel: str, pattern: str, size: int) -> None:
    """A text of so many bytes is one word, and its end is found."""
    assert [size][: size and 1] == pretoken_ends(b"a" * size, pattern, kernel=kernel).tolist()


@each_kernel
@pytest.mark.parametrize("pattern", PATTERNS)
def test_scanner_finds_the_byte_that_pythons_decoder_finds(kernel: str, pattern: str) -> None:
    """Offset, length and reason of the first bad bytes are those of `bytes.decode`."""
    bad = 0
    for data in damaged(20_000):
        expected = None
        try:
            data.decode()
        except UnicodeDecodeError as error:
            expected = error.start, data[error.start : error.end], error.reason
            bad += 1
        actual = None
        try:
            pretoken_ends(data, pattern, kernel=kernel)
        except InvalidUtf8Error as error:
            actual = error.offset, error.object, error.reason

        assert expected == actual, data
    assert bad > 10_000


def test_the_example_in_the_docstring_is_true() -> None:
    """The masks drawn for a sentence give the starts drawn below them, and those of `regex`."""
    lines = str(masks.__doc__).splitlines()
    rows = {line[4:27].strip(): line[28:45] for line in lines if line.startswith("    ")}
    kinds = [rows[name] for name in ("L letters", "D digits", "W white space", "S spaces")]
    text, drawn = rows["bytes"], rows["by these three lines"]

    letter, digit, white, space = (int(row[::-1].replace(".", "0"), 2) for row in kinds)
    starts = masks.gpt2_starts(letter, digit, white, space, 0)

    assert drawn == "".join("1" if starts >> i & 1 else "." for i in range(len(text)))
    corrected = rows["'ll is a contraction"]
    assert [i for i in range(1, len(text)) if corrected[i] == "1"] == ends_by_regex(text, "gpt2")[
        :-1
    ]


@pytest.mark.parametrize("pattern", PATTERNS)
@pytest.mark.parametrize("filler", ["a", " ", "b ", "1", "-", "\n", "é", "中", "\u3000", "'s"])
def test_windows_may_begin_and_end_anywhere(filler: str, pattern: str) -> None:
    """What comes after 0 to 130 bytes of filler is cut as `regex` cuts it."""
    wrong = []
    for seed, size in enumerate(range(0, 131)):
        for tail in fuzz_texts(4, seed, longest=40):
            text = filler * (size // len(filler.encode())) + tail + " end" * 20
            if pretoken_ends(text.encode(), pattern).tolist() != ends_by_regex(text, pattern):
                wrong.append(text)

    assert [] == wrong


@pytest.mark.parametrize("pattern", PATTERNS)
@pytest.mark.parametrize("kind", ["a", "1", "-", " ", "é", "中", "\n", "\u2003"])
def test_tokens_around_the_size_of_a_window(kind: str, pattern: str) -> None:
    """Tokens of 50 to 70 characters between others are found whole."""
    text = "".join(f"x.{kind * size}y!" for size in range(50, 71))

    assert ends_by_regex(text, pattern) == pretoken_ends(text.encode(), pattern).tolist()


@pytest.mark.parametrize("pattern", PATTERNS)
@pytest.mark.parametrize("letters", ["a", "é", "中", "しょ", "aé中𝒜", "プー"])
def test_a_word_may_go_on_through_many_windows(letters: str, pattern: str) -> None:
    """Words of 50 to 400 letters end where `regex` says, whatever stands before and behind them."""
    for size in range(50, 400, 7):
        word = (letters * size)[:size]
        for around in ("{0}", " {0} ", "!{0}'s", "1{0}1", "\n{0}\n", "'{0}'{0}", "{0}\u0301{0}・"):
            for behind in ("", " and so on" * 8):
                text = around.format(word) + behind

                assert (
                    ends_by_regex(text, pattern) == pretoken_ends(text.encode(), pattern).tolist()
                ), text


@pytest.mark.parametrize("pattern", PATTERNS)
@pytest.mark.parametrize("behind", [b"'s", b"a", b" ", b"12", "½".encode(), b"\xff", b"\n", b"!"])
def test_what_stands_behind_the_end_is_not_read_as_text(pattern: str, behind: bytes) -> None:
    """The end of a part is the end of its text, whatever bytes come next in the buffer."""
    texts = fuzz_texts(2_000, seed=len(behind), longest=30)
    texts += [" it's  the 12345 end "[:size] for size in range(1, 22)]
    wrong = [
        text
        for text in texts
        if ends_by_regex(text, pattern)
        != ends_of_part(text.encode() + behind * 70, len(text.encode()), pattern)
    ]

    assert [] == wrong


@pytest.mark.parametrize("pattern", PATTERNS)
@pytest.mark.parametrize("number", ["½", "²", "٣", "٣٤٥٦", "１２３４"])
def test_numbers_of_several_bytes_just_before_the_end(number: str, pattern: str) -> None:
    """Where the masks give up inside a part, its end is no sign that they did not."""
    for before in ("", "a ", "cut " * 9):
        for after in ("", " inch from ", " of the way to the end, "):
            part = (before + number + after).encode()
            for hostile in (b"the ", b". ", b"\xff"):
                ends = ends_of_part(part + hostile * 70, len(part), pattern)

                assert ends_by_regex(part.decode(), pattern) == ends, (part, hostile)


def ends_of_part(data: bytes, end: int, pattern: str) -> list[int]:
    """Scan `data[:end]` with the rest of `data` behind it, as the counter does between tokens."""
    starts, place, ends = np.empty(scan_masks.ROOM, np.int64), 0, []
    table = address(class_table())
    while place < end:
        number = scan_masks.scan_part(
            data, place, end, len(data), table, PATTERNS[pattern], address(starts)
        )
        ends += starts[1 : number + 1].tolist()
        place = ends[-1]
    return ends


@pytest.mark.slow
@each_kernel
@pytest.mark.parametrize("context", CONTEXTS)
@pytest.mark.parametrize("pattern", PATTERNS)
def test_scanner_agrees_with_regex_on_every_code_point(
    kernel: str, pattern: str, context: str
) -> None:
    """Each of the 1,112,064 characters, in this context, is cut as the regular expression cuts."""
    characters = [chr(code) for code in range(0x110000) if not 0xD800 <= code < 0xE000]
    text = "".join(context.format(character) for character in characters)

    actual = pretoken_ends(text.encode(), pattern, kernel=kernel)

    assert np.array_equal(ends_by_regex(text, pattern), actual)
