"""How the checks write vocabularies, merges and files: short enough to be read in a message."""

from __future__ import annotations

from itertools import islice
from typing import Any, NamedTuple

from cs336_basics.vocab import base_vocab

_MOST = 10  # tokens that a message lists


class Named(NamedTuple):
    """The content of a file that is handed over by its name, a `str`, and not as a `Path`."""

    content: bytes


def vocab_text(vocabulary: Any) -> str:
    """Leave out what every vocabulary holds, the bytes in their places."""
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
    """Write what a training takes or gives: a file's content, a vocabulary, or both results."""
    if isinstance(value, bytes):
        return f"<a file that holds {value!r}>"
    if isinstance(value, Named):
        return f"<the name, as a str, of a file that holds {value.content!r}>"
    if isinstance(value, tuple) and len(value) == 2:
        vocabulary, merges = value
        if isinstance(vocabulary, list) and isinstance(merges, dict):
            return f"the two results swapped, merges before vocab\n{training_text(value[::-1])}"
        return f"vocab: {vocab_text(vocabulary)}\nmerges: {merges!r}"
    return vocab_text(value)
