"""What the checker calls a learner's code with: one small named tuple for each kind of question.

A case is plain data. So it can be sent to another process, made smaller, and written in a message.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from cs336_basics.datatypes import Merges, Pair, PretokenCounts, Vocab
from cs336_basics.vocab import build_vocab


def _usual(merges: Merges, specials: tuple[str, ...] | None) -> Vocab:
    """Bytes, special tokens, merges; a copy, since learners' code may change it."""
    return dict(_built(tuple(merges), specials or ()))


@lru_cache(maxsize=4096)
def _built(merges: tuple[Pair, ...], specials: tuple[str, ...]) -> Vocab:
    return build_vocab(merges, specials)


class Counts(NamedTuple):
    """Pre-token counts to merge: the question to `iter_merges`.

    Attributes:
        counts: pre-token -> how often it occurs.
        limit: how many merges are asked for; 0 asks for all.
    """

    counts: PretokenCounts
    limit: int = 0

    @property
    def most(self) -> int:
        """The number of merges to take: of endless ones, one more than there is room for."""
        return self.limit or sum(map(len, self.counts)) + 1


class Training(NamedTuple):
    """The content of a file to train on: the question to `train_bpe`.

    Attributes:
        content: of the file, or of a document that it repeats.
        vocab_size: as asked for.
        special_tokens: in the order given; None where None is passed.
        times: how often the file repeats the content.
    """

    content: bytes
    vocab_size: int
    special_tokens: tuple[str, ...] | None = ()
    times: int = 1


class Encoding(NamedTuple):
    """A tokenizer and a text to encode.

    Attributes:
        text: what to encode.
        merges: in rank order.
        special_tokens: in the order given; None where None is passed.
        ids: id -> bytes where the usual numbering (bytes, special tokens, merges) will not do.
    """

    text: str
    merges: Merges
    special_tokens: tuple[str, ...] | None = ()
    ids: Vocab | None = None

    @property
    def vocab(self) -> Vocab:
        """The vocabulary: the one given, or the usual one."""
        return _usual(self.merges, self.special_tokens) if self.ids is None else self.ids


class Streaming(NamedTuple):
    """A tokenizer and a text in chunks, cut anywhere: the question to `encode_iterable`."""

    chunks: tuple[str, ...]
    merges: Merges
    special_tokens: tuple[str, ...] = ()

    @property
    def vocab(self) -> Vocab:
        """The usual vocabulary."""
        return _usual(self.merges, self.special_tokens)


class Lazy(NamedTuple):
    """A long stream of one chunk again and again, of which the first id is wanted early.

    Attributes:
        chunk: what the stream repeats.
        times: how often.
        merges: of the tokenizer.
    """

    chunk: str
    times: int
    merges: Merges = []  # noqa: RUF012  # a tuple's default: nobody can reach it to change it

    @property
    def vocab(self) -> Vocab:
        """The usual vocabulary."""
        return _usual(self.merges, ())


class Decoding(NamedTuple):
    """Ids to turn into text; the vocabulary is the usual one of these merges."""

    ids: tuple[int, ...]
    merges: Merges = []  # noqa: RUF012  # a tuple's default: nobody can reach it to change it
    special_tokens: tuple[str, ...] = ()

    @property
    def vocab(self) -> Vocab:
        """The usual vocabulary."""
        return _usual(self.merges, self.special_tokens)


class FromFiles(NamedTuple):
    """The question to `from_files`: does it read the files it is given?"""


class Saving(NamedTuple):
    """What goes into a tokenizer's file and must come out again."""

    vocab: Vocab
    merges: Merges


class TokenFile(NamedTuple):
    """Ids that go into a file and must come out again."""

    ids: tuple[int, ...]


class Cutting(NamedTuple):
    """The content of a file to cut into chunks at a special token."""

    content: bytes
    number: int
    token: bytes = b"<|endoftext|>"


Case = Counts | Training | Encoding | Streaming | Lazy | Decoding | Saving | TokenFile | Cutting
