"""Open choices of trainers: functions around one that change what it is given or gives back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from functools import wraps
from inspect import unwrap
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.learners._choice import Choice, Merges, Vocab

Trainer = Callable[..., Any]


def _given(change: Callable[[bytes, int, list[str]], bytes]) -> Callable[[Trainer], Trainer]:
    """Train on the content that `change` makes of the file's; it may raise instead."""

    def apply(trainer: Trainer) -> Trainer:
        @wraps(trainer)
        def train_bpe(input_path: Any, vocab_size: int, special_tokens: list[str]) -> Any:
            content = Path(input_path).read_bytes()
            changed = change(content, vocab_size, special_tokens)
            if changed == content:
                return trainer(input_path, vocab_size, special_tokens)
            with TemporaryDirectory() as folder:
                path = Path(folder) / "changed.txt"
                path.write_bytes(changed)
                return trainer(path, vocab_size, special_tokens)

        return train_bpe

    return apply


def _answered(
    change: Callable[[Vocab, Merges, int, list[str]], tuple[Any, Any]],
) -> Callable[[Trainer], Trainer]:
    """Give back what `change` makes of the answer."""

    def apply(trainer: Trainer) -> Trainer:
        @wraps(trainer)
        def train_bpe(input_path: Any, vocab_size: int, special_tokens: list[str]) -> Any:
            vocab, merges = trainer(input_path, vocab_size, special_tokens)
            return change(vocab, merges, vocab_size, special_tokens)

        return train_bpe

    return apply


def _parts(vocab: Vocab, merges: Iterable[Any]) -> tuple[list[bytes], list[bytes], list[bytes]]:
    """The tokens of a vocabulary: bytes, special tokens, those that merges made."""
    bytes_ = [bytes([i]) for i in range(256)]
    made = [left + right for left, right in merges]
    others = Counter([*bytes_, *made])
    specials = []
    for _, token in sorted(vocab.items()):
        others[token] -= 1
        if others[token] < 0:
            specials.append(token)
    return bytes_, specials, made


def _specials_last(vocab: Vocab, merges: Merges, size: int, given: list[str]) -> Any:
    bytes_, specials, made = _parts(vocab, merges)
    return dict(enumerate([*bytes_, *made, *specials])), merges


def _specials_first(vocab: Vocab, merges: Merges, size: int, given: list[str]) -> Any:
    bytes_, specials, made = _parts(vocab, merges)
    return dict(enumerate([*specials, *bytes_, *made])), merges


def _specials_at_the_end(vocab: Vocab, merges: Merges, size: int, given: list[str]) -> Any:
    bytes_, specials, made = _parts(vocab, merges)
    first = max(size, len(vocab)) - len(specials)
    return {**dict(enumerate([*bytes_, *made])), **dict(enumerate(specials, first))}, merges


def _ids_behind_the_merges(vocab: Vocab, merges: Merges, size: int, given: list[str]) -> Any:
    """All but the bytes have the ids that they would have at the end of a full vocabulary."""
    hole = max(0, size - len(vocab))
    tokens = sorted(vocab.items())
    return {i if i < 256 else i + hole: token for i, token in tokens}, merges


def _no_more_than_asked(vocab: Vocab, merges: Merges, size: int, given: list[str]) -> Any:
    return {i: token for i, token in vocab.items() if i < max(size, 256)}, merges


def _sorted_in_place(vocab: Vocab, merges: Merges, size: int, given: list[str]) -> Any:
    given.sort(key=len, reverse=True)
    return vocab, merges


def _second_ids(extra: Callable[[list[str]], list[str]]) -> Callable[[Trainer], Trainer]:
    """Let special tokens that have an id already take another: it costs a merge each."""

    def apply(trainer: Trainer) -> Trainer:
        @wraps(trainer)
        def train_bpe(input_path: Any, vocab_size: int, special_tokens: list[str]) -> Any:
            more = [token.encode("utf-8") for token in extra(special_tokens)]
            vocab, merges = trainer(input_path, vocab_size - len(more), special_tokens)
            bytes_, specials, made = _parts(vocab, merges)
            return dict(enumerate([*bytes_, *specials, *more, *made])), merges

        return train_bpe

    return apply


def _single_bytes(special_tokens: list[str]) -> list[str]:
    return [token for token in dict.fromkeys(special_tokens) if len(token.encode("utf-8")) == 1]


def _repeats(special_tokens: list[str]) -> list[str]:
    return [each for i, each in enumerate(special_tokens) if each in special_tokens[:i]]


def _as_given(trainer: Trainer) -> Trainer:
    """Turn the constant of the trainer's module off while it trains."""
    constants = unwrap(trainer).__globals__

    @wraps(trainer)
    def train_bpe(input_path: Any, vocab_size: int, special_tokens: list[str]) -> Any:
        before = constants["LONGEST_FIRST"]
        constants["LONGEST_FIRST"] = False
        try:
            return trainer(input_path, vocab_size, special_tokens)
        finally:
            constants["LONGEST_FIRST"] = before

    return train_bpe


def _none_is_empty(trainer: Trainer) -> Trainer:
    @wraps(trainer)
    def train_bpe(input_path: Any, vocab_size: int, special_tokens: list[str] | None = None) -> Any:
        return trainer(input_path, vocab_size, special_tokens or [])

    return train_bpe


def _refuse_bad_bytes(content: bytes, size: int, specials: list[str]) -> bytes:
    if content.decode("utf-8", "replace").encode("utf-8") != content:
        raise ValueError("the file is not UTF-8")
    return content


def _refuse_empty(content: bytes, size: int, specials: list[str]) -> bytes:
    if not content:
        raise ValueError("the file is empty")
    return content


def _needed(specials: list[str]) -> int:
    return len({bytes([i]) for i in range(256)} | {each.encode("utf-8") for each in specials})


def _refuse_small(content: bytes, size: int, specials: list[str]) -> bytes:
    if size < _needed(specials):
        raise ValueError(f"vocab_size must be at least {_needed(specials)}")
    return content


def _assert_large(content: bytes, size: int, specials: list[str]) -> bytes:
    assert size >= 256 + len(specials), "vocab_size is too small"
    return content


TRAINER_CHOICES = [
    Choice("ids-specials-last", "special tokens follow the merges", _answered(_specials_last)),
    Choice("ids-specials-first", "special tokens have ids 0, 1, …", _answered(_specials_first)),
    Choice(
        "ids-specials-at-the-end",
        "special tokens have the last ids below vocab_size, behind a hole where pairs run out",
        _answered(_specials_at_the_end),
    ),
    Choice(
        "ids-hole",
        "where pairs run out, the hole in the ids is behind the bytes",
        _answered(_ids_behind_the_merges),
    ),
    Choice(
        "specials-byte-twice",
        "a special token that is a single byte takes a second id",
        _second_ids(_single_bytes),
    ),
    Choice(
        "specials-repeat-twice",
        "a special token that is listed twice takes two ids",
        _second_ids(_repeats),
    ),
    Choice(
        "specials-as-given",
        "of two special tokens that overlap, the one listed first wins",
        _as_given,
    ),
    Choice(
        "specials-list-sorted",
        "the list of special tokens is sorted in place",
        _answered(_sorted_in_place),
    ),
    Choice("specials-none", "None is taken for no special tokens", _none_is_empty),
    Choice(
        "bytes-dropped",
        "bytes that are no UTF-8 are dropped",
        _given(lambda content, *_: content.decode("utf-8", "ignore").encode("utf-8")),
    ),
    Choice(
        "bytes-decode-error",
        "bytes that are no UTF-8 are a UnicodeDecodeError",
        _given(lambda content, *_: content.decode("utf-8").encode("utf-8")),
    ),
    Choice(
        "bytes-value-error", "bytes that are no UTF-8 are a ValueError", _given(_refuse_bad_bytes)
    ),
    Choice(
        "newlines-translated",
        "line ends are read as text mode reads them",
        _given(lambda content, *_: content.replace(b"\r\n", b"\n").replace(b"\r", b"\n")),
    ),
    Choice("empty-file-error", "an empty file is a ValueError", _given(_refuse_empty)),
    Choice("size-error", "a vocab_size without room is a ValueError", _given(_refuse_small)),
    Choice(
        "size-assertion", "a vocab_size without room is an AssertionError", _given(_assert_large)
    ),
    Choice(
        "size-cut",
        "with a vocab_size without room, special tokens are left out, but no byte",
        _answered(_no_more_than_asked),
    ),
    Choice(
        "merges-tuple",
        "the merges are a tuple of tuples",
        _answered(lambda vocab, merges, *_: (vocab, tuple(merges))),
    ),
    Choice(
        "merges-lists",
        "the merges are a list of lists",
        _answered(lambda vocab, merges, *_: (vocab, [list(pair) for pair in merges])),
    ),
    Choice(
        "vocab-reversed",
        "the vocabulary holds its ids from the last to the first",
        _answered(lambda vocab, merges, *_: (dict(reversed(vocab.items())), merges)),
    ),
    Choice(
        "answer-list",
        "the answer is a list of the two",
        lambda trainer: wraps(trainer)(lambda *arguments: list(trainer(*arguments))),
    ),
]
"""Ids, special tokens, reading, sizes, and the form of the answer."""
