"""Finds special tokens in bytes: leftmost first, and of those that start at one place the longest.

A few tokens are one regular expression, which is fastest. Thousands would be tried one by one at
every byte; so there only the first two bytes are looked for, and a dict says which tokens begin
with them. The time hardly depends on how many there are.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache

_FEW = 16  # tokens that a regular expression tries sooner than Python looks one up
Bytes = bytes | bytearray


class SpecialFinder:
    """Finds the special tokens of one list.

    Args:
        tokens: distinct, none of them empty.

    >>> finder = SpecialFinder([b"<e>", b"<e><e>"])
    >>> list(finder.spans(b"a<e><e>b<e>"))
    [(1, 7), (8, 11)]
    """

    def __init__(self, tokens: Sequence[bytes]) -> None:
        self.longest = max(map(len, tokens), default=0)
        self._tokens = frozenset(tokens)
        self._sorted = sorted(tokens)
        lengths: defaultdict[bytes, set[int]] = defaultdict(set)
        for token in tokens:
            lengths[token[:2]].add(len(token))
        self._lengths = {key: sorted(each, reverse=True) for key, each in lengths.items()}
        self._begin = re.compile(b"(?=" + self.pattern + b")")
        self._first_byte = re.compile(_any_of(token[:1] for token in tokens))
        longest_first = sorted(tokens, key=len, reverse=True)
        few = 0 < len(tokens) <= _FEW
        # A regex takes the first branch that fits, so length decides.
        self._whole = re.compile(b"|".join(map(re.escape, longest_first))) if few else None

    @property
    def pattern(self) -> bytes:
        """A regular expression that fits wherever a token may begin, and at few other places."""
        seconds: defaultdict[bytes, list[bytes]] = defaultdict(list)
        for key in self._lengths:
            seconds[key[:1]].append(key[1:])
        branches = [
            re.escape(first) + (b"" if b"" in rest else _any_of(rest))
            for first, rest in seconds.items()
        ]
        return b"(?:" + b"|".join(branches) + b")" if branches else rb"[^\s\S]"

    def spans(self, data: bytes) -> Iterator[tuple[int, int]]:
        """Yield start and end of each token, from left to right; none overlap."""
        if self._whole is not None:
            for match in self._whole.finditer(data):
                yield match.span()
            return
        place = 0
        while found := self._begin.search(data, place):
            place = found.start()
            size = self.size_at(data, place)
            if size:
                yield place, place + size
            place += size or 1

    def size_at(self, data: Bytes, place: int) -> int:
        """Return the length of the longest token that starts at `place`, 0 if none does."""
        for key in (bytes(data[place : place + 2]), bytes(data[place : place + 1])):
            for size in self._lengths.get(key, ()):
                if bytes(data[place : place + size]) in self._tokens:
                    return size
        return 0

    def straddles(self, data: Bytes, cut: int) -> bool:
        """Say whether a token is in `data` with bytes on both sides of `cut`."""
        begin = max(0, cut - self.longest + 1)
        places = (found.start() for found in self._begin.finditer(data, begin, cut + 1))
        return any(place < cut and self.size_at(data, place) > cut - place for place in places)

    def first_torn(self, data: Bytes) -> int:
        """Return the first offset where the end of `data` may break off a token, or its length."""
        begin = max(0, len(data) - self.longest + 1)
        for found in self._first_byte.finditer(data, begin):
            if self.is_torn(bytes(data[found.start() :])):
                return found.start()
        return len(data)

    def is_torn(self, tail: bytes) -> bool:
        """Say whether a token begins with all of these bytes and goes on.

        >>> [SpecialFinder([b"<e>"]).is_torn(tail) for tail in (b"<", b"<e", b"<e>", b"e")]
        [True, True, False, False]
        """
        place = bisect_left(self._sorted, tail)
        following = self._sorted[place : place + 2]
        return any(token.startswith(tail) and token != tail for token in following)


@lru_cache(maxsize=64)
def finder_of(tokens: tuple[str, ...]) -> SpecialFinder:
    """Return the finder of a list of special tokens; building one takes longer than using it."""
    return SpecialFinder([token.encode("utf-8") for token in tokens])


def order_matters(first: Sequence[str], last: Sequence[str]) -> bool:
    """Say whether it matters that the `first` are cut out before the `last` are looked for.

    It does where one of the first begins inside one of the last. Anywhere else the leftmost and
    longest is the same one.

    >>> order_matters(["<b>"], ["<a><b>"]), order_matters(["<a><b>"], ["<a>"])
    (True, False)
    """
    finder = finder_of(tuple(first))
    for text in last:
        token = text.encode("utf-8")
        for place in range(len(token)):
            if finder.size_at(token, place) or (place and finder.is_torn(token[place:])):
                return True
    return False


def _any_of(singles: Iterator[bytes] | Sequence[bytes]) -> bytes:
    """Write a set of single bytes as a regular expression."""
    known = sorted(set(singles))
    return b"[" + b"".join(b"\\x%02x" % byte[0] for byte in known) + b"]" if known else rb"[^\s\S]"
