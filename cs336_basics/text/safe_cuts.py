"""Where bytes may be cut so that the pieces pre-tokenize and encode exactly as the whole.

The pattern says which two neighbouring characters may part (`pretokenize`); this module finds such
places in bytes and adds the second condition: no special token may straddle the cut. Where a
special token starts is a safe place too. Corpus chunks, worker ranges and streams all cut here.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import takewhile

from cs336_basics.room import expect_room
from cs336_basics.text.pretokenize import get_pattern
from cs336_basics.text.special_finder import finder_of
from cs336_basics.text.utf8 import is_continuation

# The 25 White_Space code points as UTF-8. The first byte of each is never a continuation byte, so a
# cut before one never falls inside a character, not even in bytes that are not valid UTF-8. Behind
# another white space it is not a cut; saying so here skips long runs of spaces at once.
_SPACE = (
    rb"(?<![\t-\r ])(?:[\t-\r ]|\xc2[\x85\xa0]|\xe1\x9a\x80"
    rb"|\xe2\x80[\x80-\x8a\xa8\xa9\xaf]|\xe2\x81\x9f|\xe3\x80\x80)"
)
_LONGEST_CHARACTER = 4  # bytes
_MEMORY = 46  # bytes that a byte of one long word takes until its ids are found


class SafeCuts:
    """Finds the places where bytes may be cut, for one pattern and one list of special tokens.

    Args:
        pattern: a pattern name, or a user's own pattern (then only special tokens are safe).
        special_tokens: the checked list of special tokens.
        cut_last: those that are looked for only in what the others leave. Where one of them begins
            is not a safe place by itself, as another may take its end away.

    >>> cuts = SafeCuts("gpt2", ["<e>"])
    >>> list(cuts.iter_cuts(b"a b<e>c d"))
    [1, 3, 7]
    """

    def __init__(
        self, pattern: str, special_tokens: Sequence[str], cut_last: Collection[str] = ()
    ) -> None:
        self._pattern = get_pattern(pattern)
        self._specials = finder_of(tuple(special_tokens))
        self._sure = finder_of(tuple(each for each in special_tokens if each not in cut_last))
        places = [self._sure.pattern]
        if self._pattern.has_safe_cuts:
            places.append(_SPACE)
        # Look ahead without consuming: a candidate may start inside the one before it.
        self._candidate = re.compile(b"(?=" + b"|".join(places) + b")")

    @property
    def context(self) -> int:
        """How many bytes on each side of a place decide whether it is safe."""
        return max(self._specials.longest, _LONGEST_CHARACTER)

    def iter_cuts(
        self, data: bytes | bytearray, start: int = 1, *, final: bool = True
    ) -> Iterator[int]:
        """Yield every safe cut of `data` at or after `start`, in order.

        Args:
            data: bytes, from a safe place on.
            start: first byte offset to consider; 0 itself is never yielded.
            final: False when more bytes follow: then a special token that may be about to
                begin at the end of `data` forbids the cuts it would straddle.
        """
        limit = len(data) if final else self._specials.first_torn(data)
        for match in self._candidate.finditer(data, max(start, 1)):
            if match.start() > limit:
                return
            if self.is_safe(data, match.start()):
                yield match.start()

    def first(self, data: bytes | bytearray, start: int = 1, *, final: bool = True) -> int | None:
        """Return the first safe cut at or after `start`, or None.

        >>> SafeCuts("gpt2", []).first(b"one two three", 4)
        7
        """
        return next(self.iter_cuts(data, start, final=final), None)

    def last(self, data: bytes | bytearray, start: int = 1, *, final: bool = False) -> int | None:
        """Return the last safe cut at or after `start`, or None; looks backwards from the end.

        >>> SafeCuts("gpt2", []).last(b"one two three")
        7
        """
        window, end = 256, len(data) if final else self._specials.first_torn(data) + 1
        while end > start:
            begin = max(start, end - window, 1)
            # The pattern may look on to what follows the window, but begins inside it.
            found = (match.start() for match in self._candidate.finditer(data, begin))
            for cut in reversed(list(takewhile(end.__gt__, found))):
                if self.is_safe(data, cut):
                    return cut
            window, end = window * 4, begin
        return None

    def is_safe(self, data: bytes | bytearray, cut: int) -> bool:
        """Say whether `data` may be cut before offset `cut`.

        >>> cuts = SafeCuts("gpt2", ["a b"])
        >>> [cuts.is_safe(data, 2) for data in (b"ca b", b"xc d")]
        [False, True]
        """
        if not 0 < cut < len(data) or self._specials.straddles(data, cut):
            return False
        if self._sure.size_at(data, cut):
            return True
        before, after = _character_before(data, cut), _character_at(data, cut)
        return self._pattern.is_safe_between(before, after)


def split_stream(blocks: Iterable[bytes], cuts: SafeCuts) -> Iterator[tuple[int, bytes]]:
    """Regroup a stream of bytes into (offset, piece)s that tokenize exactly as the whole stream.

    What follows the last safe cut is held back until more has come. So memory is bounded by a
    block plus the longest stretch without a safe cut; for a user's own pattern that is the longest
    stretch without a special token.

    Args:
        blocks: the stream, cut anywhere, even inside a character.
        cuts: where it may be cut.

    >>> [piece for _, piece in split_stream([b"one t", b"wo thr", b"ee"], SafeCuts("gpt2", []))]
    [b'one', b' two', b' three']
    """
    offset, held = 0, bytearray()
    for block in blocks:
        # Places further left were looked at before; only what the end hid must be seen again.
        start = len(held) - cuts.context
        held += block
        expect_room(len(held), _MEMORY, "read")
        cut = cuts.last(held, max(1, start))
        if cut is not None:
            # Each byte is copied once: a slice of a bytearray would be a copy to copy from.
            with memoryview(held) as view:
                piece, held = bytes(view[:cut]), bytearray(view[cut:])
            yield offset, piece
            offset += cut
    if held:
        yield offset, bytes(held)


def _character_before(data: bytes | bytearray, cut: int) -> str:
    begin = cut - 1
    while begin > max(0, cut - _LONGEST_CHARACTER) and is_continuation(data[begin]):
        begin -= 1
    return data[begin:cut].decode("utf-8", "replace")[-1]


def _character_at(data: bytes | bytearray, cut: int) -> str:
    return data[cut : cut + _LONGEST_CHARACTER].decode("utf-8", "replace")[0]
