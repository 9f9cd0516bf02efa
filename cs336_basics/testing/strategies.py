"""Random inputs for Hypothesis: counts, texts, special tokens, corpora with both.

Tiny alphabets find tie faults, because nearly every count is equal. Texts are made of what
pre-tokenizers disagree about, and special tokens of what tears, nests and overlaps.

    @given(strategies.corpora())
    def test_mine(corpus: tuple[str, list[str]]) -> None:
        text, special_tokens = corpus
        ...
"""

from __future__ import annotations

from hypothesis import strategies as st

from cs336_basics.datatypes import PretokenCounts

# What pre-tokenizers disagree about: every kind of white space, look-alikes that are none,
# contractions, digits in runs, marks, letters of several scripts, emoji.
TRICKY = [
    *" \n\r\t\x0b\x0c\x85\xa0\u2028\u3000",
    *"\x1c\x1f\u180e\u200b\u200d\ufeff",
    *"'sStTdmlvre",
    "'s",
    "'ll",
    "'VE",
    "\u017f",
    "\r\n",
    "  ",
    *"aZé5٣٤½!/-_.",
    "你",
    "я",
    "İ",
    "\u0301",
    "ǅ",
    "😀",
    "👩🏽",
]


def tiny_counts(alphabet: str = "ab", longest: int = 8) -> st.SearchStrategy[PretokenCounts]:
    """Pre-token counts over a tiny alphabet: runs, repeats and ties."""
    words = st.text(alphabet, min_size=1, max_size=longest).map(str.encode)
    return st.dictionaries(words, st.integers(1, 3), max_size=6)


def byte_counts() -> st.SearchStrategy[PretokenCounts]:
    """Pre-token counts over random bytes, which need not be UTF-8."""
    words = st.binary(min_size=1, max_size=12)
    return st.dictionaries(words, st.integers(1, 2**40), max_size=8)


def tricky_text(longest: int = 30) -> st.SearchStrategy[str]:
    """Texts full of what pre-tokenizers get wrong."""
    return st.lists(st.sampled_from(TRICKY), max_size=longest).map("".join)


def special_tokens() -> st.SearchStrategy[list[str]]:
    """Special tokens that nest, overlap, hold white space or mean something in a regex."""
    known = [
        "<|e|>",
        "<|e|><|e|>",
        "e|>",
        "a",
        " a",
        "a ",
        "\n\n",
        "!\n",
        ".*",
        "|",
        "'s",
        "aa",
        "é",
    ]
    random = st.text("<|e> \n!a", min_size=1, max_size=4)
    return st.lists(st.sampled_from(known) | random, unique=True, max_size=4)


@st.composite
def corpora(draw: st.DrawFn, longest: int = 60) -> tuple[str, list[str]]:
    """A text and special tokens, where whole ones and torn ones stand in the text."""
    tokens = draw(special_tokens())
    torn = [token[:cut] for token in tokens for cut in range(1, len(token))]
    pieces = st.sampled_from(TRICKY + [*tokens, *torn] * 3)
    return draw(st.lists(pieces, max_size=longest).map("".join)), tokens
