"""Our YAML files are read in short as the parser reads them, and any other file by the parser."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cs336_basics.datatypes import TokenizerData
from cs336_basics.errors import FileFormatError
from cs336_basics.storage import yaml_file
from cs336_basics.storage.yaml_file import dumps, loads

TOKENS = st.binary(max_size=4) | st.text(max_size=4).map(
    lambda text: text.encode("utf-8", "surrogatepass")
)
TOKENS |= st.sampled_from(
    [b'", "', b"\\", b'"', b": ", b"]", b"merges:", "\u2028\x85".encode(), b""]
)
DATA = st.builds(
    lambda tokens, pairs, specials: TokenizerData(
        {3 * i: token for i, token in enumerate(tokens)},
        [(tokens[i % len(tokens)], tokens[j % len(tokens)]) for i, j in pairs],
        specials,
    ),
    st.lists(TOKENS.filter(bool), min_size=1, max_size=8, unique=True),
    st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7)), min_size=1, max_size=6),
    st.lists(st.sampled_from(["<s>", "\nvocab:\n", "é"]), unique=True),
)
CHANGES = ["", " ", "\n", '"', "\\", "0", "x", ",", ": ", "- ", "#", "\t", "\x85", "\x00", "é", "é"]
CHANGES += ["\nvocab:\n", "\nmerges:\n", "[0x41]", "[", "]", '  7: "a"\n', '  - ["a", "b"]\n']


def outcome(text: str) -> TokenizerData | str:
    """Return what is read, or the error that is raised."""
    try:
        return loads(text)
    except FileFormatError as error:
        return str(error)


@given(data=DATA)
def test_what_is_written_is_read_in_short(data: TokenizerData) -> None:
    """Without a parser for the lists, and the same."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(yaml_file, "_read_vocab", None)

        assert data == loads(dumps(data))
        assert data == loads(dumps(data).encode("utf-8"))


@settings(max_examples=1000)
@given(data=DATA, change=st.sampled_from(CHANGES), place=st.integers(0), cut=st.integers(0, 3))
def test_a_changed_file_is_read_as_the_parser_reads_it(
    data: TokenizerData, change: str, place: int, cut: int
) -> None:
    """With something put in, taken away or written over anywhere: the same data or error."""
    text = dumps(data)
    place %= len(text) + 1
    text = text[:place] + change + text[place + cut :]

    actual = outcome(text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(yaml_file, "_read_rows", lambda text: None)

        assert outcome(text) == actual


def test_the_committed_vocabularies_are_read_in_short(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Thousands of tokens, trained here."""
    data = yaml_file.load(root / "profiles" / "tinystories_10k.yaml")
    monkeypatch.setattr(yaml_file, "_read_rows", lambda text: None)

    assert yaml_file.load(root / "profiles" / "tinystories_10k.yaml") == data
