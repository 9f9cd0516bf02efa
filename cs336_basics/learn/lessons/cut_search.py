"""Try a rule for cutting on every short text: where does it change the pre-tokens?"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product

from cs336_basics.text.pretokenize import pretokenize
from cs336_basics.text.special_tokens import split_on_special


def pieces(text: str, special_tokens: Sequence[str] = (), pattern: str = "gpt2") -> list[str]:
    """Cut a text into special tokens and pre-tokens, in order, nothing lost.

    >>> pieces("to be<e>!", ["<e>"])
    ['to', ' be', '<e>', '!']
    """
    found: list[str] = []
    for _, part, is_special in split_on_special(text.encode(), special_tokens):
        found += [part.decode()] if is_special else pretokenize(part.decode(), pattern)
    return found


def wrong_cuts(
    rule: Callable[[str, str], bool], alphabet: str, longest: int, pattern: str = "gpt2"
) -> Iterator[tuple[str, str]]:
    """Yield (left, right) wherever a rule cuts and the pre-tokens change, short texts first.

    Args:
        rule: says of two neighbouring characters whether a text may be cut between them.
        alphabet: the characters of the texts.
        longest: most characters in a text.
        pattern: the name of a pattern.

    >>> next(wrong_cuts(lambda before, after: True, "a", 2))
    ('a', 'a')
    """
    for length in range(2, longest + 1):
        for letters in product(alphabet, repeat=length):
            text = "".join(letters)
            whole = pieces(text, pattern=pattern)
            for cut in range(1, length):
                left, right = text[:cut], text[cut:]
                if not rule(left[-1], right[0]):
                    continue
                if pieces(left, pattern=pattern) + pieces(right, pattern=pattern) != whole:
                    yield left, right
