"""A pattern of one's own means what it means to tiktoken and to Hugging Face."""

from __future__ import annotations

import pytest
import tiktoken
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Regex
from tokenizers.pre_tokenizers import Split

from cs336_basics import Tokenizer
from cs336_basics.errors import UnknownNameError
from cs336_basics.testing.strategies import TRICKY
from cs336_basics.text.own_patterns import compile_pattern
from cs336_basics.text.pretokenize import get_pattern, pretokenize

BYTES = {i: bytes([i]) for i in range(256)}
# The makers of Chinese models keep Chinese apart like this.
NOT_HAN = (
    r"[\p{Han}]+|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}&&[^\p{Han}]]*"
    r"[\p{Ll}\p{Lm}\p{Lo}\p{M}&&[^\p{Han}]]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
    r"|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)
BOTH = [  # read by tiktoken's engine and by that of Hugging Face
    r"[^\r\n\p{L}\p{N}]?[\p{L}&&[^\p{Han}]]+|[\p{Han}]+|\s+|.",
    NOT_HAN,
    r" ?[^(\s|[.,!?…。，、।۔،])]+|.|\s",
    r"[a-zé&&[^aeiou]]+|.|\s",
    r"[^a-z&&[^c]]+|.|\s",
    r"[\w&&[^\d_]]+|.|\s",
    r"[s||t]+|.|\s",
    r"[[s][t]d]+|.|\s",
    r"(?i:ſ|k|é)+|.|\s",
]
MATCHING_NOTHING = [r"a*|b|.|\s", r"s*?|\s", r"(?=[A-Z])"]  # tiktoken breaks off there
TIKTOKEN_ALONE = [r"[\w--_]+|.|\s", r"[\p{L}--\p{Han}]+|.|\s", r"[a-m~~k-t]+|.|\s"]
texts = st.lists(st.sampled_from([*TRICKY, *"kKſßc_|||&-"]), max_size=30).map("".join)


def of_tiktoken(text: str, pattern: str) -> list[str]:
    """Cut a text with tiktoken: a vocabulary of words would hide the cuts, so ask it for each."""
    words = {text[i:j].encode() for i in range(len(text)) for j in range(i + 1, len(text) + 1)}
    ranks = {bytes([i]): i for i in range(256)}
    ranks |= {word: 256 + i for i, word in enumerate(sorted(words)) if len(word) > 1}
    encoding = tiktoken.Encoding("own", pat_str=pattern, mergeable_ranks=ranks, special_tokens={})
    return [encoding.decode_bytes([i]).decode() for i in encoding.encode_ordinary(text)]


@pytest.mark.parametrize("pattern", [*BOTH, *TIKTOKEN_ALONE])
def test_tiktoken_cuts_alike(pattern: str) -> None:
    """Sets in sets, `and`, `without`, `either`; a pre-token that is a token is one id there."""
    for text in ("a b", "ab 你好c d", "don'T |s||t| x_y-z", "KkſßÉé tt12", "the.cat,(sat) [on]"):
        assert pretokenize(text, pattern) == of_tiktoken(text, pattern)


@given(texts, st.sampled_from([*BOTH, *MATCHING_NOTHING]))
def test_hugging_face_cuts_alike(text: str, pattern: str) -> None:
    """`Split` isolates what the pattern finds and what lies between."""
    theirs = Split(Regex(pattern), "isolated").pre_tokenize_str(text)

    assert pretokenize(text, pattern) == [piece for piece, _ in theirs]


def test_set_operations_decide_the_ids() -> None:
    """The space belongs to the word: token 256 is ` b`."""
    pattern = r"[^\r\n\p{L}\p{N}]?[\p{L}&&[^\p{Han}]]+|[\p{Han}]+|\s+|."
    ours = Tokenizer({**BYTES, 256: b" b"}, [(b" ", b"b")], pattern=pattern)
    ranks = {bytes([i]): i for i in range(256)} | {b" b": 256}
    theirs = tiktoken.Encoding("own", pat_str=pattern, mergeable_ranks=ranks, special_tokens={})

    assert ours.encode("a b") == theirs.encode("a b") == [97, 256]


def test_brackets_that_only_the_old_rules_allow_are_read_by_them() -> None:
    """`[[]` is a set with one bracket, as in Python's own `re`; so is what asks for them."""
    assert pretokenize("a[b", r"[[]|.") == ["a", "[", "b"]
    assert pretokenize("a]", r"(?V0)[[a]]|.") == ["a]"]


@pytest.mark.parametrize("pattern", [r"(?r)\w+|\s+", r"(?r:a)b", r"(?<=(?r:a))b|\s", r"(?rV1)a|."])
def test_a_pattern_that_searches_from_the_right_is_refused(pattern: str) -> None:
    """Its matches come in another order, so a text would come back twice."""
    with pytest.raises(UnknownNameError, match="from the right"):
        get_pattern(pattern)


@pytest.mark.parametrize(
    "pattern",
    [
        r"(?au)a",
        r"(?aL)a",
        "(" * 3000 + ")" * 3000,
        "[" * 3000,
        r"(?V0)(?V1)a",
        r"\L<words>",
        "(?P<a",
    ],
)
def test_whatever_a_pattern_does_to_its_engine_the_error_has_a_name(pattern: str) -> None:
    """Flags that exclude each other, nesting without end; the sentence stays short."""
    with pytest.raises(UnknownNameError, match="not a valid regex") as caught:
        get_pattern(pattern)

    assert len(str(caught.value)) < 500


def test_a_pattern_that_calls_itself_without_end_is_named_when_it_is_used() -> None:
    """It compiles; on a text it asks for all memory there is."""
    with pytest.raises(UnknownNameError, match="runs out of memory on a text of 1 char"):
        pretokenize("a", "(?R)")


@given(texts, st.sampled_from([r"\w+", r"a*", r"\b", r"\K.", r"(?<=a)", r"(a)|(b)", *BOTH]))
def test_cutting_loses_nothing(text: str, pattern: str) -> None:
    """Empty matches, kept-out beginnings, groups."""
    pretokens = pretokenize(text, pattern)

    assert "".join(pretokens) == text
    assert "" not in pretokens


def test_positions_in_an_error_are_those_of_the_pattern() -> None:
    """Not of what was written in front of it."""
    with pytest.raises(UnknownNameError, match="at position 4"):
        compile_pattern("abc(")
