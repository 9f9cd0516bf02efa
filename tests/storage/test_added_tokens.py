"""Special tokens that Hugging Face's files hold: their own ids, and who is cut out first."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import tiktoken
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import AddedToken, decoders, pre_tokenizers
from tokenizers import Tokenizer as TheirTokenizer
from tokenizers.models import BPE

from cs336_basics import Tokenizer
from cs336_basics.errors import FileFormatError, VocabularyError
from cs336_basics.storage.byte_map import BYTE_TO_CHARACTER
from cs336_basics.text.safe_cuts import SafeCuts
from cs336_basics.text.special_finder import order_matters
from cs336_basics.text.special_tokens import split_on_special
from cs336_basics.tokenizer.token_files import encode_file, open_token_file

BYTES = {character: byte for byte, character in enumerate(BYTE_TO_CHARACTER)}
FILES = ["t.yaml", "t.json", "t.tiktoken", "t.pkl", "folder"]
TWO_SPACES = ({**BYTES, "ĠĠ": 256}, [("Ġ", "Ġ")], [AddedToken("  ", special=True)])
SPECIAL_FIRST = ({**BYTES, "ĠĠ": 257, "  ": 256}, [("Ġ", "Ġ")], [AddedToken("  ", special=True)])


def theirs(
    vocab: dict[str, int], merges: list[tuple[str, str]], added: list[Any]
) -> TheirTokenizer:
    """Build a tokenizer with the other library."""
    tokenizer = TheirTokenizer(BPE(vocab, merges))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    tokenizer.add_tokens(added)
    return tokenizer


def both(parts: tuple[Any, Any, Any], folder: Path) -> tuple[TheirTokenizer, Tokenizer]:
    """Build theirs, and read its file with ours."""
    other = theirs(*parts)
    other.save(str(folder / "theirs.json"))
    return other, Tokenizer.load(folder / "theirs.json")


@pytest.mark.parametrize(
    ("parts", "ids"), [(TWO_SPACES, [97, 257, 98]), (SPECIAL_FIRST, [97, 256, 98])]
)
def test_an_added_token_keeps_its_id_beside_an_ordinary_one(
    parts: tuple[Any, Any, Any], ids: list[int], tmp_path: Path
) -> None:
    """Two spaces are a merge and an added token; whichever id is the smaller one."""
    other, ours = both(parts, tmp_path)

    assert ours.encode("a  b") == other.encode("a  b").ids == ids
    [ordinary] = {256, 257} - set(ids)
    assert ours.encode("a  b", allowed_special="none")[1] != ids[1]
    assert ours.encode("   ", allowed_special="none")[0] == ordinary
    assert ours.decode(ids) == "a  b"
    assert list(ours.encode_iterable(["a ", " b"])) == ids


@pytest.mark.parametrize("parts", [TWO_SPACES, SPECIAL_FIRST])
@pytest.mark.parametrize("name", FILES)
def test_every_format_keeps_the_two_apart(
    parts: tuple[Any, Any, Any], name: str, tmp_path: Path
) -> None:
    """And the other library reads what was saved with the same ids."""
    other, ours = both(parts, tmp_path)
    ours.save(tmp_path / name)
    loaded = Tokenizer.load(tmp_path / name)

    assert loaded.data == ours.data
    for text in ("a  b", "   ", "a b  "):
        assert loaded.encode(text) == other.encode(text).ids
        if name == "t.json":
            assert TheirTokenizer.from_file(str(tmp_path / name)).encode(text).ids == (
                other.encode(text).ids
            )


def test_gpt2s_files_keep_the_two_apart(tmp_path: Path) -> None:
    """vocab.json holds both, under two keys."""
    (tmp_path / "vocab.json").write_text(json.dumps({**BYTES, "ĠĠ": 256, "  ": 257}))
    (tmp_path / "merges.txt").write_text("Ġ Ġ\n", encoding="utf-8")
    files = tmp_path / "vocab.json", tmp_path / "merges.txt"

    assert Tokenizer.from_files(*files, ["  "]).encode("a  b") == [97, 257, 98]


def test_ranks_keep_the_two_apart(tmp_path: Path) -> None:
    """As tiktoken does, which is given ranks and special tokens apart."""
    ranks = {bytes([i]): i for i in range(256)} | {b"  ": 256}
    encoding = tiktoken.Encoding(
        "t", pat_str=r"\s+|\S+", mergeable_ranks=ranks, special_tokens={"  ": 257}
    )
    Tokenizer({i: token for token, i in ranks.items()}, [(b" ", b" ")]).save(
        tmp_path / "t.tiktoken"
    )
    ours = Tokenizer.from_tiktoken(tmp_path / "t.tiktoken", {"  ": 257}, pattern=r"\s+|\S+")

    for allowed in ("all", set[str]()):
        assert ours.encode("a  b", allowed_special=allowed) == encoding.encode(
            "a  b", allowed_special=allowed, disallowed_special=()
        )


def test_the_kernels_give_the_same_ids(tmp_path: Path) -> None:
    """A long text goes through them, where numba is."""
    pytest.importorskip("numba")
    from cs336_basics import kernels

    _, ours = both(SPECIAL_FIRST, tmp_path)
    text = "a  b   c " * 50
    slow = ours.encode(text), ours.encode(text, allowed_special="none")
    if not kernels.start("encode"):
        pytest.skip("the kernels do not run here")
    ours.expect(1 << 28)

    assert ours.compiled is not None
    assert (ours.encode(text), ours.encode(text, allowed_special="none")) == slow


def test_an_id_that_is_not_the_tokens_is_refused() -> None:
    """The id of other bytes, and one that is no id."""
    for wrong in (0, 7, -1):
        with pytest.raises(VocabularyError):
            Tokenizer({0: b"a", 1: b"<s>"}, [], ["<s>"], special_ids={"<s>": wrong})


ORDERS = [  # special (cut out first), added (cut out of what is left), text
    (["<b>"], ["<a><b>"], "<a><b>"),
    (["<b>"], ["<a><b>", "<a>"], "x<a><b><a>"),
    (["bc"], ["ab"], "abc ab abcab"),
    (["bc"], ["ab", "a"], "abc"),
    (["ab"], ["abc", "bc"], "abc bc"),
    (["abc"], ["ab"], "abc ab"),
    (["b"], ["aba", "a"], "aba a"),
]


@pytest.mark.parametrize(("first", "last", "text"), ORDERS)
@pytest.mark.parametrize("name", ["theirs.json", "t.yaml", "t.json", "t.pkl", "folder"])
def test_what_is_normalized_is_cut_out_last(
    first: list[str], last: list[str], text: str, name: str, tmp_path: Path
) -> None:
    """Hugging Face looks through a text twice; in every format that can hold it."""
    added = [AddedToken(each, normalized=False, special=True) for each in first]
    added += [AddedToken(each, normalized=True) for each in last]
    other, ours = both((BYTES, [], added), tmp_path)
    if name != "theirs.json":
        ours.save(tmp_path / name)
        assert Tokenizer.load(tmp_path / name).data == ours.data
        ours = Tokenizer.load(tmp_path / name)

    assert ours.encode(text) == other.encode(text).ids
    if name == "t.json":
        again = TheirTokenizer.from_file(str(tmp_path / name))
        assert again.encode(text).ids == other.encode(text).ids


def test_tiktoken_cannot_look_twice(tmp_path: Path) -> None:
    """So what needs it is not written."""
    tokenizer = Tokenizer({0: b"a", 1: b"b", 2: b"ab"}, [], ["b", "ab"], cut_last=["ab"])

    with pytest.raises(FileFormatError, match="'ab' is looked for only in what"):
        tokenizer.save(tmp_path / "t.tiktoken")


tokens = st.lists(st.text("ab<", min_size=1, max_size=3), unique=True, max_size=3)


@settings(max_examples=200)
@given(tokens, tokens, st.text("ab< ", max_size=12), st.data())
def test_streams_cut_anywhere_give_the_same_ids(
    first: list[str], last: list[str], text: str, data: st.DataObject
) -> None:
    """And the same as Hugging Face, whatever the tokens: inside one another, overlapping, equal."""
    last = [token for token in last if token not in first]
    specials = first + last
    vocab = {i: bytes([i]) for i in range(256)}
    vocab |= {256 + i: token.encode() for i, token in enumerate(specials)}
    own = {token: 256 + i for i, token in enumerate(specials)}
    ours = Tokenizer(vocab, [], specials, pattern=r"[ab]+|\s|.", special_ids=own, cut_last=last)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=3)))
    chunks = [text[a:b] for a, b in zip([0, *cuts], [*cuts, len(text)], strict=True)]

    assert list(ours.encode_iterable(chunks)) == ours.encode(text)
    expected = [
        own[part.decode()] if is_special else byte
        for _, part, is_special in split_on_special(text.encode(), specials, last)
        for byte in (part if not is_special else b"x")
    ]
    assert ours.encode(text) == expected
    if not order_matters(first, last):
        assert list(split_on_special(text.encode(), specials, last)) == list(
            split_on_special(text.encode(), specials)
        )


def test_a_file_is_encoded_alike_by_any_number_of_workers(tmp_path: Path) -> None:
    """Where the order matters, one process does it all."""
    vocab = {i: bytes([i]) for i in range(256)} | {256: b"ab", 257: b"bc"}
    tokenizer = Tokenizer(vocab, [], ["bc", "ab"], cut_last=["ab"])
    (tmp_path / "t.txt").write_bytes(b"abc ab abcab\n" * 1000)
    for workers in (1, 2):
        encode_file(tokenizer, tmp_path / "t.txt", tmp_path / "ids.npy", workers=workers)

        ids = open_token_file(tmp_path / "ids.npy").tolist()
        assert ids == tokenizer.encode("abc ab abcab\n" * 1000)


def test_where_one_that_is_cut_last_begins_is_no_safe_place_by_itself() -> None:
    """Its end may be taken away; then what is before it and its beginning are one pre-token."""
    specials = ["bc", "ab"]

    assert list(SafeCuts(r"\w+|\W+", specials).iter_cuts(b"xab xbc")) == [1, 5]
    assert list(SafeCuts(r"\w+|\W+", specials, ["ab"]).iter_cuts(b"xab xbc")) == [5]
