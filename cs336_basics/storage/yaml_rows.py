"""The two long lists of our YAML files, read without a YAML parser where they are as we write them.

A parser takes a second for 150,000 tokens. `yaml_file` writes each on one line in one way, so a
regular expression finds them, and writing them again shows that nothing else was there. Literals
with an escape or of bytes are left to the parser; they are few. Any other file is read by it alone.

    vocab:
      257: " t"
    merges:
      - [" ", "t"]
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from cs336_basics.datatypes import Merges, Vocab

_LITERAL = r'("(?:[^"\\\n]|\\.)*"|\[[^\]\n]*\])'
_TOKEN = re.compile(rf"  (\d+): {_LITERAL}\n")
_PAIR = re.compile(rf"  - \[{_LITERAL}, {_LITERAL}\]\n")
_PLAIN = re.compile(r'"[^"\\]*"').fullmatch
_TOP, _MIDDLE = "\nvocab:\n", "\nmerges:\n"


class Rows(NamedTuple):
    """What stands above the lists, with empty ones in their place, and the lists."""

    head: str
    vocab: Vocab
    merges: Merges


def read_rows(text: str, read_literals: Callable[[Sequence[str]], list[bytes]]) -> Rows | None:
    """Read the lists of a file; None if they are not as we write them.

    Args:
        text: the whole file.
        read_literals: what turns YAML literals into tokens; it may raise anything.

    >>> rows = read_rows('a: 1\\nvocab:\\n  7: "t"\\nmerges:\\n  - ["t", "t"]\\n', list)
    >>> rows.vocab, rows.merges
    ({7: b't'}, [(b't', b't')])
    """
    head, top, rest = text.partition(_TOP)
    tokens, middle, pairs = rest.partition(_MIDDLE)
    tokens += "\n"
    if not (top and middle):
        return None
    found, parts = _TOKEN.findall(tokens), _PAIR.findall(pairs)
    vocab = {int(number): literal for number, literal in found if number.isascii()}
    if (
        len(vocab) < len(found)
        or "".join(map("  %d: %s\n".__mod__, vocab.items())) != tokens
        or "".join(map("  - [%s, %s]\n".__mod__, parts)) != pairs
    ):
        return None
    known = _bytes_of(list(vocab.values()), read_literals)
    try:
        merges = [(known[left], known[right]) for left, right in parts]
    except KeyError:
        return None
    made = dict(zip(vocab, map(known.__getitem__, vocab.values()), strict=True))
    return Rows(f"{head}\nvocab: {{}}\nmerges: []\n", made, merges)


def _bytes_of(
    literals: Sequence[str], read_literals: Callable[[Sequence[str]], list[bytes]]
) -> dict[str, bytes]:
    """Return literal -> token."""
    # What a parser would read otherwise, or not at all, does not count as printable.
    plain = [
        each for each in literals if each[0] == '"' and "\\" not in each and each.isprintable()
    ]
    known = dict(zip(plain, (each[1:-1].encode("utf-8") for each in plain), strict=True))
    others = [each for each in literals if each not in known]
    return known | dict(zip(others, read_literals(others), strict=True))
