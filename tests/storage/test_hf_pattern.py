"""A pattern in tokenizer.json means the same to both libraries, or is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import Regex
from tokenizers import Tokenizer as TheirTokenizer
from tokenizers.pre_tokenizers import Split

from cs336_basics import Tokenizer
from cs336_basics.errors import FileFormatError, UnknownNameError
from cs336_basics.storage.byte_map import to_printable
from cs336_basics.storage.hf_atoms import _NAMES, Different
from cs336_basics.storage.hf_pattern import from_theirs, to_theirs
from cs336_basics.testing.strategies import TRICKY
from cs336_basics.text.pretokenize import PATTERNS, pretokenize
from tests.oracles import LONG_ASSIGNED

BYTES = {i: bytes([i]) for i in range(256)}
TEXTS = [
    "The cat's 12345 DON'T  \n\n x² ¼ م\u200cن a\u200db _a-b--c~~d||e&&f {1,2} [x] a\nb\n",
    "ſs ß ss SS ﬁ fi st İiIı Kk ǅ é É 你好 한국 ٣٤ \u0301\x1c\x85\u2028\t\r\n  end \n",
    "\n\na\n",
    "aaaa bbbb abab",
]


def theirs(pattern: str, text: str) -> list[str]:
    """Cut a text with the other library; it raises an Exception at what it cannot read."""
    return [piece for piece, _ in Split(Regex(pattern), "isolated").pre_tokenize_str(text)]


OURS = [  # ours -> whether it is saved
    (r"(?P<w>\w+)|\s+|\.", False),
    (r"(?s:.)", False),
    (r"(?|a|b)|.", False),
    (r"[\w--_]+|.|\n", False),
    (r"\h+|.|\n", False),
    (r"\p{N}{1,3}+|.", False),
    (r"\p{N}{2}?|.", False),
    (r"^a|.", False),
    (r"a$|.", False),
    (r"(?m:^a)|.", False),
    (r"(?x: a b )|.", False),
    (r"a(?i)b|c|.", False),
    (r"(?i:ss)|.", False),
    (r"(?i:ß)|.", False),
    (r"(?i:if)|.", False),
    (r"(?i:f(?:i))|.", False),
    (r"(?i:[a-z])+|.", False),
    (r"(?i:\p{Lu})+|.", False),
    (r"(?<!(a))b|.", False),
    (r"(a)(?1)|.", False),
    (r"(?<w>a)(?P=w)|.", False),
    (r"(?:a){e<=1}|.", False),
    (r"a{|.", False),
    (r"[a~~b]+|.", False),
    (r"[[:punct:]]+|.", False),
    (r"[[:digit:]]+|.", False),
    (r"\p{Script=Han}+|.", False),
    (r"\X|.", False),
    (r"\N{BULLET}|.", False),
    (r"\m\w+|.", False),
    (r"\G.", False),
    (r"[[]|.", False),
    (r"(?V0)[[a]]|.", False),
    (r"(?V1)a|.", False),
    (r"(?a)\w+|.", False),
    (r"\w+|\s+|[^\w\s]+", True),
    (r"\bb+\b|.", False),
    (r"\B|.", False),
    (r"[\w\-_]+|[^\w]|\n", True),
    (r"\pL+|\PL", True),
    (r"\s+\Z|\s|\S+", True),
    (r"(?i)'s|'t|[^']+|'", True),
    (r"(?i:'s|'t|'re|'ve|'m|'ll|'d)| ?\p{L}+|\s+(?!\S)|.|\s", True),
    (r"(?i:[sdmt]|ll|ve|re)|.|\s", True),
    (r"[^\r\n\p{L}\p{N}]?[\p{L}&&[^\p{Han}]]+|[\p{Han}]+|\s+|.", True),
    (r"[a||b]+|[]\[^]+|[+\--/]|.|\s", True),
    (r"\U0001F600|\u00e9|\xe9|.|\s", True),
    (r"(a)\1|(?<=a)b|(?<!b)b|a*+b|(?>b+)|.|\s", True),
    (r"a{1,2}?b|a{2}|a{,3}|.|\s", True),
    (r"[\s\S]", True),
    (r"a*|b|.|\s", True),
    (r"\w*?|\s", True),
    (r"(?=[A-Z])", True),
    (r"\A*a|.", False),
]


@pytest.mark.parametrize(("pattern", "is_saved"), OURS)
def test_what_is_saved_means_the_same_there(pattern: str, is_saved: bool, tmp_path: Path) -> None:
    """What it would read otherwise, or not at all, is refused, and no file is left."""
    path = tmp_path / "t.json"
    tokenizer = Tokenizer(BYTES, [], pattern=pattern)
    if not is_saved:
        with pytest.raises(FileFormatError, match=r"t\.json: in the pattern, "):
            tokenizer.save(path)
        assert list(tmp_path.iterdir()) == []
        return
    tokenizer.save(path)
    split = json.loads(path.read_bytes())["pre_tokenizer"]["pretokenizers"][0]
    loaded = Tokenizer.load(path)

    for text in TEXTS:
        expected = pretokenize(text, pattern)
        assert theirs(split["pattern"]["Regex"], text) == expected
        assert pretokenize(text, loaded.pattern) == expected
    loaded.save(tmp_path / "again.json")
    assert Tokenizer.load(tmp_path / "again.json").data == loaded.data


THEIRS = [  # read with their meaning
    r"\p{N}{1,3}+|.|\s",
    PATTERNS["cl100k"].source,
    r"a{2}?b|a{1,2}+b|.|\s",
    r"a**|b+{2}|.|\s",
    r"\s+$|.|\s",
    r"^.|.|\s",
    r"(?m:b.a)|.|\s",
    r"(?mi:B.A)|(?m-i:.)|\s",
    r"a(?i)b|C|.|\s",
    r"(?i)'S|'T|.|\s",
    r"\w+|\W",
    r"[\w-]+|[^\w]",
    r"[^\W_]+|.|\s",
    r"\h+|\H+",
    r"[\h_]+|.|\s",
    r"\N+|\O",
    r"\s+\Z|\s+\z|.|\s",
    r"[[:digit:]]+|[[:^space:]]|\s",
    r"[[:alpha:]]+|[^[:upper:]]",
    r"\x{41}|\x{1F600}|[\x{4e00}-\x{9fff}]+|.|\s",
    r"[a~~b]+|[a||c]+|.|\s",
    r"[+--]+|.|\s",
    r"[]a]+|[^]b]|b",
    r"a{|{|.|\s",
    r"a{x}|.|\s",
    r"(?<w>a)b|.|\s",
    r"\e|\a|.|\s",
    r" ?[^(\s|[.,!?…。，、।۔،])]+|.|\s",
    r"gpt2",
    r"[\p{Lu}\p{Lt}&&[^\p{Han}]]+|.|\s",
]


@pytest.mark.parametrize("pattern", THEIRS)
def test_what_is_read_means_the_same_here(pattern: str, tmp_path: Path) -> None:
    """And saving it again changes none of their ids."""
    path = tmp_path / "theirs.json"
    write_with(path, {"type": "Split", "pattern": {"Regex": pattern}, "behavior": "Isolated"})
    ours = Tokenizer.load(path)
    ours.save(tmp_path / "ours.json")
    again = TheirTokenizer.from_file(str(tmp_path / "ours.json"))
    split = json.loads((tmp_path / "ours.json").read_bytes())["pre_tokenizer"]["pretokenizers"][0]

    for text in TEXTS:
        assert pretokenize(text, ours.pattern) == theirs(pattern, text)
        assert theirs(split["pattern"]["Regex"], text) == theirs(pattern, text)
        assert again.encode(text).ids == ours.encode(text)


@pytest.mark.parametrize(
    "pattern",
    [r"(?~ab)|.", r"(?x: a )", r"\X", r"(?i:ss)", r"(?y{g}:.)", r"[[:punct:]]",
     r"\b.", r"[[:word:]]", r"\p{Word}",
     r"a(?i:i)", r"\k<a>(?<a>b)", r"\p{Graph}"],
)  # fmt: skip
def test_what_would_be_read_otherwise_here_is_refused(pattern: str, tmp_path: Path) -> None:
    """With the place in the file."""
    path = tmp_path / "theirs.json"
    write_with(path, {"type": "Split", "pattern": {"Regex": pattern}, "behavior": "Isolated"})

    with pytest.raises(FileFormatError, match=r"theirs\.json: in the pattern of pre_tokenizer"):
        Tokenizer.load(path)


def write_with(path: Path, split: dict[str, Any]) -> None:
    """Write a tokenizer.json that cuts with this Split."""
    vocab = {to_printable(token): number for number, token in BYTES.items()}
    vocab |= {"12": 256, "34": 257, "1234": 258}
    merges = ["1 2", "3 4", "12 34"]
    byte_level = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True}
    content = json.loads(TheirTokenizer.from_str(_EMPTY).to_str())
    content["model"] |= {"vocab": vocab, "merges": merges}
    content["pre_tokenizer"] = {
        "type": "Sequence",
        "pretokenizers": [{"invert": False} | split, byte_level | {"use_regex": False}],
    }
    path.write_text(json.dumps(content), encoding="utf-8")


_EMPTY = json.dumps({"version": "1.0", "added_tokens": [], "model": {"type": "BPE", "vocab": {}, "merges": []}})  # fmt: skip  # noqa: E501


def test_digits_of_a_pattern_taken_word_for_word_from_tiktoken(tmp_path: Path) -> None:
    """`{1,3}+` is a repetition there: 1234 is one pre-token, and one token."""
    write_with(
        tmp_path / "t.json",
        {
            "type": "Split",
            "pattern": {"Regex": PATTERNS["cl100k"].source},
            "behavior": "Isolated",
        },
    )
    ours = Tokenizer.load(tmp_path / "t.json")
    ours.save(tmp_path / "again.json")

    assert ours.encode("1234") == [258]
    for name in ("t.json", "again.json"):
        assert TheirTokenizer.from_file(str(tmp_path / name)).encode("1234").ids == [258]


ATOMS = [
    *"ab'st1 -²é你.${}^|",
    *(r"\w", r"\W", r"\s", r"\d", r"\b", r"\n", r"\p{L}", r"\p{N}", r"\p{^L}", r"\P{Han}"),
    *("[ab]", "[^a-b]", r"[\w-]", r"[\W1]", r"[^\w&&[^1]]", r"[\s1-3]", "[a&&[^b]]", "[]-]"),
    *("(?i:s)", "(?i:'S|t)", "(?=a)", r"(?!\S)", "(?<=b)", "(?<!a)", "(?>ab?)", "(a|b)"),
    *(r"\A", r"\z", r"\Z", "&&", "(?m:.)", "(?s:.)", "(?i)"),
]
QUANTIFIERS = ["", "", "", "?", "*", "+", "+?", "++"]
QUANTIFIERS += ["{2}", "{1,2}", "{1,2}+", "{2}?", "{1,}?", "{,2}"]
random_patterns = st.lists(
    st.tuples(st.sampled_from(ATOMS), st.sampled_from(QUANTIFIERS)).map("".join),
    min_size=1,
    max_size=5,
).map("".join)
random_texts = st.lists(st.sampled_from([*TRICKY, *"aabb'sSt12 -²{&\n"]), max_size=12).map("".join)


@settings(max_examples=1500)
@given(random_patterns, random_texts)
def test_random_patterns_are_read_alike_or_refused(pattern: str, text: str) -> None:
    """From them to us, and from us to them."""
    text = "".join(character for character in text if character in _KNOWN)
    expected = cut_there(pattern, text)
    read = translated(from_theirs, pattern)
    if expected is not None and read is not None:
        assert pretokenize(text, f"(?:{read})") == expected
    try:
        expected = pretokenize(text, f"(?:{pattern})")
        written = to_theirs(f"(?:{pattern})")
    except (UnknownNameError, Different):
        return
    assert theirs(written, text) == expected


_KNOWN = frozenset(LONG_ASSIGNED)


def cut_there(pattern: str, text: str) -> list[str] | None:
    """Cut a text with the other library; None for a pattern that it cannot read."""
    try:
        return theirs(pattern, text)
    except Exception:  # it has no class of its own
        return None


def translated(translate: Callable[[str], str], pattern: str) -> str | None:
    """Translate a pattern; None for one that is refused."""
    try:
        return translate(pattern)
    except Different:
        return None


def test_properties_hold_the_same_characters() -> None:
    """Of those that Unicode has had for long: newer ones differ between the tables."""
    everything = "".join(LONG_ASSIGNED).replace("\u0295", "")  # it is a small letter to one
    for name in sorted(_NAMES):
        expected = "".join(
            piece
            for piece, _ in Split(Regex(rf"\p{{{name}}}"), "removed", invert=True).pre_tokenize_str(
                everything
            )
        )

        assert "".join(regex.findall(rf"\p{{{name}}}", everything)) == expected, name
