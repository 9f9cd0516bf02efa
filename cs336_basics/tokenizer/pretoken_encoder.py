"""Text without special tokens -> ids, with bounded caches of what was seen before.

Two levels. A stretch (white space and what follows, up to the next white space) depends on
nothing outside it, so one look-up covers ` dog,"` at once. A new stretch is cut into pre-tokens,
and most of those are old: ` dog`, `,"`. Only a new pre-token is merged.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from functools import cached_property
from itertools import chain
from sys import getsizeof

from cs336_basics.datatypes import Merges, Vocab
from cs336_basics.errors import VocabularyError
from cs336_basics.merge_ranks import Ranks, merge_by_rank
from cs336_basics.text.pretokenize import get_pattern, splitter
from cs336_basics.text.utf8 import token_literal

Ids = tuple[int, ...]
_chain = chain.from_iterable
_CACHE_SIZE = 3 << 20  # bytes of each of the two caches: over 20,000 entries of English
_ENTRY_SIZE = 48  # bytes a dict needs for an entry, beside key and value
_LONGEST_KEY = 32  # characters; longer ones hardly come twice


class PretokenEncoder:
    """Encodes text with one vocabulary, one merge list and one pattern.

    Args:
        vocab: id -> bytes.
        merges: in rank order.
        pattern: a pattern name or a regex.
        apart: ids that no ordinary text becomes, where another id has the same bytes.

    Raises:
        VocabularyError: a merge makes a token that the vocabulary lacks.

    >>> PretokenEncoder({7: b"a", 9: b"aa"}, [(b"a", b"a")], "gpt2").encode("aaa")
    [9, 7]
    """

    def __init__(
        self, vocab: Vocab, merges: Merges, pattern: str, apart: Collection[int] = ()
    ) -> None:
        self.ids = _ids_of(vocab, apart)
        self._merges = merges
        made = [left + right for left, right in merges]
        if not all(map(self.ids.__contains__, made)):
            rank = next(i for i, token in enumerate(made) if token not in self.ids)
            lacking = token_literal(made[rank])
            raise VocabularyError(f"merge {rank} makes {lacking}, which the vocabulary lacks")
        split = splitter(pattern)
        stretch = get_pattern(pattern).stretch
        words = _Cache(self._encode_pretoken)
        if stretch is None:
            self._split, self._known = split, words.__getitem__
        else:
            known = words.__getitem__
            self._split = re.compile(stretch).findall
            self._known = _Cache(lambda text: tuple(_chain(map(known, split(text))))).__getitem__

    @cached_property
    def _ranks(self) -> Ranks:
        """Pair -> rank, made for the first new word; of a repeated merge the first counts."""
        merges = self._merges
        return dict(zip(reversed(merges), range(len(merges) - 1, -1, -1), strict=True))

    def encode(self, text: str) -> list[int]:
        """Turn text without special tokens into ids.

        Raises:
            VocabularyError: the text holds a byte that no token holds.
        """
        # For what is in the cache, all of this runs in C.
        return list(_chain(map(self._known, self._split(text))))

    def _encode_pretoken(self, pretoken: str) -> Ids:
        try:
            tokens = merge_by_rank(pretoken.encode("utf-8"), self._ranks)
            return tuple([self.ids[token] for token in tokens])
        except KeyError as error:
            missing = token_literal(error.args[0])
            raise VocabularyError(f"the vocabulary has no token for {missing}") from None


def _ids_of(vocab: Vocab, apart: Collection[int]) -> dict[bytes, int]:
    """Return token -> id; of two ids for the same bytes the smaller one, and none of `apart`."""
    ids = dict(zip(vocab.values(), vocab, strict=True))
    if len(ids) == len(vocab):
        return ids
    order = [*apart, *sorted(vocab.keys() - set(apart), reverse=True)]
    return {vocab[token_id]: token_id for token_id in order}  # what is written last holds


class _Cache(dict[str, Ids]):
    """Text -> ids, in bounded memory. A dict calls `__missing__` only for what it does not hold."""

    def __init__(self, encode: Callable[[str], Ids]) -> None:
        super().__init__()
        self._encode = encode
        self._room = _CACHE_SIZE

    def __missing__(self, text: str) -> Ids:
        ids = self._encode(text)
        if len(text) <= _LONGEST_KEY:
            self._room -= getsizeof(text) + getsizeof(ids) + _ENTRY_SIZE
            if self._room < 0:
                self.clear()  # what is common is back at once, and hits need no bookkeeping
                self._room = _CACHE_SIZE
            self[text] = ids
        return ids
