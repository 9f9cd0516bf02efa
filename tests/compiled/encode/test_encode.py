"""Encoding in machine code gives the ids of plain Python."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cs336_basics import kernels
from cs336_basics.compiled.encode import encoder as module
from cs336_basics.compiled.encode import output, state
from cs336_basics.compiled.encode.ascii_view import ascii_view
from cs336_basics.compiled.encode.encoder import Encoder
from cs336_basics.corpus import count_files
from cs336_basics.datatypes import Merges
from cs336_basics.errors import InvalidUtf8Error, VocabularyError
from cs336_basics.testing.strategies import special_tokens, tiny_counts, tricky_text
from cs336_basics.tokenizer import Tokenizer
from cs336_basics.tokenizer.pretoken_encoder import PretokenEncoder
from cs336_basics.trainers import compiled, naive
from tests.compiled.oracle import fuzz_texts

each_kernel = pytest.mark.parametrize("kernel", ["plain", "masks"])
BYTES = [bytes([byte]) for byte in range(256)]


def vocabulary(merges: Merges) -> dict[int, bytes]:
    """Number all bytes and what the merges make; ids are neither contiguous nor in order."""
    tokens = dict.fromkeys([*BYTES, *(left + right for left, right in merges)])
    return {1_000_003 - 7 * i: token for i, token in enumerate(tokens)}


@pytest.fixture(scope="module")
def trained(stories: Path, languages: Path) -> tuple[dict[int, bytes], Merges]:
    """A vocabulary that knows English and a little of many scripts."""
    counts = count_files([stories, languages], ["<|endoftext|>"])
    merges = [merge.pair for merge in islice(compiled.iter_merges(counts), 4000)]
    return vocabulary(merges), merges


@each_kernel
@pytest.mark.parametrize("pattern", ["gpt2", "cl100k"])
def test_ids_equal_those_of_plain_python_on_random_texts(
    trained: tuple[dict[int, bytes], Merges], pattern: str, kernel: str
) -> None:
    """The ids are the same in 5,000 random texts, with one cache for all of them."""
    vocab, merges = trained
    plain = PretokenEncoder(vocab, merges, pattern)
    fast = Encoder(plain.ids, merges, pattern, kernel=kernel)

    wrong = [
        text
        for text in fuzz_texts(5_000, seed=4)
        if fast.encode(text.encode()).tolist() != plain.encode(text)
    ]

    assert wrong == []


@each_kernel
@given(counts=tiny_counts("ab"), text=st.text("ab", max_size=120))
def test_ties_of_rank_are_merged_from_the_left(
    kernel: str, counts: dict[bytes, int], text: str
) -> None:
    """Random merges over two letters, long words too, give the ids of plain Python."""
    merges = [merge.pair for merge in naive.iter_merges(counts)]
    plain = PretokenEncoder(vocabulary(merges), merges, "gpt2")

    fast = Encoder(plain.ids, merges, kernel=kernel)

    assert plain.encode(text) == fast.encode(text.encode()).tolist()


@each_kernel
@given(pairs=st.lists(st.tuples(*[st.sampled_from([b"a", b"b", b"ab", b"ba", b"aa"])] * 2)))
def test_any_merge_list_is_obeyed(kernel: str, pairs: Merges) -> None:
    """Repeated merges, and merges that make one token in two ways, are obeyed by rank."""
    plain = PretokenEncoder(vocabulary(pairs), pairs, "gpt2")
    text = "abaabbbaababaaab" * 8

    fast = Encoder(plain.ids, pairs, kernel=kernel)

    assert plain.encode(text) == fast.encode(text.encode()).tolist()
    assert plain.encode("abba") == fast.encode(b"abba").tolist()


@each_kernel
def test_many_merges_may_make_few_tokens(kernel: str) -> None:
    """20,000 pairs that make only 200 tokens all find room, and the first one of a token counts."""
    merges = [(b"a" * i, b"a" * j) for i in range(1, 200) for j in range(1, 201 - i)]
    plain = PretokenEncoder(vocabulary(merges), merges, "gpt2")
    text = f"{'a' * 7} {'a' * 130} {'a' * 777}"

    fast = Encoder(plain.ids, merges, kernel=kernel)

    assert plain.encode(text) == fast.encode(text.encode()).tolist()


@each_kernel
@given(text=tricky_text(), specials=special_tokens())
def test_special_tokens_become_their_ids(kernel: str, text: str, specials: list[str]) -> None:
    """Leftmost, longest first, they are cut out as the tokenizer cuts them."""
    tokenizer = Tokenizer(vocabulary([]), [], specials)
    ids = {token: token_id for token_id, token in sorted(tokenizer.vocab.items(), reverse=True)}

    actual = Encoder(ids, [], kernel=kernel).encode(
        text.encode(), [token.encode() for token in specials]
    )

    assert tokenizer.encode(text) == actual.tolist()


@each_kernel
@pytest.mark.parametrize(
    "text",
    [
        "a" * 100_000,
        " " * 5_000,
        "aaab" * 20_000,
        "-" * 70_000,
        "\n" * 3_000,
        "é" * 9_000,
        "a " * 9,
    ],
)
def test_long_words_are_encoded_exactly(
    trained: tuple[dict[int, bytes], Merges], text: str, kernel: str
) -> None:
    """A word without end takes the heap, and gives the ids of plain Python."""
    merges = [
        *trained[1],
        (b"a", b"a"),
        (b"aa", b"aa"),
        (b"aa", b"ab"),
        (b"-", b"-"),
        (b"\n", b"\n"),
    ]
    plain = PretokenEncoder(vocabulary(merges), merges, "gpt2")

    fast = Encoder(plain.ids, merges, kernel=kernel)

    assert plain.encode(text) == fast.encode(text.encode()).tolist()


@each_kernel
def test_a_missing_byte_is_named(kernel: str) -> None:
    """A vocabulary without some byte cannot encode it, and says which byte it is."""
    encoder = Encoder({b"a": 0, b"b": 1}, [], kernel=kernel)

    with pytest.raises(VocabularyError, match="no token for b'c'"):
        encoder.encode(b"abc")

    assert [0, 1] == encoder.encode(b"ab").tolist()


@each_kernel
def test_bad_bytes_are_named_with_their_place(kernel: str) -> None:
    """Source and offset come from the caller; the encoder goes on working."""
    encoder = Encoder({byte: i for i, byte in enumerate(BYTES)}, [], kernel=kernel)

    with pytest.raises(InvalidUtf8Error) as caught:
        encoder.encode(b"fine \xff", source="a.txt", offset=100)

    assert ("a.txt", 105, b"\xff") == (
        caught.value.source,
        caught.value.offset,
        caught.value.object,
    )
    assert [97] == encoder.encode(b"a").tolist()


@each_kernel
@pytest.mark.parametrize("first", [1, 2, 50])
def test_the_output_grows_as_it_must(
    trained: tuple[dict[int, bytes], Merges],
    monkeypatch: pytest.MonkeyPatch,
    kernel: str,
    first: int,
) -> None:
    """Whatever room the ids had at first, and whatever its first bytes promise, all come out."""
    monkeypatch.setattr(output, "FIRST_OUT", first)
    vocab, merges = trained
    special = "<|end|>"
    plain = PretokenEncoder(vocab, merges, "gpt2")
    ids = {**plain.ids, special.encode(): 0}
    fast = Encoder(ids, merges, kernel=kernel)
    texts = [" the" * 500 + "\x01" * 700, "\x01" * 700 + " the" * 500, "\x01", special * 90]

    for parts in [[text] for text in texts[:3]] + [["the ", "\x01" * 40] * 9, [""] * 90]:
        expected: list[int] = []
        for part in parts:
            expected += [*plain.encode(part), 0]
        text = special.join([*parts, ""])

        assert fast.encode(text.encode(), [special.encode()]).tolist() == expected


@each_kernel
@pytest.mark.parametrize("seed", range(3))
def test_a_full_cache_is_emptied(
    trained: tuple[dict[int, bytes], Merges],
    monkeypatch: pytest.MonkeyPatch,
    kernel: str,
    seed: int,
) -> None:
    """With room for a batch of words alone, the ids stay the same."""
    vocab, merges = trained
    text = " ".join(fuzz_texts(3_000, seed)) + " a word that is long enough to need the pool"
    plain = PretokenEncoder(vocab, merges, "gpt2")
    expected = plain.encode(text)
    monkeypatch.setattr(module, "FIRST_SLOTS", 2048)
    monkeypatch.setattr(module, "MOST_SLOTS", 2048)
    monkeypatch.setattr(module, "FIRST_POOL", 1 << 14)
    monkeypatch.setattr(module, "MOST_POOL", 1 << 14)

    fast = Encoder(plain.ids, merges, kernel=kernel)

    assert expected == fast.encode(text.encode()).tolist()


def test_threads_may_share_an_encoder(
    trained: tuple[dict[int, bytes], Merges], stories: Path
) -> None:
    """Eight calls at a time on one encoder, and on forks of it, give the ids of one call."""
    vocab, merges = trained
    encoder = Encoder({token: number for number, token in vocab.items()}, merges)
    text = stories.read_bytes()[:100_000]
    expected = encoder.encode(text)

    with ThreadPoolExecutor(8) as pool:
        shared_by_all = list(pool.map(encoder.encode, [text] * 8))
        forked = list(pool.map(lambda _: encoder.fork().encode(text), range(4)))

    assert all(np.array_equal(expected, ids) for ids in shared_by_all + forked)


def test_a_fork_knows_the_words_of_its_encoder(
    trained: tuple[dict[int, bytes], Merges], stories: Path
) -> None:
    """They are not merged anew; what one of the two learns later the other does not know."""
    vocab, merges = trained
    encoder = Encoder({token: number for number, token in vocab.items()}, merges)
    text = stories.read_bytes()[:100_000]
    expected = encoder.encode(text)
    known = int(encoder._state[state.WORDS])

    fork = encoder.fork()

    assert np.array_equal(expected, fork.encode(text))
    assert known == int(fork._state[state.WORDS]) > 1000
    fork.encode(b" averylongwordthatnobodyhasseenbefore another1 another2")
    assert known == int(encoder._state[state.WORDS]) < int(fork._state[state.WORDS])
    assert np.array_equal(expected, encoder.encode(text))
    assert np.array_equal(expected, fork.encode(text))


def test_what_is_lent_to_a_thread_is_lent_once_and_comes_back() -> None:
    """Two threads get two caches; the next one gets a cache that has learned, not a new one."""
    encoder = Encoder({b"a": 0, b"aa": 1}, [(b"a", b"a")])

    with encoder.borrowed() as first, encoder.borrowed() as second:
        assert len({id(encoder), id(first), id(second)}) == 3
        assert first.encode(b"aaa").tolist() == [1, 0] == second.encode(b"aaa").tolist()
    with encoder.borrowed() as again:
        assert again in (first, second)


@given(text=st.text(st.characters(codec="ascii"), min_size=1), special=st.booleans())
def test_a_string_of_ascii_is_encoded_where_it_is(text: str, special: bool) -> None:
    """The bytes are those of the string, and so are the ids."""
    encoder = Encoder({byte: number for number, byte in enumerate(BYTES)}, [])
    tokens = [b"a"] if special else []

    assert bytes(ascii_view(text)) == text.encode()
    assert encoder.encode(ascii_view(text), tokens).tolist() == [*text.encode()]


WHOLE = [each.encode() for each in ("é", "è", "éé", "éè", "èéé")]
BROKEN = [b"\xc3", b"\xa9", b"\xa9\xc3"]  # among them one byte, which fits any context


@given(
    pairs=st.lists(st.tuples(*[st.sampled_from(WHOLE)] * 2), max_size=6),
    more=st.lists(st.tuples(*[st.sampled_from(WHOLE + BROKEN)] * 2), max_size=1),
    words=st.lists(st.text("éèa", min_size=8, max_size=50), min_size=1, max_size=3),
)
def test_cutting_long_words_changes_no_id(pairs: Merges, more: Merges, words: list[str]) -> None:
    """With the cut where no merge can join, and without it, long words get the same ids.

    Only words that are not all ASCII are cut.
    """
    pairs = [(b"\xc3", b"\xa9"), (b"\xc3", b"\xa8"), *pairs, *more]
    ids = {token: number for number, token in vocabulary(pairs).items()}
    text = " ".join(words).encode()

    cut, whole = (Encoder(ids, pairs, cut=cut).encode(text) for cut in (True, False))

    assert cut.tolist() == whole.tolist()


@pytest.mark.slow
@each_kernel
@pytest.mark.parametrize(
    "name",
    ["tinystories", "c4_sample", "udhr", "chinese", "japanese", "korean", "russian", "hindi"],
)
def test_shared_corpora_get_the_same_ids(
    shared: Path,
    trained: tuple[dict[int, bytes], Merges],
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    kernel: str,
) -> None:
    """The first megabyte of a real corpus gets the ids of plain Python."""
    vocab, merges = trained
    data = (shared / "corpora" / f"{name}.txt").read_bytes()[:1_000_000]
    text = data.decode("utf-8", "ignore")
    tokenizer = Tokenizer(vocab, merges, ["<|endoftext|>"])
    ids = {token: token_id for token_id, token in tokenizer.vocab.items()}
    monkeypatch.setattr(kernels, "are_here", lambda: False)

    actual = Encoder(ids, merges, kernel=kernel).encode(text.encode(), [b"<|endoftext|>"])

    assert np.array_equal(tokenizer.encode_array(text), actual)
