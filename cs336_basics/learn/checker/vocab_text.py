"""How messages write vocabularies and merges: short enough to be read."""

from __future__ import annotations

from itertools import islice
from typing import Any

from cs336_basics.vocab import base_vocab

_MOST = 10  # tokens that a message lists


def vocab_text(vocabulary: Any) -> str:
    """Leave out what every vocabulary holds, the bytes in their places.

    >>> vocab_text(base_vocab(["<s>"]))
    "256 single bytes in their places and {256: b'<s>'}"
    """
    if not isinstance(vocabulary, dict):
        return repr(vocabulary)
    plain = base_vocab([])
    unusual = {i: token for i, token in vocabulary.items() if plain.get(i) != token}
    missing = [i for i in plain if i not in vocabulary] if len(vocabulary) > len(plain) / 2 else []
    rest = len(vocabulary) - len(unusual)
    parts = [f"{rest} single bytes in their places"] if rest else []
    parts += [f"no id {', '.join(map(str, missing))}"] if missing else []
    parts.append(repr(dict(islice(unusual.items(), _MOST))))
    parts += [f"{len(unusual) - _MOST:,} more"] if len(unusual) > _MOST else []
    return " and ".join(parts)


def training_text(value: Any) -> str:
    """Write what a training gives, a vocabulary and merges; and either of them alone.

    >>> print(training_text(({0: b"a"}, [])))
    vocab: {0: b'a'}
    merges: []
    """
    if isinstance(value, tuple) and len(value) == 2:
        vocabulary, merges = value
        if isinstance(vocabulary, list) and isinstance(merges, dict):
            return f"the two results swapped, merges before vocab\n{training_text(value[::-1])}"
        return f"vocab: {vocab_text(vocabulary)}\nmerges: {merges!r}"
    return vocab_text(value)
