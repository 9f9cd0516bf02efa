"""Open choices of tokenizers: classes derived from one that answer differently in one point."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from inspect import getmodule, getsource
from typing import Any

from tests.learners._choice import Choice, Merges, Vocab


def _decoding(unknown: Callable[[int], str]) -> Callable[[type], type]:
    """Decode an id that the vocabulary lacks as `unknown` says; it may raise."""

    def apply(tokenizer: Any) -> type:
        class Tokenizer(tokenizer):  # type: ignore[misc]
            def decode(self, ids: list[int]) -> str:
                texts, run = [], list[int]()
                for token_id in ids:
                    try:
                        super().decode([token_id])
                    except KeyError:
                        instead = unknown(token_id)
                        if instead:
                            texts += [super().decode(run), instead]
                            run = []
                    else:
                        run.append(token_id)
                return "".join([*texts, super().decode(run)])

        return Tokenizer

    return apply


def _raise_value_error(token_id: int) -> str:
    raise ValueError(f"no token has the id {token_id}")


def _raise_index_error(token_id: int) -> str:
    raise IndexError(token_id)


def _reading(change: Callable[[str], str]) -> Callable[[type], type]:
    """Encode what `change` makes of the text."""

    def apply(tokenizer: Any) -> type:
        class Tokenizer(tokenizer):  # type: ignore[misc]
            def encode(self, text: str) -> list[int]:
                ids: list[int] = super().encode(change(text))
                return ids

            def encode_iterable(self, iterable: Iterable[str]) -> Iterator[int]:
                return iter(super().encode_iterable(map(change, iterable)))

        return Tokenizer

    return apply


def _surrogates_as_bytes(tokenizer: type) -> type:
    """Read the class again with another way to encode: three bytes for each lone surrogate."""
    module = getmodule(tokenizer)
    assert module is not None
    source = re.sub(
        r'\.encode\((?:"utf-8")?\)', '.encode("utf-8", "surrogatepass")', getsource(module)
    )
    names: dict[str, Any] = {"__name__": module.__name__}
    exec(compile(source, module.__name__, "exec"), names)
    changed: type = names["Tokenizer"]
    return changed


def _vocab_in_place(tokenizer: Any) -> type:
    class Tokenizer(tokenizer):  # type: ignore[misc]
        def __init__(
            self, vocab: Vocab, merges: Merges, special_tokens: list[str] | None = None
        ) -> None:
            super().__init__(vocab, merges, special_tokens)
            for token in special_tokens or []:
                if token.encode("utf-8") not in vocab.values():
                    vocab[max(vocab, default=-1) + 1] = token.encode("utf-8")

    return Tokenizer


def _list_in_place(tokenizer: Any) -> type:
    class Tokenizer(tokenizer):  # type: ignore[misc]
        def __init__(
            self, vocab: Vocab, merges: Merges, special_tokens: list[str] | None = None
        ) -> None:
            super().__init__(vocab, merges, special_tokens)
            if special_tokens:
                special_tokens.sort(key=len, reverse=True)

    return Tokenizer


def _choice(name: str, sentence: str, apply: Callable[[Any], Any]) -> Choice:
    return Choice(name, sentence, apply, "tokenizer")


TOKENIZER_CHOICES = [
    _choice("unknown-value-error", "an unknown id is a ValueError", _decoding(_raise_value_error)),
    _choice("unknown-index-error", "an unknown id is an IndexError", _decoding(_raise_index_error)),
    _choice("unknown-replaced", "an unknown id is U+FFFD", _decoding(lambda _: "\ufffd")),
    _choice("unknown-skipped", "an unknown id is nothing", _decoding(lambda _: "")),
    _choice(
        "surrogates-question-mark",
        "a lone surrogate is encoded as a question mark",
        _reading(lambda text: re.sub("[\ud800-\udfff]", "?", text)),
    ),
    _choice(
        "surrogates-replaced",
        "a lone surrogate is encoded as U+FFFD",
        _reading(lambda text: re.sub("[\ud800-\udfff]", "\ufffd", text)),
    ),
    _choice("surrogates-pass", "a lone surrogate is encoded as three bytes", _surrogates_as_bytes),
    _choice(
        "vocab-in-place",
        "missing special tokens are appended to the caller's vocab as well",
        _vocab_in_place,
    ),
    _choice(
        "tokenizer-list-sorted",
        "the caller's list of special tokens is sorted in place",
        _list_in_place,
    ),
]
"""Decoding, encoding, and what happens to the arguments."""
