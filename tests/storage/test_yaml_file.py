"""YAML: readable, and nothing lost."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from cs336_basics import storage, train_bpe
from cs336_basics.cli import main
from cs336_basics.datatypes import TokenizerData
from cs336_basics.errors import FileFormatError
from cs336_basics.repository import ROOT
from cs336_basics.storage import yaml_file

TOKEN = st.binary(min_size=1, max_size=6) | st.text(min_size=1, max_size=4).map(str.encode)
DATA = st.builds(
    TokenizerData,
    st.dictionaries(st.integers(0, 10**6), TOKEN, max_size=8),
    st.lists(st.tuples(TOKEN, TOKEN), max_size=8),
    st.lists(
        st.text(st.characters(exclude_categories=["Cs"]), min_size=1), unique=True, max_size=3
    ),
    st.sampled_from(["gpt2", "cl100k", r"\p{L}+|\s+ ", "'"]),
    st.none() | st.just({"corpus": [{"name": "a: b\n", "size": 3}], "min_count": 1}),
)


@given(DATA)
def test_every_tokenizer_comes_back_exactly(data: TokenizerData) -> None:
    """Any bytes, any ids, any special tokens, any pattern."""
    assert yaml_file.loads(yaml_file.dumps(data)) == data


@given(DATA)
def test_the_slow_loader_reads_the_same(data: TokenizerData) -> None:
    """Where libyaml is missing, nothing changes but the time."""
    text = yaml_file.dumps(data)

    assert yaml.load(text, yaml.SafeLoader) == yaml.safe_load(text)
    assert yaml.load(text, yaml.SafeLoader) == yaml.load(text, yaml_file._Loader)


def test_all_256_bytes_survive() -> None:
    """U+0085 included, which PyYAML's own writer loses."""
    data = TokenizerData({i: bytes([i]) for i in range(256)}, [(b"\x85", b"\xc2\x85")], [])

    assert yaml_file.loads(yaml_file.dumps(data)) == data


def test_text_is_written_as_text_and_fragments_as_bytes() -> None:
    """A person sees at once which is which."""
    lines = yaml_file.dumps(TokenizerData({0: "牛".encode(), 1: b"\xe7", 2: b"[0x41]"}, [], []))

    assert '  0: "牛"\n  1: [0xE7]\n  2: "[0x41]"\n' in lines


def test_a_trained_vocabulary_of_characters_in_pieces_survives(tmp_path: Path) -> None:
    """Merges inside a character, which errors="replace" would destroy."""
    (tmp_path / "corpus").write_text("牛牛牛 牛牛", encoding="utf-8")
    vocab, merges = train_bpe(tmp_path / "corpus", 260, ["<e>"])
    storage.save(TokenizerData(vocab, merges, ["<e>"]), tmp_path / "t.yaml")

    assert storage.load(tmp_path / "t.yaml") == TokenizerData(vocab, merges, ["<e>"])


GOOD = yaml_file.dumps(TokenizerData({0: b"a", 1: b"b", 2: b"ab"}, [(b"a", b"b")], ["<e>"]))


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ('  2: "ab"', '  2: "ab', "line"),
        ('  2: "ab"\n', "", "sizes"),
        ('  - ["a", "b"]\n', "", "merges"),
        ('  2: "ab"', "  2: [0x100]", "id 2"),
        ('  2: "ab"', "  2: 7", "id 2"),
        ('  2: "ab"', '  two: "ab"', "two"),
        ('["a", "b"]', '["a"]', "number 0"),
        ('["a", "b"]', '["a", []]', "number 0"),
        ('pattern: "gpt2"', "pattern: 2", "pattern"),
        ("special_tokens: [", "special_tokens: [1, ", "special_tokens"),
        ("version: 1", "version: 2", "version"),
        ("format: cs336-bpe", "format: other", "format"),
        ("vocab:", "words:", "vocab"),
        (GOOD, "- 1\n", "format"),
        (GOOD, "!!python/tuple [1]", "line"),
        (GOOD, "", "format"),
        ('  2: "ab"', "  2: !!timestamp ab", "not valid YAML"),
        ('  2: "ab"', "  2: !!int ab", "not valid YAML"),
        ('  2: "ab"', "  2: !!int ''", "not valid YAML"),
        ('  2: "ab"', "  2: !!bool ab", "not valid YAML"),
        ('  2: "ab"', "  2: 2024-99-99", "not valid YAML"),
        ('  2: "ab"', "  ? [2]\n  : 1", "not valid YAML"),
        ('  2: "ab"', "  2: " + "[" * 5000, "not valid YAML"),
        ('  2: "ab"', '  1: "ab"', "a key is twice"),
    ],
)
def test_a_damaged_or_foreign_file_gets_an_error_that_names_the_place(
    old: str, new: str, place: str
) -> None:
    """A cut end, a bad byte, a wrong type, a tag that would run code: each is refused by place."""
    assert old in GOOD
    with pytest.raises(FileFormatError, match=place) as caught:
        yaml_file.loads(GOOD.replace(old, new, 1), "my.yaml")
    assert str(caught.value).startswith("my.yaml: ")


def test_half_a_character_in_a_text_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """The slow loader lets a lone surrogate through, which has no bytes."""
    monkeypatch.setattr(yaml_file, "_Loader", yaml.SafeLoader)

    with pytest.raises(FileFormatError, match="id 2"):
        yaml_file.loads(GOOD.replace('  2: "ab"', r'  2: "\uD800"'))


def test_bytes_that_are_no_text_are_a_damaged_file(tmp_path: Path) -> None:
    """A binary file under the name of a YAML file."""
    (tmp_path / "t.yaml").write_bytes(b"\xff\x00\x80")

    with pytest.raises(FileFormatError, match="not valid YAML"):
        storage.load(tmp_path / "t.yaml")


def test_an_unknown_suffix_is_refused() -> None:
    """The error lists the suffixes that exist."""
    with pytest.raises(FileFormatError, match=r"\.yaml"):
        storage.load("tokenizer.docx")


def test_an_empty_name_is_refused() -> None:
    """As a path it is the current folder, which would be filled with GPT-2's files."""
    with pytest.raises(FileFormatError, match="no name"):
        storage.check_writable("")


@pytest.mark.parametrize("name", [b"\xff.txt", b"caf\xe9 \xc3\xa9.txt", b"a\xed\xa0\x80.txt"])
def test_a_file_name_that_is_not_utf8_loads_back(name: bytes, tmp_path: Path) -> None:
    """Linux allows any bytes in a name; Python holds them as lone surrogates, YAML cannot."""
    (tmp_path / os.fsdecode(name)).write_bytes(b"low low low")
    out = tmp_path / "v.yaml"

    code = main(["train", str(tmp_path / os.fsdecode(name)), "--vocab-size", "259", "-o", str(out)])

    assert code == 0
    assert len(storage.load(out).merges) == 3
    assert "\\udc" in str(storage.load(out).training)


def test_what_yaml_cannot_hold_is_named() -> None:
    """A path, for example, in what a program of one's own says of its training."""
    data = TokenizerData({}, [], [], training={"corpus": Path("x")})

    with pytest.raises(FileFormatError, match="cannot hold this in `training`"):
        yaml_file.dumps(data)


@pytest.mark.parametrize(
    "number", ["9" * 5000, "0x" + "f" * 5000, "1" + ":1" * 3000, "-" + "1" * 99]
)
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("version: 1", "version: {}"),
        ("vocab: 2", "vocab: {}"),
        ("merges: 1", "merges: {}"),
        ("  0: ", "  ? {}\n  : "),
        ('["h", "h"]', "{}"),
        ('"<s>"', "{}"),
        ("0x80", "{}"),
        ('"gpt2"', "{}"),
    ],
)
def test_a_number_without_end_is_named(old: str, new: str, number: str) -> None:
    """Python refuses to write such numbers, and PyYAML takes hours to read some."""
    data = TokenizerData({0: b"h", 1: b"\x80"}, [(b"h", b"h")], ["<s>"])
    text = yaml_file.dumps(data)
    assert old in text
    text = text.replace(old, new.format(number))

    with pytest.raises(FileFormatError, match=r"a number of [\d,]+ characters"):
        yaml_file.loads(text)


def test_the_saved_vocabularies_are_written_byte_for_byte() -> None:
    """Reading one and writing it changes nothing, in any version of Python."""
    for path in sorted((ROOT / "profiles").glob("*.yaml")):
        content = path.read_bytes()

        assert yaml_file.dumps(yaml_file.loads(content)).encode() == content
