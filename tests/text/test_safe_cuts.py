"""Cuts that change nothing."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cs336_basics.testing import strategies
from cs336_basics.text.pretokenize import PATTERNS, pretokenize
from cs336_basics.text.safe_cuts import SafeCuts
from cs336_basics.text.special_tokens import split_on_special


def pieces(data: bytes, specials: list[str], pattern: str) -> list[str]:
    """Cut bytes into special tokens and pre-tokens, in order."""
    found: list[str] = []
    for _, part, is_special in split_on_special(data, specials):
        text = part.decode()
        found += [text] if is_special else pretokenize(text, pattern)
    return found


@settings(max_examples=1500)
@given(
    strategies.tricky_text(),
    strategies.special_tokens(),
    st.sampled_from([*PATTERNS, r"\w+|\W+"]),
)
def test_both_sides_of_every_cut_tokenize_as_the_whole(
    text: str, specials: list[str], pattern: str
) -> None:
    """For each cut: pieces of the left + pieces of the right = pieces of the whole."""
    data = text.encode()
    whole = pieces(data, specials, pattern)

    for cut in SafeCuts(pattern, specials).iter_cuts(data):
        assert (
            pieces(data[:cut], specials, pattern) + pieces(data[cut:], specials, pattern) == whole
        )


@pytest.mark.parametrize(
    ("specials", "seen", "cuts"),
    [
        (["< x>"], b"a b< x", [1]),  # the token may have begun at `<`
        (["< x>"], b"a b< y", [1, 4]),  # this is not how it goes on
        ([" b <e>"], b"a b <e", [1]),
        (["a b c"], b"a b", []),  # what was seen is shorter than the token
    ],
)
def test_a_special_token_that_may_have_begun_forbids_the_cuts_behind_its_start(
    specials: list[str], seen: bytes, cuts: list[int]
) -> None:
    """The next block may bring the rest of it."""
    assert list(SafeCuts("gpt2", specials).iter_cuts(seen, final=False)) == cuts
    assert SafeCuts("gpt2", specials).last(seen) == max(cuts, default=None)


@given(
    strategies.tricky_text(), strategies.special_tokens(), st.sampled_from([*PATTERNS]), st.data()
)
def test_a_cut_found_before_the_end_is_known_stays_safe(
    text: str, specials: list[str], pattern: str, data: st.DataObject
) -> None:
    """What is found in the first bytes of a stream (final=False) is a cut of the whole stream."""
    whole = text.encode()
    seen = whole[: data.draw(st.integers(0, len(whole)))]
    cuts = SafeCuts(pattern, specials)

    early = set(cuts.iter_cuts(seen, final=False))

    assert early <= set(cuts.iter_cuts(whole))
    assert cuts.last(seen) == max(early, default=None)


@given(strategies.tricky_text(200), strategies.special_tokens(), st.sampled_from([*PATTERNS]))
def test_the_last_cut_is_the_last_of_all(text: str, specials: list[str], pattern: str) -> None:
    """Searching backwards finds what searching forwards finds last."""
    data = text.encode()
    cuts = SafeCuts(pattern, specials)

    assert cuts.last(data, final=True) == max(cuts.iter_cuts(data), default=None)


@pytest.mark.parametrize(
    ("pattern", "text", "cuts"),
    [
        ("gpt2", b"one two\n\nthree", [3, 7]),
        ("gpt2", b"!\nx", [1]),
        ("cl100k", b"!\nx a\nb", [3, 5]),
        ("o200k", b"!\nx a\nb", [3, 5]),
        (r"\S+|\s+", b"one two", []),
    ],
)
def test_cuts_stand_where_the_rule_says(pattern: str, text: bytes, cuts: list[int]) -> None:
    """gpt2 cuts before any white space after a word; the others not between `!` and a line end."""
    assert list(SafeCuts(pattern, []).iter_cuts(text)) == cuts


def test_the_start_of_the_longest_special_is_no_cut_where_another_straddles_it() -> None:
    """In `<a<b>x` with `<a<` and `<b>xx`, the place before `<b` is inside `<a<`."""
    assert list(SafeCuts("gpt2", ["<a<", "<b>xx"]).iter_cuts(b"z<a<b>xx")) == [1]
