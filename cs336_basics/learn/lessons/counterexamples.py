"""Find the smallest input that shows a trainer to be wrong: try every short word.

Over two letters more than half of all merges are decided by the tie rule, and runs such as `aaaa`
come up at once. That is why a fault that hides in a book shows itself here in a few letters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice, product

from cs336_basics.datatypes import Merge, PretokenCounts
from cs336_basics.trainers import naive

Trainer = Callable[[PretokenCounts], Iterable[Merge]]


def words(alphabet: bytes = b"ab", longest: int = 8) -> Iterator[bytes]:
    """Yield every word over an alphabet: the short ones first, each length in alphabetical order.

    >>> list(words(b"ab", 2))
    [b'a', b'b', b'aa', b'ab', b'ba', b'bb']
    """
    letters = sorted(set(alphabet))
    for length in range(1, longest + 1):
        yield from map(bytes, product(letters, repeat=length))


def merges_of(trainer: Trainer, word: bytes) -> list[Merge] | str:
    """Train on one word that occurs once: the merges, or the name of the error that came up.

    A word of n bytes has room for n - 1 merges. A trainer that goes on is cut off after n, so a
    wrong one may run without end.

    >>> merges_of(naive.iter_merges, b"abab")
    [Merge(pair=(b'a', b'b'), count=2), Merge(pair=(b'ab', b'ab'), count=1)]
    """
    try:
        return list(islice(trainer({word: 1}), len(word)))
    except Exception as error:
        return type(error).__name__


def counterexamples(trainer: Trainer, alphabet: bytes = b"ab", longest: int = 8) -> Iterator[bytes]:
    """Yield each word on which a trainer does not do what `naive` does, the smallest first.

    Args:
        trainer: any `iter_merges`.
        alphabet: the letters to try; two are enough for most faults.
        longest: the longest words to try, in bytes.

    >>> list(counterexamples(naive.iter_merges))
    []
    """
    for word in words(alphabet, longest):
        if merges_of(trainer, word) != merges_of(naive.iter_merges, word):
            yield word
