"""What goes step by step and is made by the package: each says what the package does."""

from __future__ import annotations

import re
from collections import Counter
from itertools import islice, product

import pytest

from cs336_basics.learn import show
from cs336_basics.pairs import count_pairs, merge_word, split_bytes
from cs336_basics.text.safe_cuts import SafeCuts, split_stream
from cs336_basics.trainers import naive

WORDS = [bytes(word) for size in range(1, 7) for word in product(b"ab", repeat=size)]
PAIRS = [(b"a", b"a"), (b"a", b"b"), (b"b", b"a")]


def rows(text: str) -> dict[str, int]:
    """The counts of a table of pairs that are not 0."""
    found = re.findall(r"^(\(\S+\)) .*?(\d+)$", text, re.MULTILINE)
    return {pair: int(count) for pair, count in found if int(count)}


@pytest.mark.parametrize("pair", PAIRS)
def test_joins_end_in_the_merged_word_and_its_counts(pair: tuple[bytes, bytes]) -> None:
    """For every word of up to six letters: what corrections keep is what counting anew gives."""
    for word in WORDS:
        shown = show.join_stepper(word, pair)
        *_, last, anew = re.split(r"\n(?=Join|Counted)", shown.text)
        merged = merge_word(split_bytes(word), pair)
        counts = count_pairs([(merged, 1)])

        assert anew.splitlines()[1] == " ".join(token.decode() for token in merged)
        assert rows(anew) == rows(last)
        assert rows(anew) == {
            f"({left.decode()},{right.decode()})": count for (left, right), count in counts.items()
        }


@pytest.mark.parametrize(
    "counts",
    [
        {b"low": 5, b"lower": 2, b"newest": 6, b"widest": 3},
        {b"abab": 1, b"aaaa": 2, b"bab": 3},
        {b"cabbage": 2, b"baggage": 3, b"cab": 1},
    ],
)
def test_the_heap_gives_the_merges_of_the_specification(counts: dict[bytes, int]) -> None:
    """In order, stale entries and ties among them."""
    text = show.heap_stepper(counts, 8).text
    merged = re.findall(r"Its count is still (\d+): \((\S+),(\S+)\) is merged", text)

    assert merged == [
        (str(count), left.decode(), right.decode())
        for (left, right), count in islice(naive.iter_merges(counts), 8)
    ]


def test_a_stale_entry_is_struck_out_and_thrown_away() -> None:
    """By hand, from notebook 04: after (s,t) and (e,st), `9 e·s` is stale and comes up."""
    text = show.heap_stepper({b"low": 5, b"lower": 2, b"newest": 6, b"widest": 3}, 3).text

    assert "9 e·st is pushed, for its count has changed; 9 e·s is stale now.\n[9 e·st]\n" in text
    assert "(9 e·s) 8 w·e" in text
    assert "9 e·s comes out. Its count is 0 now: stale, thrown away." in text


@pytest.mark.parametrize("size", [1, 3, 7])
def test_a_stream_passes_on_what_the_library_does(size: int) -> None:
    """The same pieces in the same order, a special token cut apart by blocks among them."""
    text, special = "I'll see  two\n\n dogs<|end|>and 你好 !  ", ["<|end|>"]
    blocks = [text[i : i + size] for i in range(0, len(text), size)]
    pieces = split_stream((block.encode() for block in blocks), SafeCuts("gpt2", special))
    passed = re.findall(r"^passed on: (.+)$", show.stream_stepper(blocks, special).text, re.M)

    assert passed == [str(show.tokens([piece])) for _, piece in pieces]


def test_a_boundary_moves_to_a_safe_place() -> None:
    """By hand: byte 9 is inside `<e>`'s document, and the next safe place is before ` four`."""
    text = show.cut_stepper("one two<e>three four\n\nfive", 3, ["<e>"]).text

    assert "Guess 1: 1 × 26 // 3 = byte 8.\none·two<|e>three·four↵↵five" in text
    assert "Not safe. The boundary moves on to byte 15, a safe place." in text
    assert text.splitlines()[-2:] == [
        "The boundaries are 0, 15, 20, 26.",
        "one·two<e>three|·four|↵↵five",
    ]


@pytest.mark.parametrize("text", ["", "a", "aaaaaaaa", "a b"])
def test_a_text_may_have_no_safe_place(text: str) -> None:
    """Then guesses meet at the end, or have none to move to."""
    shown = show.cut_stepper(text, 4)

    assert "The boundaries are 0" in shown.text


def test_a_table_counts_every_word() -> None:
    """Whatever slots they end in; a word that comes again finds itself."""
    words = [b"to", b" be", b" or", b" not", b" to", b" be", b"to"]
    last = show.probe_stepper(words, sum).text.splitlines()[-1]
    found = dict(re.findall(r"\d+ (\S+) ×(\d+)", last))

    assert found == {
        word.decode().replace(" ", "·"): str(count) for word, count in Counter(words).items()
    }


@pytest.mark.parametrize("pair", PAIRS)
def test_a_row_of_words_ends_in_the_merged_words_and_their_counts(
    pair: tuple[bytes, bytes],
) -> None:
    """As `merge_word` and counting anew have them; a token stands at its first and last place."""
    counts = {b"abab": 2, b"aaaaa": 3, b"bab": 5, b"a": 7}
    last = show.row_stepper(counts, pair).text.rpartition("After")[2]
    merged = [(merge_word(split_bytes(word), pair), count) for word, count in counts.items()]
    row = re.findall(r"^token (.*)$", last, re.MULTILINE)[0].split()
    shown = {
        name: int(count)
        for name, count in re.findall(r"^\d+ +(\(\S+\)) +(\d+)$", last, re.MULTILINE)
        if int(count)
    }

    twice = ([token.decode()] * min(2, len(token)) for word, _ in merged for token in [*word, b"."])
    assert row == [".", *(token for tokens in twice for token in tokens)]
    assert shown == {
        f"({left.decode()},{right.decode()})": count
        for (left, right), count in count_pairs(merged).items()
    }


def test_a_full_table_is_refused() -> None:
    """Without an empty slot a search would go round for ever."""
    with pytest.raises(ValueError, match="4 slots hold 3 words"):
        show.probe_stepper([b"a", b"b", b"c", b"d"], sum, slots=4)
