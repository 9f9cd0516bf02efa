"""Vocabulary: the merges are right, and the numbering or the size is not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cs336_basics.datatypes import Merges, PretokenCounts, Vocab
from cs336_basics.learn.checker.cases import Encoding, Training
from cs336_basics.learn.mistakes._errors import NoSuchId
from cs336_basics.learn.mistakes._mistake import ENCODING, TRAINING, Mistake
from cs336_basics.vocab import NUM_BYTES, base_vocab


def _bytes_and(specials: Sequence[str], number: int = NUM_BYTES) -> list[bytes]:
    return [*list(base_vocab([]).values())[:number], *(each.encode("utf-8") for each in specials)]


def _without_the_last_byte(counts: PretokenCounts, specials: Sequence[str]) -> list[bytes]:
    return _bytes_and(specials, NUM_BYTES - 1)


def _specials_twice(counts: PretokenCounts, specials: Sequence[str]) -> list[bytes]:
    return _bytes_and(specials)


def _seen_bytes_only(counts: PretokenCounts, specials: Sequence[str]) -> list[bytes]:
    seen = sorted(set(b"".join(counts)))
    return [*(bytes([byte]) for byte in seen), *(each.encode("utf-8") for each in specials)]


def _no_specials(counts: PretokenCounts, specials: Sequence[str]) -> list[bytes]:
    return _bytes_and([])


def _made(merges: Merges) -> Iterator[bytes]:
    return (left + right for left, right in merges)


def _number_without_specials(
    base: Sequence[bytes], merges: Merges, specials: Sequence[str]
) -> Vocab:
    return dict(enumerate([*_bytes_and([]), *_made(merges)]))


def _from_one(base: Sequence[bytes], merges: Merges, specials: Sequence[str]) -> Vocab:
    return dict(enumerate([*base, *_made(merges)], start=1))


def _merges_over_specials(base: Sequence[bytes], merges: Merges, specials: Sequence[str]) -> Vocab:
    return {**dict(enumerate(base)), **dict(enumerate(_made(merges), start=NUM_BYTES))}


def _specials_over_merges(base: Sequence[bytes], merges: Merges, specials: Sequence[str]) -> Vocab:
    return {
        **dict(enumerate([*_bytes_and([]), *_made(merges)])),
        **dict(enumerate(base[NUM_BYTES:], start=NUM_BYTES)),
    }


def _without_gaps(vocab: Vocab) -> Vocab:
    for token_id in range(len(vocab)):
        if token_id not in vocab:
            raise NoSuchId(token_id)
    return vocab


def _numbered_anew(vocab: Vocab) -> Vocab:
    return dict(enumerate(vocab.values()))


def _numbered_in_order(vocab: Vocab) -> Vocab:
    return dict(enumerate(vocab[token_id] for token_id in sorted(vocab)))


def _without_the_end(vocab: Vocab) -> Vocab:
    return {token_id: vocab[token_id] for token_id in range(len(vocab)) if token_id in vocab}


VOCABULARY = [
    Mistake(
        name="vocab-size-forgets-specials",
        title="the number of merges is `vocab_size - 256`: the special tokens are not counted",
        why="`vocab_size` is the size of the finished vocabulary: 256 bytes, the special"
        " tokens, and one token a merge. Leave the special tokens out of the sum and the"
        " vocabulary is one too large for each of them.",
        notebook="02",
        seen_by=TRAINING,
        example=Training(b"ab", 257, ("<e>",)),
        parts={"room": lambda vocab_size, base, specials: vocab_size - NUM_BYTES},
    ),
    Mistake(
        name="vocab-one-merge-short",
        title="there is one merge too few",
        why="`range(256, vocab_size - 1)`, or a loop that stops when it has seen the last id"
        " instead of after it. Count on your fingers: with `vocab_size` 257 and no special"
        " token, there is room for one merge.",
        notebook="02",
        seen_by=TRAINING,
        example=Training(b"ab", 257),
        parts={"room": lambda vocab_size, base, specials: vocab_size - len(base) - 1},
    ),
    Mistake(
        name="vocab-one-merge-over",
        title="there is one merge too many",
        why="`while len(vocab) <= vocab_size` goes round once more than it should: the"
        " vocabulary ends up with one token more than was asked for.",
        notebook="02",
        seen_by=TRAINING,
        example=Training(b"ab", 256),
        parts={"room": lambda vocab_size, base, specials: vocab_size - len(base) + 1},
    ),
    Mistake(
        name="vocab-size-is-merges",
        title="`vocab_size` is taken for the number of merges",
        why="Some libraries ask for a number of merges; this one asks for the size of the"
        " finished vocabulary. The bytes and the special tokens must be subtracted first.",
        notebook="02",
        seen_by=TRAINING,
        example=Training(b"abc", 256),
        parts={"room": lambda vocab_size, base, specials: vocab_size},
    ),
    Mistake(
        name="vocab-specials-forgotten",
        title="the special tokens are not in the vocabulary",
        why="Special tokens take no part in training, and so they are easily left out at the"
        " end. But they need ids like every other token: a model must be able to write one.",
        notebook="02",
        seen_by=TRAINING,
        example=Training(b"", 257, ("<e>",)),
        parts={"number": _number_without_specials},
        variants=({"base": _no_specials, "number": _number_without_specials},),
    ),
    Mistake(
        name="vocab-specials-twice",
        title="a special token that is there already takes a second id",
        why="The same special token twice in the list, or one that is a single byte: its bytes"
        " are in the vocabulary already. A second id for them can never be used, and it costs"
        " a merge. The assignment leaves this open.",
        notebook="02",
        seen_by=TRAINING,
        example=Training(b"", 257, ("<e>", "<e>")),
        parts={"base": _specials_twice},
        open="specials-present-already",
    ),
    Mistake(
        name="vocab-byte-255-missing",
        title="byte 255 has no token",
        why="`range(255)` ends at 254. No valid UTF-8 holds the byte 0xFF, so no text ever"
        " shows it, and the ids of all other tokens are one too low.",
        notebook="02",
        seen_by=TRAINING,
        example=Training(b"", 256),
        parts={"base": _without_the_last_byte},
    ),
    Mistake(
        name="vocab-seen-bytes-only",
        title="only bytes that occur in the text have a token",
        why="A vocabulary of `set(text)` is fine until somebody writes a byte that training"
        " has not seen. The point of byte-level BPE is that all 256 are there from the start,"
        " so every text can be encoded.",
        notebook="02",
        seen_by=TRAINING,
        example=Training(b"", 256),
        parts={"base": _seen_bytes_only},
    ),
    Mistake(
        name="vocab-ids-overlap",
        title="merges and special tokens are both numbered from 256, so one hides the other",
        why="The loop over merges counts from 256, and so does the loop over special tokens."
        " The one written later wins, and the vocabulary holds fewer tokens than it should."
        " Let `len(vocab)` be the next id.",
        notebook="02",
        seen_by=TRAINING,
        example=Training(b"ab", 258, ("<e>",)),
        parts={"number": _merges_over_specials},
        variants=({"number": _specials_over_merges},),
    ),
    Mistake(
        name="vocab-ids-from-one",
        title="ids begin at 1, not at 0",
        why="Ids are rows of the embedding table of a model, and those begin at 0. With ids"
        " from 1 the first row is never used, and the last id has no row.",
        notebook="02",
        seen_by=TRAINING,
        example=Training(b"", 256),
        parts={"number": _from_one},
    ),
    Mistake(
        name="ids-without-gaps",
        title="the ids of a vocabulary are taken to be 0, 1, 2, … without a gap",
        why="`[vocab[i] for i in range(len(vocab))]` makes a list of a dict, and a list is quick to"
        " look things up in. But ids may have gaps: then an id is missing, or all ids behind the"
        " gap are other ones. The vocabulary is a dict from id to bytes; leave it one.",
        notebook="06",
        seen_by=ENCODING,
        example=Encoding("a", [], (), {1: b"a"}),
        parts={"known": _numbered_anew},
        variants=(
            {"known": _without_gaps},
            {"known": _numbered_in_order},
            {"known": _without_the_end},
        ),
    ),
]
