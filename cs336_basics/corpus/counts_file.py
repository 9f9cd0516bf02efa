"""Counts of pre-tokens in a text file, so that a large corpus is counted once.

    #cs336-bpe counts 1
    #{"pattern": "gpt2", "special_tokens": [], "errors": "strict", "corpus": [...], "distinct": 2}
    3 Ġlow
    1 Ċ

Two lines say what was counted; then comes a line for each pre-token: how often it occurs, a space,
and its bytes as GPT-2 writes them (`byte_map`), where a space is `Ġ` and a line end `Ċ`. The most
frequent come first, and of equally frequent ones the lesser bytes: the same corpus always gives the
same file. It is UTF-8, and its lines end in `\\n`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from cs336_basics.corpus.sources import Source, describe_source
from cs336_basics.datatypes import PretokenCounts
from cs336_basics.errors import CorpusError, FileFormatError
from cs336_basics.files import write_whole
from cs336_basics.storage.byte_map import all_from_printable, to_printable

_FIRST_LINE = "#cs336-bpe counts 1\n"
_BLOCK = 1 << 16  # lines


def describe_counts(
    sources: Sequence[Source], special_tokens: Sequence[str], pattern: str, errors: str
) -> dict[str, Any]:
    """Say what is counted: with another corpus or other settings the counts would be others.

    Raises:
        CorpusError: a stream, of which nobody can say later whether it was the same one.
    """
    for source in sources:
        if source.is_stream:
            raise CorpusError(f"{source.name}: counts are kept of files, and this is a stream")
    return {
        "pattern": pattern,
        "special_tokens": [*special_tokens],
        "errors": errors,
        "corpus": [describe_source(source) for source in sources],
    }


def write_counts(path: Path, counts: PretokenCounts, described: Mapping[str, Any]) -> None:
    """Write counts to a file, whole or not at all.

    Args:
        path: of the file.
        counts: of all pre-tokens, the rare ones too.
        described: what was counted, from `describe_counts`.

    Raises:
        OSError: it cannot be written.
    """
    header = json.dumps({**described, "distinct": len(counts)})
    in_order = sorted(counts.items(), key=lambda each: (-each[1], each[0]))
    with write_whole(path) as file:
        file.write(f"{_FIRST_LINE}#{header}\n".encode())
        file.writelines(f"{count} {to_printable(word)}\n".encode() for word, count in in_order)


def read_counts(path: Path, described: Mapping[str, Any]) -> PretokenCounts:
    """Read what `write_counts` wrote.

    Args:
        path: of the file.
        described: what is to be counted.

    Raises:
        FileFormatError: it is damaged, which names the line, or something else was counted.
        OSError: it is missing or cannot be read.
    """
    with path.open(encoding="utf-8", newline="\n") as file:
        try:
            first, second = file.readline(), file.readline()
            header = json.loads(second.removeprefix("#"))
            if first != _FIRST_LINE or not isinstance(header, dict):
                raise ValueError
        except ValueError as error:
            raise FileFormatError(f"{path}: not a file of counts (no {_FIRST_LINE!r})") from error
        for name, value in described.items():
            if header.get(name) != value:
                raise FileFormatError(
                    f"{path}: counted with {name} {header.get(name)!r}, and not with {value!r}; "
                    "name another file, or delete this one"
                )
        counts: PretokenCounts = {}
        done = 2
        try:
            while lines := list(islice(file, _BLOCK)):
                counts |= _read_lines(lines)
                done += len(lines)
        except ValueError as error:
            bad = next((i for i, line in enumerate(lines) if not _is_line(line)), 0)
            raise FileFormatError(
                f"{path}: line {done + bad + 1}: expected a count and a pre-token"
            ) from error
    if not len(counts) == done - 2 == header.get("distinct"):
        raise FileFormatError(
            f"{path}: {header.get('distinct')} pre-tokens were counted, and it holds {len(counts)}"
        )
    return counts


def _read_lines(lines: Sequence[str]) -> PretokenCounts:
    parts = [line.removesuffix("\n").split(" ") for line in lines]
    numbers, words = zip(*parts, strict=True)
    if not all(map(str.isdecimal, numbers)):
        raise ValueError("a count is not a number")
    return dict(zip(all_from_printable(words), map(int, numbers), strict=True))


def _is_line(line: str) -> bool:
    try:
        return bool(_read_lines([line]))
    except ValueError:
        return False
