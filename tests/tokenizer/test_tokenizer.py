"""Ids both ways, whole and in streams."""

from __future__ import annotations

import pickle
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cs336_basics import Tokenizer, train_bpe
from cs336_basics.errors import InvalidUtf8Error, SpecialTokenError, VocabularyError
from cs336_basics.testing import strategies
from tests import oracles
from tests.oracles import END


@pytest.fixture(scope="session")
def gpt2() -> Tokenizer:
    """A tokenizer with GPT-2's own files."""
    return Tokenizer.from_files(*oracles.gpt2_files(), [END])


@pytest.fixture(scope="session")
def cl100k() -> Tokenizer:
    """A tokenizer with GPT-4's own file."""
    return Tokenizer.from_tiktoken(oracles.cl100k_file(), {END: 100257}, pattern="cl100k")


@pytest.fixture(scope="session")
def small(tmp_path_factory: pytest.TempPathFactory) -> Tokenizer:
    """A tokenizer with special tokens that nest and overlap."""
    path = tmp_path_factory.mktemp("small") / "corpus.txt"
    path.write_text("aa aaa 'll\n\n x\n\n\n !\n\n é é 你你 😀" * 3, encoding="utf-8")
    specials = ["<|e|>", "<|e|><|e|>", "e|>", "\n\n", "aa"]
    vocab, merges = train_bpe(path, 300, [])
    return Tokenizer(vocab, merges, specials)


TEXTS = strategies.tricky_text() | st.text(st.sampled_from(oracles.LONG_ASSIGNED), max_size=20)


class TestAgainstTiktoken:
    """The same ids as an encoder that was written by others."""

    @settings(max_examples=5000)
    @given(TEXTS)
    def test_gpt2(self, gpt2: Tokenizer, text: str) -> None:
        """White space of all kinds, marks, emoji, controls.

        Hypothesis draws constants of the source code too, and one of them is `<|endoftext|>`.
        """
        assert gpt2.encode(text, allowed_special="none") == (
            oracles.tiktoken_gpt2().encode_ordinary(text)
        )

    @settings(max_examples=5000)
    @given(TEXTS)
    def test_cl100k(self, cl100k: Tokenizer, text: str) -> None:
        """Runs of digits and punctuation before line ends too."""
        assert cl100k.encode(text, allowed_special="none") == (
            oracles.tiktoken_cl100k().encode_ordinary(text)
        )

    @given(st.text(st.sampled_from("a\ud83d\ude00\ud800 é")))
    def test_surrogates(self, gpt2: Tokenizer, text: str) -> None:
        """Pairs are their character, lone ones U+FFFD."""
        assert gpt2.encode(text) == oracles.tiktoken_gpt2().encode_ordinary(text)

    def test_bundled_text(self, gpt2: Tokenizer, stories: Path, languages: Path) -> None:
        """Stories with special tokens between them, and a page in many languages."""
        for path in (stories, languages):
            text = path.read_bytes().decode()
            expected = oracles.tiktoken_gpt2().encode(text, allowed_special={END})

            assert gpt2.encode(text) == expected

    @pytest.mark.slow
    @pytest.mark.parametrize(
        "name", ["tinystories", "multilingual", "chinese", "japanese", "hindi", "korean", "russian",
                 "udhr", "c4_sample", "tinyshakespeare", "weblike_en"],
    )  # fmt: skip
    def test_shared_corpora(
        self, gpt2: Tokenizer, cl100k: Tokenizer, shared: Path, name: str
    ) -> None:
        """The first 3 MB of each."""
        with (shared / "corpora" / f"{name}.txt").open("rb") as file:
            text = file.read(3_000_000).decode("utf-8", "ignore")

        assert gpt2.encode(text) == oracles.tiktoken_gpt2().encode(text, allowed_special={END})
        assert cl100k.encode(text) == oracles.tiktoken_cl100k().encode(text, allowed_special={END})


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("Hello, how are you?", [15496, 11, 703, 389, 345, 30]),
        ("x\n\n", [87, 628]),
        ("a\n\n\nb", [64, 628, 198, 65]),
        ("x\n\n\ny\n\n", [87, 628, 198, 88, 628]),
        ("Hello,", [15496, 11]),
        (END, [50256]),
        ("", []),
        ("a\ud800b", [64, 4210, 65]),
        ("\ud83d\ude00", [47249, 222]),
        ("This is good.\n\n", [1212, 318, 922, 13, 628]),
        (
            "This is good.\n\nBut in a way.",
            [1212, 318, 922, 13, 198, 198, 1537, 287, 257, 835, 13],
        ),
    ],
)
def test_published_ids_of_gpt2(gpt2: Tokenizer, text: str, ids: list[int]) -> None:
    """Newlines at the end, surrogates, merges in the right order."""
    assert gpt2.encode(text) == ids


def test_the_example_of_the_assignment() -> None:
    """`the cat ate` with eleven tokens gives [9, 7, 1, 5, 10, 3]."""
    tokens = [b" ", b"a", b"c", b"e", b"h", b"t", b"th", b" c", b" a", b"the", b" at"]
    merges = [(b"t", b"h"), (b" ", b"c"), (b" ", b"a"), (b"th", b"e"), (b" a", b"t")]

    assert Tokenizer(dict(enumerate(tokens)), merges).encode("the cat ate") == [9, 7, 1, 5, 10, 3]


class TestVocabularies:
    """Ids are names, ranks are the order."""

    def test_merges_go_by_rank_and_not_by_id(self) -> None:
        """`ab` has the higher id and the lower rank."""
        vocab = {i: bytes([i]) for i in range(256)} | {256: b"bc", 257: b"ab"}

        assert Tokenizer(vocab, [(b"a", b"b"), (b"b", b"c")]).encode("abc") == [257, 99]

    def test_of_a_repeated_merge_the_first_counts(self) -> None:
        """The second (b,c) does not move it behind (a,b)."""
        vocab = {0: b"a", 1: b"b", 2: b"c", 3: b"bc", 4: b"ab"}
        merges = [(b"b", b"c"), (b"a", b"b"), (b"b", b"c")]

        assert Tokenizer(vocab, merges).encode("abc") == [0, 3]

    def test_a_token_that_merges_cannot_reach_is_never_produced(self) -> None:
        """`abc` is in the vocabulary, but no merge makes it."""
        vocab = {0: b"a", 1: b"b", 2: b"c", 3: b"abc"}

        assert Tokenizer(vocab, []).encode("abc") == [0, 1, 2]

    def test_a_new_special_token_takes_the_next_id_and_the_callers_vocab_stays(self) -> None:
        """max(id) + 1, in a copy."""
        vocab = {5: b"a"}
        tokenizer = Tokenizer(vocab, [], ["<s>", "a"])

        assert tokenizer.encode("a<s>") == [5, 6]
        assert vocab == {5: b"a"}

    def test_a_byte_that_no_token_holds_is_named(self) -> None:
        """The error shows the byte."""
        with pytest.raises(VocabularyError, match='"b"'):
            Tokenizer({0: b"a"}, []).encode("ab")

    def test_a_merge_whose_token_is_missing_is_named(self) -> None:
        """Before anything is encoded."""
        with pytest.raises(VocabularyError, match='merge 0 makes "ab"'):
            Tokenizer({0: b"a", 1: b"b"}, [(b"a", b"b")])

    @pytest.mark.parametrize("token_id", [2, -1, "0"])
    def test_an_unknown_id_is_named(self, token_id: int) -> None:
        """Decoding never guesses."""
        with pytest.raises(VocabularyError, match=repr(token_id)):
            Tokenizer({0: b"a", 1: b"b"}, []).decode([0, token_id])

    def test_every_learned_token_encodes_to_itself(self, stories: Path) -> None:
        """What training learned, encoding can produce: both use one pre-tokenizer."""
        vocab, merges = train_bpe(stories, 600, [END])
        tokenizer = Tokenizer(vocab, merges, [END])

        for token_id, token in vocab.items():
            if token_id > 256:
                assert tokenizer.encode(token.decode()) == [token_id]

    def test_a_tokenizer_can_be_sent_to_another_process(self, small: Tokenizer) -> None:
        """Pickled and back, it encodes the same."""
        assert pickle.loads(pickle.dumps(small)).encode("aa é<|e|>") == small.encode("aa é<|e|>")


class TestSpecialTokens:
    """Which text counts as special."""

    def test_the_longest_wins(self, small: Tokenizer) -> None:
        """Two together are one token where that is declared."""
        one, two = small.encode("<|e|>"), small.encode("<|e|><|e|>")

        assert (len(one), len(two)) == (1, 1)
        assert small.encode("<|e|>" * 3) == two + one

    def test_none_makes_all_of_them_plain_text(self, gpt2: Tokenizer) -> None:
        """Text of strangers cannot forge an end of a document."""
        assert gpt2.encode(END, allowed_special="none") == [27, 91, 437, 1659, 5239, 91, 29]

    def test_one_that_is_not_allowed_does_not_compete(self, small: Tokenizer) -> None:
        """Without the double one, two single ones are found."""
        assert small.encode("<|e|><|e|>", allowed_special={"<|e|>"}) == small.encode("<|e|>") * 2

    @pytest.mark.parametrize("allowed", ["some", {"<other>"}, "<|e|>"])
    def test_what_is_no_special_token_here_is_refused(self, small: Tokenizer, allowed: str) -> None:
        """A misspelt name would silently allow nothing."""
        with pytest.raises(SpecialTokenError):
            small.encode("x", allowed_special=allowed)

    def test_every_way_of_encoding_takes_the_same_argument(self, small: Tokenizer) -> None:
        """encode, array, batch, iterable and tokens agree."""
        text = "aa <|e|><|e|> é"
        for allowed in ("all", "none", {"<|e|>"}):
            ids = small.encode(text, allowed_special=allowed)

            assert small.encode_array(text, allowed_special=allowed).tolist() == ids
            assert small.encode_array(text.encode(), allowed_special=allowed).tolist() == ids
            assert small.encode_batch([text, ""], allowed_special=allowed) == [ids, []]
            assert list(small.encode_iterable([text], allowed_special=allowed)) == ids
            assert [token.id for token in small.tokens(text, allowed_special=allowed)] == ids


class TestStreams:
    """Any way of cutting a text into chunks gives the ids of the whole text."""

    @settings(max_examples=1500)
    @given(
        st.lists(
            strategies.tricky_text(8)
            | st.sampled_from(["<|e", "|>", "<|e|>", "a", "\ud83d", "\ude00", "\ud800", "\n"])
        ),
        st.sampled_from(["gpt2", "cl100k", "o200k", r"\w+|\W"]),
    )
    def test_chunks_do_not_change_the_ids(
        self, small: Tokenizer, chunks: list[str], pattern: str
    ) -> None:
        """Cut inside words, white space, special tokens and surrogate pairs."""
        tokenizer = Tokenizer(small.vocab, small.merges, small.special_tokens, pattern=pattern)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(
                "cs336_basics.tokenizer.text_encoder._BLOCK", 1
            )  # encode as early as it may
            streamed = list(tokenizer.encode_iterable(chunks))

        assert streamed == tokenizer.encode("".join(chunks))

    @pytest.mark.parametrize(
        ("chunks", "ids"),
        [
            (["he<|endof", "text|>llo"], [258, 50256, 18798]),
            (["hel", "lo wor", "ld"], [31373, 995]),
            (["a ", "b"], [64, 275]),
            (["x\n", "\n"], [87, 628]),
            (["a\n", "\n\nb"], [64, 628, 198, 65]),
        ],
    )
    def test_published_faults(self, gpt2: Tokenizer, chunks: list[str], ids: list[int]) -> None:
        """Ids that line-by-line encoding gets wrong."""
        assert list(gpt2.encode_iterable(chunks)) == ids

    def test_new_memory_is_bounded(self, gpt2: Tokenizer, stories: Path) -> None:
        """5 MB of text in less than 8 MB of new memory, caches included."""
        fresh = Tokenizer(gpt2.vocab, gpt2.merges, [END])
        fresh.encode("The ranks of the merges are looked up by now.")
        text = stories.read_bytes().decode()

        def lines() -> Iterator[str]:
            sent = 0
            while sent < 5_000_000:
                for line in text.splitlines(keepends=True):
                    sent += len(line)
                    yield line

        tracemalloc.start()
        count = sum(1 for _ in fresh.encode_iterable(lines()))
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()

        assert count > 1_000_000
        assert peak < 8_000_000


class TestDecoding:
    """Bytes are kept; text never shows half a character."""

    @settings(max_examples=300)
    @given(st.text(st.characters(exclude_categories=["Cs"])))
    def test_decoding_undoes_encoding(self, gpt2: Tokenizer, text: str) -> None:
        """For every text."""
        assert gpt2.decode(gpt2.encode(text)) == text

    def test_special_tokens_decode_to_their_text(self, small: Tokenizer) -> None:
        """Nothing is dropped."""
        assert small.decode(small.encode("é<|e|>é")) == "é<|e|>é"

    def test_a_broken_character_becomes_one_replacement(self, gpt2: Tokenizer) -> None:
        """And its bytes are still to be had."""
        ids = gpt2.encode("牛")

        assert gpt2.decode(ids[:1]) == "\ufffd"
        assert gpt2.decode_bytes(ids) == "牛".encode()

    def test_streams_wait_for_whole_characters(self) -> None:
        """Three ids of one character give it once, at the third."""
        bytewise = Tokenizer({i: bytes([i]) for i in range(256)}, [])

        assert list(bytewise.decode_iterable("牛!".encode())) == ["牛", "!"]
        assert list(bytewise.decode_iterable(b"\xe7\x89")) == ["\ufffd"]

    def test_tokens_tell_their_place_in_bytes(self, gpt2: Tokenizer) -> None:
        """Places are those of the UTF-8 bytes, so that pieces of a character have one too."""
        text = "é 牛!"
        tokens = gpt2.tokens(text)

        assert b"".join(token.bytes for token in tokens) == text.encode()
        for token in tokens:
            assert text.encode()[token.start : token.end] == token.bytes

    def test_bytes_per_token_come_from_the_vocabulary(self, gpt2: Tokenizer) -> None:
        """Measured through text, 340 tokens of GPT-2 come out wrong."""
        wrong = sum(
            len(gpt2.decode([token_id]).encode()) != len(token)
            for token_id, token in gpt2.vocab.items()
        )

        assert wrong == 340


def test_bytes_that_are_no_utf8_are_named_by_place(small: Tokenizer) -> None:
    """Or replaced, if that is asked for."""
    with pytest.raises(InvalidUtf8Error, match="byte 2"):
        small.encode_array(b"aa\xff")
    assert small.encode_array(b"aa\xff", errors="replace").tolist() == small.encode("aa\ufffd")
