"""The formats of others: nothing is lost, and the other tool agrees."""

from __future__ import annotations

import base64
import json
import pickle
import re
import subprocess
from pathlib import Path

import pytest
import tiktoken
from hypothesis import given
from hypothesis import strategies as st
from tiktoken.load import load_tiktoken_bpe
from tokenizers import Tokenizer as TheirTokenizer

from cs336_basics import Tokenizer, storage, train_bpe
from cs336_basics.datatypes import TokenizerData
from cs336_basics.errors import FileFormatError
from cs336_basics.storage import gpt2_files, pickle_file
from cs336_basics.storage.byte_map import BYTE_TO_CHARACTER, from_printable, to_printable
from cs336_basics.text.pretokenize import PATTERNS as PATTERNS_BY_NAME
from tests import oracles
from tests.storage.test_yaml_file import DATA

END = "<|endoftext|>"
FILES = ["t.yaml", "t.json", "t.tiktoken", "t.pkl", "folder"]
PATTERNS = ["gpt2", "cl100k", "o200k"]


@pytest.fixture(scope="module", params=PATTERNS)
def trained(request: pytest.FixtureRequest, languages: Path, stories: Path) -> Tokenizer:
    """A tokenizer trained on many languages and some stories, one for each named pattern."""
    pattern: str = request.param
    vocab, merges = train_bpe([languages, stories], 1500, [END, "<é>"], pattern=pattern)
    return Tokenizer(vocab, merges, [END, "<é>"], pattern=pattern)


@pytest.fixture(scope="module")
def text(languages: Path) -> str:
    """Many languages, special tokens, long runs of digits, line ends and spaces."""
    page = languages.read_bytes().decode()
    return page + " 1234567890 !\n\n x  \r\n <é>\t\t12\u0663\u0664 don'T ſ 'ſ --------  \n \n"


@pytest.mark.parametrize("name", FILES)
def test_a_trained_tokenizer_comes_back_exactly(
    trained: Tokenizer, name: str, text: str, tmp_path: Path
) -> None:
    """Vocabulary, merges, special tokens and pattern, in every format."""
    trained.save(tmp_path / name)
    loaded = Tokenizer.load(tmp_path / name)

    assert loaded.data == trained.data
    assert loaded.encode(text) == trained.encode(text)


@pytest.mark.parametrize("name", FILES)
def test_special_tokens_keep_their_order(name: str, tmp_path: Path) -> None:
    """Also where their ids were given in another order."""
    tokenizer = Tokenizer({0: b"<b>", 1: b"x", 2: b"<a>"}, [], ["<a>", "<b>"])
    tokenizer.save(tmp_path / name)

    assert Tokenizer.load(tmp_path / name).special_tokens == ["<a>", "<b>"]


def test_tokenizers_reads_our_tokenizer_json(trained: Tokenizer, text: str, tmp_path: Path) -> None:
    """The same ids from the other library."""
    trained.save(tmp_path / "t.json")
    theirs = TheirTokenizer.from_file(str(tmp_path / "t.json"))

    assert theirs.encode(text).ids == trained.encode(text)
    plain = text.replace("<é>", "")  # their decoder takes special tokens for byte characters
    assert theirs.decode(theirs.encode(plain).ids, skip_special_tokens=False) == plain


def test_tokenizers_reads_our_gpt2_files(trained: Tokenizer, tmp_path: Path) -> None:
    """vocab.json and merges.txt make its BPE model, token for token."""
    from tokenizers.models import BPE

    trained.save(tmp_path / "folder")
    model = BPE.from_file(
        str(tmp_path / "folder" / "vocab.json"), str(tmp_path / "folder" / "merges.txt")
    )
    theirs = TheirTokenizer(model)

    assert theirs.get_vocab()[END] == 256
    for token in (" the", " and", "\n\n"):
        assert [t.id for t in model.tokenize(to_printable(token.encode()))] == trained.encode(token)


def test_tiktoken_reads_our_ranks(trained: Tokenizer, text: str, tmp_path: Path) -> None:
    """`tiktoken.Encoding` built from file and sidecar gives the same ids."""
    trained.save(tmp_path / "t.tiktoken")
    sidecar = json.loads((tmp_path / "t.tiktoken.json").read_text(encoding="utf-8"))
    source = {"gpt2": oracles.GPT2, "cl100k": oracles.CL100K, "o200k": oracles.O200K}
    theirs = tiktoken.Encoding(
        "ours",
        pat_str=source[sidecar["pattern"]],
        mergeable_ranks=load_tiktoken_bpe(str(tmp_path / "t.tiktoken")),
        special_tokens=sidecar["special_tokens"],
    )

    assert theirs.encode(text, allowed_special="all") == trained.encode(text)


def test_gpt2s_own_files_load() -> None:
    """50,257 tokens and 50,000 merges; those that start with # among them."""
    tokenizer = Tokenizer.from_files(*oracles.gpt2_files(), [END])

    assert (len(tokenizer.vocab), len(tokenizer.merges)) == (50257, 50000)
    assert sum(left.startswith(b"#") for left, _ in tokenizer.merges) == 8


@pytest.mark.slow
def test_gpt2_survives_every_format(tmp_path: Path) -> None:
    """A vocabulary whose bytes are not in order and whose special token comes last."""
    tokenizer = Tokenizer.from_files(*oracles.gpt2_files(), [END])
    ids = tokenizer.encode("Hello, how are you?<|endoftext|>牛 \n\n")
    for name in FILES:
        tokenizer.save(tmp_path / name)

        assert (
            Tokenizer.load(tmp_path / name).encode("Hello, how are you?<|endoftext|>牛 \n\n") == ids
        )


class TestByteMap:
    """GPT-2's printable stand-ins."""

    def test_published_characters(self) -> None:
        """A fixed offset would get 129 of 256 wrong."""
        data = bytes([0x20, 0x7F, 0x80, 0xA0, 0xAD, 0xE9])

        assert to_printable(data) == "\u0120\u0121\u0122\u0142\u0143\u00e9"

    def test_every_byte_comes_back(self) -> None:
        """256 different characters, none of them white space."""
        every = bytes(range(256))

        assert from_printable(to_printable(every)) == every
        assert not any(character.isspace() for character in BYTE_TO_CHARACTER)


class TestGpt2Files:
    """vocab.json and merges.txt, where others go wrong."""

    def write(self, folder: Path, merges: bytes, vocab: dict[str, int] | None = None) -> None:
        """Write files as another tool would."""
        (folder / "merges.txt").write_bytes(merges)
        (folder / "vocab.json").write_text(json.dumps(vocab or {}), encoding="utf-8")

    def read(self, folder: Path) -> Tokenizer:
        """Read them."""
        return Tokenizer.from_files(folder / "vocab.json", folder / "merges.txt")

    @pytest.mark.parametrize("header", ["", "#version: 0.2\n"])
    def test_only_a_version_line_is_a_header(self, tmp_path: Path, header: str) -> None:
        """`# #` is a merge."""
        self.write(tmp_path, (header + "# #\nĠ t\nh e\n").encode())

        merges = gpt2_files.read_merges(tmp_path / "merges.txt")

        assert merges == [(b"#", b"#"), (b" ", b"t"), (b"h", b"e")]

    def test_tokens_of_white_space_and_line_ends_survive(self, tmp_path: Path) -> None:
        """Space, tab, line ends, NBSP and NEL inside tokens."""
        odd = [b" ", b"\t", b"\n", b"\r", b"\xa0", b"\x85", b"\x0b", b"\xc2\x85", b"\xe2\x80\xa8"]
        tokens = [bytes([i]) for i in range(256)] + [b" " + token for token in odd]
        merges = [(b" ", token) for token in odd if len(token) == 1]
        data = TokenizerData(dict(enumerate(tokens)), merges, [])
        storage.save(data, tmp_path / "folder")

        assert storage.load(tmp_path / "folder") == data

    @pytest.mark.parametrize("line", ["a", "a b c", "a  b", " a", "a\tb", "ab ", "a ☃"])
    def test_a_line_that_is_not_two_tokens_is_named(self, tmp_path: Path, line: str) -> None:
        """With its number."""
        self.write(tmp_path, f"a b\n{line}\n".encode())

        with pytest.raises(FileFormatError, match="line 2"):
            self.read(tmp_path)

    def test_a_vocabulary_written_the_other_way_round_is_refused(self, tmp_path: Path) -> None:
        """{id: token}, as some write it."""
        (tmp_path / "merges.txt").write_bytes(b"")
        (tmp_path / "vocab.json").write_text('{"0": "a"}', encoding="utf-8")

        with pytest.raises(FileFormatError, match="number: token"):
            self.read(tmp_path)

    @pytest.mark.parametrize("special", ["é", "Ġ", "Ġa"])
    def test_a_special_token_that_looks_like_a_byte_token_is_refused_by_name(
        self, tmp_path: Path, special: str
    ) -> None:
        """The file could not say which of the two an entry is."""
        vocab = {i: bytes([i]) for i in range(256)} | {256: b" a"}
        tokenizer = Tokenizer(vocab, [(b" ", b"a")], [special])

        with pytest.raises(FileFormatError, match=f"special token '{special}'"):
            tokenizer.save(tmp_path / "folder")
        assert not (tmp_path / "folder" / "vocab.json").exists()

    @pytest.mark.parametrize("special", [" ", "\n", " a"])
    def test_a_special_token_that_merges_make_too_is_refused_by_name(
        self, tmp_path: Path, special: str
    ) -> None:
        """Text would look for ` a`, merges for `Ġa`: one id, two keys."""
        vocab = {i: bytes([i]) for i in range(256)} | {256: b" a"}
        tokenizer = Tokenizer(vocab, [(b" ", b"a")], [special])

        for name in ("folder", "t.json"):
            with pytest.raises(FileFormatError, match=re.escape(repr(special))):
                tokenizer.save(tmp_path / name)
        assert list(tmp_path.iterdir()) == []

    def test_a_special_token_that_would_read_back_as_a_byte_is_refused(
        self, tmp_path: Path
    ) -> None:
        """`é` stands for the byte 0xE9, even where the vocabulary lacks that byte."""
        with pytest.raises(FileFormatError, match="special token 'é'"):
            Tokenizer({0: b"a"}, [], ["é"]).save(tmp_path / "folder")

    def test_special_tokens_stand_raw(self, tmp_path: Path) -> None:
        """With a space in them, as the other library expects."""
        vocab = {i: bytes([i]) for i in range(256)}
        Tokenizer(vocab, [], ["<end of text>"]).save(tmp_path / "folder")
        keys = json.loads((tmp_path / "folder" / "vocab.json").read_text(encoding="utf-8"))

        assert keys["<end of text>"] == 256

    def test_files_of_others_need_to_be_told_the_pattern(self, tmp_path: Path) -> None:
        """A folder without our sidecar is not guessed at."""
        self.write(tmp_path, b"", {"a": 0})

        with pytest.raises(FileFormatError, match="from_files"):
            Tokenizer.load(tmp_path)


class TestTiktoken:
    """What tiktoken would merge differently is refused by name."""

    @pytest.mark.parametrize(
        ("extra", "merges", "named"),
        [
            # ids not in the order of the merges
            ({256: b"bc", 257: b"ab"}, [(b"a", b"b"), (b"b", b"c")], '"bc"'),
            # a token no merge makes
            ({256: b"ab", 257: b"xyz"}, [(b"a", b"b")], '"xyz"'),
            # a token twice
            ({256: b"ab", 257: b"ab"}, [(b"a", b"b")], '"ab"'),
            # made of halves that the merges before it never leave side by side
            ({256: b"ab", 257: b"bc", 258: b"abc"},
             [(b"a", b"b"), (b"b", b"c"), (b"a", b"bc")], '"abc"'),
        ],
    )  # fmt: skip
    def test_refused(
        self,
        tmp_path: Path,
        extra: dict[int, bytes],
        merges: list[tuple[bytes, bytes]],
        named: str,
    ) -> None:
        """Nothing is written."""
        tokenizer = Tokenizer({i: bytes([i]) for i in range(256)} | extra, merges)

        with pytest.raises(FileFormatError, match=named):
            tokenizer.save(tmp_path / "t.tiktoken")
        assert list(tmp_path.iterdir()) == []

    def test_ranks_without_a_sidecar_are_not_guessed_at(self, tmp_path: Path) -> None:
        """The error says how to read them."""
        (tmp_path / "t.tiktoken").write_bytes(base64.b64encode(b"a") + b" 0\n")

        with pytest.raises(FileFormatError, match="from_tiktoken"):
            Tokenizer.load(tmp_path / "t.tiktoken")

    @pytest.mark.parametrize(
        "line", [b"YQ==", b"YQ== x", b"!! 1", b"YQ==  1", b"Yg== 0", b"Yg== -1", b""]
    )
    def test_a_damaged_line_is_named(self, tmp_path: Path, line: bytes) -> None:
        """With its number."""
        (tmp_path / "t.tiktoken").write_bytes(b"YQ== 0\n" + line + b"\n")

        with pytest.raises(FileFormatError, match="line 2"):
            Tokenizer.from_tiktoken(tmp_path / "t.tiktoken", pattern="gpt2")

    def test_an_id_that_two_tokens_claim_is_named(self, tmp_path: Path) -> None:
        """The special token would silently take the place of the other."""
        (tmp_path / "t.tiktoken").write_bytes(b"YQ== 0\nYg== 1\n")

        with pytest.raises(FileFormatError, match="id 1"):
            Tokenizer.from_tiktoken(tmp_path / "t.tiktoken", {"<e>": 1}, pattern="gpt2")

    @given(st.text("ab", min_size=1, max_size=40), st.integers(0, 20))
    def test_every_trained_vocabulary_is_accepted_and_keeps_its_merges(
        self, tmp_path_factory: pytest.TempPathFactory, text: str, merges: int
    ) -> None:
        """The conditions hold for what is trained, runs and repeats included."""
        folder = tmp_path_factory.mktemp("tiktoken")
        (folder / "corpus").write_text(text, encoding="utf-8")
        tokenizer = Tokenizer(*train_bpe(folder / "corpus", 256 + merges, []))
        tokenizer.save(folder / "t.tiktoken")

        assert Tokenizer.load(folder / "t.tiktoken").data == tokenizer.data


SIDECARS = {"t.tiktoken": "t.tiktoken.json", "folder": "folder/cs336_bpe.json"}


@pytest.mark.parametrize("name", SIDECARS)
@pytest.mark.parametrize(
    "content",
    [
        [],
        {"pattern": "gpt2"},
        {"special_tokens": {}},
        {"pattern": [], "special_tokens": {}},
        {"pattern": "gpt9", "special_tokens": {}},
        {"pattern": "gpt2", "special_tokens": "<e>"},
        {"pattern": "gpt2", "special_tokens": [1]},
        {"pattern": "gpt2", "special_tokens": [["<e>"]]},
        {"pattern": "gpt2", "special_tokens": {"<e>": "256"}},
        {"pattern": "gpt2", "special_tokens": {"\ud800": 256}},
    ],
)
def test_a_damaged_sidecar_is_named(tmp_path: Path, name: str, content: object) -> None:
    """Whatever is wrong in it, the error begins with its path."""
    Tokenizer({i: bytes([i]) for i in range(256)}, [], ["<e>"]).save(tmp_path / name)
    sidecar = tmp_path / SIDECARS[name]
    sidecar.write_text(json.dumps(content), encoding="utf-8")

    with pytest.raises(FileFormatError, match=re.escape(f"{sidecar}: ")):
        Tokenizer.load(tmp_path / name)


@pytest.mark.parametrize("name", ["t.yaml", "t.json", "t.pkl", "folder"])
def test_a_file_that_contradicts_itself_is_named(tmp_path: Path, name: str) -> None:
    """A merge whose token is not in the vocabulary cannot have come from a training."""
    data = TokenizerData({0: b"a", 1: b"b"}, [(b"a", b"b")], [])
    storage.save(data, tmp_path / name)

    with pytest.raises(FileFormatError, match=f'{re.escape(str(tmp_path / name))}: merge 0.*"ab"'):
        Tokenizer.load(tmp_path / name)


class TestPickle:
    """Plain data, and nothing that runs."""

    @given(DATA)
    def test_every_tokenizer_comes_back(
        self, tmp_path_factory: pytest.TempPathFactory, data: TokenizerData
    ) -> None:
        """All but the note about its training, which this format has no place for."""
        path = tmp_path_factory.mktemp("pickle") / "t.pkl"
        pickle_file.save(data, path)

        assert pickle_file.load(path) == data._replace(training=None)

    def test_a_published_pickle_without_pattern_reads_as_gpt2(self, tmp_path: Path) -> None:
        """`{vocab, merges, special_tokens}`."""
        content = {"vocab": {0: b"a"}, "merges": [], "special_tokens": []}
        (tmp_path / "t.pkl").write_bytes(pickle.dumps(content))

        assert storage.load(tmp_path / "t.pkl") == TokenizerData({0: b"a"}, [], [], "gpt2")

    def test_a_pickle_that_would_run_something_is_refused(self, tmp_path: Path) -> None:
        """The function is named and not called."""

        class Evil:
            def __reduce__(self) -> tuple[object, tuple[str]]:
                return Path.mkdir, (tmp_path / "made",)  # type: ignore[return-value]

        (tmp_path / "t.pkl").write_bytes(pickle.dumps({"vocab": Evil(), "merges": []}))

        with pytest.raises(FileFormatError, match="could run"):
            storage.load(tmp_path / "t.pkl")
        assert not (tmp_path / "made").exists()

    @pytest.mark.parametrize(
        "content",
        [
            [],
            {"vocab": {}},
            {"vocab": {"0": b"a"}, "merges": []},
            {"vocab": {0: "a"}, "merges": []},
            {"vocab": {0: b"a"}, "merges": [(b"a",)]},
            {"vocab": {0: b"a"}, "merges": {(b"a", b"a")}},
            {"vocab": {0: b"a"}, "merges": [], "special_tokens": "<e>"},
            {"vocab": {0: b"a"}, "merges": [], "pattern": 1},
            {"vocab": {True: b"a"}, "merges": []},
        ],
    )
    def test_what_is_no_tokenizer_is_refused(self, tmp_path: Path, content: object) -> None:
        """Wrong types are named."""
        (tmp_path / "t.pkl").write_bytes(pickle.dumps(content))

        with pytest.raises(FileFormatError):
            storage.load(tmp_path / "t.pkl")

    @pytest.mark.parametrize("extra", [{1}, 1.5, True, bytearray(b"a"), frozenset(), 1j])
    def test_a_pickle_that_holds_anything_else_is_refused(
        self, tmp_path: Path, extra: object
    ) -> None:
        """Even where nobody would look at it."""
        content = {"vocab": {0: b"a"}, "merges": [], "more": extra}
        (tmp_path / "t.pkl").write_bytes(pickle.dumps(content, protocol=5))

        with pytest.raises(FileFormatError):
            storage.load(tmp_path / "t.pkl")

    @pytest.mark.parametrize("protocol", [3, 4, 5])
    def test_every_protocol_that_knows_bytes_is_read(self, tmp_path: Path, protocol: int) -> None:
        """And None where others write no special tokens."""
        content = {"vocab": {0: b"a", 300: b"aa"}, "merges": [(b"a", b"a")], "special_tokens": None}
        (tmp_path / "t.pkl").write_bytes(pickle.dumps(content, protocol))

        assert storage.load(tmp_path / "t.pkl").vocab == content["vocab"]

    @pytest.mark.parametrize(
        "content",
        [
            b"})" + b"\x85" * 200_000 + b"Ns.",  # () as a key, in 200,000 tuples
            b"})" + b"0)" * 9 + b"\x85" * 200_000 + b"Ns.",
            b"})" + b"N\x86" * 200_000 + b"Ns.",
            b"})" + b"NN\x87" * 200_000 + b"Ns.",
            b"}(" * 1 + b"(" * 200_000 + b")" + b"t" * 200_000 + b"Nu.",
            b"})" + b"\x85q\x000h\x00" * 200_000 + b"Ns.",
            b"})" + b"\x852" * 1 + b"\x86" + b"2\x86" * 200_000 + b"Ns.",
        ],
    )
    def test_tuples_in_tuples_do_not_end_the_process(
        self, content: bytes, tmp_path: Path, python: str
    ) -> None:
        """A key is hashed, and hashing goes down without a limit: so it is not read at all."""
        (tmp_path / "t.pkl").write_bytes(b"\x80\x04" + content)
        command = [python, "-m", "cs336_basics.cli", "inspect", str(tmp_path / "t.pkl")]

        done = subprocess.run(command, capture_output=True, text=True, timeout=60)

        assert done.returncode == 2
        assert "t.pkl: not a plain pickle: more than 100 tuples are nested" in done.stderr

    @pytest.mark.parametrize("put", [b"r\xff\xff\xff\x7f", b"p2147483647\n"])
    def test_a_damaged_pickle_takes_no_memory(self, put: bytes, tmp_path: Path) -> None:
        """Python keeps a row of all places up to the greatest number: here 16 GB for 11 bytes."""
        (tmp_path / "t.pkl").write_bytes(b"\x80\x04}" + put + b".")

        with pytest.raises(FileFormatError, match="places of memory"):
            storage.load(tmp_path / "t.pkl")

    @given(st.binary(max_size=60))
    def test_a_damaged_pickle_is_an_error_of_ours(
        self, tmp_path_factory: pytest.TempPathFactory, data: bytes
    ) -> None:
        """Whatever the bytes are."""
        path = tmp_path_factory.mktemp("pickle") / "t.pkl"
        path.write_bytes(data)

        with pytest.raises(FileFormatError):
            storage.load(path)


def test_a_key_that_stands_twice_is_named(tmp_path: Path) -> None:
    """JSON itself would take the last, and a token would be lost."""
    (tmp_path / "vocab.json").write_text('{"a": 0, "b": 1, "a": 2}', encoding="utf-8")
    (tmp_path / "merges.txt").write_text("", encoding="utf-8")

    with pytest.raises(FileFormatError, match=r"vocab\.json: .*'a' is there twice"):
        Tokenizer.from_files(tmp_path / "vocab.json", tmp_path / "merges.txt")


@pytest.mark.parametrize("name", ["t.json", "folder/vocab.json"])
def test_json_that_is_cut_off_is_named(tmp_path: Path, name: str) -> None:
    """With line and column."""
    tokenizer = Tokenizer({i: bytes([i]) for i in range(256)}, [])
    target = tmp_path / name.split("/")[0]
    tokenizer.save(target)
    path = tmp_path / name
    path.write_bytes(path.read_bytes()[:-20])

    with pytest.raises(FileFormatError, match="line"):
        Tokenizer.load(target)


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (("normalizer",), {"type": "NFC"}),
        (("model", "ignore_merges"), True),
        (("model", "type"), "WordPiece"),
        (("pre_tokenizer",), {"type": "Whitespace"}),
        (("pre_tokenizer",), {"type": "ByteLevel", "add_prefix_space": True}),
        (("truncation",), {"max_length": 8}),
        (("padding",), {"pad_id": 0}),
        (("post_processor",), {"type": "TemplateProcessing"}),
        (("post_processor",), {"type": "Sequence", "processors": [{"type": "BertProcessing"}]}),
        (("normalizer",), {"type": "Sequence", "normalizers": [{"type": "NFC"}]}),
        (("model", "end_of_word_suffix"), "</w>"),
        (("added_tokens",), [{"id": 256, "content": "<e>", "lstrip": True}]),
        (("added_tokens",), [{"id": 97, "content": "<e>"}]),
        (("added_tokens",), [{"id": 300, "content": "a"}]),  # which has 97 there
    ],
)
def test_a_tokenizer_json_that_does_something_else_is_refused(
    tmp_path: Path, place: tuple[str, ...], value: object
) -> None:
    """It would give other ids here than there."""
    Tokenizer({i: bytes([i]) for i in range(256)}, []).save(tmp_path / "t.json")
    content = json.loads((tmp_path / "t.json").read_text(encoding="utf-8"))
    node = content
    for key in place[:-1]:
        node = node[key]
    node[place[-1]] = value
    (tmp_path / "t.json").write_text(json.dumps(content), encoding="utf-8")

    with pytest.raises(FileFormatError):
        Tokenizer.load(tmp_path / "t.json")


def complaint(path: Path) -> list[str]:
    """Return what loading says is wrong: at most one thing."""
    try:
        Tokenizer.load(path)
    except FileFormatError as error:
        return [str(error)]
    return []


JUNK: list[object] = [None, True, -1, 1.5, "x", [], [1], ["a"], [[1, 2]], [None], {}, {"a": 1}]


@pytest.mark.parametrize(
    "place",
    [
        (),
        ("model",),
        ("model", "vocab"),
        ("model", "vocab", "a"),
        ("model", "merges"),
        ("model", "merges", 0),
        ("model", "merges", 0, 0),
        ("added_tokens",),
        ("added_tokens", 0),
        ("added_tokens", 0, "id"),
        ("added_tokens", 0, "content"),
        ("pre_tokenizer",),
        ("pre_tokenizer", "pretokenizers"),
        ("pre_tokenizer", "pretokenizers", 0),
        ("pre_tokenizer", "pretokenizers", 0, "pattern"),
        ("pre_tokenizer", "pretokenizers", 0, "pattern", "Regex"),
    ],
)
def test_a_damaged_tokenizer_json_is_an_error_of_ours(
    tmp_path: Path, place: tuple[str | int, ...]
) -> None:
    """At every place, whatever stands there: the file is read as it is meant, or it is named."""
    path = tmp_path / "t.json"
    vocab = {i: bytes([i]) for i in range(256)} | {256: b"ab"}
    Tokenizer(vocab, [(b"a", b"b")], ["<e>"]).save(path)
    good = path.read_text(encoding="utf-8")
    complaints = []
    for junk in JUNK:
        document = {"root": json.loads(good)}
        node, keys = document, ["root", *place]
        for key in keys[:-1]:
            node = node[key]  # type: ignore[index]  # keys of dicts and of lists
        node[keys[-1]] = junk  # type: ignore[index]
        path.write_text(json.dumps(document["root"]), encoding="utf-8")
        complaints += complaint(path)

    assert len(complaints) > len(JUNK) // 2
    assert [text for text in complaints if not text.startswith(f"{path}: ")] == []


def test_a_pattern_that_the_other_library_reads_otherwise_is_refused(tmp_path: Path) -> None:
    r"""Its engine takes `\p{N}{1,3}+` for a repetition, so digits would fall apart otherwise."""
    vocab = {i: bytes([i]) for i in range(256)}

    with pytest.raises(FileFormatError, match=re.escape("{1,3}+")):
        Tokenizer(vocab, [], pattern=r"\p{N}{1,3}+|\P{N}+").save(tmp_path / "t.json")
    assert list(tmp_path.iterdir()) == []


def test_a_pattern_of_the_users_own_survives_and_means_the_same_there(
    tmp_path: Path, languages: Path
) -> None:
    """In every format; and the other library gives the same ids."""
    pattern = r"\p{L}+|\p{N}{1,2}| ?[^\s\p{L}\p{N}]+|\s"
    tokenizer = Tokenizer(*train_bpe(languages, 400, [], pattern=pattern), pattern=pattern)
    sample = languages.read_bytes().decode()[:5000] + " 12345 !?"
    for name in FILES:
        tokenizer.save(tmp_path / name)

        assert Tokenizer.load(tmp_path / name).data == tokenizer.data
    theirs = TheirTokenizer.from_file(str(tmp_path / "t.json"))

    assert theirs.encode(sample).ids == tokenizer.encode(sample)


def test_a_pattern_given_by_its_source_is_the_named_one(tmp_path: Path) -> None:
    """So it keeps its safe cuts, and every format knows it."""
    source = PATTERNS_BY_NAME["cl100k"].source
    tokenizer = Tokenizer({i: bytes([i]) for i in range(256)}, [], pattern=source)
    tokenizer.save(tmp_path / "t.json")

    assert tokenizer.pattern == Tokenizer.load(tmp_path / "t.json").pattern == "cl100k"


def test_tokenizers_own_file_reads_here(stories: Path, tmp_path: Path) -> None:
    """Trained and saved by the other library, with its usual byte-level pre-tokenizer."""
    from tokenizers import decoders, models, pre_tokenizers, trainers

    theirs = TheirTokenizer(models.BPE())
    theirs.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    theirs.decoder = decoders.ByteLevel()
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    theirs.train(
        [str(stories)],
        trainers.BpeTrainer(
            vocab_size=600, special_tokens=[END], initial_alphabet=alphabet, show_progress=False
        ),
    )
    theirs.save(str(tmp_path / "t.json"))
    sample = stories.read_bytes().decode()[:20_000] + END

    assert Tokenizer.load(tmp_path / "t.json").encode(sample) == theirs.encode(sample).ids


@pytest.mark.parametrize("line_end", [b"\n", b"\r\n"])
def test_a_byte_order_mark_is_no_part_of_a_text_file(line_end: bytes, tmp_path: Path) -> None:
    """Some editors write one in front: merges.txt, with a header and without, vocab.json, ranks."""
    mark = b"\xef\xbb\xbf"
    (tmp_path / "vocab.json").write_bytes(mark + b'{"a": 0, "b": 1, "ab": 2}')
    (tmp_path / "t.tiktoken").write_bytes(
        mark + line_end.join([b"YQ== 0", b"Yg== 1", b"YWI= 2", b""])
    )

    ranks = Tokenizer.from_tiktoken(tmp_path / "t.tiktoken", pattern="gpt2")
    assert (ranks.vocab, ranks.merges) == ({0: b"a", 1: b"b", 2: b"ab"}, [(b"a", b"b")])
    for header in (b"#version: 0.2" + line_end, b""):
        (tmp_path / "merges.txt").write_bytes(mark + header + b"a b" + line_end)
        files = Tokenizer.from_files(tmp_path / "vocab.json", tmp_path / "merges.txt")

        assert files.data == ranks.data


@pytest.mark.parametrize("name", ["t.yaml", "folder"])
def test_a_byte_order_mark_in_our_own_files_is_none_of_the_text(name: str, tmp_path: Path) -> None:
    """As after opening and saving them in an editor."""
    tokenizer = Tokenizer({0: b"a", 1: b"b", 2: b"ab", 3: b"<s>"}, [(b"a", b"b")], ["<s>"])
    tokenizer.save(tmp_path / name)
    for path in [tmp_path / name] if name == "t.yaml" else (tmp_path / name).iterdir():
        path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())

    assert Tokenizer.load(tmp_path / name).data == tokenizer.data
