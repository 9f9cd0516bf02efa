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
        seen_by=TRAINING,
        example=Training(b"ab", 257, ("<e>",)),
        parts={"room": lambda vocab_size, base, specials: vocab_size - NUM_BYTES},
    ),
    Mistake(
        name="vocab-one-merge-short",
        seen_by=TRAINING,
        example=Training(b"ab", 257),
        parts={"room": lambda vocab_size, base, specials: vocab_size - len(base) - 1},
    ),
    Mistake(
        name="vocab-one-merge-over",
        seen_by=TRAINING,
        example=Training(b"ab", 256),
        parts={"room": lambda vocab_size, base, specials: vocab_size - len(base) + 1},
    ),
    Mistake(
        name="vocab-size-is-merges",
        seen_by=TRAINING,
        example=Training(b"abc", 256),
        parts={"room": lambda vocab_size, base, specials: vocab_size},
    ),
    Mistake(
        name="vocab-specials-forgotten",
        seen_by=TRAINING,
        example=Training(b"", 257, ("<e>",)),
        parts={"number": _number_without_specials},
        variants=({"base": _no_specials, "number": _number_without_specials},),
    ),
    Mistake(
        name="vocab-specials-twice",
        seen_by=TRAINING,
        example=Training(b"", 257, ("<e>", "<e>")),
        parts={"base": _specials_twice},
        open="specials-present-already",
    ),
    Mistake(
        name="vocab-byte-255-missing",
        seen_by=TRAINING,
        example=Training(b"", 256),
        parts={"base": _without_the_last_byte},
    ),
    Mistake(
        name="vocab-seen-bytes-only",
        seen_by=TRAINING,
        example=Training(b"", 256),
        parts={"base": _seen_bytes_only},
    ),
    Mistake(
        name="vocab-ids-overlap",
        seen_by=TRAINING,
        example=Training(b"ab", 258, ("<e>",)),
        parts={"number": _merges_over_specials},
        variants=({"number": _specials_over_merges},),
    ),
    Mistake(
        name="vocab-ids-from-one",
        seen_by=TRAINING,
        example=Training(b"", 256),
        parts={"number": _from_one},
    ),
    Mistake(
        name="ids-without-gaps",
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
