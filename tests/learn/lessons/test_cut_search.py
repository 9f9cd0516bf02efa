"""The search that shows where a rule for cutting goes wrong."""

from __future__ import annotations

import pytest

from cs336_basics.learn.lessons.cut_search import pieces, wrong_cuts
from cs336_basics.text.pretokenize import PATTERNS, get_pattern


@pytest.mark.parametrize("pattern", PATTERNS)
def test_the_rule_of_each_pattern_changes_nothing(pattern: str) -> None:
    """On every text of five of these characters."""
    rule = get_pattern(pattern).is_safe_between

    assert [] == list(wrong_cuts(rule, "a1! \n'", 5, pattern))


def test_the_smallest_text_comes_first() -> None:
    """Two spaces at the end of a text are one pre-token."""
    assert next(wrong_cuts(lambda _, after: after == " ", "a ", 5)) == (" ", " ")


def test_the_rule_of_gpt2_is_wrong_for_cl100k() -> None:
    """There, punctuation takes line ends with it."""
    rule = get_pattern("gpt2").is_safe_between

    assert next(wrong_cuts(rule, "a!\n", 3, "cl100k")) == ("!", "\n")


def test_pieces_keep_special_tokens_whole() -> None:
    """Nothing of the text is lost."""
    assert pieces("a b<e> c", ["<e>"]) == ["a", " b", "<e>", " c"]
