r"""Pre-tokenizing: cut text into pre-tokens, inside which all merging will happen.

A pattern and the rule where a text may be cut without changing its pre-tokens live together here:
change one and the other must follow.

Safe cuts. Take a place where white space follows something that is not white space. No gpt2
pre-token reaches over it, whatever is further left or right. For cl100k and o200k there is one
more condition, because a run of punctuation takes line ends with it (`!\n` is one pre-token): if
that white space is `\r` or `\n`, the character before it must be a letter or a digit. About a
pattern of your own nothing is known, so it has no safe cut at all.

Source: CS336 assignment 1, section 2.4 (pre-tokenization); the patterns are those of GPT-2, GPT-4
(cl100k) and GPT-4o (o200k).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

import regex

from cs336_basics.arguments import expect_text, wrong_type
from cs336_basics.errors import UnknownNameError
from cs336_basics.text.own_patterns import compile_pattern

# The three patterns are facts: each must be the one its model was trained with.
_GPT2 = r"'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"
_CL100K = (
    r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+"
    r"| ?[^\s\p{L}\p{N}]++[\r\n]*+|\s++$|\s*[\r\n]|\s+(?!\S)|\s"
)
_UPPER, _LOWER = r"[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]", r"[\p{Ll}\p{Lm}\p{Lo}\p{M}]"
_SUFFIX = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
_O200K = (
    rf"[^\r\n\p{{L}}\p{{N}}]?{_UPPER}*{_LOWER}+{_SUFFIX}"
    rf"|[^\r\n\p{{L}}\p{{N}}]?{_UPPER}+{_LOWER}*{_SUFFIX}"
    r"|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)

# What `regex` means by \s: the 25 White_Space code points. (`re` and `str.isspace` take more.)
_WHITE = "\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"

# A stretch from one safe cut to the next or further: its pre-tokens depend on nothing outside it.
# For `re`, which finds these twice as fast as `regex` would. A cut before a line end needs a letter
# or a digit there; to know only those of ASCII makes a few stretches longer, and none wrong. The
# group is repeated by `*`, not by `*+`: in Python 3.11.2 that loses the character before it.
_STRETCH = f"[{_WHITE}]*+[^{_WHITE}]++|[{_WHITE}]++"
_STRETCH_WITH_LINE_ENDS = (
    f"[{_WHITE}]*+[^{_WHITE}]++(?:(?<![A-Za-z0-9])[\r\n][{_WHITE}]*+[^{_WHITE}]*+)*|[{_WHITE}]++"
)


class PretokenPattern(NamedTuple):
    """A pattern that finds pre-tokens, with what is known about cutting text for it.

    Attributes:
        name: `gpt2`, `cl100k`, `o200k`, or the source of a user's own pattern.
        source: the regular expression, in the dialect of the `regex` package.
        stretch: finds the stretches between safe cuts, in the dialect of `re`; None where no cut
            is safe.
        ends_before_newline: a cut before `\\r` or `\\n` needs a letter or a digit before it.
    """

    name: str
    source: str
    stretch: str | None = None
    ends_before_newline: bool = False

    @property
    def has_safe_cuts(self) -> bool:
        """True for the named patterns: their safe cuts are known."""
        return self.stretch is not None

    def is_safe_between(self, before: str, after: str) -> bool:
        """Say whether a text may be cut between these two neighbouring characters.

        >>> [get_pattern(name).is_safe_between("!", "\\n") for name in ("gpt2", "cl100k")]
        [True, False]
        """
        if not self.has_safe_cuts or not _is_space(after) or _is_space(before):
            return False
        return not (
            self.ends_before_newline and after in "\r\n" and not _LETTER_OR_DIGIT.match(before)
        )


# What `count_pretokens` keeps before it cuts: this bounds memory, however the text is.
_MOST_STRETCHES = 200_000  # different ones
_MOST_TEXT = 32_000_000  # characters they are from
_ENOUGH_TO_TELL = 1_000_000  # characters, that show whether stretches repeat

_LETTER_OR_DIGIT = regex.compile(r"[\p{L}\p{N}]")
_SPACE = regex.compile(r"\s")

PATTERNS = {
    "gpt2": PretokenPattern("gpt2", _GPT2, _STRETCH),
    "cl100k": PretokenPattern("cl100k", _CL100K, _STRETCH_WITH_LINE_ENDS, True),
    "o200k": PretokenPattern("o200k", _O200K, _STRETCH_WITH_LINE_ENDS, True),
}


def get_pattern(pattern: str) -> PretokenPattern:
    """Look up a pattern by name or by its source, or take a `regex` pattern of the user's own.

    How one of your own is read is told in `own_patterns`.

    Raises:
        UnknownNameError: neither a known name nor a valid regular expression.
        WrongTypeError: not a string.

    >>> get_pattern("gpt2").has_safe_cuts, get_pattern(r"\\S+|\\s+").has_safe_cuts
    (True, False)
    """
    expect_text("pattern", pattern)
    for named in PATTERNS.values():
        if pattern in (named.name, named.source):
            return named
    known = ", ".join(PATTERNS)
    if not pattern or regex.fullmatch(r"[\w-]+", pattern):
        # A bare word is a mistyped name: as a regular expression it would match itself alone.
        raise UnknownNameError(f"unknown pattern {pattern!r}; use one of {known}, or a regex")
    try:
        compile_pattern(pattern)
    except UnknownNameError as error:
        raise UnknownNameError(f"{error}; patterns with a name are {known}") from error
    return PretokenPattern(pattern, pattern)


def pretokenize(text: str, pattern: str = "gpt2") -> list[str]:
    r"""Cut a text without special tokens into pre-tokens; joined, they give the text again.

    What a user's own pattern does not match becomes a pre-token too, so that nothing is lost.

    Raises:
        UnknownNameError: no such pattern, or one that runs out of memory on this text.
        WrongTypeError: a text or a pattern that is not a string.

    >>> pretokenize("I'll see 2 dogs!")
    ['I', "'ll", ' see', ' 2', ' dogs', '!']
    """
    expect_text("text", text)
    return splitter(pattern)(text)


def splitter(pattern: str) -> Callable[[str], list[str]]:
    """Return the function that cuts a text by `pattern`: look the pattern up once, cut often."""
    expect_text("pattern", pattern)
    return _splitter(pattern)


@lru_cache(maxsize=32)
def _splitter(pattern: str) -> Callable[[str], list[str]]:
    known = get_pattern(pattern)
    if known.has_safe_cuts:
        findall: Callable[[str], list[str]] = regex.compile(known.source).findall
        return findall  # the named patterns match every character and hold no group
    compiled = compile_pattern(known.source)
    return lambda text: _split_with_gaps(compiled, text)


def count_pretokens(texts: Iterable[str], pattern: str = "gpt2") -> Counter[str]:
    """Count the pre-tokens of texts that hold no special token.

    Most stretches between white space occur again and again, so each different one is cut once.
    Where they do not repeat, as in languages without spaces, every text is cut as it comes.

    >>> count_pretokens(["to be or", "not to be"])[" be"]
    2
    """
    if isinstance(texts, str | bytes) or not isinstance(texts, Iterable):
        raise wrong_type("texts", texts, "an iterable of strings", "pass a list with one text")
    counts: Counter[str] = Counter()
    split, stretch = splitter(pattern), get_pattern(pattern).stretch
    texts = iter(texts)
    if stretch is not None:
        for stretches in _count_stretches(texts, re.compile(stretch).findall):
            for text, count in stretches.items():
                for pretoken in split(text):
                    counts[pretoken] += count
    for text in texts:
        counts.update(split(text))
    return counts


def _count_stretches(
    texts: Iterator[str], find: Callable[[str], list[str]]
) -> Iterator[Counter[str]]:
    """Yield counts of the stretches of texts, for as long as it pays to count them first."""
    stretches: Counter[str] = Counter()
    seen = length = 0
    for text in texts:
        found = find(text)
        stretches.update(found)
        seen += len(found)
        length += len(text)
        del found  # before the next list is made: these are the largest of all
        if length > _ENOUGH_TO_TELL and 3 * len(stretches) > seen:
            break
        if len(stretches) > _MOST_STRETCHES or length > _MOST_TEXT:
            yield stretches
            stretches, seen, length = Counter(), 0, 0
    yield stretches


def _split_with_gaps(compiled: regex.Pattern[str], text: str) -> list[str]:
    """Cut at the matches; what lies between two of them is a pre-token too."""
    try:
        places = [match.span() for match in compiled.finditer(text)]
        if any(start == end for start, end in places):
            places = list(_spans_with_empty_ones(compiled, text))
    except (MemoryError, RecursionError) as error:  # `(?R)` calls itself without end
        raise UnknownNameError(
            f"pattern {compiled.pattern[:200]!r} runs out of memory on a text of {len(text):,} "
            "characters"
        ) from error
    ends = [0, *(place for span in places for place in span), len(text)]
    return [text[start:end] for start, end in pairwise(ends) if start < end]


def _spans_with_empty_ones(compiled: regex.Pattern[str], text: str) -> Iterator[tuple[int, int]]:
    """Yield the matches of a pattern that may match nothing, as tiktoken and Hugging Face do.

    Where it matched nothing they go on behind the next character; Python would look there again
    for something longer.
    """
    place, last_end = 0, -1
    while found := compiled.search(text, place):
        start, end = found.span()
        if start < end or end != last_end:
            yield start, end
        place, last_end = (end if start < end else end + 1), end
        if place > len(text):
            return


def _is_space(character: str) -> bool:
    return _SPACE.match(character) is not None
